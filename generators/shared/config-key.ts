/** Splits a configuration key: `aws:region` -> aws, region. The namespace of a key without a colon is `""`: the project. */
export function configNamespace(key: string): { readonly namespace: string; readonly name: string } {
  const colon = key.indexOf(":");
  return colon < 0 ? { namespace: "", name: key } : { namespace: key.slice(0, colon), name: key.slice(colon + 1) };
}
