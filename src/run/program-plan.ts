/** The plan of a program: the steps of the next update by resource, and comparisons of two plans. Pure. */

import type { Urn } from "../domain/graph.ts";
import { nameOf, typeOf } from "../domain/urn.ts";
import { type ProgramDifference, programDifferences } from "../preview/program-differences.ts";
import { isInternalStep, type Step } from "../preview/step.ts";
import { equalMaps } from "../value/compare.ts";
import { hasUnknown } from "../value/open-value.ts";
import { emptyMap } from "../value/value.ts";
import type { PreviewedProgram } from "./preview-program.ts";

/** The steps of the next update by the URN of their resource. */
export type Plan = ReadonlyMap<Urn, readonly Step[]>;

/** Groups the steps that `pulumi preview` shows by the URN of their resource. */
export function planOf({ plan }: PreviewedProgram): Plan {
  const byUrn = new Map<Urn, Step[]>();
  for (const step of plan.steps) {
    if (isInternalStep(step)) continue;
    const steps = byUrn.get(step.urn) ?? [];
    byUrn.set(step.urn, [...steps, step]);
  }
  return byUrn;
}

/** Returns true if the program registers the resource. */
export function isRegistered({ new: resource }: Pick<Step, "new">): boolean {
  return resource !== undefined;
}

/** Returns true if an update would do nothing for this step. */
export function isUnchanged({ op }: Pick<Step, "op">): boolean {
  return op === "same" || op === "read";
}

/** Compares the steps of a resource in two plans. */
export function isSamePlan(before: readonly Step[], after: readonly Step[]): boolean {
  return before.length === after.length && before.every((step, index) => isSameStep(step, after[index]));
}

/** Compares the operations, the paths that differ, and the inputs. An input that was unknown before may have any value now. */
function isSameStep(before: Step, after: Step | undefined): boolean {
  if (before.op !== after?.op || pathsOf(before) !== pathsOf(after)) return false;
  const inputs = before.new?.inputs ?? emptyMap;
  return [...inputs.values()].some(hasUnknown) || equalMaps(inputs, after.new?.inputs ?? emptyMap);
}

function pathsOf({ decision }: Step): string {
  return JSON.stringify((decision?.differences ?? []).map(({ path, kind }) => [path, kind]).sort());
}

/**
 * Returns a line for each step of the resources, such as `update aws:sqs/queue:Queue orders (index.ts:12:16): visibilityTimeoutSeconds`.
 *
 * @param root the directory that the positions are relative to
 */
export function changeTexts(urns: readonly Urn[], before: Plan, after: Plan, root: string): readonly string[] {
  return urns.flatMap((urn) => {
    const steps = after.get(urn);
    if (steps === undefined)
      return programDifferences(before.get(urn) ?? [], root).map((step) => `no longer ${changeText(step)}`);
    return programDifferences(steps, root).map(changeText);
  });
}

function changeText({ op, urn, differences, where }: ProgramDifference): string {
  const paths = differences.map(({ path }) => path).filter((path) => path !== "");
  const about = paths.length === 0 ? "" : `: ${paths.slice(0, 5).join(", ")}`;
  return `${op} ${typeOf(urn)} ${nameOf(urn)}${where === undefined ? "" : ` (${where})`}${about}`;
}
