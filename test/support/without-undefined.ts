/** Removes undefined members at any depth, for comparisons with objects that omit them. Keeps list items and class instances. */
export function withoutUndefined<T>(value: T): T {
  return pruned(value) as T;
}

function pruned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pruned);
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, pruned(item)]));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([key, member]) => [key, pruned(member)]));
}
