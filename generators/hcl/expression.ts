/** Prints expressions as HCL. */
import type {
  CallExpression,
  Expression,
  InterpolationPart,
  MapEntry,
  Property,
  ReferenceExpression,
} from "../../src/ir/expression.ts";
import type { ResourceNode } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import { anyType } from "../../src/ir/type.ts";
import { expressionsIn } from "../../src/ir/walk.ts";
import type { Path } from "../../src/value/path.ts";
import { isBareKey, isHclIdentifier, validNumber, validString } from "../shared/hcl-syntax.ts";
import { isGoJson } from "../shared/is-go-json.ts";
import { jsonParts } from "../shared/json-parts.ts";
import { assetPrinters, type Printers, printWith } from "../shared/printers.ts";
import { below, refuse, refuseMisfit } from "../shared/scope.ts";
import { mergeTexts } from "../shared/strings.ts";
import { attributeName, isOnlyItem, isSet, isTerraformBlock, snakeCase } from "./attribute-names.ts";
import { attribute, type Item, listText, objectText } from "./layout.ts";
import { type HclNames, referenceTo, referenceToCall } from "./names.ts";
import { type TemplatePart, templateText } from "./template.ts";

/** The scope of an expression, with its path for messages. */
export interface Scope {
  readonly language: "hcl";
  readonly node: ResourceNode;
  readonly path: Path;
  readonly names: HclNames;
  /** True inside lists and calls, which cannot contain heredocs. */
  readonly isInline?: true;
  /** True inside a value whose type the runtime does not know, so that it does not convert the names of properties. */
  readonly keepsNames?: true;
}

/** Prints an attribute, or a block for each item of a list of objects. */
export function propertyItems(property: Property, scope: Scope): readonly Item[] {
  const name = attributeName(property);
  const inside = below(scope, property.name);
  if (!isHclIdentifier(name)) return refuse(inside, "is not an identifier, and HCL cannot quote input names");
  if (property.undeclared === true) {
    return refuse(inside, "is not in the schema, and Pulumi HCL supports only properties in the schema");
  }
  const bodies = blockBodies(property, inside);
  if (bodies === undefined) return [attribute(name, attributeText(property, inside), property.comment)];
  if (name === "dynamic") return refuse(inside, "is named dynamic, which is a block of HCL");
  return bodies.map((items, index) => ({
    kind: "block",
    head: name,
    items,
    comment: index === 0 ? property.comment : undefined,
  }));
}

/** Prints the value of a property. If Terraform has a list where the package schema has its only item, prints the list. */
function attributeText({ value, union, language }: Property, scope: Scope): string {
  const declared = union ?? value.type;
  if (scope.keepsNames || !isOnlyItem(language)) return printExpression(value, declared, scope);
  return `[${printExpression(value, declared, inline(scope))}]`;
}

/** Returns the bodies of the blocks that the runtime requires for a property, or undefined if it is an attribute. */
function blockBodies(property: Property, scope: Scope): readonly (readonly Item[])[] | undefined {
  const { union, language } = property;
  const value = property.value.kind === "secret" ? property.value.value : property.value;
  const { type } = value;
  if (union !== undefined) return undefined;
  if (isTerraformBlock(language) && type.kind === "object") return [bodyOf(value, scope)];
  if (type.kind !== "list" || type.element.kind !== "object") return undefined;
  if (value.kind !== "list") return refuse(scope, "is a list of objects that is known only when the program runs");
  if (value.items.length === 0)
    return refuse(scope, "is an empty list of objects, which HCL cannot distinguish from no list");
  return value.items.map((item, index) => bodyOf(item, below(scope, index)));
}

function bodyOf(value: Expression, scope: Scope): readonly Item[] {
  const object = value.kind === "secret" ? value.value : value;
  if (object.kind !== "object") return refuse(scope, "is not an object, and HCL expects a block");
  return attributesFirst(object.properties.flatMap((property) => propertyItems(property, scope)));
}

/** Moves nested blocks below the attributes. */
export function attributesFirst(items: readonly Item[]): readonly Item[] {
  return [...items.filter(({ kind }) => kind !== "block"), ...items.filter(({ kind }) => kind === "block")];
}

/**
 * Prints an expression.
 *
 * @param declared the type in the schema; a union if the value is one of its members
 * @throws ImpError GENERATOR_CANNOT_EXPRESS for text that HCL would change, and for values that do not match their type
 */
export function printExpression(expression: Expression, declared: Type, scope: Scope): string {
  refuseMisfit(expression, scope);
  const isUntyped = declared.kind === "union" && expression.kind === "object" && !hasConstant(expression.properties);
  return printWith(hclPrinters, expression, isUntyped ? { ...scope, keepsNames: true } : scope);
}

/** Returns true if the runtime finds the member of a union: by the first property with a constant value (`selectUnionMemberByConst`). */
function hasConstant(properties: readonly Property[]): boolean {
  return properties.some(({ isConstant }) => isConstant === true);
}

const hclPrinters: Printers<[scope: Scope], string> = {
  null: () => "null",
  boolean: ({ value }) => String(value),
  number: ({ value }, scope) => validNumber(value, scope),
  string: ({ value }, scope) => stringText(value, scope),
  enum({ member: { value } }, scope) {
    if (typeof value === "string") return validString(value, scope);
    return typeof value === "number" ? validNumber(value, scope) : String(value);
  },
  list({ items, type }, scope) {
    const element = type.kind === "list" ? type.element : anyType;
    return listText(items.map((item, index) => printExpression(item, element, inline(below(scope, index)))));
  },
  map: ({ entries, type }, scope) => mapText(entries, type.kind === "map" ? type.element : anyType, scope),
  object({ properties }, scope) {
    const items = properties.map((property): Item => {
      const inside = attributeScope(below(scope, property.name));
      const name = scope.keepsNames ? property.name : attributeName(property);
      return attribute(keyText(name, inside), attributeText(property, inside), property.comment);
    });
    return objectText(items);
  },
  reference: referenceText,
  call: callText,
  interpolation: ({ parts }, scope) => templateText(templateParts(parts, scope), scope),
  secret: ({ value }, scope) => `sensitive(${printExpression(value, value.type, inline(scope))})`,
  config({ key, type }, scope) {
    if (!isHclIdentifier(key)) return refuse(scope, `is in the configuration value ${key}, which HCL cannot read`);
    return isPrimitive(type) ? `var.${key}` : `jsondecode(var.${key})`;
  },
  ...assetPrinters(({ name, text, location = "", entries }, scope: Scope) => {
    const argument = entries === undefined ? validString(text ?? location, scope) : mapText(entries, anyType, scope);
    return `${name.toLowerCase()}(${argument})`;
  }),
  /** Prints `jsonencode` if Go's encoder produces the same JSON. Otherwise, prints a string. */
  json({ value }, scope) {
    if (isGoJson(value) && !hasLongNumber(value)) {
      return `jsonencode(${printExpression(value, value.type, inline({ ...scope, keepsNames: true }))})`;
    }
    const parts = jsonParts(value);
    if (parts === undefined) return refuse(scope, "has a JSON document that HCL's jsonencode would format differently");
    return templateText(templateParts(parts, scope), scope);
  },
};

/** Returns true for the types of `variable` blocks whose values the runtime reads from text. Other values are JSON text. */
export function isPrimitive({ kind }: Type): boolean {
  return kind === "string" || kind === "integer" || kind === "number" || kind === "boolean";
}

function inline(scope: Scope): Scope {
  return { ...scope, isInline: true };
}

function attributeScope({ isInline: _, ...scope }: Scope): Scope {
  return scope;
}

function templateParts(parts: readonly InterpolationPart[], scope: Scope): readonly TemplatePart[] {
  return mergeTexts(parts).map((part) => {
    if (part.kind === "text") return part;
    const { reference } = part;
    return {
      kind: "code",
      code: reference.kind === "call" ? callText(reference, scope) : referenceText(reference, scope),
    };
  });
}

function stringText(text: string, scope: Scope): string {
  return templateText([{ kind: "text", text }], scope);
}

/** HCL writes numbers without an exponent. */
function hasLongNumber(value: Expression): boolean {
  return expressionsIn(value).some((part) => part.kind === "number" && String(part.value).includes("e"));
}

function mapText(entries: readonly MapEntry[], element: Type, scope: Scope): string {
  const items = entries.map(({ key, value }): Item => {
    const inside = attributeScope(below(scope, key));
    return attribute(keyText(key, inside), printExpression(value, element, inside));
  });
  return objectText(items);
}

function keyText(name: string, scope: Scope): string {
  return isBareKey(name) ? name : validString(name, scope);
}

/** Prints a reference: `aws_s3_bucket.logs.tags["x y"]`. The names of properties are those of attributes, and keys of maps stay. */
function referenceText({ node, path, through = [], language = [] }: ReferenceExpression, scope: Scope): string {
  return path.reduce<string>(
    (text, key, index) => {
      const isProperty = typeof key === "string" && (index === 0 || through[index - 1]?.kind === "object");
      if (!isProperty) return text + stepText(key, scope);
      const property = { name: key, language: language[index] ?? {} };
      const attribute = text + stepText(attributeName(property), scope);
      if (!isOnlyItem(property.language)) return attribute;
      return isSet(property.language) ? `one(${attribute})` : `${attribute}[0]`;
    },
    referenceTo(node, scope.names),
  );
}

function stepText(key: string | number, scope: Scope): string {
  if (typeof key === "number") return `[${key}]`;
  return isHclIdentifier(key) ? `.${key}` : `[${validString(key, scope)}]`;
}

function callText(call: CallExpression, scope: Scope): string {
  const steps = call.path.map((key, index) => stepText(index === 0 ? snakeCase(String(key)) : key, scope));
  return referenceToCall(call, scope.names) + steps.join("");
}
