/**
 * Fields of a provider -> properties of a package (pulumi-terraform-bridge `pkg/tfgen/generate.go`, makePropertyType and isOptional, and
 * `generate_schema.go`, genProperty and schemaType). Types of objects are declared on the way.
 */
import { singularOf } from "../../package/plural.ts";
import type { Properties, PropertySpec, TypeSpec } from "./document.ts";
import type { ElementType, Field, FieldOverride, Fields, FieldType } from "./model.ts";
import { overriddenType } from "./overrides.ts";
import { bridgedName, isFlattened } from "./property-names.ts";

/** Where properties stand: what a program sets, what a resource has, or the configuration of the provider, which has output's rules. */
export type Position = "config" | "input" | "output";

/** Takes the types of objects that properties have. */
interface TypeSink {
  readonly packageName: string;
  /** @returns the reference to the type. */
  declare(name: string, fields: Fields, scope: Scope): string;
  /** Takes the type that a mapping gives, with the types that it refers to. */
  refer(type: TypeSpec): void;
}

export interface Scope {
  readonly types: TypeSink;
  readonly position: Position;
  /** With which the names of types begin: the resource's name, or that of the type around. */
  readonly prefix: string;
}

/** Whether a program may leave the field out, or a resource may be without it. */
function isOptionalField({ optional, computed, override }: Field, position: Position): boolean {
  // Variables of the configuration stay what they are, whatever their default.
  const hasDefault = position !== "config" && override?.default !== undefined;
  if (position === "input") return optional || computed || hasDefault;
  return optional && !computed && !hasDefault;
}

export function isInputField({ optional, required }: Field): boolean {
  return optional || required;
}

type Named = readonly (readonly [name: string, field: Field])[];

/** Each object is met as inputs, outputs, state and in the search for losses; its names stay. */
const knownNames = new WeakMap<Fields, Named>();

/** Fields in the order of their names in Terraform, each with the name of its property; of two with one name the later one stands. */
export function namedFields(fields: Fields): Named {
  const found = knownNames.get(fields);
  if (found !== undefined) return found;
  const named = [...fields.values()]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((field) => [bridgedName(field, fields), field] as const);
  knownNames.set(fields, named);
  return named;
}

/** The settings of a provider by the names of their inputs: Pulumi reserves `version` there. */
export function providerInputs(fields: Fields): Named {
  return namedFields(fields).map(([name, field]) => [name === "version" ? renamedVersion : name, field]);
}

/** The input that a setting `version` of a provider becomes. */
export const renamedVersion = "providerVersion";

export function propertySpecs(named: Named, scope: Scope): Properties {
  return Object.fromEntries(named.map(([name, field]) => [name, propertySpec(name, field, scope)]));
}

export function requiredOf(named: Named, position: Position): readonly string[] {
  return [...new Set(named.filter(([, field]) => !isOptionalField(field, position)).map(([name]) => name))];
}

function propertySpec(name: string, field: Field, scope: Scope): PropertySpec {
  const { override } = field;
  const description = descriptionOf(field);
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

function descriptionOf({ description, writeOnly }: Field): string | undefined {
  return writeOnly ? `${writeOnlyNote}${description ?? ""}` : description;
}

function propertyTypeSpec(name: string, field: Field, scope: Scope): TypeSpec {
  const { type, override } = field;
  // The type of a variable is called as the variable is; other types of elements have the singular.
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

/** @param name of the type, should it be an object. */
function fieldSpec(name: string, type: FieldType, override: FieldOverride | undefined, scope: Scope): TypeSpec {
  const own = ownSpec(name, type, scope);
  // Of an object the mapping says it in another place.
  const replaced = type.kind === "object" ? type.override : override;
  const position = scope.position === "input" ? "input" : "output";
  if (replaced === undefined) return own;
  const word = "$ref" in own || "items" in own || "additionalProperties" in own ? undefined : own.type;
  const other = overriddenType(replaced, scope.types.packageName, position, word);
  if (other !== undefined) scope.types.refer(other);
  return other ?? own;
}

function ownSpec(name: string, type: FieldType, scope: Scope): TypeSpec {
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

/** Elements of which nothing is said are strings. */
function propertyElement(name: string, element: ElementType | undefined, scope: Scope): TypeSpec {
  if (element === undefined) return { type: "string" };
  return fieldSpec(name, element.type, element.override, scope);
}
