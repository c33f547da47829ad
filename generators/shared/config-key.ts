/**
 * Keys of the stack's configuration, and where a program finds their values.
 */

/** `aws:region` -> aws, region. A key without a colon is the project's own, and its namespace `""`. */
export function configNamespace(key: string): { readonly namespace: string; readonly name: string } {
  const at = key.indexOf(":");
  return at < 0 ? { namespace: "", name: key } : { namespace: key.slice(0, at), name: key.slice(at + 1) };
}
