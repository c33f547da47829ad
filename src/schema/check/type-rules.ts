/** The rules that Pulumi's binder applies to types, constants, and property lists in addition to the metaschema. */
import { type JsonObject, memberAt, objectAt } from "../../value/json/object.ts";
import { quote } from "../../value/json/quote.ts";
import { isForeign } from "../reached.ts";
import { parseReference, type Reference } from "../references.ts";
import { jsonKind, tooFewMembers } from "./decode.ts";
import { discriminatorWords, missingWords } from "./metaschema-words.ts";
import { itemsAt, type Scope, stringOrEmpty } from "./scope.ts";

/** What the check of a constant needs to know about its type. The kind is `unknown` if the type is invalid or belongs to another package. */
export type ConstantType =
  | { readonly kind: "boolean" | "integer" | "number" | "string" | "other" | "unknown" }
  | { readonly kind: "enum"; readonly element: ConstantType }
  | { readonly kind: "union"; readonly fallback?: ConstantType; readonly members: readonly ConstantType[] };

const primitives: ReadonlySet<string> = new Set(["boolean", "integer", "number", "string"]);
const builtInReferences: ReadonlySet<string> = new Set(
  ["Archive", "Asset", "Json", "Any"].map((name) => `pulumi.json#/${name}`),
);

/** Checks the type at the current path, and everything below it. */
export function checkTypeSpec(spec: JsonObject, scope: Scope): ConstantType {
  const { walk } = scope;
  if (spec.$ref !== undefined) return checkReference(spec, scope);
  if (spec.oneOf !== undefined) return checkUnion(spec, scope);
  const kind = stringOrEmpty(spec, "type");
  if (primitives.has(kind)) return { kind } as ConstantType;
  if (kind === "array") {
    if (spec.items === undefined) walk.refuse(missingWords("items"));
    else walk.in(["items"], () => checkTypeSpec(objectAt(spec, "items"), scope));
    return { kind: "other" };
  }
  if (kind === "object") {
    const element = objectAt(spec, "additionalProperties");
    if (spec.additionalProperties !== undefined) walk.in(["additionalProperties"], () => checkTypeSpec(element, scope));
    return { kind: "other" };
  }
  if (kind === "") {
    walk.refuse({ rule: "type-missing", why: "The type is missing.", hint: "Add `type` or `$ref`." });
  } else refuseKind(kind, [...primitives, "array", "object"], scope);
  return { kind: "unknown" };
}

function refuseKind(kind: string, words: readonly string[], { walk }: Scope): void {
  const why = `${quote(kind)} is not one of ${words.join(", ")}.`;
  walk.refuse({ rule: "type-kind", why, hint: `Change the value to one of ${words.join(", ")}.` }, "type");
}

function checkUnion(spec: JsonObject, scope: Scope): ConstantType {
  const { walk } = scope;
  const specs = itemsAt(spec, "oneOf");
  if (specs.length < 2) tooFewMembers(walk, "oneOf");
  const members = specs.map((_, index) =>
    walk.in(["oneOf", index], () => checkTypeSpec(unionMemberAt(specs, index), scope)),
  );
  const kind = stringOrEmpty(spec, "type");
  if (kind !== "" && !primitives.has(kind)) refuseKind(kind, [...primitives], scope);
  const discriminator = objectAt(spec, "discriminator");
  if (spec.discriminator !== undefined) {
    walk.in(["discriminator"], () => checkDiscriminator(discriminator, specs, scope));
  }
  const isKnown = primitives.has(kind);
  return { kind: "union", members, fallback: isKnown ? ({ kind } as ConstantType) : undefined };
}

function unionMemberAt(list: readonly unknown[], index: number): JsonObject {
  return objectAt({ item: list[index] }, "item");
}

/** Checks that each union member has the discriminator property, and that the mapping refers only to members. Pulumi's binder checks neither. */
function checkDiscriminator(discriminator: JsonObject, specs: readonly unknown[], scope: Scope): void {
  const { walk } = scope;
  const property = stringOrEmpty(discriminator, "propertyName");
  if (property === "") {
    walk.refuse(discriminatorWords, "propertyName");
    return;
  }
  const tokens = specs.flatMap(
    (_, index) => localType(stringOrEmpty(unionMemberAt(specs, index), "$ref"), scope) ?? [],
  );
  for (const token of new Set(tokens)) {
    const type = scope.types.get(token);
    if (stringOrEmpty(type, "type") !== "object" || Object.hasOwn(objectAt(type, "properties"), property)) continue;
    const why = `The type ${quote(token)} of this union has no property ${quote(property)}, which distinguishes its types.`;
    const hint = "Add the property to the type, or change the discriminator.";
    walk.overlooked({ rule: "discriminator-property", why, hint }, "propertyName");
  }
  for (const [value, target] of Object.entries(objectAt(discriminator, "mapping"))) {
    const targetText = String(target);
    const token = targetText.includes("#") ? localType(targetText, scope) : targetText;
    if (token === undefined || tokens.includes(token)) continue;
    const isForeign = !token.startsWith(`${scope.name}:`) && !scope.types.has(token);
    if (isForeign && specs.some((_, index) => stringOrEmpty(unionMemberAt(specs, index), "$ref").startsWith("/")))
      continue;
    const isSuffix =
      tokens.filter((member) => member.endsWith(`:${token.slice(token.lastIndexOf(":") + 1)}`)).length === 1;
    if (scope.types.has(token) || isSuffix) {
      const why = `${quote(targetText)} is not a type of this union.`;
      walk.warn({ rule: "mapping", why, hint: "Change the mapping to one of the types in `oneOf`." }, "mapping", value);
    } else {
      const why = `${quote(targetText)} does not refer to a type of this package.`;
      walk.overlooked(
        { rule: "mapping", why, hint: `Change the reference to one of ${tokens.join(", ")}.` },
        "mapping",
        value,
      );
    }
  }
}

/** Returns the token of a reference to a type of this package, even if the type does not exist. */
export function localType(ref: string, scope: Pick<Scope, "name" | "version">): string | undefined {
  if (ref === "" || builtInReferences.has(ref)) return undefined;
  const reference = parseReference(ref);
  return "why" in reference || reference.section !== "types" || isForeign(reference, scope)
    ? undefined
    : reference.token;
}

function checkReference(spec: JsonObject, scope: Scope): ConstantType {
  const { walk } = scope;
  const ref = stringOrEmpty(spec, "$ref");
  if (builtInReferences.has(ref)) return { kind: "other" };
  const reference = parseReference(ref);
  if ("why" in reference || reference.section === "functions") {
    const why =
      "why" in reference ? `${quote(ref)} ${reference.why}.` : `${quote(ref)} names a function, which is not a type.`;
    const hint =
      "Use #/types/<token>, #/resources/<token>, #/provider, or /<package>/v<version>/schema.json#/types/<token>.";
    walk.refuse({ rule: "reference", why, hint }, "$ref");
    return { kind: "unknown" };
  }
  if (isForeign(reference, scope)) {
    scope.foreign.push({ reference, path: [...walk.path, "$ref"] });
    return { kind: "unknown" };
  }
  if (reference.section === "types") return checkTypeReference(ref, reference.token, scope);
  checkResourceReference(ref, reference, scope);
  return { kind: "other" };
}

function checkTypeReference(ref: string, token: string, scope: Scope): ConstantType {
  const definition = scope.types.get(token);
  if (definition !== undefined) return definedTypeKind(definition);
  const near = scope.walk.nearest(token, scope.types.keys());
  const why = `${quote(ref)} does not refer to a type of this package.`;
  const hint = near === undefined ? "Define the type in `types`." : `Did you mean \`#/types/${near}\`?`;
  scope.walk.refuse({ rule: "reference", why, hint }, "$ref");
  return { kind: "unknown" };
}

function definedTypeKind(definition: JsonObject): ConstantType {
  const kind = stringOrEmpty(definition, "type");
  if (kind === "object") return { kind: "other" };
  return { kind: "enum", element: (primitives.has(kind) ? { kind } : { kind: "unknown" }) as ConstantType };
}

function checkResourceReference(ref: string, reference: Reference, { walk, name, spec, resources }: Scope): void {
  const provider = `pulumi:providers:${name}`;
  const token = reference.section === "provider" ? provider : reference.token;
  if (reference.section === "resources" && token.startsWith("pulumi:providers:")) {
    const why = `${quote(ref)} names a provider among the resources, which is deprecated.`;
    walk.warn({ rule: "provider-reference", why, hint: "Use `#/provider`." }, "$ref");
  }
  const isThere =
    token === provider
      ? spec.provider !== undefined || spec.extensionParameterization === undefined
      : resources.has(token);
  if (isThere) return;
  const near = walk.nearest(token, resources.keys());
  const why = `${quote(ref)} does not refer to a resource of this package.`;
  const hint = near === undefined ? "Define the resource in `resources`." : `Did you mean \`#/resources/${near}\`?`;
  walk.refuse({ rule: "reference", why, hint }, "$ref");
}

const constantWords: Readonly<Record<"boolean" | "integer" | "number" | "string", string>> = {
  boolean: "true or false",
  integer: "a 32-bit integer",
  number: "a number",
  string: "a string",
};

/** Returns why a constant does not fit a type, or undefined if it fits. */
function whyNotConstant(value: unknown, type: ConstantType): string | undefined {
  switch (type.kind) {
    case "unknown":
      return undefined;
    case "boolean":
    case "string":
    case "number":
      return typeof value === type.kind ? undefined : `Expected ${constantWords[type.kind]}, found ${jsonKind(value)}.`;
    case "integer": {
      const fits = typeof value === "number" && Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31;
      return fits ? undefined : `Expected ${constantWords.integer}, found ${jsonKind(value)}.`;
    }
    case "other":
    case "enum":
    case "union":
      return "Only boolean, integer, number, and string properties can have a constant.";
  }
}

function whyNotDefault(value: unknown, type: ConstantType): string | undefined {
  if (type.kind === "enum") return whyNotDefault(value, type.element);
  if (type.kind !== "union") return whyNotConstant(value, type);
  if (type.fallback !== undefined) return whyNotDefault(value, type.fallback);
  if (type.members.some((member) => whyNotDefault(value, member) === undefined)) return undefined;
  return `${jsonKind(value)} does not fit any type of this union.`.replace(/^./, (first) => first.toUpperCase());
}

/** Checks the constant of an enum member. */
export function checkMember(value: unknown, element: string, scope: Scope): void {
  const type = (primitives.has(element) ? { kind: element } : { kind: "unknown" }) as ConstantType;
  const why = value === null || value === undefined ? undefined : whyNotConstant(value, type);
  if (why === undefined) return;
  scope.walk.refuse({ rule: "enum-value", why, hint: `The values of this enum are of the type ${element}.` }, "value");
}

/** Checks a property at the current path. */
function checkProperty(name: string, spec: JsonObject, scope: Scope): void {
  const { walk } = scope;
  checkVisibleName("property", name, scope);
  if (name === "pulumi") refuseReserved(`${quote(name)} is a reserved name of a property.`, scope);
  const type = checkTypeSpec(spec, scope);
  if (spec.defaultInfo !== undefined && itemsAt(spec, "defaultInfo", "environment").length === 0) {
    walk.refuse(missingWords("environment"), "defaultInfo");
  }
  const constant = spec.const === undefined ? undefined : whyNotConstant(spec.const, type);
  if (constant !== undefined) {
    walk.refuse(
      { rule: "const", why: constant, hint: "Change the constant to a value of the property's type." },
      "const",
    );
  }
  const fallback = spec.default === undefined ? undefined : whyNotDefault(spec.default, type);
  if (fallback !== undefined) {
    walk.refuse(
      { rule: "default", why: fallback, hint: "Change the default to a value of the property's type." },
      "default",
    );
  }
}

/** Reports whitespace and invisible characters in a name, because names become part of programs. */
export function checkVisibleName(noun: string, name: string, { walk }: Scope): void {
  if (/^[!-~]*$/.test(name)) return;
  const [character] = /[^\p{L}\p{M}\p{N}\p{P}\p{S}]/u.exec(name) ?? [];
  if (character === undefined) return;
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  const why = `The name of the ${noun} has the character U+${code}, which is whitespace or invisible.`;
  walk.refuse({ rule: "printable-name", at: "key", why, hint: "Remove the character." });
}

export function refuseReserved(why: string, { walk }: Scope): void {
  walk.refuse({ rule: "reserved-name", at: "key", why, hint: "Choose another name." });
}

/** Checks properties, and the list of required ones. */
export function checkProperties(owner: JsonObject, key: string, requiredKey: string, scope: Scope): void {
  const { walk } = scope;
  const properties = objectAt(owner, key);
  walk.enter(key);
  for (const name of Object.keys(properties)) {
    walk.enter(name);
    checkProperty(name, objectAt(properties, name), scope);
    walk.leave();
  }
  walk.leave();
  const seen = new Set<string>();
  itemsAt(owner, requiredKey).forEach((item, index) => {
    const name = String(item);
    if (seen.has(name)) {
      const why = `${quote(name)} is listed twice.`;
      walk.warn({ rule: "required-twice", why, hint: "Remove one of the two names." }, requiredKey, index);
    }
    seen.add(name);
    if (Object.hasOwn(properties, name)) return;
    const near = walk.nearest(name, Object.keys(properties));
    const why = `${quote(name)} is required, but is not a property of \`${key}\`.`;
    const hint =
      near === undefined
        ? `Add the property to \`${key}\`, or remove it from the required properties.`
        : `Did you mean \`${near}\`?`;
    walk.refuse({ rule: "required", why, hint }, requiredKey, index);
  });
}

/** Checks the properties of an object type, and reports the `plain` list of older schemas. */
export function checkObjectType(spec: JsonObject, scope: Scope): void {
  checkRemoved(spec, "plain", scope);
  checkProperties(spec, "properties", "required", scope);
}

export function checkRemoved(spec: JsonObject, key: string, { walk }: Scope): void {
  const list = memberAt(spec, key);
  if (!Array.isArray(list) || list.length === 0) return;
  const why = `\`${key}\` as a list was removed from the schema language.`;
  walk.refuse({ rule: "plain-list", at: "key", why, hint: "Mark the type of each property as `plain`." }, key);
}
