/** Maximum number of results that a function remembers. */
const maxResults = 20_000;

/** Returns a pure function that remembers its results, for texts that repeat often. */
export function rememberedByText<Result>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, { readonly result: Result }>();
  return (text) => {
    const remembered = results.get(text);
    if (remembered !== undefined) return remembered.result;
    const result = compute(text);
    if (results.size < maxResults) results.set(text, { result });
    return result;
  };
}
