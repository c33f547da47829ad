/**
 * Limits how deep a document may be nested that is walked level by level.
 */
import { bytesNestTooDeep, maxJsonDepth } from "../../../json/nesting.ts";
import { type RefuseDocument, refuseConversion } from "../documents.ts";

/** @throws what `refuse` makes for a document that no provider comes near. */
export function refuseDeep(bytes: Uint8Array, file: string, refuse: RefuseDocument = refuseConversion): void {
  if (bytesNestTooDeep(bytes)) throw refuse(file, `It is nested deeper than ${maxJsonDepth} levels.`);
}
