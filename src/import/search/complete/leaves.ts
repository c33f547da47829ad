/**
 * Leaves: every value that Read returned for a settable property, at its own place, as the accounting counts them.
 */
import { formatPath, type Path } from "../../../ir/path.ts";
import { getThroughSecrets } from "../../../value/at-path.ts";
import { isEmpty } from "../../../value/is-empty.ts";
import type { PropertyMap, Value } from "../../../value/value.ts";
import { patternsOf, type Subject } from "../candidates/subject.ts";
import { occurrencesOf, valueKey } from "../selection/occurrences.ts";
import { leafSchemas, type Pattern, patternKey, patternOf } from "../selection/selection.ts";

/** One value at one place: what has no members of a named object type below it. Maps and lists of plain values are one leaf. */
export interface Leaf {
  readonly path: Path;
  /** The path as text: unique among the leaves of a resource. */
  readonly key: string;
  /** The same for every element of a list: what resources of one type have in common. */
  readonly pattern: string;
  readonly value: Value;
  /** Read returned it among the outputs only, not as an input. */
  readonly onlyOutput: boolean;
  /**
   * The beginning of the path that a program may leave out: the leaf itself, or the innermost optional property around it. Empty: the
   * schema requires it all the way up.
   */
  readonly optional: Path;
  /** The schema's description names this very value, `false` or 0, as the default. */
  readonly isNamedDefault: boolean;
}

/** The leaves that are not empty, in the order in which Read returned them. */
export function leavesOf(subject: Subject): readonly Leaf[] {
  const { resource, schema, all, values } = subject;
  const schemas = leafSchemas(all, resource.inputs, resource.requiredInputs, schema);
  return patternsOf(subject, all).flatMap((pattern) => {
    if (pattern.presenceOnly) return [];
    const patternText = patternKey(pattern);
    const { optional = 0, property } = schemas.get(patternText) ?? {};
    return occurrencesOf(all, pattern).flatMap(({ path }): readonly Leaf[] => {
      const value = getThroughSecrets(all, path);
      if (value === undefined || isEmpty(value)) return [];
      return [
        {
          path,
          key: formatPath(path),
          pattern: patternText,
          value,
          onlyOutput: getThroughSecrets(values, path) === undefined,
          optional: path.slice(0, optional),
          isNamedDefault: "value" in value && value.value === property?.namedDefault,
        },
      ];
    });
  });
}

/** The places of members that are empty, inside of properties. They are no leaves: nothing is lost without them. */
export function emptyMembersOf(subject: Subject, all: PropertyMap = subject.all): readonly Path[] {
  const places = patternsOf(subject, all).flatMap((pattern) => occurrencesOf(all, pattern));
  return places
    .map(({ path }) => path)
    .filter((path) => {
      const value = getThroughSecrets(all, path);
      return path.length > 1 && value !== undefined && value.kind !== "null" && isEmpty(value);
    });
}

/** The top-level property that a leaf is in. */
export function topLevelProperty({ path }: Pick<Leaf, "path">): string {
  return String(path[0]);
}

/** The pattern and the value as text: equal for equal values at the same place of resources of one type. */
export function patternAndValue({ pattern, value }: Leaf): string {
  return `${pattern}=${valueKey(value)}`;
}

/** A switch or a number: a default more often than a text or a list is. */
export function isSwitch({ value }: Leaf): boolean {
  return value.kind === "boolean" || value.kind === "number";
}

/** The selection pattern of one leaf at its place. */
export function patternAt({ path }: Leaf): Pattern {
  return { path, presenceOnly: false };
}

/** The patterns of the members of objects that are empty. */
export function emptyPatternsOf(subject: Subject): ReadonlySet<string> {
  return new Set(emptyMembersOf(subject).map((path) => patternKey(patternOf(path))));
}
