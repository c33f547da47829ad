/** The table of names of a program. All names are chosen before printing. */

/** A table of unique names. A name that is taken gets the first free number, starting from 2. */
export interface NameTable {
  /** Returns the preferred name, with a number if the name is taken. The result depends only on the order of the calls. */
  take(preferred: string): string;
}

/**
 * Creates a name table.
 *
 * @param reserved words that are never used as names
 * @param between the separator between a name and its number: `main2`, `main_2`
 */
export function nameTable(reserved: Iterable<string>, between = ""): NameTable {
  const used = new Set(reserved);
  const next = new Map<string, number>();
  return {
    take(preferred) {
      let name = preferred;
      for (let number = next.get(preferred) ?? 2; used.has(name); number += 1) {
        name = `${preferred}${between}${number}`;
        next.set(preferred, number + 1);
      }
      used.add(name);
      return name;
    },
  };
}

/** The maximum length of a variable, so that the variable, the assignment, and the class fit on one line. */
export const longestVariable = 50;

/** Converts a key to camel case: `db-hosts` -> `dbHosts`. */
export function camel(key: string): string {
  return key.replace(/[^\p{L}\p{Nd}]+(.?)/gu, (_, letter: string) => letter.toUpperCase());
}
