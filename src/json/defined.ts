/** Removes undefined members, for objects that are spread or whose keys are listed. */
export function defined<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };
