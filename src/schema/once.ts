/** Returns a function that calls `make` once and returns the same value every time. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Returns a function that caches the results of `compute` by the identity of its argument. */
export function cachedByObject<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const results = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const cached = results.get(key);
    if (cached !== undefined) return cached.value;
    const value = compute(key);
    results.set(key, { value });
    return value;
  };
}
