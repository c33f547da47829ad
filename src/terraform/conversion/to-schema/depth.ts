import { bytesNestTooDeep, maxJsonDepth } from "../../../json/nesting.ts";
import { type RefuseDocument, refuseConversion } from "../documents.ts";

/** Throws the error of `refuse` if a document is nested too deeply for recursive functions. No real document is. */
export function refuseDeep(bytes: Uint8Array, file: string, refuse: RefuseDocument = refuseConversion): void {
  if (bytesNestTooDeep(bytes)) throw refuse(file, `It is nested deeper than ${maxJsonDepth} levels.`);
}
