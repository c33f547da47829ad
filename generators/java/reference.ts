/** Prints references and interpolations as Java. Uses lambdas only if the SDK lacks a method. */
import type {
  CallExpression,
  InterpolatedReference,
  InterpolationPart,
  ReferenceExpression,
} from "../../src/ir/expression.ts";
import type { Type } from "../../src/ir/type.ts";
import { refuse, unicode } from "../shared/scope.ts";
import { stackOutputName } from "../shared/stack-references.ts";
import { mergeTexts } from "../shared/strings.ts";
import { javaIdentifier, methodName, outputName } from "./java-name.ts";
import { type Call, type Code, chainCode, inParentheses, javaCast, lambdaCode, wordCode } from "./layout.ts";
import { argumentsOfFunction, core, functionsClass } from "./names.ts";
import { classNameInFile, type Scope } from "./scope.ts";
import { quoted, textCode } from "./strings.ts";

export interface Chain {
  readonly head: string;
  readonly calls: readonly Call[];
}

/** Prints an output: `logs.arn()`. Unwraps an optional output. */
export function referenceChain(reference: ReferenceExpression, scope: Scope): Chain {
  const [first, ...rest] = reference.path;
  const head = scope.variableOf(reference.node);
  if (first === undefined) return { head, calls: [] };
  const stackOutput = stackOutputName(reference);
  if (stackOutput !== undefined) {
    const require = { name: "requireOutput", args: [textCode(unicode(stackOutput, scope))] };
    const cast = lambdaCode("value", javaCast("String", [], wordCode("value")), false);
    return { head, calls: [require, { name: "applyValue", args: [cast] }] };
  }
  if (rest.length === 0 && (first === "id" || first === "urn")) return { head, calls: [{ name: first, args: [] }] };
  const output: Call = { name: outputName(String(first)) || nameless(scope), args: [] };
  const isOptional = rest.length === 0 ? reference.optional === true : reference.optionalSteps?.includes(0) === true;
  if (rest.length === 0 && !isUnknown(reference.type)) {
    if (!isOptional) return { head, calls: [output] };
    const get = wordCode(`${classNameInFile(scope, core.Optional)}::get`);
    return { head, calls: [output, { name: "applyValue", args: [get] }] };
  }
  return { head, calls: [output, { name: "applyValue", args: [walkDown(reference, isOptional, scope)] }] };
}

/** Prints a call: `AwsFunctions.getCallerIdentity().applyValue(value -> value.accountId())`. */
export function callChain(call: CallExpression, scope: Scope): Chain {
  const { function: token, takesArguments, provider, path, optional } = call;
  const argsClass = takesArguments ? argumentsOfFunction(token, scope.program) : core.InvokeArgs;
  const options: readonly Call[] = [
    { name: "builder", args: [] },
    { name: "provider", args: [wordCode(provider === undefined ? "null" : scope.variableOf(provider))] },
    { name: "build", args: [] },
  ];
  const args =
    provider === undefined
      ? []
      : [
          wordCode(`${classNameInFile(scope, argsClass)}.Empty`),
          chainCode(classNameInFile(scope, core.InvokeOptions), options),
        ];
  const [first, index] = path;
  const steps: Call[] = [{ name: methodName(String(first)) || nameless(scope), args: [] }];
  if (typeof index === "number") steps.push({ name: "get", args: [wordCode(String(index))] });
  else if (optional === true) steps.push({ name: "get", args: [] });
  return {
    head: classNameInFile(scope, functionsClass(token, scope.program)),
    calls: [
      { name: javaIdentifier(token.member), args },
      { name: "applyValue", args: [lambdaCode("value", chainCode("value", steps), true)] },
    ],
  };
}

/** Prints a format with every `%` doubled and `%s` for each reference. Returns a string if there are no references. */
export function interpolationChain(parts: readonly InterpolationPart[], scope: Scope): Chain | string {
  const merged = mergeTexts(parts);
  if (!merged.some(({ kind }) => kind === "reference")) {
    return merged.map((part) => (part.kind === "text" ? part.text : "")).join("");
  }
  const format = merged.map((part) => (part.kind === "text" ? part.text.replaceAll("%", "%%") : "%s")).join("");
  const args = merged.flatMap((part) => (part.kind === "reference" ? [printFormatted(part.reference, scope)] : []));
  const all = [textCode(unicode(format, scope)), ...args];
  return { head: classNameInFile(scope, core.Output), calls: [{ name: "format", args: all }] };
}

/** Prints a reference in an interpolation. Throws for fractional numbers, which Java formats differently (`1.0`). */
function printFormatted(reference: InterpolatedReference, scope: Scope): Code {
  if (reference.kind === "reference" && reference.type.kind === "number")
    return refuse(scope, "has a fractional number in a string, which Java formats differently");
  const chain = reference.kind === "call" ? callChain(reference, scope) : referenceChain(reference, scope);
  return chainCode(chain.head, chain.calls);
}

/** Prints a lambda that returns the value at `reference.path` inside the first output property. */
function walkDown(reference: ReferenceExpression, isOptional: boolean, scope: Scope): Code {
  let referent: { readonly head: string; readonly cast?: Code } = { head: "value" };
  let calls: readonly Call[] = isOptional ? [{ name: "get", args: [] }] : [];
  // True if the current value has no type in the schema. Its Java type is then Object.
  let isObject = isUnknown(reference.through?.[0] ?? reference.type);
  const code = () =>
    referent.cast === undefined ? chainOrWord(referent.head, calls) : inParentheses(referent.cast, calls);
  for (const [index, key] of reference.path.slice(1).entries()) {
    const into: Type = reference.through?.[index] ?? { kind: "any" };
    const after = reference.through?.[index + 1] ?? reference.type;
    if (into.kind === "object") {
      calls = [...calls, { name: methodName(String(key)) || nameless(scope), args: [] }];
      const isMissing = reference.optionalSteps?.includes(index + 1) === true;
      // The SDK returns missing lists and maps as empty ones.
      if (isMissing && after.kind !== "list" && after.kind !== "map") calls = [...calls, { name: "get", args: [] }];
    } else {
      isObject ||= isUnknown(into);
      if (isObject) referent = { head: "", cast: unknownParts(key, code(), scope) };
      const argument = typeof key === "number" ? String(key) : quoted(unicode(key, scope));
      calls = [...(isObject ? [] : calls), { name: "get", args: [wordCode(argument)] }];
    }
    isObject ||= isUnknown(after);
  }
  if (!isObject) return lambdaCode("value", code(), calls.length > 0);
  if (!isUnknown(reference.type) && reference.type.kind !== "string") {
    return refuse(scope, "refers to a part of an output that has no type in the schema");
  }
  // The referenced value is a string.
  return lambdaCode("value", javaCast("String", [], code()), false);
}

function nameless(scope: Scope): never {
  return refuse(scope, "refers to an output that has no name in Java");
}

function unknownParts(key: string | number, value: Code, scope: Scope): Code {
  return typeof key === "number"
    ? javaCast(classNameInFile(scope, core.List), ["?"], value)
    : javaCast(classNameInFile(scope, core.Map), ["?", "?"], value);
}

function chainOrWord(head: string, calls: readonly Call[]): Code {
  return calls.length === 0 ? wordCode(head) : chainCode(head, calls);
}

/** Returns true for a type that SDKs return as an Object. */
function isUnknown(type: Type): boolean {
  if (type.kind === "union") return !type.members.some((member) => member.kind === "enum");
  return type.kind === "any" || type.kind === "json";
}
