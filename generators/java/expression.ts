/**
 * Prints expressions as Java: plain values or Outputs. Values of any type and arguments of objects can contain Outputs, but a list or map that
 * contains one is printed as a single Output.
 */
import type { Expression, MapEntry, Property } from "../../src/ir/expression.ts";
import { fits } from "../../src/ir/fits.ts";
import type { Type } from "../../src/ir/type.ts";
import { anyType } from "../../src/ir/type.ts";
import { jsonParts } from "../shared/json-parts.ts";
import { assetPrinters, type Printers, printWith } from "../shared/printers.ts";
import { refuse, unicode } from "../shared/scope.ts";
import { configVariable } from "./config.ts";
import { methodName } from "./java-name.ts";
import {
  eitherSide,
  hasDistinctSides,
  isEither,
  isObjectClass,
  type JavaType,
  javaType,
  javaTypeText,
} from "./java-type.ts";
import { isJsonStructure, isJsonText, jsonChain, jsonElement, jsonStructure } from "./json.ts";
import { type Call, type Code, chainCode, javaNew, wordCode } from "./layout.ts";
import { argumentsClass, core } from "./names.ts";
import { enumMemberCode, javaComment, primitiveCode } from "./primitives.ts";
import { type Chain, callChain, interpolationChain, referenceChain } from "./reference.ts";
import { classNameInFile, type Scope } from "./scope.ts";
import { quoted, textCode } from "./strings.ts";

/** Prints the builder of a class: `BucketArgs.builder()`, a setter for each property, `build()`. @param from the full name of the class */
export function printArguments(from: string, properties: readonly Property[], scope: Scope): Code {
  let pendingComments: readonly string[] = [];
  const calls: Call[] = [{ name: "builder", args: [] }];
  for (const property of properties) {
    const remarks: string[] = [];
    const propertyScope: Scope = {
      ...scope,
      property: scope.property ?? property.name,
      report: (name, message, comment) => {
        scope.report(name, message, comment);
        remarks.push(`// ${comment}`);
      },
    };
    if (property.undeclared === true) refuse(propertyScope, `has "${property.name}", which is not in the schema`);
    const comments = property.comment === undefined ? [] : javaComment(property.comment);
    if (property.value.kind === "null") {
      omitNull(property.name, propertyScope);
      pendingComments = [...pendingComments, ...comments, ...remarks];
      continue;
    }
    if (scope.property === undefined && (property.name === "id" || property.name === "urn")) {
      const what = `an input called "${property.name}"`;
      propertyScope.report(property.name, `The Java SDK does not send ${what}.`, `The SDK does not send ${what}.`);
    }
    const args = setterArguments(property, propertyScope);
    const name =
      methodName(property.name) || refuse(propertyScope, `has "${property.name}", which has no name in Java`);
    calls.push({ name, args, comments: [...pendingComments, ...comments, ...remarks] });
    pendingComments = [];
  }
  return chainCode(classNameInFile(scope, from), [...calls, { name: "build", args: [], comments: pendingComments }]);
}

/** Prints the arguments of a setter: an Output, a value, the elements of a list, or the value of an `Either`. */
function setterArguments({ value, plain, union }: Property, scope: Scope): readonly Code[] {
  const declared = union ?? value.type;
  const type = javaType(declared, scope);
  if (plain && hasOutput(value)) return refuse(scope, "does not accept an output, but its value is one");
  if (isLifted(value, type, scope)) return [printOutput(value, declared, scope)];
  const [element] = type.typeArguments;
  const isList = value.kind === "list" && !isJsonStructure(value) && type.name === core.List && element !== undefined;
  // Print the elements as varargs. Lists of lists would be ambiguous, and arrays of generic types are unsafe, so they stay lists.
  if (isList && isBare(element) && value.items.length > 0 && !hasNull(value.items)) {
    checkPrintable(value, scope);
    return value.items.map((item) => printValue(item, elementOrAny(declared), scope));
  }
  return [
    isEither(type) && hasDistinctSides(type) ? printExpression(value, scope) : printValue(value, declared, scope),
  ];
}

/** Prints a value with the Java type of `declared`. */
export function printValue(expression: Expression, declared: Type, scope: Scope): Code {
  const type = javaType(declared, scope);
  if (!isEither(type)) return printExpression(expression, scope);
  return staticCall(core.Either, `of${side(expression, type, scope)}`, [printExpression(expression, scope)], scope);
}

/** Prints an Output with the Java type of `declared`. */
function printOutput(expression: Expression, declared: Type, scope: Scope): Code {
  const type = javaType(declared, scope);
  if (!isLifted(expression, type, scope)) {
    if (expression.kind === "null") return staticCall(core.Output, "ofNullable", [wordCode("null")], scope);
    return staticCall(core.Output, "of", [printValue(expression, declared, scope)], scope);
  }
  if (isEither(type)) {
    const inner = printOutput(expression, expression.type, scope);
    return staticCall(core.Output, `of${side(expression, type, scope)}`, [inner], scope);
  }
  return printOutputValue(expression, scope);
}

/** Prints a value with the Java type of the expression. A value of any type can be an Output. */
function printExpression(expression: Expression, scope: Scope): Code {
  if (isJsonStructure(expression)) return jsonStructure(expression, scope);
  checkPrintable(expression, scope);
  return printWith(javaPrinters, expression, scope);
}

const javaPrinters: Printers<[scope: Scope], Code> = {
  null: () => wordCode("null"),
  boolean: primitiveCode,
  number: primitiveCode,
  string: (text, scope) => (isJsonText(text) ? jsonElement(text.value, scope) : primitiveCode(text, scope)),
  enum: enumMemberCode,
  list({ items, type }, scope) {
    const element = elementOrAny(type);
    const args = items.map((item) => (item.kind === "null" ? wordCode("null") : printValue(item, element, scope)));
    if (!hasNull(items)) return staticCall(core.List, "of", args, scope);
    return items.length === 1
      ? staticCall(core.Collections, "singletonList", args, scope)
      : staticCall(core.Arrays, "asList", args, scope);
  },
  map: ({ entries, type }, scope) => mapCode(entries, elementOrAny(type), scope),
  object({ properties, type }, scope) {
    if (type.kind === "object") return printArguments(argumentsClass(type.name, scope.program), properties, scope);
    return mapCode(
      properties.map(({ name, value }) => ({ key: name, value })),
      anyType,
      scope,
    );
  },
  ...assetPrinters(({ name, text, location = "", entries }, scope: Scope) => {
    const argument =
      entries === undefined ? textCode(unicode(text ?? location, scope)) : mapCode(entries, anyType, scope);
    return javaNew(classNameInFile(scope, core[name]), [argument]);
  }),
  reference: printOutputValue,
  call: printOutputValue,
  interpolation: printOutputValue,
  secret: printOutputValue,
  config: printOutputValue,
  json(document, scope) {
    const chain = jsonChain(document, scope);
    return typeof chain === "string" && isJsonText(document) ? jsonElement(chain, scope) : printChain(chain);
  },
};

function printOutputValue(expression: Expression, scope: Scope): Code {
  return printChain(outputChain(expression, scope));
}

/** Prints an Output as a chain of calls, which the caller can extend. Returns a string if the text doesn't contain references. */
function outputChain(expression: Expression, scope: Scope): Chain | string {
  switch (expression.kind) {
    case "reference":
      return referenceChain(expression, scope);
    case "call":
      return callChain(expression, scope);
    case "interpolation":
      return interpolationChain(expression.parts, scope);
    case "json":
      return jsonChain(expression, scope);
    case "config":
      return { head: configVariable(expression, scope), calls: [] };
    case "secret":
      return secretChain(expression.value, scope);
    case "list": {
      const element = elementOrAny(expression.type);
      const args = expression.items.map((item) => printOutput(item, element, scope));
      return { head: classNameInFile(scope, core.Output), calls: [{ name: "all", args }] };
    }
    case "map": {
      const element = elementOrAny(expression.type);
      const puts = entriesWithoutNulls(expression.entries, scope).map(({ key, value }): Call => {
        const isInside = isLifted(value, javaType(element, scope), scope);
        const print = isInside ? printOutput : printValue;
        return { name: "put", args: [keyCode(key, scope), print(value, element, scope)] };
      });
      const builder = { name: `<${javaTypeText(javaType(element, scope), scope)}>mapBuilder`, args: [] };
      return { head: classNameInFile(scope, core.Output), calls: [builder, ...puts, { name: "build", args: [] }] };
    }
    case "null":
    case "boolean":
    case "number":
    case "string":
    case "enum":
    case "object":
    case "asset":
    case "archive":
      return {
        head: classNameInFile(scope, core.Output),
        calls: [{ name: "of", args: [printExpression(expression, scope)] }],
      };
  }
}

/** Prints a secret: `logs.password().asSecret()`, or `Output.ofSecret` of a value. */
function secretChain(value: Expression, scope: Scope): Chain {
  if (isLifted(value, javaType(value.type, scope), scope) || isJavaOutput(value)) {
    const chain = outputChain(value, scope);
    if (typeof chain !== "string") return { ...chain, calls: [...chain.calls, { name: "asSecret", args: [] }] };
  }
  return {
    head: classNameInFile(scope, core.Output),
    calls: [{ name: "ofSecret", args: [printExpression(value, scope)] }],
  };
}

function printChain(chain: Chain | string): Code {
  if (typeof chain === "string") return textCode(chain);
  return chain.calls.length === 0 ? wordCode(chain.head) : chainCode(chain.head, chain.calls);
}

function mapCode(entries: readonly MapEntry[], element: Type, scope: Scope): Code {
  const pairs = entriesWithoutNulls(entries, scope).map(({ key, value }) => [
    keyCode(key, scope),
    printValue(value, element, scope),
  ]);
  const [single = []] = pairs;
  if (pairs.length < 2) return staticCall(core.Map, "of", single, scope);
  return staticCall(
    core.Map,
    "ofEntries",
    pairs.map((pair) => staticCall(core.Map, "entry", pair, scope)),
    scope,
  );
}

/** Returns the entries that are not null. Reports each null entry, and adds a comment about it. */
function entriesWithoutNulls(entries: readonly MapEntry[], scope: Scope): readonly MapEntry[] {
  for (const { key, value } of entries) if (value.kind === "null") omitNull(key, scope);
  return entries.filter(({ value }) => value.kind !== "null");
}

/** Returns true if the value can only be printed as an Output. */
function isLifted(expression: Expression, type: JavaType, scope: Scope): boolean {
  if (isObjectClass(type)) return false;
  if (isJavaOutput(expression)) return true;
  if (expression.kind !== "list" && expression.kind !== "map") return false;
  const element = javaType(elementOrAny(expression.type), scope);
  return innerExpressions(expression).some((item) => isLifted(item, element, scope));
}

function isJavaOutput(expression: Expression): boolean {
  switch (expression.kind) {
    case "reference":
      return expression.path.length > 0;
    case "config":
    case "secret":
      return true;
    case "interpolation":
      return expression.parts.some(({ kind }) => kind === "reference");
    case "json":
      return jsonParts(expression.value)?.some(({ kind }) => kind === "reference") ?? true;
    default:
      return false;
  }
}

/** Returns true if the expression is an Output or contains one outside of objects. */
function hasOutput(expression: Expression): boolean {
  return isJavaOutput(expression) || innerExpressions(expression).some(hasOutput);
}

function innerExpressions(expression: Expression): readonly Expression[] {
  if (expression.kind === "list") return expression.items;
  return expression.kind === "map" ? expression.entries.map(({ value }) => value) : [];
}

function hasNull(items: readonly Expression[]): boolean {
  return items.some(({ kind }) => kind === "null");
}

function side(expression: Expression, either: JavaType, scope: Scope): "Left" | "Right" {
  return (
    eitherSide(javaType(expression.type, scope), either) ?? refuse(scope, "has a value whose type is not in its Either")
  );
}

/** Returns true for a type whose values can be passed as varargs without compiler warnings and ambiguity. */
function isBare(type: JavaType): boolean {
  return type.typeArguments.length === 0 && !isObjectClass(type);
}

function elementOrAny(type: Type): Type {
  return type.kind === "list" || type.kind === "map" ? type.element : anyType;
}

function checkPrintable(expression: Expression, scope: Scope): void {
  const isText = ["string", "json", "interpolation"].includes(expression.kind) || expression.type.kind !== "json";
  if ((!fits(expression) || !isText) && expression.kind !== "null")
    refuse(scope, "has a value that does not match its schema type");
}

function omitNull(key: string, scope: Scope): void {
  const message = `The Java SDK cannot send null, so it omits "${key}".`;
  scope.report(scope.property ?? key, message, `The Java SDK omits ${quoted(key)} because it is null.`);
}

function keyCode(key: string, scope: Scope): Code {
  return wordCode(quoted(unicode(key, scope)));
}

function staticCall(from: string, name: string, args: readonly Code[], scope: Scope): Code {
  return chainCode(classNameInFile(scope, from), [{ name, args }]);
}
