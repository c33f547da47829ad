/** Output values of a registration: values with the resources that they depend on. */

import type { Urn } from "../domain/graph.ts";
import type { Registration } from "../domain/registration.ts";
import { mapEntries } from "../value/map-inside.ts";
import { type PropertyMap, secretValue, type Value } from "../value/value.ts";

/** Returns the dependencies of each property. If the SDK sends none for properties, each property has all dependencies of the resource. */
export function propertyDependenciesOf(registration: Registration): ReadonlyMap<string, readonly Urn[]> {
  const { inputs, dependencies, propertyDependencies, usesOutputValues, remote } = registration;
  const isUnsaid = propertyDependencies.size === 0 && !usesOutputValues && !remote;
  return new Map(
    [...new Set([...inputs.keys(), ...propertyDependencies.keys()])].map((key) => {
      const sent = isUnsaid ? dependencies : (propertyDependencies.get(key) ?? []);
      return [key, [...new Set([...sent, ...outputDependencies(inputs.get(key))])]] as const;
    }),
  );
}

/** Returns the listed dependencies of each property, and those in its output values. */
export function withOutputDependencies(
  values: PropertyMap,
  listed: ReadonlyMap<string, readonly Urn[]>,
): ReadonlyMap<string, readonly Urn[]> {
  return new Map(
    [...new Set([...values.keys(), ...listed.keys()])].map((key) => [
      key,
      [...new Set([...(listed.get(key) ?? []), ...outputDependencies(values.get(key))])],
    ]),
  );
}

/** Returns the resources that the output values in a value name. */
export function outputDependencies(value: Value | undefined): readonly Urn[] {
  switch (value?.kind) {
    case "output":
      return [...value.dependencies, ...outputDependencies(value.value)];
    case "secret":
      return outputDependencies(value.value);
    case "list":
      return value.items.flatMap(outputDependencies);
    case "map":
      return [...value.entries.values()].flatMap(outputDependencies);
    default:
      return [];
  }
}

/** Replaces outputs with their values. An output without a value becomes unknown, and a secret output becomes a secret. */
export function withoutOutputs(value: Value): Value {
  switch (value.kind) {
    case "output": {
      const held: Value = value.value === undefined ? { kind: "unknown", of: "string" } : withoutOutputs(value.value);
      return value.secret ? secretValue(held) : held;
    }
    case "secret":
      return secretValue(withoutOutputs(value.value));
    case "list":
      return { ...value, items: value.items.map(withoutOutputs) };
    case "map":
      return { ...value, entries: mapEntries(value.entries, withoutOutputs) };
    default:
      return value;
  }
}
