/** The syntax tree of an import file, for JSON and YAML. */

/** `offset` counts UTF-16 units from the start of the text, without a byte order mark. `size` is the number of values in the tree. */
export type Node =
  | { readonly kind: "null"; readonly offset: number; readonly size: number }
  | { readonly kind: "boolean"; readonly offset: number; readonly size: number; readonly value: boolean }
  | { readonly kind: "number"; readonly offset: number; readonly size: number; readonly value: number }
  | { readonly kind: "text"; readonly offset: number; readonly size: number; readonly value: string }
  | { readonly kind: "list"; readonly offset: number; readonly size: number; readonly items: readonly Node[] }
  | { readonly kind: "map"; readonly offset: number; readonly size: number; readonly entries: readonly Entry[] };

/** A member of a map. Keys are unique, because duplicates are reported and dropped. */
export interface Entry {
  readonly key: string;
  readonly offset: number;
  readonly value: Node;
}

/** An error at an offset. Its texts must not contain values of the file, because these may be secret. */
export interface Fault {
  readonly offset: number;
  readonly message: string;
  readonly hint: string;
}

/** The result of parsing: the tree, and all syntax errors. The tree is undefined if the text cannot be parsed. */
export interface Parsed {
  readonly root: Node | undefined;
  readonly faults: readonly Fault[];
}

/** Maximum nesting of values. */
export const deepestNode = 200;
/** Maximum number of values in a tree. Aliases in YAML can make a tree very large. */
export const largest = 2_000_000;

export const faults = {
  tooDeep: (offset: number): Fault => ({
    offset,
    message: `Values nest deeper than ${deepestNode} levels.`,
    hint: "Import the resource without these `inputs`.",
  }),
  tooLarge: (offset: number): Fault => ({
    offset,
    message: `Aliases expand the file to more than ${largest.toLocaleString("en")} values.`,
    hint: "Replace aliases by their values.",
  }),
  twice: (offset: number, key: string, line: number): Fault => ({
    offset,
    message: `The key ${JSON.stringify(key)} is duplicated; the first one is on line ${line}.`,
    hint: "Remove one of the two.",
  }),
  surrogate: (offset: number): Fault => ({
    offset,
    message: "The string contains half of a surrogate pair, which is not valid Unicode.",
    hint: "Write the character itself, or both halves of its escape (\\ud83d\\ude00).",
  }),
  unsafeInteger: (offset: number): Fault => ({
    offset,
    message: "The integer is outside of ±2^53, so Pulumi would round it.",
    hint: "Put the integer in quotes if the provider accepts a string.",
  }),
  notFinite: (offset: number): Fault => ({
    offset,
    message: "The number is not finite.",
    hint: "Numbers in Pulumi are 64-bit floats; infinities and NaN cannot be imported.",
  }),
} as const;

/** Returns true if the text contains half of a surrogate pair. */
export function hasHalfSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

/** Returns true if the text is an integer beyond ±2^53, which a JSON number may not represent exactly. @param value the text, parsed as a number */
export function isUnsafeInteger(text: string, value: number): boolean {
  if (Math.abs(value) < Number.MAX_SAFE_INTEGER || !/^[+-]?\d+$/.test(text)) return false;
  const exact = BigInt(text.replace("+", ""));
  return exact > 2n ** 53n || exact < -(2n ** 53n);
}
