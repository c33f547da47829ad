/**
 * Refuses every call that would create, change or delete something: the one place through which all calls to plugins go.
 */
import { isReadingFunction } from "../domain/reading-function.ts";
import { invariant } from "../errors.ts";

/** Create and Update change nothing with `preview`; the others always may. */
const previewable: ReadonlySet<string> = new Set(["Create", "Update"]);
const changing: ReadonlySet<string> = new Set(["Delete", "Construct", "Call"]);

/** @throws an internal error when the call could change something in the cloud. */
export function refuseChange(method: string, request: unknown): void {
  invariant(!changing.has(method), `${method} is never called`);
  if (method === "Invoke") {
    const token = typeof request === "object" && request !== null && "tok" in request ? String(request.tok) : "";
    // The protocol does not mark functions that only read.
    invariant(isReadingFunction(token), `the function ${token} is never called`);
  }
  if (!previewable.has(method)) return;
  const isPreview = typeof request === "object" && request !== null && "preview" in request && request.preview === true;
  invariant(isPreview, `${method} is called only with preview`);
}
