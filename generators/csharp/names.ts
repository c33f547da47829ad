/** Names of a C# program: variables, namespaces of packages, and their aliases (docs/programs.md#c). */
import type { PackageNode, Program } from "../../src/ir/program.ts";
import type { Part } from "../../src/ir/split-program.ts";
import type { Token } from "../../src/ir/type.ts";
import { textAt } from "../../src/value/json/object.ts";
import { type ConfigNames, configNames } from "../shared/config.ts";
import { heldVariables, heldWords } from "../shared/held.ts";
import { toIdentifier } from "../shared/identifiers.ts";
import type { ImportSymbol } from "../shared/imports.ts";
import { longestVariable, type NameTable, nameTable } from "../shared/names.ts";
import { choosePartNames, type PartNames } from "../shared/part-names.ts";
import { csharpIdentifiers, csharpKeywords, namespaceName, pascal } from "./cs-name.ts";

/** Namespaces that are imported without an alias. */
export const systemNamespace: ImportSymbol = { from: "System", alias: "" };
export const collections: ImportSymbol = { from: "System.Collections.Generic", alias: "" };
export const immutable: ImportSymbol = { from: "System.Collections.Immutable", alias: "" };
export const textJson: ImportSymbol = { from: "System.Text.Json", alias: "" };
export const core: ImportSymbol = { from: "Pulumi", alias: "" };

/** Types of imported namespaces and root namespaces of SDK assemblies, which aliases and variables must not shadow. */
const types =
  "Alias Archive Asset AssetArchive AssetOrArchive ComponentResource ComponentResourceOptions Config CustomResource " +
  "CustomResourceOptions CustomTimeouts Deployment Dictionary DictionaryResourceArgs FileArchive FileAsset ImmutableArray " +
  "ImmutableDictionary Input InputJson InputList InputMap InputUnion InvokeOptions JsonDocument JsonElement JsonSerializer List Log Output " +
  "ProviderResource RemoteArchive RemoteAsset Resource ResourceArgs Stack StackReference StackReferenceArgs StringAsset TimeSpan Union Urn " +
  "Google Grpc Microsoft OneOf Pulumi Semver Serilog System";

/** Reserved names, including `args` of top-level statements and `value` of lambdas. */
const takenNames: ReadonlySet<string> = new Set([...types.split(" "), "args", "value"]);

export interface Names extends ConfigNames {
  readonly packages: ReadonlyMap<string, ImportSymbol>;
  readonly resources: ReadonlyMap<string, string>;
  readonly variables: ReadonlySet<string>;
  readonly partNames: PartNames;
}

/** Chooses all names in this order: package aliases, resources, configuration, other files. */
export function solveNames(program: Program, parts: readonly Part[]): Names {
  // An alias cannot have the name of a root namespace.
  const roots = [...program.packages.values()].map((node) => packageNamespace(node).split(".")[0] ?? "");
  const taken = new Set([...takenNames, ...roots, ...heldWords(program)]);
  const table = nameTable(taken);
  const packages = new Map(
    [...program.packages.values()].map((node) => [node.name, packageSymbol(node, table, taken)]),
  );
  packages.set("pulumi", core);
  const resourceNames = program.resources.map(({ id }) => [id, table.take(csharpVariable(id))] as const);
  const resources = new Map([...heldVariables(program), ...resourceNames]);
  const config = configNames(program.config, {
    object: (namespace) => table.take(namespace === "" ? "config" : `${csharpVariable(lowerCamel(namespace))}Config`),
    value: (name) => table.take(csharpVariable(lowerCamel(name))),
  });
  const partNames = choosePartNames(parts, {
    type: (name) => table.take(`${upper(csharpVariable(name))}Resources`),
    variable: (name) => table.take(csharpVariable(name)),
    member: (id) => table.take(upper(resources.get(id) ?? "")),
  });
  const partVariables = [...partNames.files.values()].map(({ variable: file }) => file);
  const variables = new Set([
    ...resources.values(),
    ...config.config.values(),
    ...config.namespaces.values(),
    ...partVariables,
  ]);
  return { packages, resources, ...config, variables, partNames };
}

/** Returns the namespace of a package's root module: `Pulumi.AzureNative`. */
export function packageNamespace(node: PackageNode): string {
  const root = rootNamespace(node);
  const name = namespaceName(node.name, node.language);
  // `Pulumi.Config` is a class of the core SDK.
  return root === "Pulumi" && name === "Config" ? "Pulumi.Config_" : `${root}.${name}`;
}

/** Returns the qualifier of a class of a module: `Aws.S3`, `Aws.S3.Inputs`. */
export function qualifier(token: Token, node: PackageNode, alias: string, kind: "Inputs" | ""): string {
  const isOld = kind !== "" && textAt(node.language, "csharp", "compatibility") === "kubernetes20";
  const module = token.module === "" && !isOld ? "" : namespaceName(token.module, node.language);
  const parts = isOld ? [alias, "Types", kind, module] : [alias, module, kind];
  return parts.filter((part) => part !== "").join(".");
}

function rootNamespace({ namespace, language }: PackageNode): string {
  const schemaNamespace = textAt(language, "csharp", "rootNamespace");
  return schemaNamespace ?? (namespace === undefined ? "Pulumi" : namespaceName(namespace, {}));
}

function packageSymbol(node: PackageNode, table: NameTable, taken: ReadonlySet<string>): ImportSymbol {
  const from = packageNamespace(node);
  const last = toIdentifier(from.split(".").at(-1) ?? "", csharpIdentifiers);
  return { from, alias: table.take(taken.has(last) ? `Pulumi${last}` : last) };
}

/** Capitalizes a variable: `@class` -> `Class`. */
function upper(name: string): string {
  return name.replace(/^@?(.)/u, (_, first: string) => first.toUpperCase());
}

function csharpVariable(word: string): string {
  const name = toIdentifier(word, csharpIdentifiers).slice(0, longestVariable);
  return csharpKeywords.has(name) ? `@${name}` : name;
}

/** Converts a key to lower camel case: `db-hosts` -> `dbHosts`, `DbHosts` -> `dbHosts`. */
function lowerCamel(key: string): string {
  const name = pascal(key.replace(/[^\p{L}\p{Nd}]+/gu, "-"));
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}
