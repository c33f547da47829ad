import { getThroughSecrets } from "../../../value/at-path.ts";
import { isEmpty } from "../../../value/open-value.ts";
import { formatPath, type Path } from "../../../value/path.ts";
import type { PropertyMap, Value } from "../../../value/value.ts";
import { patternsOf, type Subject } from "../candidates/subject.ts";
import { occurrencesOf, valueKey } from "../selection/occurrences.ts";
import { leafSchemas, type Pattern, patternKey, patternOf } from "../selection/selection.ts";

/** A value that Read returned for a settable property. Objects with a schema type are split into their members. */
export interface Leaf {
  readonly path: Path;
  /** The formatted path, unique among the read values of a resource. */
  readonly key: string;
  /** The path with `*` instead of indexes, equal for all elements of a list and for all resources of a type. */
  readonly pattern: string;
  readonly value: Value;
  /** Whether Read returned the value only in the outputs. */
  readonly onlyOutput: boolean;
  /** The prefix of the path that a program can omit: the path, or the innermost optional property around it. Empty if all of it is required. */
  readonly optional: Path;
  /** Whether the schema's description names this value, `false` or 0, as the default. */
  readonly isNamedDefault: boolean;
}

/** Returns the read values that are not empty, in the order of Read's response. */
export function listLeaves(subject: Subject): readonly Leaf[] {
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

/** Returns the paths of empty nested members. `listLeaves` excludes them, because omitting them loses nothing. */
export function emptyMemberPaths(subject: Subject, all: PropertyMap = subject.all): readonly Path[] {
  const occurrences = patternsOf(subject, all).flatMap((pattern) => occurrencesOf(all, pattern));
  return occurrences
    .map(({ path }) => path)
    .filter((path) => {
      const value = getThroughSecrets(all, path);
      return path.length > 1 && value !== undefined && value.kind !== "null" && isEmpty(value);
    });
}

/** Returns the name of the top-level property. */
export function topLevelProperty({ path }: Pick<Leaf, "path">): string {
  return String(path[0]);
}

/** Returns a key for the pattern and value, equal for equal values in resources of one type. */
export function patternAndValue({ pattern, value }: Leaf): string {
  return `${pattern}=${valueKey(value)}`;
}

/** Returns whether the value is a boolean or a number. These are more often defaults than strings or lists. */
export function isBooleanOrNumber({ value }: Leaf): boolean {
  return value.kind === "boolean" || value.kind === "number";
}

/** Returns the pattern that selects only this value. */
export function patternAt({ path }: Leaf): Pattern {
  return { path, presenceOnly: false };
}

/** Returns the patterns of empty nested members. */
export function emptyMemberPatterns(subject: Subject): ReadonlySet<string> {
  return new Set(emptyMemberPaths(subject).map((path) => patternKey(patternOf(path))));
}
