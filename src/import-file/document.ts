/**
 * A text file as a tree of values that know where they stand: what JSON and YAML both become before anything is checked.
 */

/** `offset` counts UTF-16 units from the start of the file's text (a byte order mark is not part of it). */
export type Node =
  | { readonly kind: "null"; readonly offset: number; readonly size: number }
  | { readonly kind: "boolean"; readonly offset: number; readonly size: number; readonly value: boolean }
  | { readonly kind: "number"; readonly offset: number; readonly size: number; readonly value: number }
  | { readonly kind: "text"; readonly offset: number; readonly size: number; readonly value: string }
  | { readonly kind: "list"; readonly offset: number; readonly size: number; readonly items: readonly Node[] }
  | { readonly kind: "map"; readonly offset: number; readonly size: number; readonly entries: readonly Entry[] };

/** Keys are unique within a map: a second one is a mistake that was reported, and is left out. */
export interface Entry {
  readonly key: string;
  readonly offset: number;
  readonly value: Node;
}

/** A mistake at an offset. Neither text may repeat a value of the file: it may be a secret. */
export interface Fault {
  readonly offset: number;
  readonly message: string;
  readonly hint: string;
}

/** A text as it was read: the tree, as far as there is one, and every mistake of its syntax. */
export interface Parsed {
  readonly root: Node | undefined;
  readonly faults: readonly Fault[];
}

/** Values nest at most this deep; `size` (the number of values in a tree, aliases expanded) is bounded where there are aliases. */
export const deepestNode = 200;
export const largest = 2_000_000;

export const faults = {
  tooDeep: (offset: number): Fault => ({
    offset,
    message: `Values nest deeper than ${deepestNode} levels.`,
    hint: "Import such a resource without these `inputs`.",
  }),
  tooLarge: (offset: number): Fault => ({
    offset,
    message: `Aliases blow the file up to more than ${largest.toLocaleString("en")} values.`,
    hint: "Write the values out instead of repeating aliases of aliases.",
  }),
  twice: (offset: number, key: string, line: number): Fault => ({
    offset,
    message: `The key ${JSON.stringify(key)} stands here a second time; the first is on line ${line}.`,
    hint: "Keep one of them.",
  }),
  surrogate: (offset: number): Fault => ({
    offset,
    message: "The text holds half of a surrogate pair, which is no character.",
    hint: "Write the character itself, or both halves of its escape (\\ud83d\\ude00).",
  }),
  unsafeInteger: (offset: number): Fault => ({
    offset,
    message: "The integer is beyond 2^53, where numbers of Pulumi lose digits.",
    hint: "Put it in quotes if the provider takes text there.",
  }),
  notFinite: (offset: number): Fault => ({
    offset,
    message: "The number is not finite.",
    hint: "Numbers of Pulumi are 64-bit floats; infinities and NaN cannot be imported.",
  }),
} as const;

/** True when a text holds half of a surrogate pair. */
export function hasHalfSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

/** True for the digits of an integer beyond 2^53. */
export function isUnsafeInteger(text: string, value: number): boolean {
  if (Math.abs(value) < Number.MAX_SAFE_INTEGER || !/^[+-]?\d+$/.test(text)) return false;
  const exact = BigInt(text.replace("+", ""));
  return exact > 2n ** 53n || exact < -(2n ** 53n);
}
