/** Groups values that a program sets or omits together (units), and compares units that exclude each other. */

import { openSecret } from "../../../value/open-value.ts";
import { formatPath, type Path, startsWith } from "../../../value/path.ts";
import { isDeprecated } from "../candidates/deprecated.ts";
import { patternOf } from "../selection/selection.ts";
import { plannedAt } from "./create-plan.ts";
import { isZero } from "./implied.ts";
import { type Leaf, topLevelProperty } from "./leaves.ts";
import { uniquePaths } from "./paths.ts";
import type { Trial, TrialRunner } from "./trial.ts";

/** Values that a program sets or omits together: a property, or a member of a nested object. */
export interface Unit {
  readonly path: Path;
  readonly leaves: readonly Leaf[];
}

/** Returns the innermost optional property around each value, with all its values. */
export function unitsAround(some: readonly Leaf[], { leaves }: TrialRunner): readonly Unit[] {
  const paths = uniquePaths(some.map(({ optional }) => optional).filter(({ length }) => length > 0));
  return paths.map((path) => ({ path, leaves: leaves.filter((leaf) => startsWith(leaf.path, path)) }));
}

/** Returns optional members of objects, in every element of lists, least preferred first. */
export function optionalMembers(set: readonly Leaf[], runner: TrialRunner): readonly Unit[] {
  const members = new Map<string, Unit>();
  for (const { path, leaves } of unitsAround(set, runner).filter((unit) => unit.path.length > 1)) {
    const key = formatPath(patternOf(path).path);
    members.set(key, { path, leaves: [...(members.get(key)?.leaves ?? []), ...leaves] });
  }
  return [...members.values()].sort((a, b) => comparePreference(a, b, runner));
}

/** Returns the optional properties of values, least preferred first. */
export function optionalProperties(
  some: readonly Leaf[],
  { draft }: Trial,
  runner: TrialRunner,
): readonly (readonly Leaf[])[] {
  const { leaves, subject } = runner;
  const isFixed = (name: string): boolean =>
    subject.resource.requiredInputs.has(name) || subject.requested.some(([first]) => first === name);
  const names = [...new Set(some.map(topLevelProperty))].filter((name) => !isFixed(name));
  const groups = names.map((name) =>
    leaves.filter((leaf) => topLevelProperty(leaf) === name && !draft.omitted.has(leaf.key)),
  );
  return groups.filter(({ length }) => length > 0).sort((a, b) => comparePreference(asUnit(a), asUnit(b), runner));
}

/** Returns a unit for the top-level property of these values. */
export function asUnit(leaves: readonly Leaf[]): Unit {
  return { path: leaves.slice(0, 1).map(topLevelProperty), leaves };
}

/**
 * Compares two units that exclude each other. Returns a negative number if a program should omit `a`. The first rule that distinguishes the units
 * decides: omit the deprecated unit; the one with the lower `unitMeaning`; the one that a new deployment fills in; the one with only zeros; the list;
 * the one with more values; the one whose name comes last. The result does not depend on other resources, except through references.
 */
export function comparePreference(a: Unit, b: Unit, { subject, basis }: TrialRunner): number {
  const rank = ({ path, leaves }: Unit): readonly number[] => {
    const isLinked = subject.linked.some((other) => startsWith(other, path));
    const isOff = leaves.every(({ value }) => isZero(value));
    const isAbsent =
      basis?.planned === undefined || leaves.every((leaf) => plannedAt(basis, leaf.path).kind === "absent");
    // If a new deployment does not fill in a false, its value is false too.
    const isLost = isAbsent && !isOff;
    const isList = leaves.every((leaf) => isListed(leaf, path));
    const meaning = unitMeaning(leaves, { isLinked, isList });
    return [
      isDeprecated({ path }, subject) ? 0 : 1,
      meaning,
      isLost ? 1 : 0,
      isOff ? 0 : 1,
      isList ? 0 : 1,
      -leaves.length,
    ];
  };
  const [first, second] = [rank(a), rank(b)];
  for (const [i, part] of first.entries()) {
    const other = second[i] ?? 0;
    if (part !== other) return part - other;
  }
  return formatPath(a.path) > formatPath(b.path) ? -1 : 1;
}

interface Form {
  readonly isLinked: boolean;
  readonly isList: boolean;
}

/** Returns 1 for a list of references, 2 for true ("all tables" includes future ones), 3 for a single reference, and 0 for all others. */
function unitMeaning(leaves: readonly Leaf[], { isLinked, isList }: Form): number {
  if (isLinked) return isList ? 1 : 3;
  return leaves.every(({ value }) => value.kind === "boolean" && value.value) ? 2 : 0;
}

/** Returns whether the value is a list, or is in a list inside the unit. */
function isListed({ path, value }: Leaf, around: Path): boolean {
  return openSecret(value).kind === "list" || path.slice(around.length).some((key) => typeof key === "number");
}
