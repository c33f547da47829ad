/** Prints expressions as Go: as inputs (`pulumi.String("x")`), or as plain values if the SDK accepts no inputs (`[]string{"x"}`). */
import type { Expression, MapEntry, Property } from "../../src/ir/expression.ts";
import type { Type } from "../../src/ir/type.ts";
import { children } from "../../src/ir/walk.ts";
import { isGoJson } from "../shared/is-go-json.ts";
import { jsonPartsOrRefuse, knownText } from "../shared/json-parts.ts";
import { isKnownExpression } from "../shared/known-expression.ts";
import { type Doc, unindented } from "../shared/layout.ts";
import { assetPrinters, type Printers, printWith } from "../shared/printers.ts";
import { refuse, refuseMisfit, unicode } from "../shared/scope.ts";
import { slashComment } from "../shared/strings.ts";
import { convertedConfig } from "./config.ts";
import { fieldName, isUnexported } from "./go-name.ts";
import { bareType, goTypePrefix, outputType } from "./go-type.ts";
import { composite, type Entry } from "./layout.ts";
import { enumConstant, goNullComment, primitiveInput, primitiveValue } from "./primitives.ts";
import { goOutputs } from "./reference.ts";
import { pulumi, type Scope } from "./scope.ts";
import { literal, quoted } from "./strings.ts";

/** Prints an expression as an input. */
export function printExpression(expression: Expression, scope: Scope): Doc {
  if (expression.kind !== "null") refuseMisfit(expression, scope);
  return printWith(inputs, expression, scope);
}

const inputs: Printers<[scope: Scope], Doc> = {
  ...goOutputs,
  null: () => "nil",
  boolean: primitiveInput,
  number: primitiveInput,
  string: primitiveInput,
  enum: ({ member, type }, scope) => enumConstant(member, type, scope),
  list({ items, type }, scope) {
    const name = type.kind === "list" ? goTypePrefix(type, scope) : pulumi(scope, "Array");
    return composite(
      name,
      items.map((item) => ({ value: printExpression(item, scope) })),
    );
  },
  map: ({ entries, type }, scope) => {
    const name = type.kind === "map" ? goTypePrefix(type, scope) : pulumi(scope, "Map");
    return composite(name, goMapEntries(entries, scope, printExpression));
  },
  /** Prints a pointer to the args struct, which fits required and optional objects. */
  object({ properties, type }, scope) {
    if (type.kind === "object")
      return composite(
        `&${goTypePrefix(type, scope)}Args`,
        properties.map((property) => printField(property, scope)),
      );
    const entries = properties.map(({ name, value }) => ({ key: name, value }));
    return composite(pulumi(scope, "Map"), goMapEntries(entries, scope, printExpression));
  },
  /** Prints a secret, with a type assertion if the SDK accepts only one type. For an asset, asserts an interface that archives implement too. */
  secret({ value }, scope) {
    const secret: Doc = [`${pulumi(scope, "ToSecret")}(`, printExpression(value, scope), ")"];
    if (value.type.kind === "any" || value.type.kind === "json") return secret;
    const isEither = value.type.kind === "asset" && (value.kind === "asset" || value.kind === "archive");
    return [secret, `.(${isEither ? pulumi(scope, "AssetOrArchiveInput") : outputType(value.type, scope)})`];
  },
  config: convertedConfig,
  ...assetPrinters(({ name, text, location = "", entries }, scope: Scope) => {
    const constructorName = pulumi(scope, `New${name}`);
    if (entries !== undefined)
      return [`${constructorName}(`, composite("map[string]any", goMapEntries(entries, scope, printExpression)), ")"];
    const argument = text === undefined ? quoted(unicode(location, scope)) : literal(unicode(text, scope));
    return unindented(`${constructorName}(${argument})`);
  }),
  /** Prints a JSON document as objects and lists if it has references and Go's encoder produces the same text. Otherwise, prints text. */
  json({ value }, scope) {
    if (!isKnownExpression(value) && isGoJson(value) && isWrittenWhole(value))
      return [`${pulumi(scope, "JSONMarshal")}(`, printExpression(value, scope), ")"];
    return goOutputs.interpolation({ parts: jsonPartsOrRefuse(value, scope) }, scope);
  },
};

/** Prints an expression as a plain value. @param isPointer true for an optional field, which is a pointer unless its type already has nil */
function printPlain(expression: Expression, scope: Scope, isPointer: boolean): Doc {
  refuseMisfit(expression, scope);
  return printWith(plainValues, expression, scope, isPointer);
}

const plainValues: Printers<[scope: Scope, isPointer: boolean], Doc> = {
  null: () => "nil",
  boolean: primitiveValue,
  number: primitiveValue,
  string: primitiveValue,
  enum: primitiveValue,
  list: ({ items, type }, scope) =>
    composite(
      isTyped(type) ? bareType(type, scope) : "[]any",
      items.map((item) => ({ value: printElement(item, type, scope) })),
    ),
  map: ({ entries, type }, scope) =>
    composite(
      mapType(type, scope),
      goMapEntries(entries, scope, (value) => printElement(value, type, scope)),
    ),
  object: ({ properties, type }, scope, isPointer) =>
    composite(
      `${isPointer ? "&" : ""}${mapType(type, scope)}`,
      properties.map((property) => printField(property, scope)),
    ),
  reference: (reference, scope) =>
    reference.path.length === 0 ? goOutputs.reference(reference, scope) : refuseOutput(reference, scope),
  call: refuseOutput,
  interpolation: refuseOutput,
  secret: refuseOutput,
  config: refuseOutput,
  ...assetPrinters(({ name, text, location = "", entries }, scope: Scope) => {
    const constructorName = pulumi(scope, `New${name}`);
    if (entries !== undefined)
      return [`${constructorName}(`, composite("map[string]any", goMapEntries(entries, scope, printExpression)), ")"];
    const argument = text === undefined ? quoted(unicode(location, scope)) : literal(unicode(text, scope));
    return unindented(`${constructorName}(${argument})`);
  }),
  json(document, scope, isPointer) {
    if (!isKnownExpression(document.value)) return refuseOutput(document, scope);
    const value = knownText(jsonPartsOrRefuse(document.value, scope));
    return primitiveValue({ kind: "string", value, type: document.type }, scope, isPointer);
  },
};

/** Prints a property as a field of its struct, or as a comment if Go cannot express the value. */
export function printField(property: Property, scope: Scope): Entry {
  const propertyScope = { ...scope, property: scope.property ?? property.name };
  if (property.undeclared === true) refuse(propertyScope, `has "${property.name}", which is not in the schema`);
  const key = fieldName(property.name);
  if (isUnexported(key)) refuse(propertyScope, `has "${property.name}", which the Go SDK does not export`);
  const comments = property.comment === undefined ? [] : slashComment(property.comment);
  if (property.value.kind === "null") return { comments: [...comments, goNullComment(property.name, propertyScope)] };
  const value = property.plain
    ? printPlain(property.value, propertyScope, property.required !== true)
    : printExpression(property.value, propertyScope);
  return { key, value, comments };
}

/** Prints the entries of a map. Null entries become comments, because the SDK does not send them. */
function goMapEntries(
  entries: readonly MapEntry[],
  scope: Scope,
  print: (value: Expression, scope: Scope) => Doc,
): readonly Entry[] {
  return entries.map(({ key, value }) => {
    if (value.kind === "null") return { comments: [goNullComment(key, scope)] };
    return { key: quoted(unicode(key, scope)), value: print(value, scope) };
  });
}

/** Returns true if the document is free of nulls and empty collections, which the SDK drops. */
function isWrittenWhole(value: Expression): boolean {
  if (value.kind === "null") return false;
  const below = children(value);
  if ((value.kind === "list" || value.kind === "map") && below.length === 0) return false;
  return below.every((child) => isWrittenWhole(child.expression));
}

/** Prints an element of a plain list or map. Depending on the type of the collection, its elements are plain values or inputs. */
function printElement(item: Expression, type: Type, scope: Scope): Doc {
  const isPlain = (type.kind !== "list" && type.kind !== "map") || type.plainElement === true;
  return isPlain ? printPlain(item, scope, false) : printExpression(item, scope);
}

function mapType(type: Type, scope: Scope): string {
  return isTyped(type) ? bareType(type, scope) : "map[string]any";
}

function isTyped({ kind }: Type): boolean {
  return kind === "list" || kind === "map" || kind === "object";
}

function refuseOutput(_: Expression, scope: Scope): never {
  return refuse(scope, "does not accept an output, but its value is one");
}
