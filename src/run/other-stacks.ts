/** Adds remarks about resources that other stacks of the backend also manage. */
import type { RunIo } from "../cli/run-io.ts";
import { visible } from "../cli/visible.ts";
import { ImpError } from "../errors.ts";
import type { ImportPlan, Outcome } from "../graph.ts";
import { type CloudObject, findManagingStacks } from "../workspace/backend/managing-stacks.ts";
import type { Workspace } from "../workspace/workspace.ts";

/**
 * Returns the plan with the remarks.
 *
 * @param sources the stacks that resources are moved from, which still manage them
 * @throws USAGE if the stacks of the backend cannot be listed; STORE_REFUSED.
 */
export async function checkedStacks(
  plan: ImportPlan,
  { location }: Pick<Workspace, "location">,
  sources: readonly string[],
  io: Pick<RunIo, "progress">,
): Promise<ImportPlan> {
  if (location.kind !== "diy") {
    throw ImpError.of("USAGE", {
      message: "--check-stacks does not support this backend.",
      hint: "Remove --check-stacks.",
    });
  }
  io.progress.phase("Searching the other stacks", 0);
  const others = await findManagingStacks(location, plan.outcomes.flatMap(importedObjects), sources);
  for (const { stack, why } of others.unread) {
    io.progress.line(`Cannot read stack ${visible(stack)}, so its resources were not checked: ${why}`);
  }
  const outcomes = plan.outcomes.map((outcome): Outcome => {
    const stacks = importedObjects(outcome).flatMap((object) => others.stacksOf(object));
    if (stacks.length === 0) return outcome;
    return { ...outcome, remarks: [...outcome.remarks, { kind: "managed-elsewhere", stacks }] };
  });
  return { ...plan, outcomes };
}

function importedObjects({ resourceKind, type, id }: Outcome): readonly CloudObject[] {
  return resourceKind === "custom" && id !== undefined ? [{ type, id }] : [];
}
