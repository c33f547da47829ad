/** Names of a Go program: variables, import paths, and package aliases (docs/programs.md#go). */
import type { PackageNode, Program } from "../../src/ir/program.ts";
import type { Part } from "../../src/ir/split-program.ts";
import type { Token } from "../../src/ir/type.ts";
import { configKeys, dependencies, tokens } from "../../src/ir/walk.ts";
import { memberAt, textAt } from "../../src/value/json/object.ts";
import { type ConfigNames, configNames } from "../shared/config.ts";
import { heldVariables, heldWords } from "../shared/held.ts";
import { toIdentifier } from "../shared/identifiers.ts";
import type { ImportSymbol } from "../shared/imports.ts";
import { camel, longestVariable, nameTable } from "../shared/names.ts";
import { choosePartNames, type PartNames } from "../shared/part-names.ts";
import { goIdentifiers, goReserved } from "./go-name.ts";
import { type Renames, renamesOf } from "./renames.ts";

const sdk = "github.com/pulumi/pulumi/sdk/v3/go/pulumi";
export const core = { from: sdk, alias: "pulumi" } as const;
export const configPackage = { from: `${sdk}/config`, alias: "config" } as const;
export const mathPackage = { from: "math", alias: "math" } as const;

export interface Names extends ConfigNames {
  readonly packages: ReadonlyMap<string, ImportSymbol>;
  /** The names that the SDK generator changed to avoid conflicts, by package. */
  readonly renames: ReadonlyMap<string, Renames>;
  /** Variables of referenced resources, by node id. Go does not allow unused variables. */
  readonly resources: ReadonlyMap<string, string>;
  readonly partNames: PartNames;
}

/** Chooses all names in this order: imports, resources, configuration, other files. */
export function solveNames(program: Program, parts: readonly Part[]): Names {
  const table = nameTable([...goReserved, ...heldWords(program)]);
  for (const alias of ["ctx", "err", core.alias, configPackage.alias, mathPackage.alias]) table.take(alias);
  const packages = new Map<string, ImportSymbol>();
  const rooted = program.resources.flatMap(({ isOpen, resource }) => (isOpen ? [{ ...resource, module: "" }] : []));
  for (const token of [...[...(program.held ?? []), ...program.resources].flatMap(tokens), ...rooted]) {
    const node = program.packages.get(token.package);
    if (node === undefined) continue;
    const from = importPath(node, token.module);
    if (!packages.has(from)) packages.set(from, { from, alias: table.take(preferredAlias(node, token.module, from)) });
  }
  const { outputs = [] } = program;
  const referred = new Set([...program.resources.flatMap(dependencies), ...outputs.map(({ value }) => value.node)]);
  const nodes = program.resources.filter(({ id }) => referred.has(id));
  const resourceNames = nodes.map(({ id }) => [id, table.take(goVariable(id))] as const);
  const resources = new Map([...heldVariables(program), ...resourceNames]);
  const keys = configKeys(program.resources);
  const config = configNames(
    program.config.filter(({ key }) => keys.has(key)),
    {
      object: (namespace) => table.take(namespace === "" ? "cfg" : `${goVariable(namespace)}Cfg`),
      value: (name) => table.take(goVariable(camel(name))),
    },
  );
  const renames = new Map([...program.packages.values()].map((node) => [node.name, renamesIn(node)]));
  const partNames = choosePartNames(parts, {
    type: (name) => table.take(`${goVariable(name)}Resources`),
    variable: (name) => table.take(goVariable(name)),
    member: (id) => resources.get(id) ?? "nil",
  });
  return { packages, renames, resources, ...config, partNames };
}

/** Returns the import path of a module: the schema's path, or the path that the SDK generator derives. */
export function importPath(node: PackageNode, module: string): string {
  const base = textAt(node.language, "go", "importBasePath") ?? derivedBase(node);
  const folder = moduleFolder(node, module);
  if (folder === "") return base;
  const pattern = textAt(node.language, "go", "importPathPattern");
  if (pattern === undefined) return `${base}/${folder}`;
  return pattern.replaceAll("{module}", () => folder).replaceAll("{baseImportPath}", () => base);
}

/** Returns the Go package of a module: the last part of its folder. Returns undefined for the root module. */
export function goPackage(node: PackageNode, module: string): string | undefined {
  const folder = moduleFolder(node, module);
  return folder === "" ? undefined : (folder.split("/").at(-1) ?? "").replaceAll("-", "");
}

/** Returns true if other modules cannot import the package, because its path contains `internal`. */
export function isInternal(node: PackageNode, module: string): boolean {
  return moduleFolder(node, module).split("/").includes("internal");
}

/** Returns the import of a token's package, or of the core SDK if no package has the token. */
export function packageSymbolOf(token: Token, program: Program, names: Names): ImportSymbol {
  const node = program.packages.get(token.package);
  const symbol = node === undefined ? undefined : names.packages.get(importPath(node, token.module));
  return symbol ?? core;
}

/** Returns the Go module of a package's SDK. */
export function sdkModule(node: PackageNode): string {
  const base = importPath(node, "");
  return textAt(node.language, "go", "modulePath") ?? /^(.*\/sdk(\/v\d+)?)\/go\//.exec(base)?.[1] ?? base;
}

function renamesIn(node: PackageNode): Renames {
  return renamesOf(node, (module) => moduleFolder(node, module));
}

function moduleFolder(node: PackageNode, module: string): string {
  return (textAt(node.language, "go", "moduleToPackage", module) ?? module).toLowerCase();
}

function derivedBase(node: PackageNode): string {
  const owner = node.namespace === undefined ? "example.com" : `github.com/${node.namespace}`;
  const root = node.repository?.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "") ?? `${owner}/pulumi-${node.name}`;
  const major = Number(/^v?(\d+)/.exec(node.version ?? "")?.[1] ?? 0);
  const suffix = major > 1 ? `/v${major}` : "";
  const isPacked = node.supportPack === true || (node.parameterization ?? node.extension) !== undefined;
  return isPacked ? `${root}/sdk/go${suffix}/${node.name.replaceAll("-", "")}` : `${root}/sdk${suffix}/go/${node.name}`;
}

/** Returns the preferred alias of a package: the schema's alias, or its name. Versions (`core/v1`) use the last two path segments. */
function preferredAlias(node: PackageNode, module: string, from: string): string {
  const aliases = memberAt(node.language, "go", "packageImportAliases");
  const schemaAlias = aliases === undefined ? undefined : textAt(node.language, "go", "packageImportAliases", from);
  if (schemaAlias !== undefined) return schemaAlias;
  const folder = moduleFolder(node, module);
  if (folder === "") return alias(textAt(node.language, "go", "rootPackageName") ?? rootName(node, from));
  const parts = folder.split("/");
  const last = parts.at(-1) ?? "";
  return alias(isVersionSegment(last) ? `${parts.at(-2) ?? ""}${last}` : last);
}

function rootName(node: PackageNode, from: string): string {
  const last = from.split("/").at(-1) ?? "";
  return textAt(node.language, "go", "importBasePath") === undefined || isVersionSegment(last) ? node.name : last;
}

function isVersionSegment(segment: string): boolean {
  return /^v\d/.test(segment);
}

function alias(name: string): string {
  return toIdentifier(name.replace(/[-.]/g, "").toLowerCase(), goIdentifiers);
}

function goVariable(word: string): string {
  const name = toIdentifier(word, goIdentifiers).slice(0, longestVariable);
  return goReserved.has(name) ? `_${name}` : name;
}
