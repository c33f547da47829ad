/**
 * Defaults that SDKs add from the schema where a program sets nothing, compared with what the state has there.
 */

import type { EnvironmentVariables } from "../domain/environment.ts";
import type { Path } from "../ir/path.ts";
import { applySdkDefaults } from "../schema/shape.ts";
import type { PackageSchema, ResourceSchema } from "../schema/types.ts";
import { getThroughSecrets, resetPaths } from "../value/at-path.ts";
import { equalValues } from "../value/compare.ts";
import { openSecret } from "../value/open-value.ts";
import type { PropertyMap, Value } from "../value/value.ts";

export interface Defaulted {
  /** The inputs that the program sets. */
  readonly set: PropertyMap;
  /** Where the state has no value and the SDK adds one: no program can prevent it. */
  readonly added: readonly Path[];
}

/**
 * Returns `set` with the state's value wherever the SDK would add another one: what a provider filled in need not be the SDK's default.
 *
 * @param state all inputs that the state has, in the schema's shape
 */
export function againstDefaults(
  set: PropertyMap,
  state: PropertyMap,
  resource: ResourceSchema,
  schema: PackageSchema,
  env: EnvironmentVariables,
): Defaulted {
  const sent = applySdkDefaults(set, resource, schema, env);
  const paths = addedPaths(set, sent);
  const there = (path: Path): Value | undefined => {
    const value = getThroughSecrets(state, path);
    return value?.kind === "null" ? undefined : value;
  };
  const other = paths.filter((path) => {
    const [theirs, ours] = [getThroughSecrets(sent, path), there(path)];
    return theirs !== undefined && ours !== undefined && !equalValues(theirs, ours);
  });
  return { set: resetPaths(state, set, other), added: paths.filter((path) => there(path) === undefined) };
}

/** Paths of the values in `sent` that `set` does not have. */
function addedPaths(set: PropertyMap, sent: PropertyMap): readonly Path[] {
  return [...sent].flatMap(([name, value]): readonly Path[] => {
    const before = set.get(name);
    if (before === undefined || before.kind === "null") return value.kind === "null" ? [] : [[name]];
    const [a, b] = [openSecret(before), openSecret(value)];
    if (a.kind !== "map" || b.kind !== "map") return [];
    return addedPaths(a.entries, b.entries).map((path) => [name, ...path]);
  });
}
