/** Prefers current properties over deprecated ones with the same value. */
import { equalValues } from "../../../value/compare.ts";
import type { Pattern } from "../selection/selection.ts";
import type { Subject } from "./subject.ts";

/** Separates the items of deprecated properties from all other items. Keeps their order. */
export function byDeprecation<T>(
  items: readonly T[],
  patternOf: (item: T) => Pattern,
  subject: Subject,
): { readonly deprecated: readonly T[]; readonly current: readonly T[] } {
  const isOld = (item: T): boolean => isDeprecated(patternOf(item), subject);
  return { deprecated: items.filter(isOld), current: items.filter((item) => !isOld(item)) };
}

/** Removes patterns of deprecated properties if a selected current property has the same value. */
export function withoutMirrors(
  patterns: readonly Pattern[],
  selected: readonly Pattern[],
  subject: Subject,
): readonly Pattern[] {
  const currentNames = new Set(byDeprecation(selected, (pattern) => pattern, subject).current.map(inputNameOf));
  const values = [...currentNames].flatMap((name) => subject.values.get(name) ?? []);
  return patterns.filter((pattern) => {
    const value = subject.values.get(inputNameOf(pattern));
    const isMirror = value !== undefined && values.some((other) => equalValues(other, value));
    return !isMirror || !isDeprecated(pattern, subject);
  });
}

/** Returns whether the schema marks the input as deprecated. */
export function isDeprecated({ path }: Pick<Pattern, "path">, { resource }: Subject): boolean {
  return resource.inputs.get(String(path[0]))?.deprecationMessage !== undefined;
}

function inputNameOf({ path }: Pattern): string {
  return String(path[0]);
}
