/**
 * Prints references and interpolations as C#, without `Apply` wherever an output is a property of the resource.
 */
import type {
  CallExpression,
  InterpolatedReference,
  InterpolationPart,
  ReferenceExpression,
} from "../../src/ir/expression.ts";
import type { Path } from "../../src/ir/path.ts";
import type { Type } from "../../src/ir/type.ts";
import { textAt } from "../../src/json/object.ts";
import type { Doc } from "../shared/layout.ts";
import { refuse, unicode } from "../shared/place.ts";
import { isTall, mergeTexts } from "../shared/strings.ts";
import { csharpKeywords, csharpProperty, typeName } from "./cs-name.ts";
import { addedTerms } from "./layout.ts";
import { core, immutable, qualifier, textJson } from "./names.ts";
import { fromNamespace, type Place, pulumi } from "./place.ts";
import { interpolated, lineLiterals, literal, quoted } from "./strings.ts";

/** An output that is not null: `logs.Arn`, `site.Spec.Apply(spec => spec.Host)`. */
export function printReference(reference: ReferenceExpression, place: Place): string {
  const [first, ...rest] = reference.path;
  const variable = place.variableOf(reference.node);
  if (first === undefined) return variable;
  if (isClass(reference.type))
    return refuse(place, "refers to an object: what SDKs give is of another class than what they take");
  const output = outputProperty(reference, variable);
  const isNull = isNullable(reference, place);
  if (rest.length === 0 && !isAnyInCsharp(reference.type)) {
    return isNull ? appliedCode(output, "value", `value!${valueMember(reference.type)}`) : output;
  }
  const name = parameterName(String(first), place);
  return appliedCode(output, name, lambdaBody(name, reference, rest, isNull, place));
}

/** The form of a function that returns an Output: `Aws.GetCallerIdentity.Invoke().Apply(result => result.AccountId)`. */
export function printCall(call: CallExpression, place: Place): string {
  const { function: token, provider, path, optional, language } = call;
  const node = place.program.packages.get(token.package);
  const symbol = place.names.packages.get(token.package) ?? core;
  const alias = place.imports.use(symbol);
  const prefix = node === undefined ? alias : qualifier(token, node, alias, "");
  const options =
    provider === undefined ? "" : `options: new InvokeOptions { Provider = ${place.variableOf(provider)} }`;
  const [first, index] = path;
  const name = parameterName("result", place);
  const result = `${name}.${csharpProperty(String(first), language)}`;
  const body = typeof index === "number" ? `${result}[${index}]` : `${result}${optional === true ? "!" : ""}`;
  return appliedCode(`${prefix}.${typeName(token)}.Invoke(${options})`, name, body);
}

/** The text as one literal, or as a format with its references. */
export function printInterpolation(parts: readonly InterpolationPart[], place: Place): Doc {
  const merged = mergeTexts(parts);
  const pieces = merged.map((part) => (part.kind === "text" ? unicode(part.text, place) : undefined));
  const holes = merged.flatMap((part) => (part.kind === "reference" ? [printHole(part.reference, place)] : []));
  if (holes.length === 0) return printText(pieces.join(""), place);
  return `${pulumi(place, "Output.Format")}(${interpolated(pieces, holes)})`;
}

/** One literal, or one for each line of text of three lines and more. */
export function printText(text: string, place: Place): Doc {
  const valid = unicode(text, place);
  return isTall(valid) ? addedTerms(lineLiterals(valid)) : literal(valid);
}

/** A part of a text: null is empty, numbers and booleans are written as in JSON. */
function printHole(reference: InterpolatedReference, place: Place): string {
  if (reference.kind === "call") return printCall(reference, place);
  const { optional, ...there } = reference;
  const { kind } = reference.type;
  if (kind !== "number" && kind !== "boolean") return printReference(there, place);
  const write = fromNamespace(place, textJson, "JsonSerializer.Serialize(value)");
  return appliedCode(printReference(there, place), "value", write);
}

function outputProperty({ path, language }: ReferenceExpression, variable: string): string {
  return `${variable}.${csharpProperty(String(path[0]), language?.[0])}`;
}

/** The body of a lambda that returns a part of an output's value. */
function lambdaBody(name: string, reference: ReferenceExpression, path: Path, isNull: boolean, place: Place): string {
  const mark = isNull ? "!" : "";
  let code = name;
  let isTyped = true;
  for (const [index, key] of path.entries()) {
    const type: Type = reference.through?.[index] ?? { kind: "any" };
    const before = type.kind === "list" ? code : `${code}${mark}`;
    if (type.kind === "object") code = `${before}.${csharpProperty(String(key), reference.language?.[index + 1])}`;
    else {
      const step = typeof key === "number" ? `[${key}]` : `[${quoted(key)}]`;
      isTyped = type.kind === "list" || type.kind === "map";
      code = isTyped ? `${before}${step}` : `((${untyped(key, place)})${code})${step}`;
    }
  }
  if (isTyped && !isAnyInCsharp(reference.type)) return `${code}${isNull ? `!${valueMember(reference.type)}` : ""}`;
  const isText = isAnyInCsharp(reference.type) || reference.type.kind === "string";
  return isText
    ? `(string)${code}`
    : refuse(place, "refers to a part of an output whose type the schema does not know");
}

/** The types that SDKs use for lists and maps whose type the schema does not know. */
function untyped(key: string | number, place: Place): string {
  const type = typeof key === "number" ? "ImmutableArray<object>" : "ImmutableDictionary<string, object>";
  return fromNamespace(place, immutable, type);
}

function appliedCode(output: string, parameter: string, body: string): string {
  return `${output}.Apply(${parameter} => ${body})`;
}

/** The parameter of a lambda: the output's name, unless it is taken. */
function parameterName(name: string, place: Place): string {
  return /^[a-z][A-Za-z0-9]*$/.test(name) && !csharpKeywords.has(name) && !place.names.variables.has(name)
    ? name
    : "value";
}

/** True for an output that may be null: an optional one, except a list, and except in SDKs that declare every output as present. */
function isNullable({ optional, type, node }: ReferenceExpression, place: Place): boolean {
  if (optional !== true || type.kind === "list") return false;
  const referent = place.nodes.get(node)?.resource.package ?? "";
  return textAt(place.program.packages.get(referent)?.language, "csharp", "compatibility") !== "kubernetes20";
}

/** `.Value` for a nullable value type, nothing for a class. */
function valueMember(type: Type): string {
  const element = type.kind === "union" ? type.members.find(({ kind }) => kind === "enum") : type;
  const kind = type.kind === "union" && element?.kind === "enum" ? element.element : type.kind;
  return ["integer", "number", "boolean", "enum"].includes(kind) ? ".Value" : "";
}

function isClass(type: Type): boolean {
  if (type.kind === "list" || type.kind === "map") return isClass(type.element);
  return type.kind === "object";
}

function isAnyInCsharp(type: Type): boolean {
  return type.kind === "any" || type.kind === "json";
}
