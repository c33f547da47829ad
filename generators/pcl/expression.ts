/** Prints expressions as PCL. */
import type {
  ArchiveSource,
  AssetSource,
  CallExpression,
  Expression,
  InterpolationPart,
  MapEntry,
  Property,
  ReferenceExpression,
} from "../../src/ir/expression.ts";
import type { Path } from "../../src/ir/path.ts";
import type { ResourceNode } from "../../src/ir/program.ts";
import { callKey } from "../shared/calls.ts";
import { cannotExpress } from "../shared/cannot-express.ts";
import { isGoJson } from "../shared/is-go-json.ts";
import { jsonParts } from "../shared/json-parts.ts";
import { block, bracketedList, type Doc, stacked } from "../shared/layout.ts";
import { below } from "../shared/scope.ts";
import { mergeTexts, slashComment } from "../shared/strings.ts";
import { binds } from "./binds.ts";
import { isBareKey, isHclIdentifier, type Names } from "./names.ts";
import { escapeBeforeReference, escapeText, quoted, textRefusal } from "./strings.ts";

/** The scope of an expression, with its path for messages. */
export interface Scope {
  readonly node: ResourceNode;
  readonly path: Path;
  readonly names: Names;
}

/**
 * Prints an expression.
 *
 * @throws ImpError GENERATOR_CANNOT_EXPRESS for text that HCL would change, numbers that HCL cannot express, and values that the binder rejects
 */
export function printExpression(expression: Expression, scope: Scope): Doc {
  if (!binds(expression)) {
    const isEnum = expression.type.kind === "enum";
    const why = isEnum
      ? "has a value that is not in the schema's enum"
      : "has a value that does not match its schema type";
    return cannotExpress("pcl", scope.node, scope.path, why);
  }
  switch (expression.kind) {
    case "null":
      return "null";
    case "boolean":
      return String(expression.value);
    case "number":
      return printNumber(expression.value, scope);
    case "string":
      return printText(expression.value, scope);
    case "enum":
      return printMember(expression.member.value, scope);
    case "list":
      return printList(expression.items, scope);
    case "map":
      return printMap(expression.entries, scope);
    case "object":
      return printObject(expression.properties, scope);
    case "reference":
      return printReference(expression, scope);
    case "call":
      return printCall(expression, scope);
    case "interpolation":
      return printInterpolation(expression.parts, scope);
    case "secret":
      return ["secret(", printExpression(expression.value, scope), ")"];
    case "config":
      return scope.names.config.get(expression.key) ?? "null";
    case "asset":
      return printAsset(expression.source, scope);
    case "archive":
      return printArchive(expression.source, scope);
    case "json":
      return printJson(expression.value, scope);
  }
}

/** Prints a quoted string. Throws GENERATOR_CANNOT_EXPRESS if HCL would change it. */
export function printText(text: string, scope: Scope): string {
  const why = textRefusal(text);
  return why === undefined ? quoted(text) : cannotExpress("pcl", scope.node, scope.path, why);
}

/** Prints `toJSON` if it produces the same text (it uses Go's encoder), else the text. */
function printJson(value: Expression, scope: Scope): Doc {
  if (isGoJson(value)) return ["toJSON(", printExpression(value, scope), ")"];
  const parts = jsonParts(value);
  if (parts !== undefined) return printInterpolation(parts, scope);
  return cannotExpress("pcl", scope.node, scope.path, "has a JSON document that PCL's toJSON would format differently");
}

/** Prints the steps after a name: `.a`, `[0]`, `["x y"]`. */
export function printSteps(path: Path, scope: Scope): string {
  const steps = path.map((key) => {
    if (typeof key === "number") return `[${key}]`;
    return isHclIdentifier(key) ? `.${key}` : `[${printText(key, scope)}]`;
  });
  return steps.join("");
}

export function commentDoc(text: string): Doc {
  return stacked(slashComment(text));
}

/** Prints a document with its comment above it. */
export function commented(comment: string | undefined, doc: Doc): Doc {
  return comment === undefined ? doc : stacked([commentDoc(comment), doc]);
}

/** Prints a number. HCL numbers are exact decimals, so JavaScript's shortest form is the same double. */
function printNumber(value: number, scope: Scope): string {
  if (!Number.isFinite(value))
    return cannotExpress("pcl", scope.node, scope.path, `is ${value}, which HCL cannot express`);
  return Object.is(value, -0) ? "-0" : String(value).replace("e+", "e");
}

function printMember(value: string | number | boolean, scope: Scope): string {
  if (typeof value === "string") return printText(value, scope);
  return typeof value === "number" ? printNumber(value, scope) : String(value);
}

function printList(items: readonly Expression[], scope: Scope): Doc {
  return bracketedList(
    "[",
    items.map((item, index) => printExpression(item, below(scope, index))),
    "]",
  );
}

/** Prints a map. Keys are data and always quoted. */
function printMap(entries: readonly MapEntry[], scope: Scope): Doc {
  const items = entries.map(({ key, value }) => {
    const childScope = below(scope, key);
    return [printText(key, childScope), " = ", printExpression(value, childScope)];
  });
  return block("{", items, "}");
}

function printObject(properties: readonly Property[], scope: Scope): Doc {
  const items = properties.map(({ name, value, comment }) => {
    const childScope = below(scope, name);
    const key = isBareKey(name) ? name : printText(name, childScope);
    return commented(comment, [key, " = ", printExpression(value, childScope)]);
  });
  return block("{", items, "}");
}

function printReference(reference: ReferenceExpression, scope: Scope): string {
  return (scope.names.resources.get(reference.node) ?? "null") + printSteps(reference.path, scope);
}

/** Prints a member of a function result, which is stored in a variable. */
function printCall(call: CallExpression, scope: Scope): string {
  return (scope.names.calls.get(callKey(call)) ?? "null") + printSteps(call.path, scope);
}

function printInterpolation(parts: readonly InterpolationPart[], scope: Scope): string {
  const merged = mergeTexts(parts);
  const texts = merged.map((part, index) => {
    if (part.kind === "reference") {
      const { reference } = part;
      return `\${${reference.kind === "call" ? printCall(reference, scope) : printReference(reference, scope)}}`;
    }
    const why = textRefusal(part.text);
    if (why !== undefined) return cannotExpress("pcl", scope.node, scope.path, why);
    return index === merged.length - 1 ? escapeText(part.text) : escapeBeforeReference(part.text);
  });
  return `"${texts.join("")}"`;
}

function printAsset(source: AssetSource, scope: Scope): string {
  switch (source.from) {
    case "text":
      return `stringAsset(${printText(source.text, scope)})`;
    case "path":
      return `fileAsset(${printText(source.path, scope)})`;
    case "uri":
      return `remoteAsset(${printText(source.uri, scope)})`;
  }
}

function printArchive(source: ArchiveSource, scope: Scope): Doc {
  switch (source.from) {
    case "assets": {
      const entries = source.assets.map((asset) => ({ key: asset.name, value: asset.value }));
      return ["assetArchive(", printMap(entries, scope), ")"];
    }
    case "path":
      return `fileArchive(${printText(source.path, scope)})`;
    case "uri":
      return `remoteArchive(${printText(source.uri, scope)})`;
  }
}
