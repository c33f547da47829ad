/** Finds the resources that were changed in the cloud since the state was written. Pure. */
import type { CodeLocation } from "../../generators/edited-inputs.ts";
import type { Difference, Urn } from "../domain/graph.ts";
import { answeredPath } from "../import/engine/oracle.ts";
import { type ProgramDifference, positionIn, programDifferences } from "../preview/program-differences.ts";
import type { Resource } from "../preview/resource.ts";
import type { Step } from "../preview/step.ts";
import { isUnchanged, type Plan } from "../run/program-plan.ts";
import { getThroughSecrets, setAt, withoutPaths } from "../value/at-path.ts";
import { equalMaps, equalValues } from "../value/compare.ts";
import { hideLikelySecrets } from "../value/likely-secrets/hide-secrets.ts";
import { hasUnknown } from "../value/open-value.ts";
import type { Path } from "../value/path.ts";
import { openSecrets, restoreSecrets } from "../value/restore-secrets.ts";
import { emptyMap, mapValue, type PropertyMap, type Value } from "../value/value.ts";
import { type InputChange, inputChanges } from "./input-edits.ts";

/**
 * A resource whose values in the cloud changed. After a refresh, the next update would change it back, unless the program already has the cloud's
 * values.
 */
export interface Drift {
  readonly urn: Urn;
  /** The ID in the state. */
  readonly id: string;
  /** The resource with the cloud's values. The program's secrets are marked. Undefined if the resource was deleted in the cloud. */
  readonly refreshed: Resource | undefined;
  /** True if the program already has the cloud's values, so only the state is out of date. */
  readonly isInProgram: boolean;
  /** `old` is the program's value, or the state's value if the program has the cloud's value. `new` is the cloud's value. Secrets are hidden. */
  readonly differences: readonly Difference[];
  /** The paths of the differences, as Diff names them. */
  readonly paths: readonly string[];
  /** The changes of the program's inputs that would give them the cloud's values. */
  readonly changes: readonly InputChange[];
  /** Where the program registers the resource. Undefined if the SDK does not send the position, or if the code is not in the project. */
  readonly position: CodeLocation | undefined;
  /** The number of other resources that the same code registers. */
  readonly sharedWith: number;
}

/** The resources and plans before and after a refresh. */
export interface Refreshed {
  readonly olds: readonly Resource[];
  readonly refreshed: readonly Resource[];
  /** The plan of the program with the state. */
  readonly before: Plan;
  /** The plan of the program with the refreshed state. */
  readonly after: Plan;
  /** The directory of the project whose program ran. */
  readonly root: string;
}

/**
 * Returns the drifted resources in the order of the state. If an update would change a resource both before and after the refresh, the resource
 * doesn't count as drifted, because the program has other changes for it.
 */
export function findDrift({ olds, refreshed, before, after, root }: Refreshed): readonly Drift[] {
  const read = living(refreshed);
  const registrations = registrationCounts(after);
  return olds.flatMap((old): readonly Drift[] => {
    const { urn } = old;
    const now = read.get(urn);
    const [stale, current] = [before.get(urn) ?? [], after.get(urn) ?? []];
    const isInProgram = now !== undefined && isSettled(current);
    if (old.delete || (now !== undefined && hasSameValues(now, old)) || isSettled(stale) === isInProgram) return [];
    const steps = isInProgram ? stale : current;
    const step = steps.find(({ decision }) => decision !== undefined);
    const registered = (step ?? steps[0])?.new;
    const { sourcePosition = "" } = registered ?? {};
    const program = knownInputs(registered?.inputs ?? emptyMap, firstInputs(stale));
    const differences = now === undefined ? [] : ownDifferences(step, program, now);
    if (now !== undefined && differences.length === 0 && (step?.decision?.differences.length ?? 0) > 0) return [];
    const shown = step === undefined ? [] : shownDifferences(step, differences, root);
    return [
      {
        urn,
        id: old.id,
        refreshed: now && withSecretsOf(registered, now),
        isInProgram,
        differences: isInProgram ? shown : shown.map(reversed),
        paths: differences.map(({ path }) => path).filter((path) => path !== ""),
        changes: now === undefined || isInProgram ? [] : changesOf(program, now, differences),
        position: positionIn(sourcePosition, root),
        sharedWith: (registrations.get(sourcePosition) ?? 1) - 1,
      },
    ];
  });
}

/** Returns the changes of other resources than the drifted ones that an update would make even without a refresh. */
export function pendingDifferences(before: Plan, drifts: readonly Drift[], root: string): readonly ProgramDifference[] {
  const drifted = new Set(drifts.map(({ urn }) => urn));
  const steps = [...before.values()]
    .flat()
    .filter((step) => !isUnchanged(step) && !drifted.has(step.urn))
    .map(withoutSecrets);
  return programDifferences(steps, root);
}

function living(resources: readonly Resource[]): ReadonlyMap<Urn, Resource> {
  return new Map(resources.filter((resource) => !resource.delete).map((resource) => [resource.urn, resource]));
}

/** Returns true if a read resource has the values of the state. */
export function hasSameValues(now: Resource, old: Resource | undefined): boolean {
  if (old === undefined || old.initErrors.join("\n") !== now.initErrors.join("\n")) return false;
  return equalMaps(old.inputs, now.inputs) && equalMaps(old.outputs, now.outputs);
}

/** Returns true if the program registers the resource, and an update does not change it. */
function isSettled(steps: readonly Step[]): boolean {
  return steps.length > 0 && steps.every(isUnchanged);
}

function registrationCounts(plan: Plan): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const steps of plan.values()) {
    const position = steps.find((step) => step.new !== undefined)?.new?.sourcePosition;
    if (position !== undefined) counts.set(position, (counts.get(position) ?? 0) + 1);
  }
  return counts;
}

/** Marks values that are probably secrets, so that no report shows them. */
function withoutSecrets(step: Step): Step {
  const marked = (resource: Resource | undefined): Resource | undefined =>
    resource && {
      ...resource,
      inputs: hideLikelySecrets(resource.inputs).values,
      outputs: hideLikelySecrets(resource.outputs).values,
    };
  return { ...step, old: marked(step.old), new: marked(step.new) };
}

/** Marks the read values that the program marks as secrets, because providers without support for secrets return plain values. */
function withSecretsOf(registered: Resource | undefined, now: Resource): Resource {
  const { inputs } = registered ?? now;
  return { ...now, inputs: restoreSecrets(now.inputs, inputs), outputs: restoreSecrets(now.outputs, inputs) };
}

function firstInputs(steps: readonly Step[]): PropertyMap {
  return steps.find((step) => step.new !== undefined)?.new?.inputs ?? emptyMap;
}

/** Replaces unknown values with known ones. An input is unknown if it refers to a drifted resource that will be replaced. */
function knownInputs(inputs: PropertyMap, known: PropertyMap): PropertyMap {
  return new Map(
    [...inputs].map(([key, value]) => {
      const other = known.get(key);
      return [key, other === undefined ? value : knownValue(value, other)];
    }),
  );
}

function knownValue(value: Value, known: Value): Value {
  if (!hasUnknown(value)) return value;
  return value.kind === "map" && known.kind === "map" ? mapValue(knownInputs(value.entries, known.entries)) : known;
}

/** Omits the differences of unknown inputs whose known value is the cloud's. */
function ownDifferences(step: Step | undefined, program: PropertyMap, now: Resource): readonly Difference[] {
  const { differences = [] } = step?.decision ?? {};
  const registered = step?.new?.inputs ?? emptyMap;
  return differences.filter(({ path: text }) => {
    const path = answeredPath(text);
    const value = getThroughSecrets(registered, path);
    const known = getThroughSecrets(program, path);
    if (value === undefined || known === undefined || !hasUnknown(value)) return true;
    return [now.inputs, now.outputs].every((map) => !hasValueAt(map, path, known));
  });
}

function hasValueAt(map: PropertyMap, path: Path, value: Value): boolean {
  const other = getThroughSecrets(map, path);
  return other !== undefined && equalValues(openSecrets(other), openSecrets(value));
}

function shownDifferences(step: Step, differences: readonly Difference[], root: string): readonly Difference[] {
  const [all] = programDifferences([withoutSecrets(step)], root);
  return (all?.differences ?? []).filter(({ path }) => differences.some((each) => each.path === path));
}

/** Returns the changes of the inputs. */
function changesOf(program: PropertyMap, now: Resource, differences: readonly Difference[]): readonly InputChange[] {
  const cloud = differences.reduce(
    (inputs, difference) => withOutput(inputs, program, now.outputs, difference),
    now.inputs,
  );
  return inputChanges(
    program,
    cloud,
    differences.map(({ path }) => answeredPath(path)),
  );
}

/** Uses the output at a path as the input if the read inputs do not show the change, because Read may omit inputs, or return those of the state. */
function withOutput(
  inputs: PropertyMap,
  program: PropertyMap,
  outputs: PropertyMap,
  { path: text, kind }: Difference,
): PropertyMap {
  const path = answeredPath(text);
  const [input, current, output] = [inputs, program, outputs].map((map) => getThroughSecrets(map, path));
  const isShown =
    input !== undefined && (current === undefined || !equalValues(openSecrets(input), openSecrets(current)));
  if (isShown) return inputs;
  if (output !== undefined && output.kind !== "null") return setAt(inputs, path, output) ?? inputs;
  const isMissing = kind === "add" || kind === "add-replace";
  return isMissing && typeof path.at(-1) === "string" ? withoutPaths(inputs, [path]) : inputs;
}

function reversed({ path, kind, old, new: sent }: Difference): Difference {
  return { path, kind: reversedKinds[kind], old: sent, new: old };
}

const reversedKinds = {
  add: "delete",
  "add-replace": "delete-replace",
  delete: "add",
  "delete-replace": "add-replace",
  update: "update",
  "update-replace": "update-replace",
} as const;
