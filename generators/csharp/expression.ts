/** Prints expressions as C#. */
import type { ArchiveSource, Expression } from "../../src/ir/expression.ts";
import { fits } from "../../src/ir/fits.ts";
import type { Type } from "../../src/ir/type.ts";
import { isUnlisted } from "../shared/is-unlisted.ts";
import { jsonParts } from "../shared/json-parts.ts";
import { isKnownExpression } from "../shared/known-expression.ts";
import type { Doc } from "../shared/layout.ts";
import { refuse, unicode } from "../shared/scope.ts";
import { dictionary, type Position, printList, printMap, printObject } from "./collections.ts";
import { printConfig } from "./config.ts";
import { isObjectType } from "./cs-type.ts";
import { isNetJson } from "./json.ts";
import { callOnOneLine } from "./layout.ts";
import { printAsset, printMember, printPrimitive } from "./leaves.ts";
import { textJson } from "./names.ts";
import { printCall, printInterpolation, printReference, printText } from "./reference.ts";
import { fromNamespace, pulumi, type Scope } from "./scope.ts";
import { quoted } from "./strings.ts";

/** Prints an expression as a value. Throws GENERATOR_CANNOT_EXPRESS if its type does not match, because the program would not compile. */
export function printExpression(expression: Expression, scope: Scope, position: Position): Doc {
  if (!fits(expression) && !isUnlisted(expression) && expression.kind !== "null") {
    return refuse(scope, "has a value that does not match its schema type");
  }
  if (expression.type.kind === "json" && isDataExpression(expression)) return printJsonElement(expression, scope);
  switch (expression.kind) {
    case "null":
      return "null";
    case "boolean":
    case "number":
    case "string":
      return printPrimitive(expression, scope);
    case "enum":
      return printMember(expression.member, expression.type, scope, true);
    case "list":
      return printList(expression.items, expression.type, scope, position, printExpression);
    case "map":
      return printMap(expression.entries, expression.type, scope, position, printExpression);
    case "object":
      return printObject(expression.properties, expression.type, scope, printExpression);
    case "reference":
      return expression.path.length === 0
        ? printReference(expression, scope)
        : printPossibleOutput(expression, scope, position);
    case "call":
    case "interpolation":
    case "secret":
    case "config":
    case "json":
      return printPossibleOutput(expression, scope, position);
    case "asset":
      return printAsset(expression.source, scope);
    case "archive":
      return printArchive(expression.source, scope);
  }
}

function printPossibleOutput(
  expression: Expression & { kind: "reference" | "call" | "interpolation" | "secret" | "config" | "json" },
  scope: Scope,
  position: Position,
): Doc {
  if (position === "plain" && !isKnownExpression(expression))
    return refuse(scope, "does not accept an output, but its value is one");
  switch (expression.kind) {
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
    case "json":
      return printDocument(expression.value, scope);
  }
}

/** The maximum length of a JSON document that is printed as text. */
const longestDocument = 80;

/** Prints a short document as text, and a longer one as structure if .NET writes the same text. */
function printDocument(value: Expression, scope: Scope): Doc {
  const parts = jsonParts(value) ?? refuseJsonText(scope);
  const length = parts.reduce((sum, part) => sum + (part.kind === "text" ? part.text.length : 0), 0);
  if (length <= longestDocument || !isNetJson(value)) return printInterpolation(parts, scope);
  const document = printExpression(value, scope, "document");
  if (!isKnownExpression(value))
    return callOnOneLine(pulumi(scope, "Output.JsonSerialize"), [callOnOneLine("Output.Create", [document])]);
  return callOnOneLine(fromNamespace(scope, textJson, "JsonSerializer.Serialize"), [document]);
}

/** Prints a secret as an output of exactly the type that the position accepts. */
function printSecret(value: Expression, scope: Scope): Doc {
  const doc = printExpression(value, scope, "input");
  const create = pulumi(scope, "Output.CreateSecret");
  const { type } = value;
  if (value.kind === "asset" || value.kind === "archive") {
    return callOnOneLine(`${create}<${type.kind === "archive" ? "Archive" : "AssetOrArchive"}>`, [doc]);
  }
  return callOnOneLine(create, [isInputCollection(value, type, scope) ? [doc, ".ToOutput()"] : doc]);
}

function isInputCollection({ kind }: Expression, type: Type, scope: Scope): boolean {
  if (kind === "map") return type.kind === "map";
  return kind === "list" && type.kind === "list" && !isObjectType(type.element, scope);
}

function printArchive(source: ArchiveSource, scope: Scope): Doc {
  switch (source.from) {
    case "assets": {
      const entries = source.assets.map(({ name, value }) => ({ key: name, value }));
      return callOnOneLine(pulumi(scope, "new AssetArchive"), [
        dictionary("AssetOrArchive", entries, scope, "input", printExpression),
      ]);
    }
    case "path":
      return callOnOneLine(pulumi(scope, "new FileArchive"), [quoted(unicode(source.path, scope))]);
    case "uri":
      return callOnOneLine(pulumi(scope, "new RemoteArchive"), [quoted(unicode(source.uri, scope))]);
  }
}

function isDataExpression({ kind }: Expression): boolean {
  return !["reference", "interpolation", "secret", "config"].includes(kind);
}

/** Prints the text of a JSON property. SDKs parse it and send the value, so a document that is a string is quoted again. */
function printJsonElement(value: Expression, scope: Scope): Doc {
  if (!isKnownExpression(value)) return refuseJsonText(scope);
  const parts = jsonParts(value.kind === "json" ? value.value : value) ?? refuseJsonText(scope);
  const document = parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
  const text = printText(value.kind === "json" ? JSON.stringify(document) : document, scope);
  return [fromNamespace(scope, textJson, "JsonDocument.Parse("), text, ").RootElement"];
}

function refuseJsonText(scope: Scope): never {
  return refuse(scope, "has a JSON document with a value that cannot be written as text");
}
