/**
 * The fresh plan: the preview of a new deployment of the resource: Check with nothing old, then Create with preview.
 */
import type { Path } from "../../../ir/path.ts";
import type { CheckFailure } from "../../../plugin/provider.ts";
import { projectToInputs } from "../../../schema/shape.ts";
import { equalValues } from "../../../value/compare.ts";
import { openOutput, openSecret } from "../../../value/open-value.ts";
import { listValue, mapValue, type PropertyMap, secretValue, type Value } from "../../../value/value.ts";
import { isRefusal } from "../candidates/candidate.ts";
import type { Subject } from "../candidates/subject.ts";

export interface FreshPlan {
  /** The inputs that Check answered; empty where it answered an error. */
  readonly checked: PropertyMap;
  /** Why the program could not be created; empty: it could. */
  readonly failures: readonly CheckFailure[];
  /** Which call refused it. */
  readonly refusedBy?: "check" | "create";
  /** The planned outputs in the shape of inputs. Absent: refused, or the provider supports no preview. */
  readonly planned?: PropertyMap;
  /** Present if the plan leaves nothing open: not even the id or a time of creation. */
  readonly isCertain?: boolean;
  /** The plan before what the provider chooses anew each time became unknown. */
  readonly drawn?: PropertyMap;
}

/** The planned value at one place. */
export type Planned =
  | { readonly kind: "known"; readonly value: Value }
  /** Only the cloud would know. */
  | { readonly kind: "unknown" }
  /** There would be nothing. */
  | { readonly kind: "absent" };

/** Check with nothing old. Throws only when the plugin died, hung or the run was cancelled. */
export async function checkFresh(subject: Subject, sent: PropertyMap): Promise<FreshPlan> {
  try {
    const { inputs, failures } = await subject.check(new Map(), sent);
    return { checked: inputs, failures, refusedBy: failures.length > 0 ? "check" : undefined };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { checked: new Map(), failures: [{ property: "", reason: error.message }], refusedBy: "check" };
  }
}

/** Create with preview, of what Check answered; the plan as it is where Check refused or the provider supports no preview. */
export async function previewFresh(subject: Subject, plan: FreshPlan): Promise<FreshPlan> {
  if (plan.failures.length > 0 || subject.create === undefined) return plan;
  try {
    const { outputs } = await subject.create(plan.checked);
    const isCertain = ![...outputs.values()].some(hasUnknown);
    const planned = projectToInputs(outputs, subject.resource, subject.schema);
    return { ...plan, planned, isCertain };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { ...plan, failures: [{ property: "", reason: error.message }], refusedBy: "create" };
  }
}

/** The plan with what the provider chooses anew each time as unknown, from a second plan of the same program. */
export async function withoutChances(subject: Subject, plan: FreshPlan): Promise<FreshPlan> {
  const { createAgain } = subject;
  if (plan.planned === undefined || createAgain === undefined) return plan;
  const { planned } = await previewFresh({ ...subject, create: createAgain }, plan);
  return planned === undefined ? plan : { ...plan, planned: agreed(plan.planned, planned), drawn: plan.planned };
}

function agreed(one: PropertyMap, other: PropertyMap): PropertyMap {
  return new Map([...one].map(([key, value]) => [key, agreedValue(value, other.get(key))]));
}

function agreedValue(one: Value, other: Value | undefined): Value {
  if (other === undefined) return { kind: "unknown", of: "string" };
  if (one.kind === "map" && other.kind === "map") return mapValue(agreed(one.entries, other.entries));
  if (one.kind === "list" && other.kind === "list" && one.items.length === other.items.length)
    return listValue(one.items.map((item, index) => agreedValue(item, other.items[index])));
  if (one.kind === "secret" && other.kind === "secret") return secretValue(agreedValue(one.value, other.value));
  return equalValues(one, other) ? one : { kind: "unknown", of: "string" };
}

/**
 * The planned value at a place. Without a preview, only the values that Check filled in are known.
 */
export function plannedAt({ planned, checked }: FreshPlan, path: Path): Planned {
  let value: Value | undefined = { kind: "map", entries: planned ?? checked };
  for (const key of path) {
    if (value !== undefined) value = openOutput(value);
    if (value?.kind === "unknown") return { kind: "unknown" };
    value = value === undefined ? undefined : childOf(value, key);
  }
  value = value && openOutput(value);
  if (value === undefined || value.kind === "null") return { kind: planned === undefined ? "unknown" : "absent" };
  return hasUnknown(value) ? { kind: "unknown" } : { kind: "known", value };
}

/** True if the plan has this value at a place, whatever is secret. */
export function isPlanned(plan: FreshPlan, path: Path, value: Value): boolean {
  const planned = plannedAt(plan, path);
  return planned.kind === "known" && equalValues(planned.value, openSecret(value));
}

/** The value that the provider chose in this plan, and chooses anew in each. */
export function drawnAt(plan: FreshPlan, path: Path): Value | undefined {
  if (plan.drawn === undefined || plannedAt(plan, path).kind !== "unknown") return undefined;
  const drawn = plannedAt({ ...plan, planned: plan.drawn }, path);
  return drawn.kind === "known" ? drawn.value : undefined;
}

function childOf(value: Value, key: string | number): Value | undefined {
  if (value.kind === "list" && typeof key === "number") return value.items[key];
  return value.kind === "map" && typeof key === "string" ? value.entries.get(key) : undefined;
}

function hasUnknown(value: Value): boolean {
  const inner = openOutput(value);
  switch (inner.kind) {
    case "unknown":
      return true;
    case "list":
      return inner.items.some(hasUnknown);
    case "map":
      return [...inner.entries.values()].some(hasUnknown);
    case "null":
    case "boolean":
    case "number":
    case "string":
    case "bytes":
    case "asset":
    case "archive":
    case "resource":
    case "secret":
    case "output":
      return false;
  }
}
