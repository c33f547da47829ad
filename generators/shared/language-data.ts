/**
 * Reads the `language` objects of a schema. Their authors may have written anything, so nothing is assumed about their form.
 */
import type { LanguageData } from "../../src/ir/type.ts";

/** The value at a path of keys in the `language` object; own members only. */
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
