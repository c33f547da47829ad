/**
 * Prints expressions as C#: one switch, with a function for each longer form.
 */
import type { ArchiveSource, Expression } from "../../src/ir/expression.ts";
import { fits } from "../../src/ir/fits.ts";
import type { Type } from "../../src/ir/type.ts";
import { isUnlisted } from "../shared/is-unlisted.ts";
import { jsonParts } from "../shared/json-parts.ts";
import { isKnownExpression } from "../shared/known.ts";
import type { Doc } from "../shared/layout.ts";
import { refuse, unicode } from "../shared/place.ts";
import { dictionary, printList, printMap, printObject, type Stand } from "./collections.ts";
import { printConfig } from "./config.ts";
import { isObjectType } from "./cs-type.ts";
import { isNetJson } from "./json.ts";
import { callOnOneLine } from "./layout.ts";
import { printAsset, printMember, printPrimitive } from "./leaves.ts";
import { textJson } from "./names.ts";
import { fromNamespace, type Place, pulumi } from "./place.ts";
import { printCall, printInterpolation, printReference, printText } from "./reference.ts";
import { quoted } from "./strings.ts";

/** Prints an expression as a value. A value of another type is refused, because the program would not compile. */
export function printExpression(expression: Expression, place: Place, stand: Stand): Doc {
  if (!fits(expression) && !isUnlisted(expression) && expression.kind !== "null") {
    return refuse(place, "has a value of another type than the schema has");
  }
  if (expression.type.kind === "json" && isDataExpression(expression)) return printJsonElement(expression, place);
  switch (expression.kind) {
    case "null":
      return "null";
    case "boolean":
    case "number":
    case "string":
      return printPrimitive(expression, place);
    case "enum":
      return printMember(expression.member, expression.type, place, true);
    case "list":
      return printList(expression.items, expression.type, place, stand, printExpression);
    case "map":
      return printMap(expression.entries, expression.type, place, stand, printExpression);
    case "object":
      return printObject(expression.properties, expression.type, place, printExpression);
    case "reference":
      return expression.path.length === 0
        ? printReference(expression, place)
        : printPossibleOutput(expression, place, stand);
    case "call":
    case "interpolation":
    case "secret":
    case "config":
    case "json":
      return printPossibleOutput(expression, place, stand);
    case "asset":
      return printAsset(expression.source, place);
    case "archive":
      return printArchive(expression.source, place);
  }
}

/** Prints an expression that is, or may be, an output. */
function printPossibleOutput(
  expression: Expression & { kind: "reference" | "call" | "interpolation" | "secret" | "config" | "json" },
  place: Place,
  stand: Stand,
): Doc {
  if (stand === "plain" && !isKnownExpression(expression))
    return refuse(place, "takes no output, and its value is one");
  switch (expression.kind) {
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
    case "json":
      return printDocument(expression.value, place);
  }
}

/** The longest document that is printed as structure on one line. */
const longestDocument = 80;

/** A short document as text, a longer one as structure where .NET writes the same text. */
function printDocument(value: Expression, place: Place): Doc {
  const parts = jsonParts(value) ?? refuseJsonText(place);
  const length = parts.reduce((sum, part) => sum + (part.kind === "text" ? part.text.length : 0), 0);
  if (length <= longestDocument || !isNetJson(value)) return printInterpolation(parts, place);
  const document = printExpression(value, place, "document");
  if (!isKnownExpression(value))
    return callOnOneLine(pulumi(place, "Output.JsonSerialize"), [callOnOneLine("Output.Create", [document])]);
  return callOnOneLine(fromNamespace(place, textJson, "JsonSerializer.Serialize"), [document]);
}

/** A secret, as an output of exactly the type that the position takes: of an asset, or of a list's elements. */
function printSecret(value: Expression, place: Place): Doc {
  const doc = printExpression(value, place, "input");
  const create = pulumi(place, "Output.CreateSecret");
  const { type } = value;
  if (value.kind === "asset" || value.kind === "archive") {
    return callOnOneLine(`${create}<${type.kind === "archive" ? "Archive" : "AssetOrArchive"}>`, [doc]);
  }
  return callOnOneLine(create, [isInputCollection(value, type, place) ? [doc, ".ToOutput()"] : doc]);
}

function isInputCollection({ kind }: Expression, type: Type, place: Place): boolean {
  if (kind === "map") return type.kind === "map";
  return kind === "list" && type.kind === "list" && !isObjectType(type.element, place);
}

function printArchive(source: ArchiveSource, place: Place): Doc {
  switch (source.from) {
    case "assets": {
      const entries = source.assets.map(({ name, value }) => ({ key: name, value }));
      return callOnOneLine(pulumi(place, "new AssetArchive"), [
        dictionary("AssetOrArchive", entries, place, "input", printExpression),
      ]);
    }
    case "path":
      return callOnOneLine(pulumi(place, "new FileArchive"), [quoted(unicode(source.path, place))]);
    case "uri":
      return callOnOneLine(pulumi(place, "new RemoteArchive"), [quoted(unicode(source.uri, place))]);
  }
}

function isDataExpression({ kind }: Expression): boolean {
  return !["reference", "interpolation", "secret", "config"].includes(kind);
}

/** The text for a JSON property. SDKs parse it and send its value, so a document that is a text is quoted once more. */
function printJsonElement(value: Expression, place: Place): Doc {
  if (!isKnownExpression(value)) return refuseJsonText(place);
  const parts = jsonParts(value.kind === "json" ? value.value : value) ?? refuseJsonText(place);
  const document = parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
  const text = printText(value.kind === "json" ? JSON.stringify(document) : document, place);
  return [fromNamespace(place, textJson, "JsonDocument.Parse("), text, ").RootElement"];
}

function refuseJsonText(place: Place): never {
  return refuse(place, "has JSON text with a value in it that stands in no text");
}
