/**
 * Prints expressions as TypeScript: one switch, with a function for each longer form.
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
import { fits } from "../../src/ir/fits.ts";
import type { Path } from "../../src/ir/path.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Imports } from "../shared/imports.ts";
import { isKnownExpression } from "../shared/known.ts";
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

/** The names and the imports of the file that an expression is printed in. */
export interface Place {
  readonly names: Names;
  readonly imports: Imports;
  readonly packages: Program["packages"];
}

/** Prints `pulumi.<name>` and notes that the file imports the core SDK. */
export function pulumi({ imports }: Pick<Place, "imports">, name: string): string {
  return `${imports.use(core)}.${name}`;
}

/** Prints an expression. A value that does not fit its type is cast, so that the program compiles and keeps its meaning. */
function printExpression(expression: Expression, place: Place): Code {
  const code = printForm(expression, place);
  const isEnumText = expression.kind === "config" && expression.type.kind === "enum";
  return fits(expression) && !isEnumText ? code : castToAny(code);
}

export function printProperties(properties: readonly Property[], place: Place): Code {
  return objectCode(
    properties.map(
      ({ name, value, comment }): PropertyCode => ({
        key: printKey(name),
        value: printExpression(value, place),
        comments: comment === undefined ? undefined : slashComment(comment),
      }),
    ),
  );
}

export function printText(text: string): Code {
  return stringCode(quoted(text));
}

function printForm(expression: Expression, place: Place): Code {
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
      return arrayCode(expression.items.map((item) => printExpression(item, place)));
    case "map":
      return printMap(expression.entries, place);
    case "object":
      return printProperties(expression.properties, place);
    case "reference":
      return printReference(expression, place);
    case "call":
      return wordCode(callText(expression, place));
    case "interpolation":
      return printInterpolation(expression.parts, place);
    case "secret":
      return callCode(pulumi(place, "secret"), [printExpression(expression.value, place)]);
    case "config":
      return nameCode(place.names.config.get(expression.key) ?? "undefined");
    case "asset":
      return printAsset(expression.source, place);
    case "archive":
      return printArchive(expression.source, place);
    case "json": {
      const callee = isKnownExpression(expression.value) ? "JSON.stringify" : pulumi(place, "jsonStringify");
      return callCode(callee, [printExpression(expression.value, place)]);
    }
  }
}

/** Quoted, or a template for text of three lines and more. */
function printLiteral(text: string): Code {
  return isTall(text) ? templateCode("", [templateText(text)], []) : printText(text);
}

/** A literal: SDKs type enums as unions of literals, and documentation writes them so. */
function printMember(value: string | number | boolean): Code {
  if (typeof value === "string") return printText(value);
  return typeof value === "number" ? numberCode(value) : wordCode(value);
}

function printMap(entries: readonly MapEntry[], place: Place): Code {
  return objectCode(entries.map(({ key, value }) => ({ key: printKey(key), value: printExpression(value, place) })));
}

/** `__proto__` in quotes sets the prototype; only the computed form is an entry. */
function printKey(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return isBareName(key) ? key : quoted(key);
}

/** The members of an output itself: a property with one of these names is not lifted by the output's proxy. */
const typescriptOutputMembers: ReadonlySet<string> = new Set([
  ..."apply get isKnown isSecret promise allResources resources toJSON then __pulumiOutput".split(" "),
  ...Object.getOwnPropertyNames(Object.prototype),
]);

function printReference(reference: ReferenceExpression, place: Place): Code {
  const variable = place.names.resources.get(reference.node) ?? "undefined";
  if (reference.path.some(isOutputMember)) return wordCode(referenceOnOneLine(reference, place));
  return memberCode(variable, reference.path.map(memberStep));
}

/** The reference on one line, whatever its width. */
function referenceOnOneLine(reference: ReferenceExpression, place: Place): string {
  return `${place.names.resources.get(reference.node) ?? "undefined"}${stepsText(reference.path)}`;
}

function stepsText(path: Path): string {
  const steps = path.map((key, index) => {
    const { member, isComputed } = memberStep(key);
    const step = isComputed ? `[${member}]` : `.${member}`;
    return isOutputMember(key, index) ? `.apply((value: any) => value${step})` : step;
  });
  return steps.join("");
}

/** The call on one line, whatever its width. */
function callText(call: CallExpression, place: Place): string {
  return `${calledText(call, place)}${stepsText(call.path)}`;
}

/** The form of a function that returns an Output: `aws.getCallerIdentityOutput()`. Options come behind the arguments, where it has some. */
function calledText({ function: token, takesArguments, provider }: CallExpression, place: Place): string {
  const { names, imports, packages } = place;
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

/** A template: texts and references in turn, one text more than references. */
function printInterpolation(parts: readonly InterpolationPart[], place: Place): Code {
  const texts = [""];
  const values: string[] = [];
  for (const part of mergeTexts(parts)) {
    if (part.kind === "text") texts[texts.length - 1] = templateText(part.text);
    else {
      const { reference } = part;
      values.push(reference.kind === "call" ? callText(reference, place) : referenceOnOneLine(reference, place));
      texts.push("");
    }
  }
  return templateCode(pulumi(place, "interpolate"), texts, values);
}

function printAsset(source: AssetSource, place: Place): Code {
  switch (source.from) {
    case "text":
      return typescriptNew(pulumi(place, "asset.StringAsset"), [printLiteral(source.text)]);
    case "path":
      return typescriptNew(pulumi(place, "asset.FileAsset"), [printText(source.path)]);
    case "uri":
      return typescriptNew(pulumi(place, "asset.RemoteAsset"), [printText(source.uri)]);
  }
}

function printArchive(source: ArchiveSource, place: Place): Code {
  switch (source.from) {
    case "assets":
      return typescriptNew(pulumi(place, "asset.AssetArchive"), [
        printMap(
          source.assets.map((asset) => ({ key: asset.name, value: asset.value })),
          place,
        ),
      ]);
    case "path":
      return typescriptNew(pulumi(place, "asset.FileArchive"), [printText(source.path)]);
    case "uri":
      return typescriptNew(pulumi(place, "asset.RemoteArchive"), [printText(source.uri)]);
  }
}
