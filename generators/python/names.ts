/** Names of a Python program: variables, package aliases, module paths, and classes (docs/programs.md#python). */
import type { PackageNode, Program } from "../../src/ir/program.ts";
import type { LanguageData, Token } from "../../src/ir/type.ts";
import { textAt } from "../../src/value/json/object.ts";
import { configNames, type ModuleNames } from "../shared/config.ts";
import { heldVariables, heldWords } from "../shared/held.ts";
import type { ImportSymbol } from "../shared/imports.ts";
import { longestVariable, nameTable } from "../shared/names.ts";
import { upperCamel } from "../shared/type-names.ts";
import { page } from "./layout.ts";
import { keywordSafe, pyName, pythonKeywords } from "./py-name.ts";

/** Built-in functions and soft keywords, which variables must not shadow. */
const builtIns =
  "abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir " +
  "divmod enumerate eval exec filter float format frozenset getattr globals hasattr hash help hex id input int isinstance " +
  "issubclass iter len list locals map max memoryview min next object oct open ord pow print property range repr reversed " +
  "round set setattr slice sorted staticmethod str sum super tuple type vars zip match case self cls _";

const reserved: ReadonlySet<string> = new Set([...pythonKeywords, ...builtIns.split(" ")]);

const shortestLimit = 8;
const lineLeft = page.width - " = (".length - "_10".length;

export const core = { from: "pulumi", alias: "pulumi" } as const;
export const jsonModule = { from: "json", alias: "json" } as const;
export const typingModule = { from: "typing", alias: "typing" } as const;

export type Names = ModuleNames;

/** Chooses all names in this order: imports, resources, configuration. */
export function solveNames(program: Program): Names {
  const table = nameTable([...reserved, ...heldWords(program)], "_");
  for (const { alias } of [core, jsonModule, typingModule]) table.take(alias);
  const packages = new Map<string, ImportSymbol>();
  for (const node of program.packages.values())
    packages.set(node.name, { from: pythonModule(node), alias: table.take(pythonVariable(node.name)) });
  packages.set("pulumi", core);
  const resources = new Map([
    ...heldVariables(program),
    ...program.resources.map((node) => {
      const alias = packages.get(node.resource.package)?.alias ?? core.alias;
      const callee = pythonClass(alias, node.resource, program.packages.get(node.resource.package)?.language);
      return [node.id, table.take(pythonVariable(node.id, lineLeft - callee.length))] as const;
    }),
  ]);
  const config = configNames(program.config, {
    object: (namespace) => table.take(pythonVariable(`${namespace} config`.trim())),
    value: (name) => table.take(pythonVariable(name)),
  });
  return { packages, resources, ...config };
}

/** Returns a class of an SDK with its package alias: `aws.s3.Bucket`. @param suffix `Args` for the class of a nested type */
export function pythonClass(alias: string, token: Token, language: LanguageData | undefined, suffix = ""): string {
  return [alias, ...pythonModulePath(token.module, language), keywordSafe(`${upperCamel(token.member)}${suffix}`)].join(
    ".",
  );
}

/** Returns the function variant that returns an Output: `aws.get_caller_identity_output`. */
export function pythonFunction(alias: string, token: Token, language: LanguageData | undefined): string {
  return [alias, ...pythonModulePath(token.module, language), `${pyName(token.member)}_output`].join(".");
}

function pythonModulePath(module: string, language: LanguageData | undefined): readonly string[] {
  const moved = textAt(language, "python", "moduleNameOverrides", module);
  if (moved !== undefined) return moved.split(/[/.]/);
  return module === "" ? [] : module.toLowerCase().split("/").map(pyName);
}

/** Returns the module name of a package's SDK. */
export function pythonModule({ name, namespace, language }: PackageNode): string {
  const owner = (namespace ?? "pulumi").replaceAll("-", "_");
  return textAt(language, "python", "packageName") ?? `${owner}_${name.replaceAll("-", "_")}`;
}

/** Returns a variable name. Keywords get the suffix `_`, as PEP 8 recommends. */
function pythonVariable(word: string, room = longestVariable): string {
  const longest = Math.min(longestVariable, Math.max(shortestLimit, room));
  const name = pyName(word).replace(/__+/g, "_").slice(0, longest);
  return reserved.has(name) ? `${name}_` : name;
}
