/** Decides whether the response of Read is for an inventory object. */
import type { ResourceSchema } from "../../schema/types.ts";
import type { PropertyMap, Value } from "../../value/value.ts";
import { inputFields } from "./id-candidates.ts";
import { type InventoryObject, identityParts, isGlobal, isSameIdentity } from "./inventory-object.ts";
import { lettersOf } from "./letters.ts";

/** The values that Read returned. */
export interface ReadValues {
  readonly id: string;
  readonly inputs: PropertyMap;
  readonly outputs: PropertyMap;
}

/** The guess that a response is compared for. */
export interface Guess {
  readonly id: string;
  /** True if the type is certain or has the names of the listing's type. */
  readonly isExactType: boolean;
  readonly resource: ResourceSchema;
}

export type Proof =
  | { readonly kind: "proven"; readonly evidence: string }
  | { readonly kind: "other"; readonly evidence: string }
  | { readonly kind: "unclear" };

/**
 * Compares the read values with the object. A global identity must be the value of an identifying property, not just anywhere, because other objects
 * refer to it. Other identities only count with a certain type: all fields of the listing that are inputs must have the listed values.
 */
export function proofOf(object: InventoryObject, read: ReadValues, guess: Guess): Proof {
  const identifiers = identifyingTexts(read, guess.resource);
  const same = identifiers.find(([, text]) => isSameIdentity(object.identity, text));
  if (isGlobal(object.identity)) {
    if (same !== undefined) return { kind: "proven", evidence: `${same[0]} = ${same[1]}` };
    const other = identifiers.find(([, text]) => identityParts(text).cloud !== "none");
    if (other !== undefined) return { kind: "other", evidence: `${other[0]} = ${other[1]}` };
    return hasOnlyId(object, read, guess) ? { kind: "proven", evidence: `id = ${guess.id}` } : { kind: "unclear" };
  }
  if (!guess.isExactType) return { kind: "unclear" };
  const fields = inputFields(object, guess.resource);
  const different = fields.find((field) => !hasField(field, object, read));
  if (different !== undefined) return { kind: "other", evidence: `${different} differs` };
  if (same !== undefined) return { kind: "proven", evidence: `${same[0]} = ${same[1]}` };
  return fields.length === 0 ? { kind: "unclear" } : { kind: "proven", evidence: fields.join(", ") };
}

/** Names of properties that identify the object itself, as letters. The name of the type can precede them: `vaultArn`. */
const identifyingNames: ReadonlySet<string> = new Set(
  ["arn", "id", "selfLink", "uid", "urn", "resourceId", "uri", "url", "link", "fullName", "name"].map(lettersOf),
);

function identifyingTexts(
  { id, inputs, outputs }: ReadValues,
  { name }: ResourceSchema,
): readonly (readonly [string, string])[] {
  const member = lettersOf(name.member);
  const texts = [outputs, inputs].flatMap((values) =>
    [...values].flatMap(([key, value]) => {
      const letters = lettersOf(key);
      const ownName = letters.startsWith(member) ? letters.slice(member.length) : letters;
      return value.kind === "string" && identifyingNames.has(ownName) ? [[key, value.value] as const] : [];
    }),
  );
  return [...texts, ["id", id]];
}

/** Returns true if the type is certain and has no ARN or link, and Read confirms an ID that consists of all names in the identity. */
function hasOnlyId({ identity }: InventoryObject, { id }: ReadValues, guess: Guess): boolean {
  if (!guess.isExactType || [...guess.resource.outputs.keys()].some(isGlobalName)) return false;
  if (id !== guess.id) return false;
  const { segments, rest } = identityParts(identity);
  return guess.id === rest || segments.join("/") === guess.id.split(/[/:,|@]/).join("/");
}

function isGlobalName(key: string): boolean {
  return key === "arn" || key === "selfLink";
}

/** Returns true if the read values have the field, or don't have a text for it. */
function hasField(field: string, { fields }: InventoryObject, { inputs, outputs }: ReadValues): boolean {
  const letters = lettersOf(field);
  const texts = [inputs, outputs].flatMap((values: PropertyMap) =>
    [...values].flatMap(([key, value]) => (lettersOf(key) === letters ? plainText(value) : [])),
  );
  const listed = (fields.get(field) ?? "").toLowerCase();
  return texts.length === 0 || texts.some((text) => text.toLowerCase() === listed);
}

function plainText(value: Value): readonly string[] {
  switch (value.kind) {
    case "string":
      return [value.value];
    case "boolean":
    case "number":
      return [String(value.value)];
    default:
      return [];
  }
}
