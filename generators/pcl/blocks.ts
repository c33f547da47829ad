/**
 * Prints packages, configuration and resources as PCL blocks (docs/programs.md#pcl).
 */
import type { CallExpression, Property } from "../../src/ir/expression.ts";
import { formatPath, formatPattern, type Path } from "../../src/ir/path.ts";
import type { ConfigNode, PackageNode, ResourceNode } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import { isLocalComponent } from "../../src/ir/walk.ts";
import { cannotExpress } from "../shared/cannot-express.ts";
import { durationText, timeoutsOf } from "../shared/durations.ts";
import { inheritedFlags } from "../shared/inherited.ts";
import { block, type Doc, layOut, stacked } from "../shared/layout.ts";
import { refuseOpen } from "../shared/open-kinds.ts";
import { commentDoc, commented, type Place, printExpression, printSteps, printText } from "./expression.ts";
import { isBareKey, isHclIdentifier, type Names } from "./names.ts";
import { quoted } from "./strings.ts";

/** The attributes of a component block that are not inputs. */
const componentWords: ReadonlySet<string> = new Set(["token", "__logicalName"]);

/** Options of a component that `pulumi-language-pcl` 3.259 sends to the engine. */
const registeredOptions: ReadonlySet<string> = new Set(["parent", "providers"]);

/** The facts about the program that a block needs. */
export interface Surroundings {
  readonly names: Names;
  readonly nodes: ReadonlyMap<string, ResourceNode>;
  /** Reports what the program cannot contain, or what its reader does not take. */
  report(node: ResourceNode, path: string | undefined, message: string): void;
}

/**
 * The block that pins a package's version and has its parameterization; `undefined` where it would be empty. There is no label: it is
 * deprecated. A version that is not `x.y.z` is left out: the binder refuses it.
 */
export function packageBlock(node: PackageNode): Doc | undefined {
  const parameterization = node.parameterization;
  const base = parameterization?.baseProvider ?? { name: node.name, version: node.version };
  const items: Doc[] = [`baseProviderName = ${quoted(base.name)}`];
  if (isFullVersion(base.version)) items.push(`baseProviderVersion = ${quoted(base.version)}`);
  if (node.pluginDownloadUrl !== undefined) items.push(`baseProviderDownloadUrl = ${quoted(node.pluginDownloadUrl)}`);
  if (parameterization !== undefined) {
    const inside = [`name = ${quoted(node.name)}`];
    if (isFullVersion(node.version)) inside.push(`version = ${quoted(node.version)}`);
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
  return block(`config ${name} ${quoted(configTypeText(node.type))} {`, items, "}");
}

/** `callerIdentity = invoke("aws:index/getCallerIdentity:getCallerIdentity", {})`. */
export function callBlock(name: string, { function: { token }, provider }: CallExpression, names: Names): Doc {
  const variable = provider === undefined ? undefined : (names.resources.get(provider) ?? "null");
  const options = variable === undefined ? "" : `, { provider = ${variable} }`;
  return `${name} = invoke(${quoted(token)}, {}${options})`;
}

/** `resource main "aws:ec2/vpc:Vpc" { … }`, or `read` of one that is external; a component that no package defines is a block of its own kind. */
export function resourceBlock(node: ResourceNode, around: Surroundings): Doc {
  refuseOpen("pcl", node, "and Pulumi's binder only takes types that the package's schema has");
  const name = around.names.resources.get(node.id) ?? node.id;
  const place: Place = { node, path: [], names: around.names };
  const isComponent = isLocalComponent(node);
  const items: Doc[] = [];
  if (name !== node.logicalName) items.push(`__logicalName = ${printText(node.logicalName, place)}`);
  if (isComponent) items.push(`token = ${printText(node.resource.token, place)}`);
  if (node.read !== undefined) items.push(`id = ${printText(node.read.id, place)}`);
  items.push(...(isComponent ? pclComponentInputs(place, around) : resourceInputs(place)));
  const options = optionsBlock(place, around);
  if (options !== undefined) items.push(...(items.length === 0 ? [] : [""]), options);
  const kind = node.read === undefined ? "resource" : "read";
  const head = isComponent ? `component ${name} {` : `${kind} ${name} ${quoted(pclTypeToken(node))} {`;
  return stacked([...node.comments.map(commentDoc), block(head, items, "}")]);
}

function resourceInputs(place: Place): readonly Doc[] {
  return place.node.inputs.map((property) => {
    const path = [property.name];
    if (!isHclIdentifier(property.name) || property.name === "__logicalName") {
      return cannotExpress("pcl", place.node, path, "is no identifier, and PCL cannot quote the name of an input");
    }
    if (property.undeclared === true) {
      return cannotExpress("pcl", place.node, path, "is not in the schema, and PCL refuses what the schema has not");
    }
    return inputLine(property, place);
  });
}

/** The inputs of a component that no schema has: any name is legal, and an input that PCL cannot name stands in a comment. */
function pclComponentInputs(place: Place, around: Surroundings): readonly Doc[] {
  return place.node.inputs.map((property) => {
    if (isHclIdentifier(property.name) && !componentWords.has(property.name)) return inputLine(property, place);
    around.report(
      place.node,
      formatPath([property.name]),
      "PCL has no input of this name in a component that no package defines: it stands in a comment.",
    );
    return commentDoc(layOut(inputLine(property, place), { width: 100, indent: 4 }).trimEnd());
  });
}

function inputLine(property: Property, place: Place): Doc {
  const value = printExpression(property.value, { ...place, path: [property.name] });
  return commented(property.comment, [`${property.name} = `, value]);
}

/** A line of an `options` block; one without a name is a comment. */
interface OptionLine {
  readonly name?: string;
  readonly text: Doc;
}

function optionsBlock(place: Place, around: Surroundings): Doc | undefined {
  const items = optionLines(place, around);
  if (isLocalComponent(place.node)) reportUnregistered(place.node, items, around);
  const texts = items.map(({ text }) => text);
  return texts.length === 0 ? undefined : block("options {", texts, "}");
}

function optionLines(place: Place, around: Surroundings): readonly OptionLine[] {
  const { options } = place.node;
  const flags = inheritedFlags(place.node, around.nodes);
  const named = (id: string) => around.names.resources.get(id) ?? id;
  const list = (ids: readonly string[]) => `[${ids.map(named).join(", ")}]`;
  const secretOutputs = options.additionalSecretOutputs.map((name) => [name]);
  const timeouts = timeoutsOf(options.customTimeouts).map(
    ([name, seconds]) => `${name} = ${quoted(durationText(seconds))}`,
  );
  return [
    ...optionLineOf("parent", options.parent, named),
    ...optionLineOf("provider", options.provider, named),
    ...optionLineOf("providers", notEmpty(options.providers ?? []), list),
    ...optionLineOf("dependsOn", notEmpty(options.dependsOn), list),
    ...optionLineOf("protect", flags.protect, String),
    ...optionLineOf("retainOnDelete", flags.retainOnDelete, String),
    ...optionLineOf("deletedWith", options.deletedWith, named),
    ...pathLines("ignoreChanges", options.ignoreChanges, place, around),
    ...pathLines("additionalSecretOutputs", secretOutputs, place, around),
    ...optionLineOf("customTimeouts", notEmpty(timeouts), (all) => block("{", all, "}")),
    ...optionLineOf(
      "aliases",
      notEmpty(options.aliases ?? []),
      (urns) => `[${urns.map((urn) => printText(urn, place)).join(", ")}]`,
    ),
    ...optionLineOf("version", options.version, quoted),
    ...optionLineOf("pluginDownloadURL", options.pluginDownloadUrl, quoted),
    ...optionLineOf("import", options.importId, (id) => printText(id, place)),
  ];
}

function optionLineOf<T>(name: string, value: T | undefined, print: (value: T) => Doc): readonly OptionLine[] {
  return value === undefined ? [] : [{ name, text: [`${name} = `, print(value)] }];
}

function notEmpty<T>(items: readonly T[]): readonly T[] | undefined {
  return items.length === 0 ? undefined : items;
}

/** The PCL runtime sends two options of a component to the engine; `pulumi convert` to TypeScript, Python or Go keeps all. */
function reportUnregistered(node: ResourceNode, items: readonly OptionLine[], around: Surroundings): void {
  const lost = items.flatMap(({ name }) => (name === undefined || registeredOptions.has(name) ? [] : [name]));
  if (lost.length === 0) return;
  const message = `pulumi-language-pcl 3.259 does not register ${lost.join(", ")} of a component; \`pulumi convert\` to TypeScript, Python or Go keeps such options.`;
  around.report(node, undefined, message);
}

/**
 * Paths are traversals of the resource's inputs; wildcards and names of outputs have no such form (docs/programs.md#pcl), nor has any path in a component
 * block, whose inputs are in no scope.
 */
function pathLines(name: string, paths: readonly Path[], place: Place, around: Surroundings): readonly OptionLine[] {
  const [expressible, others] = split(paths, (path) => isTraversal(path, place.node));
  const comments = others.map((path) => {
    const text = formatPattern(path);
    around.report(place.node, text, `PCL cannot write this path in ${name}: it stands in a comment.`);
    return { text: commentDoc(`${name}: ${text}`) };
  });
  const list = (all: readonly Path[]) => `[${all.map((path) => traversal(path, place)).join(", ")}]`;
  return [...optionLineOf(name, notEmpty(expressible), list), ...comments];
}

function isTraversal(path: Path, node: ResourceNode): boolean {
  const [root] = path;
  if (isLocalComponent(node)) return false;
  if (typeof root !== "string" || !isBareKey(root) || path.includes("*")) return false;
  return !node.options.notInputs.includes(root);
}

function traversal(path: Path, place: Place): string {
  return `${path[0]}${printSteps(path.slice(1), place)}`;
}

function split<T>(items: readonly T[], holds: (item: T) => boolean): [readonly T[], readonly T[]] {
  return [items.filter(holds), items.filter((item) => !holds(item))];
}

function pclTypeToken(node: ResourceNode): string {
  return node.kind === "provider" ? `pulumi:providers:${node.resource.package}` : node.resource.token;
}

function isFullVersion(version: string | undefined): version is string {
  return version !== undefined && /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/.test(version);
}

/** Types of configuration; what has no short form is "any". */
function configTypeText(type: Type): string {
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
      return `${type.kind}(${configTypeText(type.element)})`;
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
