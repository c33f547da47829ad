/**
 * Prints expressions as PCL: one switch, with a function for each longer form.
 */
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
import { below } from "../shared/place.ts";
import { mergeTexts, slashComment } from "../shared/strings.ts";
import { binds } from "./binds.ts";
import { isBareKey, isHclIdentifier, type Names } from "./names.ts";
import { escapeBeforeReference, escapeText, quoted, textRefusal } from "./strings.ts";

/** The position of an expression, for messages, with the names of the nodes that it refers to. */
export interface Place {
  readonly node: ResourceNode;
  readonly path: Path;
  readonly names: Names;
}

/** @throws ImpError GENERATOR_CANNOT_EXPRESS for text that HCL would change, numbers that it has not, and values that the binder refuses */
export function printExpression(expression: Expression, place: Place): Doc {
  if (!binds(expression)) {
    const isEnum = expression.type.kind === "enum";
    const why = isEnum
      ? "has a value that is not in the schema's enum"
      : "has a value of another type than the schema has";
    return cannotExpress("pcl", place.node, place.path, why);
  }
  switch (expression.kind) {
    case "null":
      return "null";
    case "boolean":
      return String(expression.value);
    case "number":
      return printNumber(expression.value, place);
    case "string":
      return printText(expression.value, place);
    case "enum":
      return printMember(expression.member.value, place);
    case "list":
      return printList(expression.items, place);
    case "map":
      return printMap(expression.entries, place);
    case "object":
      return printObject(expression.properties, place);
    case "reference":
      return printReference(expression, place);
    case "call":
      return printCall(expression, place);
    case "interpolation":
      return printInterpolation(expression.parts, place);
    case "secret":
      return ["secret(", printExpression(expression.value, place), ")"];
    case "config":
      return place.names.config.get(expression.key) ?? "null";
    case "asset":
      return printAsset(expression.source, place);
    case "archive":
      return printArchive(expression.source, place);
    case "json":
      return printJson(expression.value, place);
  }
}

/** The text in quotes; throws where HCL would change it. */
export function printText(text: string, place: Place): string {
  const why = textRefusal(text);
  return why === undefined ? quoted(text) : cannotExpress("pcl", place.node, place.path, why);
}

/** `toJSON` where it writes that text (it is Go's encoder); otherwise the text. */
function printJson(value: Expression, place: Place): Doc {
  if (isGoJson(value)) return ["toJSON(", printExpression(value, place), ")"];
  const parts = jsonParts(value);
  if (parts !== undefined) return printInterpolation(parts, place);
  return cannotExpress("pcl", place.node, place.path, "has JSON text that PCL's toJSON would write in another way");
}

/** Steps below a name: `.a`, `[0]`, `["x y"]`. */
export function printSteps(path: Path, place: Place): string {
  const steps = path.map((key) => {
    if (typeof key === "number") return `[${key}]`;
    return isHclIdentifier(key) ? `.${key}` : `[${printText(key, place)}]`;
  });
  return steps.join("");
}

export function commentDoc(text: string): Doc {
  return stacked(slashComment(text));
}

/** The document with its comment above it. */
export function commented(comment: string | undefined, doc: Doc): Doc {
  return comment === undefined ? doc : stacked([commentDoc(comment), doc]);
}

/** HCL numbers are exact decimals: JavaScript's shortest form reads back as the same double. */
function printNumber(value: number, place: Place): string {
  if (!Number.isFinite(value))
    return cannotExpress("pcl", place.node, place.path, `is ${value}, and HCL has no such number`);
  return Object.is(value, -0) ? "-0" : String(value).replace("e+", "e");
}

function printMember(value: string | number | boolean, place: Place): string {
  if (typeof value === "string") return printText(value, place);
  return typeof value === "number" ? printNumber(value, place) : String(value);
}

function printList(items: readonly Expression[], place: Place): Doc {
  return bracketedList(
    "[",
    items.map((item, index) => printExpression(item, below(place, index))),
    "]",
  );
}

/** Keys of maps are data and always quoted. */
function printMap(entries: readonly MapEntry[], place: Place): Doc {
  const items = entries.map(({ key, value }) => {
    const inside = below(place, key);
    return [printText(key, inside), " = ", printExpression(value, inside)];
  });
  return block("{", items, "}");
}

function printObject(properties: readonly Property[], place: Place): Doc {
  const items = properties.map(({ name, value, comment }) => {
    const inside = below(place, name);
    const key = isBareKey(name) ? name : printText(name, inside);
    return commented(comment, [key, " = ", printExpression(value, inside)]);
  });
  return block("{", items, "}");
}

function printReference(reference: ReferenceExpression, place: Place): string {
  return (place.names.resources.get(reference.node) ?? "null") + printSteps(reference.path, place);
}

/** A text in the answer of a function, which a variable holds. */
function printCall(call: CallExpression, place: Place): string {
  return (place.names.calls.get(callKey(call)) ?? "null") + printSteps(call.path, place);
}

function printInterpolation(parts: readonly InterpolationPart[], place: Place): string {
  const merged = mergeTexts(parts);
  const texts = merged.map((part, index) => {
    if (part.kind === "reference") {
      const { reference } = part;
      return `\${${reference.kind === "call" ? printCall(reference, place) : printReference(reference, place)}}`;
    }
    const why = textRefusal(part.text);
    if (why !== undefined) return cannotExpress("pcl", place.node, place.path, why);
    return index === merged.length - 1 ? escapeText(part.text) : escapeBeforeReference(part.text);
  });
  return `"${texts.join("")}"`;
}

function printAsset(source: AssetSource, place: Place): string {
  switch (source.from) {
    case "text":
      return `stringAsset(${printText(source.text, place)})`;
    case "path":
      return `fileAsset(${printText(source.path, place)})`;
    case "uri":
      return `remoteAsset(${printText(source.uri, place)})`;
  }
}

function printArchive(source: ArchiveSource, place: Place): Doc {
  switch (source.from) {
    case "assets": {
      const entries = source.assets.map((asset) => ({ key: asset.name, value: asset.value }));
      return ["assetArchive(", printMap(entries, place), ")"];
    }
    case "path":
      return `fileArchive(${printText(source.path, place)})`;
    case "uri":
      return `remoteArchive(${printText(source.uri, place)})`;
  }
}
