/** Compares the values in the state with defaults that SDKs add according to the schema. */

import type { EnvironmentVariables } from "../../domain/environment.ts";
import { applySdkDefaults } from "../../schema/shape.ts";
import type { PackageSchema, ResourceSchema } from "../../schema/types.ts";
import { getThroughSecrets, resetPaths } from "../../value/at-path.ts";
import { equalValues } from "../../value/compare.ts";
import { openSecret } from "../../value/open-value.ts";
import type { Path } from "../../value/path.ts";
import type { PropertyMap, Value } from "../../value/value.ts";

export interface Defaulted {
  /** The inputs that the program sets. */
  readonly set: PropertyMap;
  /** Paths where the SDK adds a default value, although the state has no value. A program cannot prevent this. */
  readonly added: readonly Path[];
}

/**
 * Adds the state's value to `set` at each path where the SDK would otherwise add a different default.
 *
 * @param state all inputs of the state, converted to the types of the schema
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
  const stateValueAt = (path: Path): Value | undefined => {
    const value = getThroughSecrets(state, path);
    return value?.kind === "null" ? undefined : value;
  };
  const differing = paths.filter((path) => {
    const [sdkValue, stateValue] = [getThroughSecrets(sent, path), stateValueAt(path)];
    return sdkValue !== undefined && stateValue !== undefined && !equalValues(sdkValue, stateValue);
  });
  return { set: resetPaths(state, set, differing), added: paths.filter((path) => stateValueAt(path) === undefined) };
}

function addedPaths(set: PropertyMap, sent: PropertyMap): readonly Path[] {
  return [...sent].flatMap(([name, value]): readonly Path[] => {
    const before = set.get(name);
    if (before === undefined || before.kind === "null") return value.kind === "null" ? [] : [[name]];
    const [a, b] = [openSecret(before), openSecret(value)];
    if (a.kind !== "map" || b.kind !== "map") return [];
    return addedPaths(a.entries, b.entries).map((path) => [name, ...path]);
  });
}
