/**
 * Leaves out members without a value, where `undefined` is not the same as a missing key: objects that are spread over others, and objects
 * whose keys are listed.
 */
export function defined<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };
