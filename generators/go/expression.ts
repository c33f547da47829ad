/**
 * Prints expressions as Go: inputs (`pulumi.String("x")`, `&storage.RuleArgs{…}`), or bare values where an SDK takes no inputs
 * (`[]string{"x"}`). A switch for each, with a function for each longer form.
 */
import type { ArchiveSource, Expression, InterpolationPart, MapEntry, Property } from "../../src/ir/expression.ts";
import { fits } from "../../src/ir/fits.ts";
import type { Type } from "../../src/ir/type.ts";
import { children } from "../../src/ir/walk.ts";
import { isGoJson } from "../shared/is-go-json.ts";
import { isUnlisted } from "../shared/is-unlisted.ts";
import { jsonParts } from "../shared/json-parts.ts";
import { isKnownExpression } from "../shared/known.ts";
import type { Doc } from "../shared/layout.ts";
import { refuse, unicode } from "../shared/place.ts";
import { slashComment } from "../shared/strings.ts";
import { printConfig } from "./config.ts";
import { fieldName, isUnexported } from "./go-name.ts";
import { bareType, outputType, stem } from "./go-type.ts";
import { composite, type Entry } from "./layout.ts";
import { goNullComment, printAsset, printBarePrimitive, printMember, printPrimitive } from "./leaves.ts";
import { type Place, pulumi } from "./place.ts";
import { printCall, printInterpolation, printReference } from "./reference.ts";
import { quoted } from "./strings.ts";

/** Prints an expression where an input is taken. */
export function printExpression(expression: Expression, place: Place): Doc {
  if (!fits(expression) && !isUnlisted(expression) && expression.kind !== "null") {
    return refuse(place, "has a value of another type than the schema has");
  }
  switch (expression.kind) {
    case "null":
      return "nil";
    case "boolean":
    case "number":
    case "string":
      return printPrimitive(expression, place);
    case "enum":
      return printMember(expression.member, expression.type, place);
    case "list":
      return printList(expression.items, expression.type, place);
    case "map":
      return composite(mapType(expression.type, place), goMapEntries(expression.entries, place, printExpression));
    case "object":
      return printObject(expression.properties, expression.type, place);
    case "reference":
      return printReference(expression, place);
    case "call":
      return printCall(expression, place);
    case "interpolation":
      return printInterpolation(expression.parts, place);
    case "secret":
      return printSecret(expression.value, place);
    case "config":
      return printConfig(expression, place);
    case "asset":
      return printAsset(expression.source, place);
    case "archive":
      return printArchive(expression.source, place);
    case "json":
      return printJson(expression.value, place);
  }
}

/** A property as a field of its struct, or a comment where Go has no form for the value. */
export function printField(property: Property, place: Place): Entry {
  const inside = { ...place, property: place.property ?? property.name };
  if (property.undeclared === true) refuse(inside, `has "${property.name}", which is not in the schema`);
  const key = fieldName(property.name);
  if (isUnexported(key)) refuse(inside, `has "${property.name}", which Go's SDK does not export`);
  const comments = property.comment === undefined ? [] : slashComment(property.comment);
  if (property.value.kind === "null") return { comments: [...comments, goNullComment(property.name, inside)] };
  const value = property.plain
    ? printBare(property.value, inside, property.required !== true)
    : printExpression(property.value, inside);
  return { key, value, comments };
}

/** The entries of a map. The SDK sends no entry that is null, so these stand in comments. */
function goMapEntries(
  entries: readonly MapEntry[],
  place: Place,
  print: (value: Expression, place: Place) => Doc,
): readonly Entry[] {
  return entries.map(({ key, value }) => {
    if (value.kind === "null") return { comments: [goNullComment(key, place)] };
    return { key: quoted(unicode(key, place)), value: print(value, place) };
  });
}

function printArchive(source: ArchiveSource, place: Place): Doc {
  switch (source.from) {
    case "assets": {
      const entries = source.assets.map(({ name, value }) => ({ key: name, value }));
      const assets = composite("map[string]any", goMapEntries(entries, place, printExpression));
      return [`${pulumi(place, "NewAssetArchive")}(`, assets, ")"];
    }
    case "path":
      return `${pulumi(place, "NewFileArchive")}(${quoted(unicode(source.path, place))})`;
    case "uri":
      return `${pulumi(place, "NewRemoteArchive")}(${quoted(unicode(source.uri, place))})`;
  }
}

function printList(items: readonly Expression[], type: Type, place: Place): Doc {
  const name = type.kind === "list" ? stem(type, place) : pulumi(place, "Array");
  const entries = items.map((item) => ({ value: printExpression(item, place) }));
  return composite(name, entries);
}

function mapType(type: Type, place: Place): string {
  return type.kind === "map" ? stem(type, place) : pulumi(place, "Map");
}

/** A JSON document as structure where Go's encoder writes that text and the document has references; otherwise as text. */
function printJson(value: Expression, place: Place): Doc {
  if (!isKnownExpression(value) && isGoJson(value) && isWrittenWhole(value))
    return [`${pulumi(place, "JSONMarshal")}(`, printExpression(value, place), ")"];
  return printInterpolation(jsonTextParts(value, place), place);
}

/** The SDK drops nulls and what is empty on the way. */
function isWrittenWhole(value: Expression): boolean {
  if (value.kind === "null") return false;
  const below = children(value);
  if ((value.kind === "list" || value.kind === "map") && below.length === 0) return false;
  return below.every((child) => isWrittenWhole(child.expression));
}

function jsonTextParts(value: Expression, place: Place): readonly InterpolationPart[] {
  const why = "has JSON text with a value in it that only the SDK's own JSON could hold, which sorts keys";
  return jsonParts(value) ?? refuse(place, why);
}

function knownJson({ value, type }: Expression & { kind: "json" }, place: Place): Expression & { kind: "string" } {
  const texts = jsonTextParts(value, place).map((part) => (part.kind === "text" ? part.text : ""));
  return { kind: "string", value: texts.join(""), type };
}

/** A pointer to the args struct, which fits an object and an optional object. */
function printObject(properties: readonly Property[], type: Type, place: Place): Doc {
  if (type.kind !== "object") {
    return composite(pulumi(place, "Map"), goMapEntries(asEntries(properties), place, printExpression));
  }
  const entries = properties.map((property) => printField(property, place));
  return composite(`&${stem(type, place)}Args`, entries);
}

function asEntries(properties: readonly Property[]): readonly MapEntry[] {
  return properties.map(({ name, value }) => ({ key: name, value }));
}

/** A secret, with a type assertion where the SDK takes one type alone. A secret asset is an AssetOutput, which fits an archive too. */
function printSecret(value: Expression, place: Place): Doc {
  const secret: Doc = [`${pulumi(place, "ToSecret")}(`, printExpression(value, place), ")"];
  if (value.type.kind === "any" || value.type.kind === "json") return secret;
  const isEither = value.type.kind === "asset" && (value.kind === "asset" || value.kind === "archive");
  return [secret, `.(${isEither ? pulumi(place, "AssetOrArchiveInput") : outputType(value.type, place)})`];
}

/** @param isPointer the field is optional, and a pointer where the type has no nil */
function printBare(expression: Expression, place: Place, isPointer: boolean): Doc {
  if (!fits(expression) && !isUnlisted(expression)) {
    return refuse(place, "has a value of another type than the schema has");
  }
  switch (expression.kind) {
    case "null":
      return "nil";
    case "boolean":
    case "number":
    case "string":
    case "enum":
      return printBarePrimitive(expression, place, isPointer);
    case "list":
      return composite(
        untypedCollection(expression, place),
        expression.items.map((item) => ({ value: element(item, expression.type, place) })),
      );
    case "map": {
      const entries = goMapEntries(expression.entries, place, (value) => element(value, expression.type, place));
      return composite(untypedCollection(expression, place), entries);
    }
    case "object": {
      const fields = expression.properties.map((property) => printField(property, place));
      return composite(`${isPointer ? "&" : ""}${untypedCollection(expression, place)}`, fields);
    }
    case "asset":
      return printAsset(expression.source, place);
    case "archive":
      return printArchive(expression.source, place);
    case "reference":
      return expression.path.length === 0 ? printReference(expression, place) : noOutput(place);
    case "json": {
      const known = isKnownExpression(expression.value) ? knownJson(expression, place) : noOutput(place);
      return printBarePrimitive(known, place, isPointer);
    }
    case "interpolation":
    case "call":
    case "secret":
    case "config":
      return noOutput(place);
  }
}

/** An element of a plain list or map: it takes no outputs either, or is an input. */
function element(item: Expression, type: Type, place: Place): Doc {
  const isPlain = (type.kind !== "list" && type.kind !== "map") || type.plainElement === true;
  return isPlain ? printBare(item, place, false) : printExpression(item, place);
}

function untypedCollection({ kind, type }: Expression, place: Place): string {
  if (type.kind === "list" || type.kind === "map" || type.kind === "object") return bareType(type, place);
  return kind === "list" ? "[]any" : "map[string]any";
}

function noOutput(place: Place): never {
  return refuse(place, "takes no output, and its value is one");
}
