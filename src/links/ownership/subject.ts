/** Prepares a resource for the comparison with the statements of other resources. */

import { openSecret } from "../../value/open-value.ts";
import type { LinkableResource } from "../linkable-resource.ts";
import { type PropertyName, parsePropertyName } from "../name-words.ts";
import { valueForm } from "../value-form.ts";
import { type Member, propertyMembers } from "./members.ts";

export interface Subject {
  /** The names of all inputs in the schema. If the schema is missing, the names of the set inputs. */
  readonly properties: readonly PropertyName[];
  /** Strings and numbers in the outputs that an owner may repeat. Excludes inputs that are plain words. */
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
