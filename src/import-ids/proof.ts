/** Decides whether the response of Read is for an inventory object. */
import type { ResourceSchema } from "../schema/types.ts";
import type { PropertyMap, Value } from "../value/value.ts";
import { comparableName } from "./comparable-names.ts";
import { inputFields, templateFields } from "./id-candidates.ts";
import { type InventoryObject, identityParts, isGlobal, isSameIdentity } from "./inventory-object.ts";

/** The values that Read returned. */
export interface ReadValues {
  readonly id: string;
  readonly inputs: PropertyMap;
  readonly outputs: PropertyMap;
}

/** The guess that a response is compared for. */
export interface Guess {
  readonly id: string;
  /** The template of the ID. */
  readonly template: string;
  /** True if the type is certain or has the names of the listing's type. */
  readonly isExactType: boolean;
  readonly resource: ResourceSchema;
}

/** `evidence` has names of properties and fields. `isByIdOnly`: the type has no ARN or link that could be compared. */
export type Proof =
  | { readonly kind: "proven"; readonly evidence: string; readonly isByIdOnly?: true }
  | { readonly kind: "other"; readonly evidence: string }
  | { readonly kind: "unclear" };

/**
 * Compares the read values with the object. A global identity must be the value of an identifying property, not just anywhere, because other objects
 * refer to it. Other identities only count with a certain type: the ID must be the whole identity, or all fields in the ID must have the listed values.
 */
export function proofOf(object: InventoryObject, read: ReadValues, guess: Guess): Proof {
  const identifiers = identifyingTexts(read, guess.resource);
  const same = identifiers.find(([, text]) => isSameIdentity(object.identity, text))?.[0];
  if (isGlobal(object.identity)) {
    if (same !== undefined) return { kind: "proven", evidence: same };
    const other = identifiers.find(([, text]) => identityParts(text).cloud !== "none");
    if (other !== undefined) return { kind: "other", evidence: `${other[0]} = ${other[1]}` };
    // A provider can return the requested ID for any object, so the type must be certain.
    if (!guess.isExactType || [...guess.resource.outputs.keys()].some(isGlobalName)) return { kind: "unclear" };
    if (isSameIdentity(object.identity, read.id)) return { kind: "proven", evidence: "id" };
    return hasOnlyId(object, read, guess) ? { kind: "proven", evidence: "id", isByIdOnly: true } : { kind: "unclear" };
  }
  return guess.isExactType ? namedProof(object, read, guess, same) : { kind: "unclear" };
}

/** Compares an object without a global identity. */
function namedProof(
  object: InventoryObject,
  read: ReadValues,
  { id, template, resource }: Guess,
  same: string | undefined,
): Proof {
  const compared = inputFields(object, resource).map((field) => ({
    field,
    result: comparedField(field, object, read),
  }));
  const different = compared.find(({ result }) => result === "different");
  if (different !== undefined) return { kind: "other", evidence: `${different.field} differs` };
  if (id === object.identity && (same !== undefined || read.id === id))
    return { kind: "proven", evidence: same ?? "id" };
  const equal = new Set(compared.flatMap(({ field, result }) => (result === "equal" ? [field] : [])));
  const fields = templateFields(template);
  const isWhole = fields.length > 0 && fields.every((field) => equal.has(field));
  return isWhole ? { kind: "proven", evidence: fields.join(", ") } : { kind: "unclear" };
}

/** Names of properties that identify the object itself, in lower case. The name of the type can precede them: `vaultArn`. */
const identifyingNames: ReadonlySet<string> = new Set(
  ["arn", "selfLink", "uid", "urn", "resourceId", "uri", "url", "link", "fullName", "name"].map((name) =>
    name.toLowerCase(),
  ),
);

function identifyingTexts(
  { inputs, outputs }: ReadValues,
  { name }: ResourceSchema,
): readonly (readonly [string, string])[] {
  const member = name.member.toLowerCase();
  return [outputs, inputs].flatMap((values) =>
    [...values].flatMap(([key, value]) => {
      const letters = key.toLowerCase().replace(/[^a-z\d]/g, "");
      const ownName = letters.startsWith(member) ? letters.slice(member.length) : letters;
      return value.kind === "string" && identifyingNames.has(ownName) ? [[key, value.value] as const] : [];
    }),
  );
}

/** Returns true if Read confirms an ID that consists of all names in the identity. */
function hasOnlyId({ identity }: InventoryObject, { id }: ReadValues, guess: Guess): boolean {
  if (id !== guess.id) return false;
  const { segments, rest } = identityParts(identity);
  return guess.id === rest || segments.join("/") === guess.id.split(/[/:,|@]/).join("/");
}

function isGlobalName(key: string): boolean {
  return key === "arn" || key === "selfLink";
}

/** Compares a field of the listing with the read property of the same name. `absent` if Read returned no text for it. */
function comparedField(
  field: string,
  { fields }: InventoryObject,
  { inputs, outputs }: ReadValues,
): "equal" | "different" | "absent" {
  const letters = comparableName(field);
  const texts = [inputs, outputs].flatMap((values) =>
    [...values].flatMap(([key, value]) => (comparableName(key) === letters ? plainText(value) : [])),
  );
  if (texts.length === 0) return "absent";
  const listed = (fields.get(field) ?? "").toLowerCase();
  return texts.some((text) => text.toLowerCase() === listed) ? "equal" : "different";
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
