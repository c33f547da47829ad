/**
 * The `language` objects that ride along in a program, read with care: their form is what the author of a schema wrote.
 */
import type { LanguageData } from "../../src/ir/type.ts";

/** Whatever stands under `keys`, one below the other, in the object of a language; own members only. */
export function dataAt(language: LanguageData | undefined, ...keys: readonly string[]): unknown {
  let value: unknown = language;
  for (const key of keys) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

/** The text there; `undefined` when it is none, or empty: `textAt(language, "nodejs", "moduleToPackage", module)`. */
export function textAt(language: LanguageData | undefined, ...keys: readonly string[]): string | undefined {
  const value = dataAt(language, ...keys);
  return typeof value === "string" && value !== "" ? value : undefined;
}
