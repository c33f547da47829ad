/**
 * Limits how deep a document may be nested that is walked level by level.
 */
import { ImpError } from "../../../errors.ts";
import { deepest } from "../../../json/nesting.ts";

/** @throws ImpError CONVERSION_SOURCE for a document that no provider comes near. */
export function refuseDeep(json: unknown, file: string): void {
  let level: readonly unknown[] = [json];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest)
      throw ImpError.of("CONVERSION_SOURCE", { file, message: `It is nested deeper than ${deepest} levels.` });
    level = level.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : []));
  }
}
