import type { CheckFailure } from "../../../plugin/provider.ts";
import { projectToInputs } from "../../../schema/shape.ts";
import { equalValues } from "../../../value/compare.ts";
import { hasUnknown, openOutput, openSecret } from "../../../value/open-value.ts";
import type { Path } from "../../../value/path.ts";
import { emptyMap, listValue, mapValue, type PropertyMap, secretValue, type Value } from "../../../value/value.ts";
import { checkOrReject, unlessRejected } from "../candidates/rejection.ts";
import type { Subject } from "../candidates/subject.ts";

/** The preview of a new deployment: Check with no old inputs, then Create with preview. */
export interface CreatePlan {
  /** The inputs that Check returned. Empty if Check failed. */
  readonly checked: PropertyMap;
  /** Why Check or the preview of Create rejected the program. Empty if neither did. */
  readonly failures: readonly CheckFailure[];
  /** The planned outputs in the shape of inputs. Omitted if the program was rejected, or if the provider does not support previews. */
  readonly planned?: PropertyMap;
  /** True if no planned output is unknown, not even the id or a creation time. This suggests that the preview returned an existing object. */
  readonly isCertain?: boolean;
  /** The planned outputs before generated values were replaced with unknowns. Generated values differ between two previews. */
  readonly generated?: PropertyMap;
}

/** The planned value at a path. */
export type Planned =
  | { readonly kind: "known"; readonly value: Value }
  /** The value is known only after Create. */
  | { readonly kind: "unknown" }
  | { readonly kind: "absent" };

/** Calls Check with no old inputs. Throws only if the plugin failed or the run was cancelled. */
export async function checkForCreate(subject: Subject, sent: PropertyMap): Promise<CreatePlan> {
  const { inputs, failures } = await checkOrReject(subject, emptyMap, sent);
  return { checked: inputs, failures };
}

/** Previews Create with the checked inputs. Returns the plan unchanged if Check rejected them or the provider does not support previews. */
export async function previewForCreate(subject: Subject, plan: CreatePlan): Promise<CreatePlan> {
  if (plan.failures.length > 0 || subject.create === undefined) return plan;
  const result = await unlessRejected(subject.create(plan.checked), (failure) => failure);
  if ("reason" in result) return { ...plan, failures: [result] };
  const isCertain = ![...result.outputs.values()].some(hasUnknown);
  return { ...plan, planned: projectToInputs(result.outputs, subject.resource, subject.schema), isCertain };
}

/** Replaces generated values with unknowns. Finds them by comparing the plan with a second preview of the same program. */
export async function withoutGenerated(subject: Subject, plan: CreatePlan): Promise<CreatePlan> {
  const { createAgain } = subject;
  if (plan.planned === undefined || createAgain === undefined) return plan;
  const { planned } = await previewForCreate({ ...subject, create: createAgain }, plan);
  return planned === undefined
    ? plan
    : { ...plan, planned: commonValues(plan.planned, planned), generated: plan.planned };
}

function commonValues(first: PropertyMap, second: PropertyMap): PropertyMap {
  return new Map([...first].map(([key, value]) => [key, commonValue(value, second.get(key))]));
}

function commonValue(first: Value, second: Value | undefined): Value {
  if (second === undefined) return { kind: "unknown", of: "string" };
  if (first.kind === "map" && second.kind === "map") return mapValue(commonValues(first.entries, second.entries));
  if (first.kind === "list" && second.kind === "list" && first.items.length === second.items.length)
    return listValue(first.items.map((item, index) => commonValue(item, second.items[index])));
  if (first.kind === "secret" && second.kind === "secret") return secretValue(commonValue(first.value, second.value));
  return equalValues(first, second) ? first : { kind: "unknown", of: "string" };
}

/** Returns the planned value at a path. Without a preview, only values that Check filled in are known. */
export function plannedAt({ planned, checked }: CreatePlan, path: Path): Planned {
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

/** Returns whether the plan has this value at a path. Ignores secret marks. */
export function isPlanned(plan: CreatePlan, path: Path, value: Value): boolean {
  const planned = plannedAt(plan, path);
  return planned.kind === "known" && equalValues(planned.value, openSecret(value));
}

/** Returns the generated value at a path of the preview, or undefined if the value is not generated. */
export function generatedAt(plan: CreatePlan, path: Path): Value | undefined {
  if (plan.generated === undefined || plannedAt(plan, path).kind !== "unknown") return undefined;
  const generated = plannedAt({ ...plan, planned: plan.generated }, path);
  return generated.kind === "known" ? generated.value : undefined;
}

function childOf(value: Value, key: string | number): Value | undefined {
  if (value.kind === "list" && typeof key === "number") return value.items[key];
  return value.kind === "map" && typeof key === "string" ? value.entries.get(key) : undefined;
}
