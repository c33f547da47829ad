/**
 * Prints expressions as Go: as inputs (`pulumi.String("x")`, `&storage.RuleArgs{…}`), or as plain values if the SDK accepts no inputs
 * (`[]string{"x"}`).
 */
import type { ArchiveSource, Expression, InterpolationPart, MapEntry, Property } from "../../src/ir/expression.ts";
import { fits } from "../../src/ir/fits.ts";
import type { Type } from "../../src/ir/type.ts";
import { children } from "../../src/ir/walk.ts";
import { isGoJson } from "../shared/is-go-json.ts";
import { isUnlisted } from "../shared/is-unlisted.ts";
import { jsonParts } from "../shared/json-parts.ts";
import { isKnownExpression } from "../shared/known-expression.ts";
import type { Doc } from "../shared/layout.ts";
import { refuse, unicode } from "../shared/scope.ts";
import { slashComment } from "../shared/strings.ts";
import { printConfig } from "./config.ts";
import { fieldName, isUnexported } from "./go-name.ts";
import { bareType, goTypePrefix, outputType } from "./go-type.ts";
import { composite, type Entry } from "./layout.ts";
import { goNullComment, printAsset, printBarePrimitive, printMember, printPrimitive } from "./leaves.ts";
import { printCall, printInterpolation, printReference } from "./reference.ts";
import { pulumi, type Scope } from "./scope.ts";
import { quoted } from "./strings.ts";

/** Prints an expression as an input. */
export function printExpression(expression: Expression, scope: Scope): Doc {
  if (!fits(expression) && !isUnlisted(expression) && expression.kind !== "null") {
    return refuse(scope, "has a value that does not match its schema type");
  }
  switch (expression.kind) {
    case "null":
      return "nil";
    case "boolean":
    case "number":
    case "string":
      return printPrimitive(expression, scope);
    case "enum":
      return printMember(expression.member, expression.type, scope);
    case "list":
      return printList(expression.items, expression.type, scope);
    case "map":
      return composite(mapType(expression.type, scope), goMapEntries(expression.entries, scope, printExpression));
    case "object":
      return printObject(expression.properties, expression.type, scope);
    case "reference":
      return printReference(expression, scope);
    case "call":
      return printCall(expression, scope);
    case "interpolation":
      return printInterpolation(expression.parts, scope);
    case "secret":
      return printSecret(expression.value, scope);
    case "config":
      return printConfig(expression, scope);
    case "asset":
      return printAsset(expression.source, scope);
    case "archive":
      return printArchive(expression.source, scope);
    case "json":
      return printJson(expression.value, scope);
  }
}

/** Prints a property as a field of its struct, or as a comment if Go cannot express the value. */
export function printField(property: Property, scope: Scope): Entry {
  const propertyScope = { ...scope, property: scope.property ?? property.name };
  if (property.undeclared === true) refuse(propertyScope, `has "${property.name}", which is not in the schema`);
  const key = fieldName(property.name);
  if (isUnexported(key)) refuse(propertyScope, `has "${property.name}", which the Go SDK does not export`);
  const comments = property.comment === undefined ? [] : slashComment(property.comment);
  if (property.value.kind === "null") return { comments: [...comments, goNullComment(property.name, propertyScope)] };
  const value = property.plain
    ? printBare(property.value, propertyScope, property.required !== true)
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

function printArchive(source: ArchiveSource, scope: Scope): Doc {
  switch (source.from) {
    case "assets": {
      const entries = source.assets.map(({ name, value }) => ({ key: name, value }));
      const assets = composite("map[string]any", goMapEntries(entries, scope, printExpression));
      return [`${pulumi(scope, "NewAssetArchive")}(`, assets, ")"];
    }
    case "path":
      return `${pulumi(scope, "NewFileArchive")}(${quoted(unicode(source.path, scope))})`;
    case "uri":
      return `${pulumi(scope, "NewRemoteArchive")}(${quoted(unicode(source.uri, scope))})`;
  }
}

function printList(items: readonly Expression[], type: Type, scope: Scope): Doc {
  const name = type.kind === "list" ? goTypePrefix(type, scope) : pulumi(scope, "Array");
  const entries = items.map((item) => ({ value: printExpression(item, scope) }));
  return composite(name, entries);
}

function mapType(type: Type, scope: Scope): string {
  return type.kind === "map" ? goTypePrefix(type, scope) : pulumi(scope, "Map");
}

/** Prints a JSON document as structure if it has references and Go's encoder produces the same text, else as text. */
function printJson(value: Expression, scope: Scope): Doc {
  if (!isKnownExpression(value) && isGoJson(value) && isWrittenWhole(value))
    return [`${pulumi(scope, "JSONMarshal")}(`, printExpression(value, scope), ")"];
  return printInterpolation(jsonTextParts(value, scope), scope);
}

/** Returns true if the document is free of nulls and empty collections, which the SDK drops. */
function isWrittenWhole(value: Expression): boolean {
  if (value.kind === "null") return false;
  const below = children(value);
  if ((value.kind === "list" || value.kind === "map") && below.length === 0) return false;
  return below.every((child) => isWrittenWhole(child.expression));
}

function jsonTextParts(value: Expression, scope: Scope): readonly InterpolationPart[] {
  const why = "has a JSON document with a value that cannot be written as text";
  return jsonParts(value) ?? refuse(scope, why);
}

function knownJson({ value, type }: Expression & { kind: "json" }, scope: Scope): Expression & { kind: "string" } {
  const texts = jsonTextParts(value, scope).map((part) => (part.kind === "text" ? part.text : ""));
  return { kind: "string", value: texts.join(""), type };
}

/** Prints a pointer to the args struct, which fits required and optional objects. */
function printObject(properties: readonly Property[], type: Type, scope: Scope): Doc {
  if (type.kind !== "object") {
    return composite(pulumi(scope, "Map"), goMapEntries(asEntries(properties), scope, printExpression));
  }
  const entries = properties.map((property) => printField(property, scope));
  return composite(`&${goTypePrefix(type, scope)}Args`, entries);
}

function asEntries(properties: readonly Property[]): readonly MapEntry[] {
  return properties.map(({ name, value }) => ({ key: name, value }));
}

/** Prints a secret, with a type assertion if the SDK accepts only one type. A secret asset is an AssetOutput, which also fits an archive. */
function printSecret(value: Expression, scope: Scope): Doc {
  const secret: Doc = [`${pulumi(scope, "ToSecret")}(`, printExpression(value, scope), ")"];
  if (value.type.kind === "any" || value.type.kind === "json") return secret;
  const isEither = value.type.kind === "asset" && (value.kind === "asset" || value.kind === "archive");
  return [secret, `.(${isEither ? pulumi(scope, "AssetOrArchiveInput") : outputType(value.type, scope)})`];
}

/** Prints an expression as a plain value. @param isPointer true for an optional field, which is a pointer unless its type has nil */
function printBare(expression: Expression, scope: Scope, isPointer: boolean): Doc {
  if (!fits(expression) && !isUnlisted(expression)) {
    return refuse(scope, "has a value that does not match its schema type");
  }
  switch (expression.kind) {
    case "null":
      return "nil";
    case "boolean":
    case "number":
    case "string":
    case "enum":
      return printBarePrimitive(expression, scope, isPointer);
    case "list":
      return composite(
        untypedCollection(expression, scope),
        expression.items.map((item) => ({ value: element(item, expression.type, scope) })),
      );
    case "map": {
      const entries = goMapEntries(expression.entries, scope, (value) => element(value, expression.type, scope));
      return composite(untypedCollection(expression, scope), entries);
    }
    case "object": {
      const fields = expression.properties.map((property) => printField(property, scope));
      return composite(`${isPointer ? "&" : ""}${untypedCollection(expression, scope)}`, fields);
    }
    case "asset":
      return printAsset(expression.source, scope);
    case "archive":
      return printArchive(expression.source, scope);
    case "reference":
      return expression.path.length === 0 ? printReference(expression, scope) : noOutput(scope);
    case "json": {
      const document = isKnownExpression(expression.value) ? knownJson(expression, scope) : noOutput(scope);
      return printBarePrimitive(document, scope, isPointer);
    }
    case "interpolation":
    case "call":
    case "secret":
    case "config":
      return noOutput(scope);
  }
}

/** Prints an element of a plain list or map. Depending on the type, elements are plain or inputs. */
function element(item: Expression, type: Type, scope: Scope): Doc {
  const isPlain = (type.kind !== "list" && type.kind !== "map") || type.plainElement === true;
  return isPlain ? printBare(item, scope, false) : printExpression(item, scope);
}

function untypedCollection({ kind, type }: Expression, scope: Scope): string {
  if (type.kind === "list" || type.kind === "map" || type.kind === "object") return bareType(type, scope);
  return kind === "list" ? "[]any" : "map[string]any";
}

function noOutput(scope: Scope): never {
  return refuse(scope, "does not accept an output, but its value is one");
}
