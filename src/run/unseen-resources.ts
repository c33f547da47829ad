/**
 * Reports the resources of a stack to which code in a person's program cannot refer.
 */
import type { Diagnostic } from "../diagnostic.ts";
import { isDefaultProvider, rootStackType } from "../domain/urn.ts";
import type { Deployment } from "../state/deployment.ts";
import type { OpenProgram } from "./open-program.ts";

/** A note for each resource of the stack to which new code cannot refer, because nothing that the text shows holds it. */
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
    `The text of your program does not show which variables hold these resources at the place in ${insertion.file}, so new code ` +
    `does not refer to them. Name the variables in "nameTable" of the import file where it should.`;
  return unseen.map(({ urn }) => ({ severity: "note", resource: urn, message }));
}
