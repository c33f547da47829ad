/**
 * Reads the `language` objects of a schema. Their authors may have written anything, so nothing is assumed about their form.
 */

import type { LanguageData } from "../../src/ir/type.ts";
import { memberAt } from "../../src/json/object.ts";

/** The text there; `undefined` when it is none, or empty: `textAt(language, "nodejs", "moduleToPackage", module)`. */
export function textAt(language: LanguageData | undefined, ...keys: readonly string[]): string | undefined {
  const value = memberAt(language, ...keys);
  return typeof value === "string" && value !== "" ? value : undefined;
}
