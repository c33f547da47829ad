/** Names of a Java program: its class, classes of SDKs and their imports, and variables. */
import type { Program } from "../../src/ir/program.ts";
import type { Part } from "../../src/ir/split-program.ts";
import type { Token, Type } from "../../src/ir/type.ts";
import { inputCalls, inputExpressions, isOfCore } from "../../src/ir/walk.ts";
import { type ConfigNames, configNames } from "../shared/config.ts";
import { heldVariables, heldWords } from "../shared/held.ts";
import { camel, longestVariable, nameTable } from "../shared/names.ts";
import { choosePartNames, type PartNames } from "../shared/part-names.ts";
import { javaIdentifier, javaPackageOf, javaReserved, sdkClassName as ofMember } from "./java-name.ts";

/** The maximum length of the name of an arguments class. Its declaration must fit on one line with the superclass. */
const longestClass = 36;

/** Classes of the core SDK and of Java, by simple name. */
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
  StackReference: "com.pulumi.resources.StackReference",
  StackReferenceArgs: "com.pulumi.resources.StackReferenceArgs",
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

const printerVariables = ["args", "config", "ctx", "value"];

/** A contextual keyword and top-level package names, which variables would shadow. */
const avoided = ["yield", "com", "java"];

export interface Names extends ConfigNames {
  /** Class -> its name in the file: the simple name or the full name. */
  readonly classes: ReadonlyMap<string, string>;
  readonly resources: ReadonlyMap<string, string>;
  readonly components: ReadonlyMap<string, string>;
  readonly partNames: PartNames;
}

/**
 * Chooses all names in this order: classes, resources, configuration, variables of parts.
 *
 * @param programClass the program's class
 * @param suffix the suffix of classes of parts
 */
export function solveNames(program: Program, programClass: string, parts: readonly Part[], suffix: string): Names {
  const types = nameTable([...Object.keys(core), ...builtInClasses, programClass]);
  const partTypes = new Map(parts.map(({ name }) => [name, types.take(`${ofMember(name)}${suffix}`)]));
  const sdk = sdkClasses(program);
  const classes = new Map<string, string>(Object.entries(core).map(([name, from]) => [from, name]));
  const taken = new Set([...Object.keys(core), ...builtInClasses, programClass, ...partTypes.values()]);
  const counts = new Map<string, number>();
  for (const from of sdk) counts.set(simpleName(from), (counts.get(simpleName(from)) ?? 0) + 1);
  for (const from of sdk) {
    const isClear = counts.get(simpleName(from)) === 1 && !taken.has(simpleName(from));
    classes.set(from, isClear ? simpleName(from) : from);
  }
  const roots = [...sdk].map((from) => from.slice(0, from.indexOf(".")));
  const table = nameTable([
    ...javaReserved,
    ...heldWords(program),
    ...avoided,
    ...printerVariables,
    ...roots,
    ...taken,
    ...[...classes.values()].map(simpleName),
  ]);
  const resourceNames = program.resources.map(({ id }) => [id, table.take(javaVariable(id))] as const);
  const resources = new Map([...heldVariables(program), ...resourceNames]);
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

/** Returns the class of a resource. */
export function javaResourceClass(token: Token, kind: string, program: Program): string {
  const name = kind === "provider" ? "Provider" : ofMember(token.member);
  return `${javaPackage(token, program)}.${name}`;
}

/** Returns the class of the state argument of `get`. */
export function stateClass(token: Token, program: Program): string {
  return `${javaPackage(token, program)}.inputs.${ofMember(token.member)}State`;
}

/** Returns the arguments class of an object type. */
export function argumentsClass(name: Token, program: Program): string {
  return `${javaPackage(name, program)}.inputs.${ofMember(name.member)}Args`;
}

/** Returns the class that contains the functions of a token's module. */
export function functionsClass(token: Token, program: Program): string {
  const owner = token.module === "" ? token.package : token.module;
  return `${javaPackage(token, program)}.${ofMember(owner)}Functions`;
}

/** Returns the arguments class of a function. */
export function argumentsOfFunction(token: Token, program: Program): string {
  return `${javaPackage(token, program)}.inputs.${ofMember(token.member)}Args`;
}

export function enumClass(name: Token, program: Program): string {
  return `${javaPackage(name, program)}.enums.${ofMember(name.member)}`;
}

function javaPackage(token: Token, program: Program): string {
  return javaPackageOf(program.packages.get(token.package) ?? { name: token.package, language: {} }, token.module);
}

function sdkClasses(program: Program): ReadonlySet<string> {
  const classes = new Set<string>();
  const types = new Set<Type>();
  for (const node of [...(program.held ?? []), ...program.resources]) {
    if (program.packages.has(node.resource.package)) {
      const name = javaResourceClass(node.resource, node.kind, program);
      classes.add(name).add(node.read === undefined ? `${name}Args` : stateClass(node.resource, program));
    }
    for (const { type } of inputExpressions(node)) types.add(type);
    for (const { function: token } of inputCalls(node)) {
      classes.add(functionsClass(token, program)).add(argumentsOfFunction(token, program));
    }
  }
  for (const type of types) collectClasses(type, program, classes);
  return classes;
}

function collectClasses(type: Type, program: Program, classes: Set<string>): void {
  if (type.kind === "list" || type.kind === "map") collectClasses(type.element, program, classes);
  else if (type.kind === "union") for (const member of type.members) collectClasses(member, program, classes);
  else if (type.kind === "object") classes.add(argumentsClass(type.name, program));
  else if (type.kind === "enum") classes.add(enumClass(type.name, program));
  else if (type.kind === "resource") classes.add(javaResourceClass(type.name, optionsKind(type.name), program));
}

function optionsKind({ token }: Token): string {
  return token.startsWith("pulumi:providers:") ? "provider" : "custom";
}

function simpleName(from: string): string {
  return from.slice(from.lastIndexOf(".") + 1);
}

function javaVariable(word: string): string {
  const name = javaIdentifier(word).slice(0, longestVariable);
  return javaReserved.has(name) ? `${name}_` : name;
}
