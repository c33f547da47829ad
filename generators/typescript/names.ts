/** Names of a TypeScript program: identifiers, package aliases, module paths, and classes (docs/programs.md#typescript). */

import type { Program } from "../../src/ir/program.ts";
import type { LanguageData, Token } from "../../src/ir/type.ts";
import { textAt } from "../../src/value/json/object.ts";
import { configNames, type ModuleNames } from "../shared/config.ts";
import { heldVariables, heldWords } from "../shared/held.ts";
import { type IdentifierSyntax, toIdentifier } from "../shared/identifiers.ts";
import type { ImportSymbol } from "../shared/imports.ts";
import { nameTable } from "../shared/names.ts";
import { npmName } from "../shared/node-sdks.ts";
import { upperCamel } from "../shared/type-names.ts";

const typescriptKeywordList =
  "break case catch class const continue debugger default delete do else export extends finally for function if import in " +
  "instanceof new return super switch this throw try typeof var void while with yield enum await implements interface " +
  "package private protected public null true false";

/** Contextual keywords and globals. */
const otherReserved =
  "let static async of undefined NaN Infinity arguments eval require module exports __dirname __filename globalThis console " +
  "process any unknown never JSON";

const typescriptKeywords: ReadonlySet<string> = new Set(typescriptKeywordList.split(" "));
export const typescriptReserved: ReadonlySet<string> = new Set([...typescriptKeywords, ...otherReserved.split(" ")]);

export const typescriptIdentifiers: IdentifierSyntax = {
  start: /^[\p{ID_Start}$_]/u,
  invalid: /[^\p{ID_Continue}$]/gu,
};

export const core = { from: "@pulumi/pulumi", alias: "pulumi" } as const;

export interface Names extends ModuleNames {
  /** The constant of each output of the stack. It has another name than the output if that is not a free identifier. */
  readonly outputs: ReadonlyMap<string, string>;
}

/** Chooses all names in this order: the core SDK, outputs, packages, resources, configuration. @param taken existing names in the file */
export function solveNames(program: Program, taken: Iterable<string> = []): Names {
  const table = nameTable([...typescriptReserved, ...taken, ...heldWords(program)]);
  table.take(core.alias);
  const outputs = new Map((program.outputs ?? []).map(({ name }) => [name, table.take(reservedSafe(name))]));
  const packages = new Map<string, ImportSymbol>();
  for (const node of program.packages.values())
    packages.set(node.name, { from: npmName(node), alias: table.take(reservedSafe(node.name)) });
  packages.set("pulumi", core);
  const resourceNames = program.resources.map((node) => [node.id, table.take(reservedSafe(node.id))] as const);
  const resources = new Map([...heldVariables(program), ...resourceNames]);
  const config = configNames(program.config, {
    object: (namespace) => table.take(reservedSafe(`${namespace}Config`.replace(/^C/, "c"))),
    value: (name) => table.take(reservedSafe(name)),
  });
  return { packages, resources, outputs, ...config };
}

/** Returns a class of an SDK with its package alias: `aws.s3.Bucket`. */
export function className(alias: string, token: Token, language: LanguageData | undefined): string {
  const path = typescriptModulePath(token.module, language);
  return [alias, ...path, upperCamel(token.member)].join(".");
}

/** Returns a function with its package alias: `aws.getCallerIdentity`. */
export function functionName(alias: string, token: Token, language: LanguageData | undefined): string {
  return [alias, ...typescriptModulePath(token.module, language), token.member].join(".");
}

/** Returns true for a name that needs no quotes. Compilers support different Unicode versions, so non-ASCII names are quoted. */
export function isBareName(name: string): boolean {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name);
}

function typescriptModulePath(module: string, language: LanguageData | undefined): readonly string[] {
  const moved = textAt(language, "nodejs", "moduleToPackage", module) ?? module;
  if (moved === "" || moved === "index") return [];
  return moved
    .toLowerCase()
    .split(/[/.]/)
    .map((segment) => reservedSafe(segment, typescriptKeywords));
}

function reservedSafe(word: string, avoid: ReadonlySet<string> = typescriptReserved): string {
  const name = toIdentifier(word, typescriptIdentifiers);
  return avoid.has(name) ? `_${name}` : name;
}
