/** Returns a key that is the same for two objects if their types and IDs are equal. Regions and accounts do not count. */
export function cloudObjectKey({ type, id }: { readonly type: string; readonly id?: string }): string {
  return JSON.stringify([type, id]);
}
