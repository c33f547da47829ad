/** Describes the resource that statements are about. */

import { openSecret } from "../../value/open-value.ts";
import type { LinkableResource } from "../linkable-resource.ts";
import { type PropertyName, parsePropertyName } from "../name-words.ts";
import { valueForm } from "../value-form.ts";
import { type Member, propertyMembers } from "./members.ts";

export interface Subject {
  /** The names of the inputs in the schema, or of the inputs that are set if the schema is missing. */
  readonly properties: readonly PropertyName[];
  /** Scalars that only the outputs have, and inputs that are not plain words. An owner can repeat them. */
  readonly repeatable: readonly Member[];
}

/** Describes a resource. Linear in the number of top-level properties. */
export function ownershipSubject({ inputs, outputs, schema }: LinkableResource): Subject {
  const properties = [...(schema?.inputs.keys() ?? inputs.keys())].map(parsePropertyName);
  const repeatable = [...outputs].flatMap(([key, value]) => {
    const plain = openSecret(value);
    if (plain.kind !== "string" && plain.kind !== "number") return [];
    const form = plain.kind === "number" ? undefined : valueForm(plain.value, false);
    const isWord = form === undefined || form === "token" || form === "name" || form === "common";
    return inputs.has(key) && isWord ? [] : propertyMembers(plain, { path: [key] }, new Map());
  });
  return { properties, repeatable };
}
