/** Adds the old and new values to the differences of a step, as the engine shows them. Hides secrets. */
import type { Difference } from "../../domain/graph.ts";
import { SecretFilter } from "../../plugin/secret-filter.ts";
import { getThroughSecrets } from "../../value/at-path.ts";
import { restoreSecrets } from "../../value/restore-secrets.ts";
import { shownValue } from "../../value/shown-value.ts";
import type { PropertyMap } from "../../value/value.ts";
import { answeredPath } from "./oracle.ts";

/** The values of a resource before and after a step. */
export interface Sides {
  /** The outputs that Read returned. */
  readonly outputs: PropertyMap;
  /** The inputs that Read returned. */
  readonly projected: PropertyMap;
  /** The inputs that the state stores. */
  readonly stored: PropertyMap;
}

/** Adds the known values to each difference. Hides a value on both sides if it is secret on either side. */
export function withValues(
  differences: readonly Difference[],
  { outputs, projected }: Pick<Sides, "outputs" | "projected">,
  { stored }: Pick<Sides, "stored">,
): readonly Difference[] {
  if (differences.length === 0) return differences;
  const sides = [outputs, projected, stored] as const;
  const marked = (values: PropertyMap): PropertyMap =>
    sides.filter((side) => side !== values).reduce(restoreSecrets, values);
  const [before, read, after] = [marked(outputs), marked(projected), marked(stored)];
  const filter = new SecretFilter();
  for (const values of [before, read, after]) filter.addSecretsIn(values);
  const shownAt = (values: PropertyMap, path: string) => {
    const value = path === "" ? undefined : getThroughSecrets(values, answeredPath(path));
    return value === undefined ? undefined : shownValue(value, (text) => filter.redact(text));
  };
  return differences.map(({ path, kind }) => {
    const isAdded = kind === "add" || kind === "add-replace";
    const isDeleted = kind === "delete" || kind === "delete-replace";
    const old = isAdded ? undefined : (shownAt(before, path) ?? shownAt(read, path));
    const sent = isDeleted ? undefined : shownAt(after, path);
    return { path, kind, old, new: sent };
  });
}
