/** Marks the secrets of a resource: values that the schema marks, values that look like secrets, and values that contain one of these. */

import { wrapSecrets } from "../../schema/shape.ts";
import type { PackageSchema, PropertySchema, ResourceSchema } from "../../schema/types.ts";
import { isHidden } from "../../schema/with-claims.ts";
import {
  type HiddenSecrets,
  hideCopies,
  hideLikelySecrets,
  type LikelySecret,
  secretTexts,
} from "../../value/likely-secrets/hide-secrets.ts";
import { secretName } from "../../value/likely-secrets/secret-names.ts";
import { formatPath, type Path } from "../../value/path.ts";
import type { PropertyMap } from "../../value/value.ts";

/** The values of a resource with marked secrets. */
export interface MarkedValues {
  readonly inputs: PropertyMap;
  readonly outputs: PropertyMap;
  /** Secrets that no schema marks, without duplicate paths, inputs first. */
  readonly likely: readonly LikelySecret[];
}

interface Typed {
  readonly resource: ResourceSchema;
  readonly schema: PackageSchema;
}

/**
 * Marks the secrets in inputs and outputs.
 *
 * @param id the resource's id, which is never a secret
 */
export function markedValues(
  values: { readonly inputs: PropertyMap; readonly outputs: PropertyMap },
  { resource, schema }: Typed,
  notSecret: readonly Path[] = [],
  id = "",
): MarkedValues {
  const inputs = hideLikelySecrets(wrapSecrets(values.inputs, resource.inputs, schema), notSecret);
  const outputs = hideLikelySecrets(wrapSecrets(values.outputs, resource.outputs, schema), notSecret);
  const texts = [...secretTexts(inputs.values), ...secretTexts(outputs.values)].filter((text) => !id.includes(text));
  const sides = [hideCopies(inputs.values, texts, notSecret), hideCopies(outputs.values, texts, notSecret)] as const;
  return {
    inputs: sides[0].values,
    outputs: sides[1].values,
    likely: eachOnce([inputs, outputs, ...sides]),
  };
}

/** Returns whether the schema, a schema overlay, or the name marks the input as secret. */
export function isSecretInput(property: PropertySchema): boolean {
  return isHidden(property) || secretName(property.name) === "sure";
}

/** Marks values that the schema marks as secret, and values that look like secrets. */
export function markedProperties(
  values: PropertyMap,
  properties: ReadonlyMap<string, PropertySchema>,
  schema: PackageSchema,
  notSecret: readonly Path[] = [],
): PropertyMap {
  return hideLikelySecrets(wrapSecrets(values, properties, schema), notSecret).values;
}

/** Marks likely secrets in stored inputs, and values that contain a secret of `secretSource`. */
export function markedStored(
  stored: PropertyMap,
  secretSource: PropertyMap,
  notSecret: readonly Path[] = [],
): PropertyMap {
  const marked = hideLikelySecrets(stored, notSecret).values;
  return hideCopies(marked, [...secretTexts(secretSource), ...secretTexts(marked)], notSecret).values;
}

function eachOnce(bags: readonly HiddenSecrets[]): readonly LikelySecret[] {
  const byPath = new Map<string, LikelySecret>();
  for (const { found } of bags)
    for (const secret of found) {
      const text = formatPath(secret.path);
      if (!byPath.has(text)) byPath.set(text, secret);
    }
  return [...byPath.values()];
}
