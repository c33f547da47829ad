/** Hides the contents of secrets in misfits. This includes map keys inside secrets. */

import { hideLikelySecrets } from "../../value/likely-secrets/hide-secrets.ts";
import { openOutput } from "../../value/open-value.ts";
import type { Path } from "../../value/path.ts";
import type { PropertyMap, Value } from "../../value/value.ts";
import { wrapSecrets } from "../shape.ts";
import type { PackageSchema, PropertySchema } from "../types.ts";
import { type Misfit, misfitsOfInputs, objectTypesOfAll, type Why } from "./judge.ts";

export interface ShownMisfit {
  /** The path of the misfit. If the misfit is inside a secret, the path of the secret. */
  readonly path: Path;
  readonly why: Why | { readonly kind: "in secret" };
}

/**
 * Returns the misfits of a resource's inputs without the contents of secrets. `schemas` must contain the packages of all types that the properties
 * refer to.
 */
export function shownMisfits(
  inputs: PropertyMap,
  properties: ReadonlyMap<string, PropertySchema>,
  schema: PackageSchema,
  schemas: ReadonlyMap<string, PackageSchema>,
): readonly ShownMisfit[] {
  const misfits = misfitsOfInputs(inputs, properties, objectTypesOfAll(schemas, schema));
  if (misfits.length === 0) return [];
  const marked: Value = { kind: "map", entries: hideLikelySecrets(wrapSecrets(inputs, properties, schema)).values };
  const shown = misfits.map((misfit) => outsideSecrets(misfit, marked));
  // Report each secret once.
  const keys = shown.map(({ path, why }) => JSON.stringify([why.kind, path]));
  return shown.filter(({ why }, index) => why.kind !== "in secret" || keys.indexOf(String(keys[index])) === index);
}

function outsideSecrets({ path, why }: Misfit, marked: Value): ShownMisfit {
  let value: Value | undefined = marked;
  for (const [depth, key] of path.entries()) {
    if (value === undefined) break;
    const isSecret = value.kind === "secret" || (value.kind === "output" && value.secret);
    if (isSecret) return { path: path.slice(0, depth), why: { kind: "in secret" } };
    const inner: Value = openOutput(value);
    if (inner.kind === "list") value = inner.items[Number(key)];
    else value = inner.kind === "map" ? inner.entries.get(String(key)) : undefined;
  }
  return { path, why };
}
