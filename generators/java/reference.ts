/**
 * Prints references and interpolations as Java: calls on outputs, and a lambda only where SDKs have no method.
 */
import type {
  CallExpression,
  InterpolatedReference,
  InterpolationPart,
  ReferenceExpression,
} from "../../src/ir/expression.ts";
import type { Type } from "../../src/ir/type.ts";
import { refuse, unicode } from "../shared/place.ts";
import { mergeTexts } from "../shared/strings.ts";
import { identifier, methodName, outputName } from "./java-name.ts";
import { type Call, type Code, chainCode, inParentheses, javaCast, lambdaCode, wordCode } from "./layout.ts";
import { argumentsOfFunction, core, functionsClass } from "./names.ts";
import { classNameInFile, type Place } from "./place.ts";
import { quoted, textCode } from "./strings.ts";

/** A chain of calls and its head. */
export interface Chain {
  readonly head: string;
  readonly calls: readonly Call[];
}

/** The output of a resource without its Optional: `logs.arn()`. */
export function referenceChain(reference: ReferenceExpression, place: Place): Chain {
  const [first, ...rest] = reference.path;
  const head = place.variableOf(reference.node);
  if (first === undefined) return { head, calls: [] };
  if (rest.length === 0 && (first === "id" || first === "urn")) return { head, calls: [{ name: first, args: [] }] };
  const output: Call = { name: outputName(String(first)) || nameless(place), args: [] };
  const isOptional = rest.length === 0 ? reference.optional === true : reference.optionalSteps?.includes(0) === true;
  if (rest.length === 0 && !isUnknown(reference.type)) {
    if (!isOptional) return { head, calls: [output] };
    const get = wordCode(`${classNameInFile(place, core.Optional)}::get`);
    return { head, calls: [output, { name: "applyValue", args: [get] }] };
  }
  return { head, calls: [output, { name: "applyValue", args: [walkDown(reference, isOptional, place)] }] };
}

/** `AwsFunctions.getCallerIdentity().applyValue(value -> value.accountId())`. */
export function callChain(call: CallExpression, place: Place): Chain {
  const { function: token, takesArguments, provider, path, optional } = call;
  const none = takesArguments ? argumentsOfFunction(token, place.program) : core.InvokeArgs;
  const options: readonly Call[] = [
    { name: "builder", args: [] },
    { name: "provider", args: [wordCode(provider === undefined ? "null" : place.variableOf(provider))] },
    { name: "build", args: [] },
  ];
  const args =
    provider === undefined
      ? []
      : [
          wordCode(`${classNameInFile(place, none)}.Empty`),
          chainCode(classNameInFile(place, core.InvokeOptions), options),
        ];
  const [first, index] = path;
  const steps: Call[] = [{ name: methodName(String(first)) || nameless(place), args: [] }];
  if (typeof index === "number") steps.push({ name: "get", args: [wordCode(String(index))] });
  else if (optional === true) steps.push({ name: "get", args: [] });
  return {
    head: classNameInFile(place, functionsClass(token, place.program)),
    calls: [
      { name: identifier(token.member), args },
      { name: "applyValue", args: [lambdaCode("value", chainCode("value", steps), true)] },
    ],
  };
}

/** The text with every `%` doubled, and one `%s` for each reference; a literal where there is none. */
export function interpolationChain(parts: readonly InterpolationPart[], place: Place): Chain | string {
  const merged = mergeTexts(parts);
  if (!merged.some(({ kind }) => kind === "reference")) {
    return merged.map((part) => (part.kind === "text" ? part.text : "")).join("");
  }
  const format = merged.map((part) => (part.kind === "text" ? part.text.replaceAll("%", "%%") : "%s")).join("");
  const args = merged.flatMap((part) => (part.kind === "reference" ? [printPart(part.reference, place)] : []));
  const all = [textCode(unicode(format, place)), ...args];
  return { head: classNameInFile(place, core.Output), calls: [{ name: "format", args: all }] };
}

/** A part of a text. Java writes doubles in another way (`1.0`), so these are refused. */
function printPart(reference: InterpolatedReference, place: Place): Code {
  if (reference.kind === "call") return printCall(reference, place);
  if (reference.type.kind === "number")
    return refuse(place, "has a number with a fraction in a text, which Java writes in its own way");
  const { head, calls } = referenceChain(reference, place);
  return chainCode(head, calls);
}

function printCall(call: CallExpression, place: Place): Code {
  const { head, calls } = callChain(call, place);
  return chainCode(head, calls);
}

/** A lambda from the value of the first property to that at the end of the path. */
function walkDown(reference: ReferenceExpression, isOptional: boolean, place: Place): Code {
  let referent: { readonly head: string; readonly cast?: Code } = { head: "value" };
  let calls: readonly Call[] = isOptional ? [{ name: "get", args: [] }] : [];
  // An Object, whose type is not known, and the values in it.
  let isObject = isUnknown(reference.through?.[0] ?? reference.type);
  const code = () =>
    referent.cast === undefined ? chainOrWord(referent.head, calls) : inParentheses(referent.cast, calls);
  for (const [index, key] of reference.path.slice(1).entries()) {
    const into: Type = reference.through?.[index] ?? { kind: "any" };
    const after = reference.through?.[index + 1] ?? reference.type;
    if (into.kind === "object") {
      calls = [...calls, { name: methodName(String(key)) || nameless(place), args: [] }];
      const isMissing = reference.optionalSteps?.includes(index + 1) === true;
      // The SDK returns absent lists and maps as empty ones.
      if (isMissing && after.kind !== "list" && after.kind !== "map") calls = [...calls, { name: "get", args: [] }];
    } else {
      isObject ||= isUnknown(into);
      if (isObject) referent = { head: "", cast: unknownParts(key, code(), place) };
      const argument = typeof key === "number" ? String(key) : quoted(unicode(key, place));
      calls = [...(isObject ? [] : calls), { name: "get", args: [wordCode(argument)] }];
    }
    isObject ||= isUnknown(after);
  }
  if (!isObject) return lambdaCode("value", code(), calls.length > 0);
  if (!isUnknown(reference.type) && reference.type.kind !== "string") {
    return refuse(place, "refers to a part of an output whose type the schema does not know");
  }
  // A linked value is a text.
  return lambdaCode("value", javaCast("String", [], code()), false);
}

function nameless(place: Place): never {
  return refuse(place, "refers to an output that has no name in Java");
}

/** A step into a list or a map of unknown type. */
function unknownParts(key: string | number, value: Code, place: Place): Code {
  return typeof key === "number"
    ? javaCast(classNameInFile(place, core.List), ["?"], value)
    : javaCast(classNameInFile(place, core.Map), ["?", "?"], value);
}

function chainOrWord(head: string, calls: readonly Call[]): Code {
  return calls.length === 0 ? wordCode(head) : chainCode(head, calls);
}

/** True for a type that SDKs return as an Object. */
function isUnknown(type: Type): boolean {
  if (type.kind === "union") return !type.members.some((member) => member.kind === "enum");
  return type.kind === "any" || type.kind === "json";
}
