/** Reports resources of the stack that inserted code cannot refer to. */
import type { Diagnostic } from "../diagnostic.ts";
import { isDefaultProvider, rootStackType } from "../domain/urn.ts";
import type { Deployment } from "../state/deployment.ts";
import type { OpenProgram } from "./open-program.ts";

/** Returns a note for each resource of the stack whose variable in the user program is unknown. */
export function unseenResources(
  { insertion, held }: Pick<OpenProgram, "insertion" | "held">,
  state: Deployment | undefined,
): readonly Diagnostic[] {
  if (insertion === undefined) return [];
  const unseen = (state?.resources ?? []).filter(
    ({ urn, type, delete: isGone, external }) =>
      !isGone && !external && type !== rootStackType && !isDefaultProvider(urn) && !held.has(urn),
  );
  const message =
    `Your program does not have variables for these resources at the insertion point in ${insertion.file}, so new code does not refer to them. ` +
    `To make them available, add their variables to "nameTable" of the import file.`;
  return unseen.map(({ urn }) => ({ severity: "note", resource: urn, message }));
}
