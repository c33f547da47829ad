/** Prints references and interpolations as Go. Uses `ApplyT` only if SDKs have no other way. */
import type {
  CallExpression,
  InterpolatedReference,
  InterpolationPart,
  ReferenceExpression,
} from "../../src/ir/expression.ts";
import type { Type } from "../../src/ir/type.ts";
import { type Doc, unindented } from "../shared/layout.ts";
import { refuse, unicode } from "../shared/scope.ts";
import { stackOutputName } from "../shared/stack-references.ts";
import { mergeTexts } from "../shared/strings.ts";
import { exportedName, fieldName, isUnexported } from "./go-name.ts";
import { outputType } from "./go-type.ts";
import { applyCall } from "./layout.ts";
import { pulumi, type Scope, sdkMember } from "./scope.ts";
import { literal, quoted } from "./strings.ts";

/** Printers of values that are Outputs. */
export const goOutputs = {
  /** Prints an output, with `Elem()` if it is a pointer: `logs.Arn`, `logs.ID()`, `site.Spec.Host().Elem()`. */
  reference(reference: ReferenceExpression, scope: Scope): Doc {
    const [first, ...rest] = reference.path;
    const variable = scope.variableOf(reference.node);
    if (first === undefined) return variable;
    const stackOutput = stackOutputName(reference);
    if (stackOutput !== undefined)
      return `${variable}.GetStringOutput(${pulumi(scope, "String")}(${quoted(unicode(stackOutput, scope))}))`;
    if (rest.length === 0 && (first === "id" || first === "urn")) return `${variable}.${first.toUpperCase()}()`;
    const referent = scope.nodes.get(reference.node);
    const hidden = reference.path.find((key, index) => {
      const isField = index === 0 || reference.through?.[index - 1]?.kind === "object";
      return isField && isUnexported(fieldName(String(key)));
    });
    if (hidden !== undefined) refuse(scope, `refers to "${hidden}", which the Go SDK does not export`);
    let output = `${variable}.${fieldName(String(first), exportedName(referent?.resource.member ?? ""))}`;
    for (const [index, key] of rest.entries()) {
      const type = reference.through?.[index] ?? { kind: "any" };
      if (type.kind === "list") output = `${output}.Index(${pulumi(scope, "Int")}(${key}))`;
      else if (type.kind === "map") output = `${output}.MapIndex(${pulumi(scope, "String")}(${quoted(String(key))}))`;
      else if (type.kind === "object") output = `${output}.${fieldName(String(key))}()`;
      else return apply(output, reference, rest.slice(index), scope);
    }
    if (isAnyInGo(reference.type)) return apply(output, reference, [], scope);
    return isPointer(reference, scope) ? `${output}.Elem()` : output;
  },
  /** Prints a call of the function variant that returns an Output: `aws.GetCallerIdentityOutput(ctx).AccountId()`. */
  call({ function: token, isNamesake, takesArguments, provider, path, optional }: CallExpression, scope: Scope): Doc {
    const name = isNamesake === true ? token.member.replace(/^get/, "lookup") : token.member;
    const callee = sdkMember(scope, token, `${exportedName(name)}Output`);
    const options = provider === undefined ? [] : [`${pulumi(scope, "Provider")}(${scope.variableOf(provider)})`];
    const args = ["ctx", ...(takesArguments ? [`${callee}Args{}`] : []), ...options];
    const [first, index] = path;
    const output = `${callee}(${args.join(", ")}).${fieldName(String(first))}()`;
    if (typeof index === "number") return `${output}.Index(${pulumi(scope, "Int")}(${index}))`;
    return optional === true ? `${output}.Elem()` : output;
  },
  /** Prints a format string, with every `%` doubled and one verb for each reference. */
  interpolation({ parts }: { readonly parts: readonly InterpolationPart[] }, scope: Scope): Doc {
    const merged = mergeTexts(parts);
    const format = merged.map((part) => (part.kind === "text" ? part.text.replaceAll("%", "%%") : "%v")).join("");
    const args = merged.flatMap((part) => (part.kind === "reference" ? [printVerb(part.reference, scope)] : []));
    if (args.length === 0)
      return unindented(`${pulumi(scope, "String")}(${literal(unicode(format.replaceAll("%%", "%"), scope))})`);
    const template = unindented(literal(unicode(format, scope)));
    return [`${pulumi(scope, "Sprintf")}(`, template, ...args.flatMap((arg) => [", ", arg]), ")"];
  },
};

/** Prints an argument of a format. Numbers are converted to JSON, because `%v` formats them differently. */
function printVerb(reference: InterpolatedReference, scope: Scope): Doc {
  if (reference.kind === "call") return goOutputs.call(reference, scope);
  const output = goOutputs.reference(reference, scope);
  return reference.type.kind === "number" ? [`${pulumi(scope, "JSONMarshal")}(`, output, ")"] : output;
}

/** Prints an `ApplyT` call that returns a string inside an output without a type. */
function apply(output: string, reference: ReferenceExpression, path: readonly (string | number)[], scope: Scope): Doc {
  const type: Type = isAnyInGo(reference.type) ? { kind: "string" } : reference.type;
  if (type.kind !== "string") return refuse(scope, "refers to a part of an output that has no type in the schema");
  const steps = path.map((key) => (typeof key === "number" ? `.([]any)[${key}]` : `.(map[string]any)[${quoted(key)}]`));
  return applyCall(output, "any", "string", `value${steps.join("")}.(string)`, outputType(type, scope));
}

function isAnyInGo(type: Type): boolean {
  if (type.kind === "union") return !type.members.some((part) => part.kind === "enum");
  return type.kind === "any" || type.kind === "json";
}

/** Returns true for an output that is a pointer. Elements of lists and maps are not pointers. */
function isPointer(reference: ReferenceExpression, scope: Scope): boolean {
  if (reference.optional !== true) return false;
  const through = reference.through ?? [];
  const last = through.at(-1)?.kind;
  if (last === "list" || last === "map") return false;
  if (through.some(({ kind }) => kind === "list" || kind === "map")) {
    return refuse(scope, "refers to a part of a list element that can be missing");
  }
  return !["list", "map", "asset", "archive", "resource"].includes(reference.type.kind);
}
