/**
 * Limits how deep a document may be nested that is walked level by level.
 */
import { deepest } from "../../../json/nesting.ts";
import { type RefuseDocument, refuseConversion } from "../documents.ts";

/** @throws what `refuse` makes for a document that no provider comes near. */
export function refuseDeep(json: unknown, file: string, refuse: RefuseDocument = refuseConversion): void {
  let level: readonly unknown[] = [json];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) throw refuse(file, `It is nested deeper than ${deepest} levels.`);
    level = level.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : []));
  }
}
