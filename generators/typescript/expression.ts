/** Prints expressions as TypeScript. */
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
import { fits } from "../../src/ir/fits.ts";
import type { Path } from "../../src/ir/path.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Imports } from "../shared/imports.ts";
import { isKnownExpression } from "../shared/known-expression.ts";
import { isTall, mergeTexts, slashComment } from "../shared/strings.ts";
import {
  arrayCode,
  type Code,
  callCode,
  castToAny,
  memberCode,
  nameCode,
  numberCode,
  objectCode,
  type PropertyCode,
  type Step,
  stringCode,
  templateCode,
  typescriptNew,
  wordCode,
} from "./layout.ts";
import { core, functionName, isBareName, type Names } from "./names.ts";
import { quoted, templateText } from "./strings.ts";

export interface Scope {
  readonly names: Names;
  readonly imports: Imports;
  readonly packages: Program["packages"];
}

/** Prints `pulumi.<name>` and marks the core SDK as used. */
export function pulumi({ imports }: Pick<Scope, "imports">, name: string): string {
  return `${imports.use(core)}.${name}`;
}

/** Prints an expression. Casts a value that does not fit its type, so that the program compiles. */
function printExpression(expression: Expression, scope: Scope): Code {
  const code = printForm(expression, scope);
  const isEnumText = expression.kind === "config" && expression.type.kind === "enum";
  return fits(expression) && !isEnumText ? code : castToAny(code);
}

export function printProperties(properties: readonly Property[], scope: Scope): Code {
  return objectCode(
    properties.map(
      ({ name, value, comment }): PropertyCode => ({
        key: printKey(name),
        value: printExpression(value, scope),
        comments: comment === undefined ? undefined : slashComment(comment),
      }),
    ),
  );
}

export function printText(text: string): Code {
  return stringCode(quoted(text));
}

function printForm(expression: Expression, scope: Scope): Code {
  switch (expression.kind) {
    case "null":
      return wordCode("null");
    case "boolean":
      return wordCode(expression.value);
    case "number":
      return numberCode(expression.value);
    case "string":
      return printLiteral(expression.value);
    case "enum":
      return printMember(expression.member.value);
    case "list":
      return arrayCode(expression.items.map((item) => printExpression(item, scope)));
    case "map":
      return printMap(expression.entries, scope);
    case "object":
      return printProperties(expression.properties, scope);
    case "reference":
      return printReference(expression, scope);
    case "call":
      return wordCode(callText(expression, scope));
    case "interpolation":
      return printInterpolation(expression.parts, scope);
    case "secret":
      return callCode(pulumi(scope, "secret"), [printExpression(expression.value, scope)]);
    case "config":
      return nameCode(scope.names.config.get(expression.key) ?? "undefined");
    case "asset":
      return printAsset(expression.source, scope);
    case "archive":
      return printArchive(expression.source, scope);
    case "json": {
      const callee = isKnownExpression(expression.value) ? "JSON.stringify" : pulumi(scope, "jsonStringify");
      return callCode(callee, [printExpression(expression.value, scope)]);
    }
  }
}

/** Prints a string literal, or a template if the text has three or more lines. */
function printLiteral(text: string): Code {
  return isTall(text) ? templateCode("", [templateText(text)], []) : printText(text);
}

/** Prints an enum member as a literal: SDKs declare enums as unions of literals, and Pulumi's docs use literals. */
function printMember(value: string | number | boolean): Code {
  if (typeof value === "string") return printText(value);
  return typeof value === "number" ? numberCode(value) : wordCode(value);
}

function printMap(entries: readonly MapEntry[], scope: Scope): Code {
  return objectCode(entries.map(({ key, value }) => ({ key: printKey(key), value: printExpression(value, scope) })));
}

/** Prints a property key. `"__proto__"` would set the prototype, so it is printed as a computed key. */
function printKey(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return isBareName(key) ? key : quoted(key);
}

/** Members of the Output class. The proxy of an output does not lift properties with these names. */
const typescriptOutputMembers: ReadonlySet<string> = new Set([
  ..."apply get isKnown isSecret promise allResources resources toJSON then __pulumiOutput".split(" "),
  ...Object.getOwnPropertyNames(Object.prototype),
]);

function printReference(reference: ReferenceExpression, scope: Scope): Code {
  const variable = scope.names.resources.get(reference.node) ?? "undefined";
  if (reference.path.some(isOutputMember)) return wordCode(referenceOnOneLine(reference, scope));
  return memberCode(variable, reference.path.map(memberStep));
}

function referenceOnOneLine(reference: ReferenceExpression, scope: Scope): string {
  return `${scope.names.resources.get(reference.node) ?? "undefined"}${stepsText(reference.path)}`;
}

function stepsText(path: Path): string {
  const steps = path.map((key, index) => {
    const { member, isComputed } = memberStep(key);
    const step = isComputed ? `[${member}]` : `.${member}`;
    return isOutputMember(key, index) ? `.apply((value: any) => value${step})` : step;
  });
  return steps.join("");
}

function callText(call: CallExpression, scope: Scope): string {
  return `${calledText(call, scope)}${stepsText(call.path)}`;
}

/** Prints a call of the function variant that returns an Output: `aws.getCallerIdentityOutput()`. Options follow the arguments. */
function calledText({ function: token, takesArguments, provider }: CallExpression, scope: Scope): string {
  const { names, imports, packages } = scope;
  const symbol = names.packages.get(token.package) ?? core;
  const callee = `${functionName(imports.use(symbol), token, packages.get(token.package)?.language)}Output`;
  if (provider === undefined) return `${callee}()`;
  const options = `{ provider: ${names.resources.get(provider) ?? "undefined"} }`;
  return `${callee}(${takesArguments ? `{}, ${options}` : options})`;
}

function memberStep(key: string | number): Step {
  if (typeof key === "number") return { member: String(key), isComputed: true };
  const isPlain = isBareName(key) && key !== "__proto__";
  return isPlain ? { member: key, isComputed: false } : { member: quoted(key), isComputed: true };
}

function isOutputMember(key: string | number, index: number): boolean {
  return index > 0 && typeof key === "string" && typescriptOutputMembers.has(key);
}

/** Prints a template. Texts and references alternate, starting and ending with a text. */
function printInterpolation(parts: readonly InterpolationPart[], scope: Scope): Code {
  const texts = [""];
  const values: string[] = [];
  for (const part of mergeTexts(parts)) {
    if (part.kind === "text") texts[texts.length - 1] = templateText(part.text);
    else {
      const { reference } = part;
      values.push(reference.kind === "call" ? callText(reference, scope) : referenceOnOneLine(reference, scope));
      texts.push("");
    }
  }
  return templateCode(pulumi(scope, "interpolate"), texts, values);
}

function printAsset(source: AssetSource, scope: Scope): Code {
  switch (source.from) {
    case "text":
      return typescriptNew(pulumi(scope, "asset.StringAsset"), [printLiteral(source.text)]);
    case "path":
      return typescriptNew(pulumi(scope, "asset.FileAsset"), [printText(source.path)]);
    case "uri":
      return typescriptNew(pulumi(scope, "asset.RemoteAsset"), [printText(source.uri)]);
  }
}

function printArchive(source: ArchiveSource, scope: Scope): Code {
  switch (source.from) {
    case "assets":
      return typescriptNew(pulumi(scope, "asset.AssetArchive"), [
        printMap(
          source.assets.map((asset) => ({ key: asset.name, value: asset.value })),
          scope,
        ),
      ]);
    case "path":
      return typescriptNew(pulumi(scope, "asset.FileArchive"), [printText(source.path)]);
    case "uri":
      return typescriptNew(pulumi(scope, "asset.RemoteArchive"), [printText(source.uri)]);
  }
}
