/**
 * Names of a Java program: its own class, the classes of SDKs and whether they are imported, and variables.
 */
import type { Program } from "../../src/ir/program.ts";
import type { Part } from "../../src/ir/split-program.ts";
import type { Token, Type } from "../../src/ir/type.ts";
import { inputCalls, isOfCore, walk } from "../../src/ir/walk.ts";
import { type ConfigNames, configNames } from "../shared/config-names.ts";
import { heldVariables, heldWords } from "../shared/held.ts";
import { camel, longestVariable, nameTable } from "../shared/names.ts";
import { choosePartNames, type PartNames } from "../shared/part-names.ts";
import { identifier, javaPackageOf, sdkClassName as ofMember, reserved } from "./java-name.ts";

/** The longest class of ours: it stands on one line with the class that it extends. */
const longestClass = 36;

/** Classes of the core SDK and of the language, by their bare names. */
export const core = {
  Context: "com.pulumi.Context",
  Pulumi: "com.pulumi.Pulumi",
  Output: "com.pulumi.core.Output",
  Either: "com.pulumi.core.Either",
  TypeShape: "com.pulumi.core.TypeShape",
  CustomResource: "com.pulumi.resources.CustomResource",
  CustomResourceOptions: "com.pulumi.resources.CustomResourceOptions",
  ComponentResource: "com.pulumi.resources.ComponentResource",
  ComponentResourceOptions: "com.pulumi.resources.ComponentResourceOptions",
  ResourceArgs: "com.pulumi.resources.ResourceArgs",
  Import: "com.pulumi.core.annotations.Import",
  StringAsset: "com.pulumi.asset.StringAsset",
  FileAsset: "com.pulumi.asset.FileAsset",
  RemoteAsset: "com.pulumi.asset.RemoteAsset",
  AssetArchive: "com.pulumi.asset.AssetArchive",
  FileArchive: "com.pulumi.asset.FileArchive",
  RemoteArchive: "com.pulumi.asset.RemoteArchive",
  AssetOrArchive: "com.pulumi.asset.AssetOrArchive",
  Archive: "com.pulumi.asset.Archive",
  JsonElement: "com.google.gson.JsonElement",
  JsonParser: "com.google.gson.JsonParser",
  JsonPrimitive: "com.google.gson.JsonPrimitive",
  InvokeArgs: "com.pulumi.resources.InvokeArgs",
  InvokeOptions: "com.pulumi.deployment.InvokeOptions",
  Arrays: "java.util.Arrays",
  Collections: "java.util.Collections",
  List: "java.util.List",
  CustomTimeouts: "com.pulumi.resources.CustomTimeouts",
  Duration: "java.time.Duration",
  Map: "java.util.Map",
  Optional: "java.util.Optional",
} as const;

/** Classes that need no import. */
const builtInClasses = ["Boolean", "Double", "Integer", "Object", "String"];

/** Variables of ours. */
const ours = ["args", "config", "ctx", "value"];

/** A word that begins a statement, and the first parts of packages: a variable would hide them. */
const avoided = ["yield", "com", "java"];

export interface Names extends ConfigNames {
  /** Class -> its name in the file: the part behind the last dot, or all of it. */
  readonly classes: ReadonlyMap<string, string>;
  /** Variables by node id. */
  readonly resources: ReadonlyMap<string, string>;
  /** Classes of ours for the arguments of components, by node id. */
  readonly components: ReadonlyMap<string, string>;
  readonly partNames: PartNames;
}

/**
 * Chooses all names: classes first, then resources in their order, then configuration, then the variables of parts.
 *
 * @param own the program's class
 * @param suffix of the classes of parts
 */
export function solveNames(program: Program, own: string, parts: readonly Part[], suffix: string): Names {
  const types = nameTable([...Object.keys(core), ...builtInClasses, own]);
  const partTypes = new Map(parts.map(({ name }) => [name, types.take(`${ofMember(name)}${suffix}`)]));
  const sdk = sdkClasses(program);
  const classes = new Map<string, string>(Object.entries(core).map(([name, from]) => [from, name]));
  const taken = new Set([...Object.keys(core), ...builtInClasses, own, ...partTypes.values()]);
  const times = new Map<string, number>();
  for (const from of sdk) times.set(simpleName(from), (times.get(simpleName(from)) ?? 0) + 1);
  for (const from of sdk) {
    const isClear = times.get(simpleName(from)) === 1 && !taken.has(simpleName(from));
    classes.set(from, isClear ? simpleName(from) : from);
  }
  const roots = [...sdk].map((from) => from.slice(0, from.indexOf(".")));
  const table = nameTable([
    ...reserved,
    ...heldWords(program),
    ...avoided,
    ...ours,
    ...roots,
    ...taken,
    ...[...classes.values()].map(simpleName),
  ]);
  const printed = program.resources.map(({ id }) => [id, table.take(javaVariable(id))] as const);
  const resources = new Map([...heldVariables(program), ...printed]);
  const components = new Map(
    program.resources
      .filter((node) => isOfCore(node) && node.inputs.some(({ value }) => value.kind !== "null"))
      .map(({ id }) => [id, table.take(`${ofMember(id).slice(0, longestClass)}Args`)]),
  );
  const config = configNames(program.config, {
    object: (namespace) => (namespace === "" ? "config" : table.take(`${javaVariable(namespace)}Config`)),
    value: (name) => table.take(javaVariable(camel(name))),
  });
  const partNames = choosePartNames(parts, {
    type: (name) => partTypes.get(name) ?? "",
    variable: (name) => table.take(javaVariable(name)),
    member: (id) => resources.get(id) ?? "",
  });
  return { classes, resources, components, ...config, partNames };
}

/** The class of a resource. */
export function javaResourceClass(token: Token, kind: string, program: Program): string {
  const name = kind === "provider" ? "Provider" : ofMember(token.member);
  return `${javaPackage(token, program)}.${name}`;
}

/** The class of the state that `get` of a resource takes. */
export function stateClass(token: Token, program: Program): string {
  return `${javaPackage(token, program)}.inputs.${ofMember(token.member)}State`;
}

/** The class of the arguments of an object type. */
export function argumentsClass(name: Token, program: Program): string {
  return `${javaPackage(name, program)}.inputs.${ofMember(name.member)}Args`;
}

/** The class that has the functions of a token's module. */
export function functionsClass(token: Token, program: Program): string {
  const owner = token.module === "" ? token.package : token.module;
  return `${javaPackage(token, program)}.${ofMember(owner)}Functions`;
}

/** The class of the arguments of a function. */
export function argumentsOfFunction(token: Token, program: Program): string {
  return `${javaPackage(token, program)}.inputs.${ofMember(token.member)}Args`;
}

export function enumClass(name: Token, program: Program): string {
  return `${javaPackage(name, program)}.enums.${ofMember(name.member)}`;
}

function javaPackage(token: Token, program: Program): string {
  return javaPackageOf(program.packages.get(token.package) ?? { name: token.package, language: {} }, token.module);
}

/** All classes that the program may name. */
function sdkClasses(program: Program): ReadonlySet<string> {
  const found = new Set<string>();
  const types = new Set<Type>();
  for (const node of [...(program.held ?? []), ...program.resources]) {
    if (program.packages.has(node.resource.package)) {
      const name = javaResourceClass(node.resource, node.kind, program);
      found.add(name).add(node.read === undefined ? `${name}Args` : stateClass(node.resource, program));
    }
    for (const property of node.inputs) {
      walk(property.value, (expression) => types.add(expression.type));
    }
    for (const { function: token } of inputCalls(node)) {
      found.add(functionsClass(token, program)).add(argumentsOfFunction(token, program));
    }
  }
  for (const type of types) collectClasses(type, program, found);
  return found;
}

function collectClasses(type: Type, program: Program, found: Set<string>): void {
  if (type.kind === "list" || type.kind === "map") collectClasses(type.element, program, found);
  else if (type.kind === "union") for (const member of type.members) collectClasses(member, program, found);
  else if (type.kind === "object") found.add(argumentsClass(type.name, program));
  else if (type.kind === "enum") found.add(enumClass(type.name, program));
  else if (type.kind === "resource") found.add(javaResourceClass(type.name, optionsKind(type.name), program));
}

function optionsKind({ token }: Token): string {
  return token.startsWith("pulumi:providers:") ? "provider" : "custom";
}

function simpleName(from: string): string {
  return from.slice(from.lastIndexOf(".") + 1);
}

function javaVariable(word: string): string {
  const name = identifier(word).slice(0, longestVariable);
  return reserved.has(name) ? `${name}_` : name;
}
