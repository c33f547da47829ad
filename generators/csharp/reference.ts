/** Prints references and interpolations as C#. Most references are plain properties (`logs.Arn`); the others need `Apply`. */
import type {
  CallExpression,
  InterpolatedReference,
  InterpolationPart,
  ReferenceExpression,
} from "../../src/ir/expression.ts";
import type { Type } from "../../src/ir/type.ts";
import { textAt } from "../../src/value/json/object.ts";
import type { Path } from "../../src/value/path.ts";
import type { Doc } from "../shared/layout.ts";
import { refuse, unicode } from "../shared/scope.ts";
import { stackOutputName } from "../shared/stack-references.ts";
import { isTall, mergeTexts } from "../shared/strings.ts";
import { csharpKeywords, csharpProperty, typeName } from "./cs-name.ts";
import { addedTerms } from "./layout.ts";
import { core, immutable, qualifier, textJson } from "./names.ts";
import { fromNamespace, pulumi, type Scope } from "./scope.ts";
import { interpolated, lineLiterals, quoted, rawOrQuoted } from "./strings.ts";

/** Printers of values that are Outputs. */
export const csharpOutputs = {
  /** Prints a non-null output: `logs.Arn`, `site.Spec.Apply(spec => spec.Host)`. */
  reference(reference: ReferenceExpression, scope: Scope): string {
    const [first, ...rest] = reference.path;
    const variable = scope.variableOf(reference.node);
    if (first === undefined) return variable;
    const stackOutput = stackOutputName(reference);
    if (stackOutput !== undefined)
      return appliedCode(`${variable}.RequireOutput(${quoted(unicode(stackOutput, scope))})`, "value", "(string)value");
    if (isClass(reference.type))
      return refuse(scope, "refers to an object: the SDK uses different classes for inputs and outputs");
    const output = outputProperty(reference, variable);
    const isNull = isNullable(reference, scope);
    if (rest.length === 0 && !isAnyInCsharp(reference.type)) {
      return isNull ? appliedCode(output, "value", `value!${valueMember(reference.type)}`) : output;
    }
    const name = parameterName(String(first), scope);
    return appliedCode(output, name, lambdaBody(name, reference, rest, isNull, scope));
  },
  /** Prints a call of the function variant that returns an Output: `Aws.GetCallerIdentity.Invoke().Apply(result => result.AccountId)`. */
  call({ function: token, provider, path, optional, language }: CallExpression, scope: Scope): string {
    const node = scope.program.packages.get(token.package);
    const symbol = scope.names.packages.get(token.package) ?? core;
    const alias = scope.imports.use(symbol);
    const prefix = node === undefined ? alias : qualifier(token, node, alias, "");
    const options =
      provider === undefined ? "" : `options: new InvokeOptions { Provider = ${scope.variableOf(provider)} }`;
    const [first, index] = path;
    const name = parameterName("result", scope);
    const result = `${name}.${csharpProperty(String(first), language)}`;
    const body = typeof index === "number" ? `${result}[${index}]` : `${result}${optional === true ? "!" : ""}`;
    return appliedCode(`${prefix}.${typeName(token)}.Invoke(${options})`, name, body);
  },
  /** Prints an interpolation as a call of `Output.Format`, or as a string without references. */
  interpolation({ parts }: { readonly parts: readonly InterpolationPart[] }, scope: Scope): Doc {
    const merged = mergeTexts(parts);
    const pieces = merged.map((part) => (part.kind === "text" ? unicode(part.text, scope) : undefined));
    const holes = merged.flatMap((part) => (part.kind === "reference" ? [printHole(part.reference, scope)] : []));
    if (holes.length === 0) return stringTerms(pieces.join(""), scope);
    return `${pulumi(scope, "Output.Format")}(${interpolated(pieces, holes)})`;
  },
};

/** Prints a string as one literal, or as one literal per line if it has three or more lines. */
export function stringTerms(text: string, scope: Scope): Doc {
  const valid = unicode(text, scope);
  return isTall(valid) ? addedTerms(lineLiterals(valid)) : rawOrQuoted(valid);
}

/** Prints a reference in an interpolation. Converts numbers and booleans to JSON, because .NET formats them differently. */
function printHole(reference: InterpolatedReference, scope: Scope): string {
  if (reference.kind === "call") return csharpOutputs.call(reference, scope);
  const { optional, ...plainReference } = reference;
  const { kind } = reference.type;
  if (kind !== "number" && kind !== "boolean") return csharpOutputs.reference(plainReference, scope);
  const write = fromNamespace(scope, textJson, "JsonSerializer.Serialize(value)");
  return appliedCode(csharpOutputs.reference(plainReference, scope), "value", write);
}

function outputProperty({ path, language }: ReferenceExpression, variable: string): string {
  return `${variable}.${csharpProperty(String(path[0]), language?.[0])}`;
}

function lambdaBody(name: string, reference: ReferenceExpression, path: Path, isNull: boolean, scope: Scope): string {
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
      code = isTyped ? `${before}${step}` : `((${untypedCollection(key, scope)})${code})${step}`;
    }
  }
  if (isTyped && !isAnyInCsharp(reference.type)) return `${code}${isNull ? `!${valueMember(reference.type)}` : ""}`;
  const isText = isAnyInCsharp(reference.type) || reference.type.kind === "string";
  return isText ? `(string)${code}` : refuse(scope, "refers to a part of an output that has no type in the schema");
}

/** Returns the type that SDKs use for lists and maps without a type in the schema. */
function untypedCollection(key: string | number, scope: Scope): string {
  const type = typeof key === "number" ? "ImmutableArray<object>" : "ImmutableDictionary<string, object>";
  return fromNamespace(scope, immutable, type);
}

function appliedCode(output: string, parameter: string, body: string): string {
  return `${output}.Apply(${parameter} => ${body})`;
}

/** Returns the parameter of a lambda: the output's name, or `value` if the name is taken. */
function parameterName(name: string, scope: Scope): string {
  return /^[a-z][A-Za-z0-9]*$/.test(name) && !csharpKeywords.has(name) && !scope.names.variables.has(name)
    ? name
    : "value";
}

/** Returns true if an output can be null: it is optional and not a list. Some SDKs declare every output as required. */
function isNullable({ optional, type, node }: ReferenceExpression, scope: Scope): boolean {
  if (optional !== true || type.kind === "list") return false;
  const referent = scope.nodes.get(node)?.resource.package ?? "";
  return textAt(scope.program.packages.get(referent)?.language, "csharp", "compatibility") !== "kubernetes20";
}

/** Returns `.Value` for a nullable value type, or an empty string for a class. */
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
