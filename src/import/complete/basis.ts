/**
 * The basis: the fresh plan of what the schema requires and what identifies the resource. It tells which values a deployment from nothing
 * gives anyway.
 */
import { startsWith } from "../../ir/path.ts";
import { applySdkDefaults } from "../../schema/shape.ts";
import { identityBySchema, identityByValue } from "../candidates/identity.ts";
import { blamed } from "../candidates/overlap.ts";
import type { Subject } from "../candidates/subject.ts";
import { patternKey, select } from "../selection/selection.ts";
import { assignedBecause } from "./assigned.ts";
import { type Draft, leavesAt, selectionOf } from "./draft.ts";
import { checkFresh, type FreshPlan, previewFresh } from "./fresh-plan.ts";
import { type Leaf, patternAt } from "./leaves.ts";

export interface Basis {
  readonly plan: FreshPlan;
  /** The leaves that the planned program sets. */
  readonly set: readonly Leaf[];
}

/**
 * Plans the least program that may be created: what a refusal names is added, then everything but switches and numbers is tried.
 *
 * @returns `undefined` when all of them are refused: then nothing is known to be implied.
 */
export async function planBasis(subject: Subject, leaves: readonly Leaf[]): Promise<Basis | undefined> {
  const identity = new Set([...identityByValue(subject), ...identityBySchema(subject)].map(patternKey));
  const isFixed = (leaf: Leaf): boolean =>
    leaf.optional.length < leaf.path.length ||
    (identity.has(leaf.pattern) && assignedBecause(leaf, subject) === undefined) ||
    subject.asked.some((path) => startsWith(leaf.path, path));
  let set = leaves.filter(isFixed);
  for (let round = 0; round < 2; round += 1) {
    const plan = await planOf(subject, leaves, set);
    if (plan.failures.length === 0) return { plan, set };
    const wanted = wantedBy(plan, leaves, set, subject);
    if (wanted.length === 0) break;
    set = leaves.filter((leaf) => set.includes(leaf) || wanted.includes(leaf));
  }
  const isSwitch = ({ value }: Leaf): boolean => value.kind === "boolean" || value.kind === "number";
  const most = leaves.filter((leaf) => isFixed(leaf) || !isSwitch(leaf));
  if (most.length === leaves.length) return undefined;
  const plan = await planOf(subject, leaves, most);
  return plan.failures.length === 0 ? { plan, set: most } : undefined;
}

async function planOf(subject: Subject, leaves: readonly Leaf[], set: readonly Leaf[]): Promise<FreshPlan> {
  const keys = new Set(set.map(({ key }) => key));
  const omitted = leaves.filter(({ key }) => !keys.has(key));
  const draft: Draft = {
    omitted: new Map(omitted.map(({ key }) => [key, { class: "implied", by: "plan" }])),
    verbatim: new Set(),
  };
  const program = select(subject.all, selectionOf(subject, leaves, draft));
  const sent = applySdkDefaults(program, subject.resource, subject.schema, subject.env);
  return await previewFresh(subject, await checkFresh(subject, sent));
}

/** The leaves that a refusal is about and the program omits. */
function wantedBy(
  { failures }: FreshPlan,
  leaves: readonly Leaf[],
  set: readonly Leaf[],
  subject: Subject,
): readonly Leaf[] {
  const omitted = leaves.filter((leaf) => !set.includes(leaf));
  const patterns = omitted.map(patternAt);
  const paths = failures.flatMap(({ property }) => (property === "" ? [] : [[property.split(/[.[]/, 1)[0] ?? ""]]));
  const about = blamed(patterns, {
    ...{ program: new Map(), sent: new Map(), checked: subject.values, failures, paths },
    score: [3, 0, failures.length],
  });
  return leavesAt(
    omitted,
    about.map(({ path }) => path),
  );
}
