/**
 * Converts fields to properties, and declares their object types (pulumi-terraform-bridge `pkg/tfgen/generate.go`, makePropertyType and
 * isOptional, and `generate_schema.go`, genProperty and schemaType).
 */
import { compareTexts } from "../../../domain/order/by-needs.ts";
import { cachedByObject } from "../../../schema/once.ts";
import { singularOf } from "../../package/plural.ts";
import type { Properties, PropertySpec, TypeSpec } from "./document.ts";
import type { ElementType, Field, FieldOverride, Fields, FieldType } from "./model.ts";
import { bridgedName, isFlattened } from "./property-names.ts";

/** What properties are used for. For `config`, the configuration of the provider, the rules for outputs apply, except for defaults. */
export type Position = "config" | "input" | "output";

interface TypeSink {
  readonly packageName: string;
  declare(name: string, fields: Fields, scope: Scope): string;
  /** Records a type that a mapping sets, and the types that it refers to. */
  refer(type: TypeSpec): void;
}

export interface Scope {
  readonly types: TypeSink;
  readonly position: Position;
  /** The prefix of type names, which is the name of the resource or of the enclosing type. */
  readonly prefix: string;
}

/** Returns true if a program can omit the input, or if a resource can lack the output. */
function isOptionalField({ optional, computed, override }: Field, position: Position): boolean {
  // A default does not make a configuration variable optional.
  const hasDefault = position !== "config" && override?.default !== undefined;
  if (position === "input") return optional || computed || hasDefault;
  return optional && !computed && !hasDefault;
}

export function isInputField({ optional, required }: Field): boolean {
  return optional || required;
}

type Named = readonly (readonly [name: string, field: Field])[];

/**
 * Returns the fields with their property names, sorted by Terraform name. If two fields have the same property name, the later field is used. Results
 * are cached, because each object is converted several times (as inputs, outputs, and state) and searched for losses.
 */
export const namedFields = cachedByObject(
  (fields: Fields): Named =>
    [...fields.values()]
      .sort((a, b) => compareTexts(a.name, b.name))
      .map((field) => [bridgedName(field, fields), field] as const),
);

/** Returns the settings of a provider with their input names. Renames `version`, because Pulumi reserves this name. */
export function providerInputs(fields: Fields): Named {
  return namedFields(fields).map(([name, field]) => [name === "version" ? renamedVersion : name, field]);
}

export const renamedVersion = "providerVersion";

export function propertySpecs(named: Named, scope: Scope): Properties {
  return Object.fromEntries(named.map(([name, field]) => [name, propertySpec(name, field, scope)]));
}

export function requiredOf(named: Named, position: Position): readonly string[] {
  return [...new Set(named.filter(([, field]) => !isOptionalField(field, position)).map(([name]) => name))];
}

function propertySpec(name: string, field: Field, scope: Scope): PropertySpec {
  const { override } = field;
  const description = fieldDescription(field);
  const deprecationMessage = override?.deprecation ?? field.deprecation;
  const value = override?.default;
  return {
    ...propertyTypeSpec(name, field, scope),
    description,
    default: value?.value,
    defaultInfo: value !== undefined && value.environment.length > 0 ? { environment: value.environment } : undefined,
    deprecationMessage,
    language: override?.csharpName === undefined ? undefined : { csharp: { name: override.csharpName } },
    secret: isSecretField(field) ? true : undefined,
    willReplaceOnChanges: scope.position === "input" && (override?.forceNew ?? field.forceNew) ? true : undefined,
  };
}

function isSecretField({ writeOnly, override, sensitive }: Field): boolean {
  return writeOnly || (override?.secret ?? sensitive);
}

const writeOnlyNote =
  "**NOTE:** This field is write-only and its value will not be updated in state as part of read operations.\n";

function fieldDescription({ description, writeOnly }: Field): string | undefined {
  return writeOnly ? `${writeOnlyNote}${description ?? ""}` : description;
}

function propertyTypeSpec(name: string, field: Field, scope: Scope): TypeSpec {
  const { type, override } = field;
  // The object type of a configuration variable gets the variable's name. The object type of list elements gets the singular of the list's name.
  if (scope.position === "config") return specOfField(field, "", { ...scope, prefix: name, position: "output" });
  const isList = (type.kind === "list" || type.kind === "set") && !isFlattened(field);
  return isList ? fieldSpec(singularOf(name), type, override, scope) : specOfField(field, name, scope);
}

function specOfField(field: Field, name: string, scope: Scope): TypeSpec {
  const { type, override } = field;
  if (isFlattened(field) && (type.kind === "list" || type.kind === "set"))
    return propertyElement(name, type.element, scope);
  return fieldSpec(name, type, override, scope);
}

/** Returns the type of a field. `name` becomes the name of an object type. */
function fieldSpec(name: string, type: FieldType, override: FieldOverride | undefined, scope: Scope): TypeSpec {
  const spec = plainSpec(name, type, scope);
  // For an object, the override is a member of its type.
  const replaced = type.kind === "object" ? type.override : override;
  const position = scope.position === "input" ? "input" : "output";
  if (replaced === undefined) return spec;
  const word = "$ref" in spec || "items" in spec || "additionalProperties" in spec ? undefined : spec.type;
  const overriding = overriddenType(replaced, scope.types.packageName, position, word);
  if (overriding !== undefined) scope.types.refer(overriding);
  return overriding ?? spec;
}

function plainSpec(name: string, type: FieldType, scope: Scope): TypeSpec {
  switch (type.kind) {
    case "object":
      return { $ref: scope.types.declare(name, type.fields, scope) };
    case "dynamic":
    case "invalid":
      return { $ref: "pulumi.json#/Any" };
    case "list":
    case "set":
      return { type: "array", items: propertyElement(name, type.element, scope) };
    case "map":
      return { type: "object", additionalProperties: propertyElement(name, type.element, scope) };
    case "float":
      return { type: "number" };
    case "boolean":
    case "integer":
    case "string":
      return { type: type.kind };
  }
}

function propertyElement(name: string, element: ElementType | undefined, scope: Scope): TypeSpec {
  if (element === undefined) return { type: "string" };
  return fieldSpec(name, element.type, element.override, scope);
}

/**
 * Returns the type with which a mapping replaces the type of a field, or undefined if it does not (pulumi-terraform-bridge `generate_schema.go`,
 * schemaType).
 */
function overriddenType(
  { type, altTypes, asset }: FieldOverride,
  packageName: string,
  position: "input" | "output",
  word?: string,
): TypeSpec | undefined {
  const names = [...(type === undefined ? [] : [type]), ...(position === "input" ? altTypes : [])];
  if (type === undefined && altTypes.length === 0)
    return asset === undefined ? undefined : { $ref: `pulumi.json#/${asset}` };
  const base = word === undefined ? {} : { type: word };
  const specs = names.map((name) => overriddenSpec(name, packageName, base));
  const [only] = specs;
  // Additional types apply only to inputs, so an output without another type keeps the type of the field.
  if (only === undefined) return word === undefined ? undefined : { type: word };
  return specs.length === 1 ? only : { ...base, oneOf: specs };
}

function overriddenSpec(name: string, packageName: string, base: TypeSpec): TypeSpec {
  if (!name.includes(":")) return { type: name };
  const [token, isList] = name.endsWith("[]") ? [name.slice(0, -2), true] : [name, false];
  const [foreign = ""] = token.split(":");
  const spec = { ...base, $ref: `${foreign === packageName ? "" : foreign}#/types/${token}` };
  return isList ? { type: "array", items: spec } : spec;
}
