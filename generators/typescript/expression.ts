/**
 * Expressions -> TypeScript. One switch; what takes more than a line is a function below.
 */
import type {
  ArchiveSource,
  AssetSource,
  Expression,
  InterpolationPart,
  MapEntry,
  Property,
  ReferenceExpression,
} from "../../src/ir/expression.ts";
import { fits } from "../../src/ir/fits.ts";
import { children } from "../../src/ir/walk.ts";
import { commentLines, mergeTexts } from "../shared/strings.ts";
import { isIdentifier, type Names } from "./names.ts";
import { quoted, templateText, textLiteral } from "./strings.ts";

/** Prints an expression; what does not fit its type is cast, because the program has to compile and to mean the same. */
export function printExpression(expression: Expression, names: Names): string {
  const text = printForm(expression, names);
  const isEnumText = expression.kind === "config" && expression.type.kind === "enum";
  return fits(expression) && !isEnumText ? text : `${text} as any`;
}

/** `{ name: value }`; a line break after the brace keeps the formatter from joining the lines of more than one. */
export function printProperties(properties: readonly Property[], names: Names): string {
  return braces(
    properties.map(({ name, value, comment }) => {
      const above = comment === undefined ? "" : `${printComment(comment)}\n`;
      return `${above}${printKey(name)}: ${printExpression(value, names)}`;
    }),
  );
}

export function printComment(text: string): string {
  return commentLines(text)
    .map((line) => (line === "" ? "//" : `// ${line}`))
    .join("\n");
}

/** JavaScript's own form is the shortest that reads back the same. */
function printNumber(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

function printForm(expression: Expression, names: Names): string {
  switch (expression.kind) {
    case "null":
      return "null";
    case "boolean":
      return String(expression.value);
    case "number":
      return printNumber(expression.value);
    case "string":
      return textLiteral(expression.value);
    case "enum":
      return printMember(expression.member.value);
    case "list":
      return `[${expression.items.map((item) => printExpression(item, names)).join(", ")}]`;
    case "map":
      return printMap(expression.entries, names);
    case "object":
      return printProperties(expression.properties, names);
    case "reference":
      return printReference(expression, names);
    case "interpolation":
      return printInterpolation(expression.parts, names);
    case "secret":
      return `pulumi.secret(${printExpression(expression.value, names)})`;
    case "config":
      return names.config.get(expression.key) ?? "undefined";
    case "asset":
      return printAsset(expression.source);
    case "archive":
      return printArchive(expression.source, names);
    case "json":
      return `${isKnown(expression.value) ? "JSON.stringify" : "pulumi.jsonStringify"}(${printExpression(expression.value, names)})`;
  }
}

/** A literal: SDKs type enums as unions of literals, and documentation writes them so. */
function printMember(value: string | number | boolean): string {
  if (typeof value === "string") return quoted(value);
  return typeof value === "number" ? printNumber(value) : String(value);
}

function printMap(entries: readonly MapEntry[], names: Names): string {
  return braces(entries.map(({ key, value }) => `${printKey(key)}: ${printExpression(value, names)}`));
}

function braces(items: readonly string[]): string {
  if (items.length === 0) return "{}";
  return items.length === 1 ? `{ ${items[0]} }`.replace(/^\{ \/\//, "{\n//") : `{\n${items.join(",\n")},\n}`;
}

/** `__proto__` in quotes sets the prototype; only the computed form is an entry. */
function printKey(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return isIdentifier(key) ? key : quoted(key);
}

/** Properties below an output are lifted by a proxy, but not those that the output has itself. */
const outputMembers: ReadonlySet<string> = new Set([
  ...[
    "apply",
    "get",
    "isKnown",
    "isSecret",
    "promise",
    "allResources",
    "resources",
    "toJSON",
    "then",
    "__pulumiOutput",
  ],
  ...Object.getOwnPropertyNames(Object.prototype),
]);

function printReference(reference: ReferenceExpression, names: Names): string {
  const path = reference.path.map((key, index) => {
    if (typeof key === "number") return `[${key}]`;
    const step = isIdentifier(key) && key !== "__proto__" ? `.${key}` : `[${quoted(key)}]`;
    return index > 0 && outputMembers.has(key) ? `.apply((value: any) => value${step})` : step;
  });
  return `${names.resources.get(reference.node) ?? "undefined"}${path.join("")}`;
}

function printInterpolation(parts: readonly InterpolationPart[], names: Names): string {
  const texts = mergeTexts(parts).map((part) =>
    part.kind === "text" ? templateText(part.text) : `\${${printReference(part.reference, names)}}`,
  );
  return `pulumi.interpolate\`${texts.join("")}\``;
}

function printAsset(source: AssetSource): string {
  switch (source.from) {
    case "text":
      return `new pulumi.asset.StringAsset(${textLiteral(source.text)})`;
    case "path":
      return `new pulumi.asset.FileAsset(${quoted(source.path)})`;
    case "uri":
      return `new pulumi.asset.RemoteAsset(${quoted(source.uri)})`;
  }
}

function printArchive(source: ArchiveSource, names: Names): string {
  switch (source.from) {
    case "assets":
      return `new pulumi.asset.AssetArchive(${printMap(
        source.assets.map((asset) => ({ key: asset.name, value: asset.value })),
        names,
      )})`;
    case "path":
      return `new pulumi.asset.FileArchive(${quoted(source.path)})`;
    case "uri":
      return `new pulumi.asset.RemoteArchive(${quoted(source.uri)})`;
  }
}

/** True when nothing below is an output. */
function isKnown(expression: Expression): boolean {
  if (expression.kind === "reference" || expression.kind === "secret" || expression.kind === "config") return false;
  return children(expression).every((child) => isKnown(child.expression));
}
