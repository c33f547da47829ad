/**
 * Packages, configuration and resources -> PCL blocks (program-generation.md §2.1, §2.2).
 */
import { formatPattern, type Path } from "../../src/ir/path.ts";
import type { ConfigNode, PackageNode, ResourceNode } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import { cannotExpress } from "../shared/cannot-express.ts";
import { durationText, timeoutsOf } from "../shared/durations.ts";
import { inheritedFlags } from "../shared/inherited.ts";
import { block, type Doc, lines } from "../shared/layout.ts";
import { commented, type Place, printComment, printExpression, printSteps, printText } from "./expression.ts";
import { isBareKey, isIdentifier, type Names } from "./names.ts";
import { quoted } from "./strings.ts";

/** What a block needs to know of the program. */
export interface Surroundings {
  readonly names: Names;
  readonly nodes: ReadonlyMap<string, ResourceNode>;
  /** Ids of components that stand in a comment. */
  readonly leftOut: ReadonlySet<string>;
  /** Notes that something is only said in a comment. */
  report(node: ResourceNode, path: string | undefined, message: string): void;
}

/**
 * Pins a package and says what it is a parameterization of; `undefined` when there is nothing to say. The label is left out: it is
 * deprecated. A version that is not `x.y.z` is one that the binder refuses.
 */
export function packageBlock(node: PackageNode): Doc | undefined {
  const parameterization = node.parameterization;
  const base = parameterization?.baseProvider ?? { name: node.name, version: node.version };
  const items: Doc[] = [`baseProviderName = ${quoted(base.name)}`];
  if (isVersion(base.version)) items.push(`baseProviderVersion = ${quoted(base.version)}`);
  if (node.pluginDownloadUrl !== undefined) items.push(`baseProviderDownloadUrl = ${quoted(node.pluginDownloadUrl)}`);
  if (parameterization !== undefined) {
    const inside = [`name = ${quoted(node.name)}`];
    if (isVersion(node.version)) inside.push(`version = ${quoted(node.version)}`);
    inside.push(`value = ${quoted(parameterization.parameter)}`);
    items.push(block("parameterization {", inside, "}"));
  }
  return items.length === 1 ? undefined : block("package {", items, "}");
}

/** `config dbPassword "string" { secret = true }`. */
export function configBlock(node: ConfigNode, names: Names): Doc {
  const name = names.config.get(node.key) ?? node.key;
  const items: Doc[] = [];
  if (name !== node.key) items.push(`__logicalName = ${quoted(node.key)}`);
  if (node.secret) items.push("secret = true");
  return block(`config ${name} ${quoted(typeText(node.type))} {`, items, "}");
}

export function resourceBlock(node: ResourceNode, around: Surroundings): Doc {
  const name = around.names.resources.get(node.id) ?? node.id;
  const place: Place = { node, path: [], names: around.names };
  const items: Doc[] = [];
  if (name !== node.logicalName) items.push(`__logicalName = ${printText(node.logicalName, place)}`);
  for (const property of node.inputs) {
    const inside = { ...place, path: [property.name] };
    if (!isIdentifier(property.name) || property.name === "__logicalName") {
      return cannotExpress("pcl", node, inside.path, "is no identifier, and PCL cannot quote the name of an input");
    }
    if (property.undeclared === true) {
      return cannotExpress("pcl", node, inside.path, "is not in the schema, and PCL refuses what the schema has not");
    }
    items.push(commented(property.comment, [`${property.name} = `, printExpression(property.value, inside)]));
  }
  const options = optionsBlock(node, place, around);
  if (options !== undefined) items.push(...(items.length === 0 ? [] : [""]), options);
  const text = block(`resource ${name} ${quoted(typeToken(node))} {`, items, "}");
  return lines([...node.comments.map(printComment), text]);
}

/**
 * A component that no package defines. The binder of this PCL version knows components with a source directory only, and those
 * register a type of their own making; so the block stands in a comment, in the form that later versions read (§2.1).
 */
export function localComponentComment(node: ResourceNode, around: Surroundings): Doc {
  const name = around.names.resources.get(node.id) ?? node.id;
  const parent = node.options.parent === undefined ? undefined : around.names.resources.get(node.options.parent);
  const options = [
    ...(parent === undefined ? [] : [`        parent = ${parent}`]),
    ...(node.options.protect ? ["        protect = true"] : []),
  ];
  const text = [
    ...node.comments,
    `Not in this program: PCL cannot register a component that no package defines. Without it the resources below that`,
    `say so have no parent here, and so other URNs than in the stack.`,
    `component ${name} {`,
    ...(name === node.logicalName ? [] : [`    __logicalName = ${quoted(node.logicalName)}`]),
    `    token = ${quoted(node.resource.token)}`,
    ...(options.length === 0 ? [] : ["    options {", ...options, "    }"]),
    "}",
  ];
  around.report(node, undefined, "PCL cannot register a component that no package defines: it stands in a comment.");
  return printComment(text.join("\n"));
}

function optionsBlock(node: ResourceNode, place: Place, around: Surroundings): Doc | undefined {
  const { options } = node;
  const flags = inheritedFlags(node, around.nodes);
  const items: Doc[] = [];
  addReference("parent", options.parent, items, node, around);
  addReference("provider", options.provider, items, node, around);
  const providers = (options.providers ?? []).map((id) => around.names.resources.get(id));
  if (providers.length > 0) items.push(`providers = [${providers.join(", ")}]`);
  addDependsOn(node, items, around);
  if (flags.protect !== undefined) items.push(`protect = ${flags.protect}`);
  if (flags.retainOnDelete !== undefined) items.push(`retainOnDelete = ${flags.retainOnDelete}`);
  addReference("deletedWith", options.deletedWith, items, node, around);
  addPaths("ignoreChanges", options.ignoreChanges, items, place, around);
  const secretOutputs = options.additionalSecretOutputs.map((name) => [name]);
  addPaths("additionalSecretOutputs", secretOutputs, items, place, around);
  const timeouts = timeoutsOf(options.customTimeouts).map(
    ([name, seconds]) => `${name} = ${quoted(durationText(seconds))}`,
  );
  if (timeouts.length > 0) items.push(block("customTimeouts = {", timeouts, "}"));
  if (options.version !== undefined) items.push(`version = ${quoted(options.version)}`);
  if (options.pluginDownloadUrl !== undefined) items.push(`pluginDownloadURL = ${quoted(options.pluginDownloadUrl)}`);
  if (options.importId !== undefined) items.push(`import = ${printText(options.importId, place)}`);
  return items.length === 0 ? undefined : block("options {", items, "}");
}

/** A parent that stands in a comment is named in a comment. */
function addReference(
  option: "parent" | "provider" | "deletedWith",
  id: string | undefined,
  items: Doc[],
  node: ResourceNode,
  around: Surroundings,
): void {
  if (id === undefined) return;
  const text = `${option} = ${around.names.resources.get(id)}`;
  if (!around.leftOut.has(id)) items.push(text);
  else {
    items.push(`// ${text}`);
    around.report(node, undefined, `PCL cannot name its ${option}, a component that no package defines.`);
  }
}

function addDependsOn(node: ResourceNode, items: Doc[], around: Surroundings): void {
  const names = (ids: readonly string[]) => ids.map((id) => around.names.resources.get(id)).join(", ");
  const [said, unsaid] = split(node.options.dependsOn, (id) => !around.leftOut.has(id));
  if (said.length > 0) items.push(`dependsOn = [${names(said)}]`);
  if (unsaid.length > 0) items.push(`// dependsOn = [${names(unsaid)}]`);
}

/** Paths are traversals of the resource's inputs; wildcards and names of outputs have no such form (§2.2). */
function addPaths(option: string, paths: readonly Path[], items: Doc[], place: Place, around: Surroundings): void {
  const [said, unsaid] = split(paths, (path) => isTraversal(path, place.node));
  if (said.length > 0) items.push(`${option} = [${said.map((path) => traversal(path, place)).join(", ")}]`);
  for (const path of unsaid) {
    const text = formatPattern(path);
    items.push(printComment(`${option}: ${text}`));
    around.report(place.node, text, `PCL cannot write this path in ${option}: it stands in a comment.`);
  }
}

function isTraversal(path: Path, node: ResourceNode): boolean {
  const [root] = path;
  if (typeof root !== "string" || !isBareKey(root) || path.includes("*")) return false;
  return !node.options.notInputs.includes(root);
}

function traversal(path: Path, place: Place): string {
  return `${path[0]}${printSteps(path.slice(1), place)}`;
}

function split<T>(items: readonly T[], holds: (item: T) => boolean): [readonly T[], readonly T[]] {
  return [items.filter(holds), items.filter((item) => !holds(item))];
}

function typeToken(node: ResourceNode): string {
  return node.kind === "provider" ? `pulumi:providers:${node.resource.package}` : node.resource.token;
}

function isVersion(version: string | undefined): version is string {
  return version !== undefined && /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/.test(version);
}

/** Types of configuration; what has no short form is "any". */
function typeText(type: Type): string {
  switch (type.kind) {
    case "string":
    case "number":
      return type.kind;
    case "integer":
      return "int";
    case "boolean":
      return "bool";
    case "list":
    case "map":
      return `${type.kind}(${typeText(type.element)})`;
    case "any":
    case "json":
    case "asset":
    case "archive":
    case "object":
    case "enum":
    case "union":
    case "resource":
      return "any";
  }
}
