/** Prints expressions as TypeScript. */
import type { CallExpression, Expression, MapEntry, Property, ReferenceExpression } from "../../src/ir/expression.ts";
import { fits } from "../../src/ir/fits.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Path } from "../../src/value/path.ts";
import type { Imports } from "../shared/imports.ts";
import { isKnownExpression } from "../shared/known-expression.ts";
import { assetPrinters, type Printers, printWith } from "../shared/printers.ts";
import { stackOutputName } from "../shared/stack-references.ts";
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
  plainCode,
  type Step,
  stringCode,
  templateCode,
  typescriptNew,
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
  const code = printWith(typescriptPrinters, expression, scope);
  const isEnumText = expression.kind === "config" && expression.type.kind === "enum";
  return fits(expression) && !isEnumText ? code : castToAny(code);
}

export function printProperties(properties: readonly Property[], scope: Scope): Code {
  return objectCode(
    properties.map(
      ({ name, value, comment }): PropertyCode => ({
        key: propertyKey(name),
        value: printExpression(value, scope),
        comments: comment === undefined ? undefined : slashComment(comment),
      }),
    ),
  );
}

const typescriptPrinters: Printers<[scope: Scope], Code> = {
  null: () => plainCode("null"),
  boolean: ({ value }) => plainCode(value),
  number: ({ value }) => numberCode(value),
  string: ({ value }) => printLiteral(value),
  /** Prints an enum member as a literal: SDKs declare enums as unions of literals, and Pulumi's docs use literals. */
  enum({ member: { value } }) {
    if (typeof value === "string") return stringCode(value);
    return typeof value === "number" ? numberCode(value) : plainCode(value);
  },
  list: ({ items }, scope) => arrayCode(items.map((item) => printExpression(item, scope))),
  map: ({ entries }, scope) => entriesCode(entries, scope),
  object: ({ properties }, scope) => printProperties(properties, scope),
  reference: printReference,
  call: (call, scope) => plainCode(callText(call, scope)),
  /** Prints a template. Texts and references alternate, starting and ending with a text. */
  interpolation({ parts }, scope) {
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
  },
  secret: ({ value }, scope) => callCode(pulumi(scope, "secret"), [printExpression(value, scope)]),
  config: ({ key }, scope) => nameCode(scope.names.config.get(key) ?? "undefined"),
  ...assetPrinters(({ name, text, location = "", entries }, scope: Scope) => {
    const callee = pulumi(scope, `asset.${name}`);
    if (entries !== undefined) return typescriptNew(callee, [entriesCode(entries, scope)]);
    return typescriptNew(callee, [text === undefined ? stringCode(location) : printLiteral(text)]);
  }),
  json({ value }, scope) {
    const callee = isKnownExpression(value) ? "JSON.stringify" : pulumi(scope, "jsonStringify");
    return callCode(callee, [printExpression(value, scope)]);
  },
};

/** Prints a resource or one of its outputs. */
export function printReference(reference: ReferenceExpression, scope: Scope): Code {
  const variable = variableOf(reference, scope);
  const output = stackOutputName(reference);
  if (output !== undefined) return callCode(`${variable}.requireOutput`, [stringCode(output)]);
  if (reference.path.some(isOutputMember)) return plainCode(referenceOnOneLine(reference, scope));
  return memberCode(variable, reference.path.map(memberStep));
}

function variableOf({ node }: ReferenceExpression, { names }: Scope): string {
  return names.resources.get(node) ?? "undefined";
}

/** Prints a string literal, or a template if the text has three or more lines. */
function printLiteral(text: string): Code {
  return isTall(text) ? templateCode("", [templateText(text)], []) : stringCode(text);
}

function entriesCode(entries: readonly MapEntry[], scope: Scope): Code {
  return objectCode(entries.map(({ key, value }) => ({ key: propertyKey(key), value: printExpression(value, scope) })));
}

/** Prints a property key. `"__proto__"` would set the prototype, so it is printed as a computed key. */
function propertyKey(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return isBareName(key) ? key : quoted(key);
}

/** Members of the Output class. The proxy of an output does not lift properties with these names. */
const typescriptOutputMembers: ReadonlySet<string> = new Set([
  ..."apply get isKnown isSecret promise allResources resources toJSON then __pulumiOutput".split(" "),
  ...Object.getOwnPropertyNames(Object.prototype),
]);

function referenceOnOneLine(reference: ReferenceExpression, scope: Scope): string {
  const output = stackOutputName(reference);
  const steps = output === undefined ? stepsText(reference.path) : `.requireOutput(${quoted(output)})`;
  return `${variableOf(reference, scope)}${steps}`;
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
