/**
 * Names: every name of a file is chosen before anything is printed, in one table.
 */

/** A table of unique names: a name that is taken gets the first free number from 2 on. */
export interface NameTable {
  /** Returns `wanted`, or `wanted` with a number. The same calls in the same order give the same names. */
  take(wanted: string): string;
}

/**
 * @param reserved words that are never given out
 * @param between what stands between a name and its number: `main2`, `main_2`
 */
export function nameTable(reserved: Iterable<string>, between = ""): NameTable {
  const used = new Set(reserved);
  const next = new Map<string, number>();
  return {
    take(wanted) {
      let name = wanted;
      for (let number = next.get(wanted) ?? 2; used.has(name); number += 1) {
        name = `${wanted}${between}${number}`;
        next.set(wanted, number + 1);
      }
      used.add(name);
      return name;
    },
  };
}

/** The longest variable: a line has to hold the name, an assignment, and the class. */
export const longestVariable = 50;

/** `db-hosts` -> `dbHosts`. */
export function camel(key: string): string {
  return key.replace(/[^\p{L}\p{Nd}]+(.?)/gu, (_, letter: string) => letter.toUpperCase());
}
