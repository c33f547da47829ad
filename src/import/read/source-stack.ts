/** Reads a resource of another stack as a refresh does. Inputs that Read does not return, such as passwords, come from that stack. */

import type { SourceResource } from "../../import-file/import-specs.ts";
import type { ReadResult } from "../../plugin/provider.ts";
import { projectToInputs, withoutFilled } from "../../schema/shape.ts";
import type { PackageSchema, ResourceSchema } from "../../schema/types.ts";
import { equalValues } from "../../value/compare.ts";
import { holdsSecret, openSecrets } from "../../value/restore-secrets.ts";
import { mapValue, type PropertyMap, secretValue, type Value } from "../../value/value.ts";

/** Interprets the response as a refresh does (docs/providers.md#read). An empty id means that the resource is gone. Restores secret marks. */
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

function secretAs(answer: PropertyMap, original: PropertyMap): PropertyMap {
  return new Map(
    [...answer].map(([key, value]) => {
      const other = original.get(key);
      return [key, other === undefined || !holdsSecret(other) ? value : valueAs(value, other)];
    }),
  );
}

/** Restores the secret marks of an unchanged value. Marks a changed value as secret as a whole. */
function valueAs(value: Value, original: Value): Value {
  if (value.kind === "map" && original.kind === "map") return mapValue(secretAs(value.entries, original.entries));
  const open = openSecrets(value);
  return value.kind !== "secret" && equalValues(open, openSecrets(original)) ? original : secretValue(open);
}

/** Returns inputs that the source program sets and Read does not return. Excludes inputs that a bridged provider filled in. */
export function unreadInputs(
  source: SourceResource,
  read: PropertyMap,
  resource: ResourceSchema,
  schema: PackageSchema,
): PropertyMap {
  const set = withoutFilled(source.inputs, resource, schema);
  const unread = [...projectToInputs(set, resource, schema)].filter(
    ([key, value]) => isNullOrAbsent(read.get(key)) && !isNullOrAbsent(value),
  );
  return new Map(unread);
}

function isNullOrAbsent(value: Value | undefined): boolean {
  return value === undefined || value.kind === "null";
}
