/**
 * Prints references and interpolations as Go, without `ApplyT` wherever SDKs have another way.
 */
import type {
  CallExpression,
  InterpolatedReference,
  InterpolationPart,
  ReferenceExpression,
} from "../../src/ir/expression.ts";
import type { Type } from "../../src/ir/type.ts";
import { type Doc, unindented } from "../shared/layout.ts";
import { refuse, unicode } from "../shared/place.ts";
import { mergeTexts } from "../shared/strings.ts";
import { exportedName, fieldName, isUnexported } from "./go-name.ts";
import { outputType } from "./go-type.ts";
import { applyCall } from "./layout.ts";
import { type Place, pulumi, sdkMember } from "./place.ts";
import { literal, quoted } from "./strings.ts";

/** An output that is no pointer: `logs.Arn`, `logs.ID()`, `site.Spec.Host().Elem()`. */
export function printReference(reference: ReferenceExpression, place: Place): Doc {
  const [first, ...rest] = reference.path;
  const variable = place.variableOf(reference.node);
  if (first === undefined) return variable;
  if (rest.length === 0 && first === "id") return `${variable}.ID()`;
  if (rest.length === 0 && first === "urn") return `${variable}.URN()`;
  const referent = place.nodes.get(reference.node);
  const hidden = reference.path.find((key, index) => {
    const isField = index === 0 || reference.through?.[index - 1]?.kind === "object";
    return isField && isUnexported(fieldName(String(key)));
  });
  if (hidden !== undefined) refuse(place, `refers to "${hidden}", which Go's SDK does not export`);
  let output = `${variable}.${fieldName(String(first), exportedName(referent?.resource.member ?? ""))}`;
  for (const [index, key] of rest.entries()) {
    const type = reference.through?.[index] ?? { kind: "any" };
    if (type.kind === "list") output = `${output}.Index(${pulumi(place, "Int")}(${key}))`;
    else if (type.kind === "map") output = `${output}.MapIndex(${pulumi(place, "String")}(${quoted(String(key))}))`;
    else if (type.kind === "object") output = `${output}.${fieldName(String(key))}()`;
    else return apply(output, reference, rest.slice(index), place);
  }
  if (isAnyInGo(reference.type)) return apply(output, reference, [], place);
  return isPointer(reference, place) ? `${output}.Elem()` : output;
}

/** The form of a function that returns an Output: `aws.GetCallerIdentityOutput(ctx).AccountId()`. */
export function printCall(call: CallExpression, place: Place): Doc {
  const { function: token, isNamesake, takesArguments, provider, path, optional } = call;
  const name = isNamesake === true ? token.member.replace(/^get/, "lookup") : token.member;
  const called = sdkMember(place, token, `${exportedName(name)}Output`);
  const options = provider === undefined ? [] : [`${pulumi(place, "Provider")}(${place.variableOf(provider)})`];
  const args = ["ctx", ...(takesArguments ? [`${called}Args{}`] : []), ...options];
  const [first, index] = path;
  const output = `${called}(${args.join(", ")}).${fieldName(String(first))}()`;
  if (typeof index === "number") return `${output}.Index(${pulumi(place, "Int")}(${index}))`;
  return optional === true ? `${output}.Elem()` : output;
}

/** The text with every `%` doubled, and one verb for each reference. */
export function printInterpolation(parts: readonly InterpolationPart[], place: Place): Doc {
  const merged = mergeTexts(parts);
  const format = merged.map((part) => (part.kind === "text" ? part.text.replaceAll("%", "%%") : "%v")).join("");
  const args = merged.flatMap((part) => (part.kind === "reference" ? [printVerb(part.reference, place)] : []));
  if (args.length === 0)
    return unindented(`${pulumi(place, "String")}(${literal(unicode(format.replaceAll("%%", "%"), place))})`);
  const template = unindented(literal(unicode(format, place)));
  return [`${pulumi(place, "Sprintf")}(`, template, ...args.flatMap((arg) => [", ", arg]), ")"];
}

/** `%v` writes a number in its own way, JSON as other languages do. */
function printVerb(reference: InterpolatedReference, place: Place): Doc {
  if (reference.kind === "call") return printCall(reference, place);
  const output = printReference(reference, place);
  return reference.type.kind === "number" ? [`${pulumi(place, "JSONMarshal")}(`, output, ")"] : output;
}

/** A part of an output without a type, which is looked up when the value is known. A linked value is a text. */
function apply(output: string, reference: ReferenceExpression, path: readonly (string | number)[], place: Place): Doc {
  const type: Type = isAnyInGo(reference.type) ? { kind: "string" } : reference.type;
  if (type.kind !== "string") return refuse(place, "refers to a part of an output whose type the schema does not know");
  const steps = path.map((key) => (typeof key === "number" ? `.([]any)[${key}]` : `.(map[string]any)[${quoted(key)}]`));
  return applyCall(output, "any", "string", `value${steps.join("")}.(string)`, outputType(type, place));
}

function isAnyInGo(type: Type): boolean {
  if (type.kind === "union") return !type.members.some((part) => part.kind === "enum");
  return type.kind === "any" || type.kind === "json";
}

/** True for an output that is a pointer. Elements of lists and maps never are. */
function isPointer(reference: ReferenceExpression, place: Place): boolean {
  if (reference.optional !== true) return false;
  const through = reference.through ?? [];
  const last = through.at(-1)?.kind;
  if (last === "list" || last === "map") return false;
  if (through.some(({ kind }) => kind === "list" || kind === "map")) {
    return refuse(place, "refers to a part of a list's element that may be missing");
  }
  return !["list", "map", "asset", "archive", "resource"].includes(reference.type.kind);
}
