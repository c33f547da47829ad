/**
 * Deprecated properties: where another property has the same value, the program sets that one.
 */
import { equalValues } from "../../../value/compare.ts";
import type { Pattern } from "../selection/selection.ts";
import type { Subject } from "./subject.ts";

/** The items of deprecated properties, and the others, each in their order. */
export function byDeprecation<T>(
  items: readonly T[],
  patternOf: (item: T) => Pattern,
  subject: Subject,
): { readonly deprecated: readonly T[]; readonly others: readonly T[] } {
  const isOld = (item: T): boolean => isDeprecated(patternOf(item), subject);
  return { deprecated: items.filter(isOld), others: items.filter((item) => !isOld(item)) };
}

/** Removes patterns of deprecated properties where a selected property that is not deprecated has the same value. */
export function withoutMirrors(
  patterns: readonly Pattern[],
  selected: readonly Pattern[],
  subject: Subject,
): readonly Pattern[] {
  const current = new Set(byDeprecation(selected, (pattern) => pattern, subject).others.map(inputNameOf));
  const values = [...current].flatMap((name) => subject.values.get(name) ?? []);
  return patterns.filter((pattern) => {
    const value = subject.values.get(inputNameOf(pattern));
    const isMirror = value !== undefined && values.some((other) => equalValues(other, value));
    return !isMirror || !isDeprecated(pattern, subject);
  });
}

/** True if the schema calls the input of the path deprecated. */
export function isDeprecated({ path }: Pick<Pattern, "path">, { resource }: Subject): boolean {
  return resource.inputs.get(String(path[0]))?.deprecationMessage !== undefined;
}

function inputNameOf({ path }: Pattern): string {
  return String(path[0]);
}
