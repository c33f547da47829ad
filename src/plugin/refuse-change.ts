/** Refuses calls that would create, change, or delete resources. Every call to a plugin is checked here before it is sent. */

import { invariant } from "../domain/errors.ts";
import { isReadingFunction } from "../domain/reading-function.ts";

/** Calls that change nothing if `preview` is set. */
const previewable: ReadonlySet<string> = new Set(["Create", "Update"]);
/** Calls that change nothing if `dryRun` is set, because they register resources only with the preview's monitor. */
const dryRunnable: ReadonlySet<string> = new Set(["Construct", "Call"]);

/** Throws an internal error if the call could change something in the cloud. */
export function refuseChange(method: string, request: unknown): void {
  invariant(method !== "Delete", "Delete is never called");
  if (method === "Invoke") {
    const token = typeof request === "object" && request !== null && "tok" in request ? String(request.tok) : "";
    // The protocol does not mark functions that only read, so the name decides.
    invariant(isReadingFunction(token), `the function ${token} is never called`);
  }
  if (dryRunnable.has(method)) {
    const isDryRun = typeof request === "object" && request !== null && "dryRun" in request && request.dryRun === true;
    invariant(isDryRun, `${method} is called only with dryRun`);
  }
  if (!previewable.has(method)) return;
  const isPreview = typeof request === "object" && request !== null && "preview" in request && request.preview === true;
  invariant(isPreview, `${method} is called only with preview`);
}
