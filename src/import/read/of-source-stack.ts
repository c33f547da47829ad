/**
 * A resource that another stack manages until now: imp reads it as a refresh does, and takes from that stack what Read does not return.
 */

import type { SourceResource } from "../../import-file/import-specs.ts";
import type { ReadResult } from "../../plugin/provider.ts";
import { projectToInputs, withoutFilled } from "../../schema/shape.ts";
import type { PackageSchema, ResourceSchema } from "../../schema/types.ts";
import { equalValues } from "../../value/compare.ts";
import { holdsSecret, openSecrets } from "../../value/restore-secrets.ts";
import { mapValue, type PropertyMap, secretValue, type Value } from "../../value/value.ts";

/**
 * The answer as a refresh takes it (docs/providers.md#read): an empty id means that the resource is gone; inputs that are not returned
 * stay. A value that is secret in that stack is secret here, whether the provider marks it or not.
 */
export function asRefresh(answer: ReadResult, source: SourceResource): ReadResult {
  const { inputs = source.inputs, outputs } = answer;
  return {
    ...answer,
    inputs: secretAs(inputs, source.inputs),
    outputs:
      outputs === undefined || answer.id === ""
        ? undefined
        : secretAs(secretAs(outputs, source.outputs), source.inputs),
  };
}

function secretAs(answer: PropertyMap, there: PropertyMap): PropertyMap {
  return new Map(
    [...answer].map(([key, value]) => {
      const other = there.get(key);
      return [key, other === undefined || !holdsSecret(other) ? value : valueAs(value, other)];
    }),
  );
}

/** Keeps the marks of an unchanged value; a list that changed may hold the secret anywhere. */
function valueAs(value: Value, there: Value): Value {
  if (value.kind === "map" && there.kind === "map") return mapValue(secretAs(value.entries, there.entries));
  const open = openSecrets(value);
  return value.kind !== "secret" && equalValues(open, openSecrets(there)) ? there : secretValue(open);
}

/**
 * Inputs that the program of that stack sets and Read does not return, for example passwords; without those that a bridged provider
 * filled in itself.
 */
export function unreadInputs(
  source: SourceResource,
  read: PropertyMap,
  resource: ResourceSchema,
  schema: PackageSchema,
): PropertyMap {
  const set = withoutFilled(source.inputs, resource, schema);
  const given = [...projectToInputs(set, resource, schema)].filter(
    ([key, value]) => isNullOrAbsent(read.get(key)) && !isNullOrAbsent(value),
  );
  return new Map(given);
}

function isNullOrAbsent(value: Value | undefined): boolean {
  return value === undefined || value.kind === "null";
}
