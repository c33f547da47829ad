/** Prints packages, configuration, and resources as PCL blocks (docs/programs.md#pcl). */

import type { CallExpression, Property } from "../../src/ir/expression.ts";
import type { ConfigNode, OutputNode, PackageNode, ResourceNode } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import { isLocalComponent } from "../../src/ir/walk.ts";
import { formatPath, formatPattern, type Path } from "../../src/value/path.ts";
import { isBareKey, isHclIdentifier, quoted, validString } from "../shared/hcl-syntax.ts";
import { block, type Doc, layOut, stacked } from "../shared/layout.ts";
import type { NamesInOneScope } from "../shared/names-in-one-scope.ts";
import { refuseOpen } from "../shared/open-kinds.ts";
import { durationText, optionsToSet, type SetOption } from "../shared/options.ts";
import { refuse } from "../shared/scope.ts";
import { nodeOfOutput } from "../shared/stack-references.ts";
import { commentDoc, commented, printExpression, printSteps, type Scope } from "./expression.ts";

/** The attributes of a component block that are not inputs. */
const componentWords: ReadonlySet<string> = new Set(["token", "__logicalName"]);

/** Component options that `pulumi-language-pcl` 3.259 sends to the engine. */
const registeredOptions: ReadonlySet<string> = new Set(["parent", "providers"]);

export interface BlockContext {
  readonly names: NamesInOneScope;
  readonly nodes: ReadonlyMap<string, ResourceNode>;
  /** Reports a value that PCL cannot express, or that a tool does not support. */
  report(node: ResourceNode, path: string | undefined, message: string): void;
}

/**
 * Prints the block that pins a package's version and parameterization, or returns undefined if it would be empty. Omits the deprecated label, and
 * versions that are not `x.y.z`, which the binder rejects.
 */
export function packageBlock(node: PackageNode): Doc | undefined {
  // PCL has one block for both. Pulumi's binder decides by the schema.
  const parameterization = node.parameterization ?? node.extension;
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

/** Prints `config dbPassword "string" { secret = true }`. */
export function configBlock(node: ConfigNode, names: NamesInOneScope): Doc {
  const name = names.config.get(node.key) ?? node.key;
  const items: Doc[] = [];
  if (name !== node.key) items.push(`__logicalName = ${quoted(node.key)}`);
  if (node.secret) items.push("secret = true");
  return block(`config ${name} ${quoted(configTypeText(node.type))} {`, items, "}");
}

/** Prints `callerIdentity = invoke("aws:index/getCallerIdentity:getCallerIdentity", {})`. */
export function callBlock(
  name: string,
  { function: { token }, provider }: CallExpression,
  names: NamesInOneScope,
): Doc {
  const variable = provider === undefined ? undefined : (names.resources.get(provider) ?? "null");
  const options = variable === undefined ? "" : `, { provider = ${variable} }`;
  return `${name} = invoke(${quoted(token)}, {}${options})`;
}

/** Prints `resource main "aws:ec2/vpc:Vpc" { … }`, a `read` block (external resource), or a `component` block (component without a package). */
export function resourceBlock(node: ResourceNode, context: BlockContext): Doc {
  refuseOpen("pcl", node, "and PCL supports only types in the package's schema");
  const name = context.names.resources.get(node.id) ?? node.id;
  const scope: Scope = { language: "pcl", node, path: [], names: context.names };
  const isComponent = isLocalComponent(node);
  const items: Doc[] = [];
  if (name !== node.logicalName) items.push(`__logicalName = ${validString(node.logicalName, scope)}`);
  if (isComponent) items.push(`token = ${validString(node.resource.token, scope)}`);
  if (node.read !== undefined) items.push(`id = ${validString(node.read.id, scope)}`);
  items.push(...(isComponent ? pclComponentInputs(scope, context) : resourceInputs(scope)));
  const options = optionsBlock(scope, context);
  if (options !== undefined) items.push(...(items.length === 0 ? [] : [""]), options);
  const kind = node.read === undefined ? "resource" : "read";
  const head = isComponent ? `component ${name} {` : `${kind} ${name} ${quoted(pclTypeToken(node))} {`;
  return stacked([...node.comments.map(commentDoc), block(head, items, "}")]);
}

/** Prints `output vpcId { value = vpc.id }` for an output of the stack. */
export function outputBlock(output: OutputNode, { names, nodes }: BlockContext): Doc {
  const { name, value } = output;
  const label = names.outputs.get(name) ?? name;
  const scope: Scope = { language: "pcl", node: nodeOfOutput(output, nodes), path: [], names };
  const items: Doc[] = label === name ? [] : [`__logicalName = ${validString(name, scope)}`];
  return block(`output ${label} {`, [...items, ["value = ", printExpression(value, scope)]], "}");
}

function resourceInputs(scope: Scope): readonly Doc[] {
  return scope.node.inputs.map((property) => {
    const path = [property.name];
    if (!isHclIdentifier(property.name) || property.name === "__logicalName") {
      return refuse({ ...scope, path }, "is not an identifier, and PCL cannot quote input names");
    }
    if (property.undeclared === true) {
      return refuse({ ...scope, path }, "is not in the schema, and PCL supports only properties in the schema");
    }
    return inputLine(property, scope);
  });
}

/** Prints the inputs of a component without a schema. Inputs that PCL cannot name are printed as comments. */
function pclComponentInputs(scope: Scope, context: BlockContext): readonly Doc[] {
  return scope.node.inputs.map((property) => {
    if (isHclIdentifier(property.name) && !componentWords.has(property.name)) return inputLine(property, scope);
    context.report(
      scope.node,
      formatPath([property.name]),
      "PCL does not support an input with this name in a component without a package, so it is printed as a comment.",
    );
    return commentDoc(layOut(inputLine(property, scope), { width: 100, indent: 4 }).trimEnd());
  });
}

function inputLine(property: Property, scope: Scope): Doc {
  const value = printExpression(property.value, { ...scope, path: [property.name] });
  return commented(property.comment, [`${property.name} = `, value]);
}

/** A line of an `options` block. A line without a name is a comment. */
interface OptionLine {
  readonly name?: string;
  readonly text: Doc;
}

function optionsBlock(scope: Scope, context: BlockContext): Doc | undefined {
  const items = optionLines(scope, context);
  if (isLocalComponent(scope.node)) reportLostOptions(scope.node, items, context);
  const texts = items.map(({ text }) => text);
  return texts.length === 0 ? undefined : block("options {", texts, "}");
}

function optionLines(scope: Scope, context: BlockContext): readonly OptionLine[] {
  const { node } = scope;
  return optionsToSet(node, context.nodes).flatMap((option): readonly OptionLine[] => {
    const { name } = option;
    if (name === "ignoreChanges") return pathLines(name, node.options.ignoreChanges, scope, context);
    if (option.kind === "texts")
      return pathLines(
        name,
        option.value.map((output) => [output]),
        scope,
        context,
      );
    return [{ name, text: [`${name} = `, optionValue(option, scope)] }];
  });
}

function optionValue({ kind, value }: Exclude<SetOption, { readonly kind: "texts" }>, scope: Scope): Doc {
  const variable = (id: string) => scope.names.resources.get(id) ?? id;
  switch (kind) {
    case "resource":
      return variable(value);
    case "resources":
      return `[${value.map(variable).join(", ")}]`;
    case "flag":
      return String(value);
    case "text":
      return validString(value, scope);
    case "timeouts": {
      const lines = value.map(([name, seconds]) => `${name} = ${quoted(durationText(seconds))}`);
      return block("{", lines, "}");
    }
    case "aliases":
      return `[${value.map((urn) => validString(urn, scope)).join(", ")}]`;
  }
}

/** Reports component options that the PCL runtime does not send to the engine. `pulumi convert` to TypeScript, Python, or Go keeps all options. */
function reportLostOptions(node: ResourceNode, items: readonly OptionLine[], context: BlockContext): void {
  const lost = items.flatMap(({ name }) => (name === undefined || registeredOptions.has(name) ? [] : [name]));
  if (lost.length === 0) return;
  const message =
    `pulumi-language-pcl 3.259 does not register ${lost.join(", ")} of a component; ` +
    "`pulumi convert` to TypeScript, Python, or Go keeps such options.";
  context.report(node, undefined, message);
}

/**
 * Prints paths as traversals of the resource's inputs. Wildcards, names of outputs, and paths in component blocks, whose inputs are not in scope,
 * cannot be expressed (docs/programs.md#pcl) and are printed as comments.
 */
function pathLines(name: string, paths: readonly Path[], scope: Scope, context: BlockContext): readonly OptionLine[] {
  const [expressible, inexpressible] = split(paths, (path) => isTraversal(path, scope.node));
  const comments = inexpressible.map((path) => {
    const text = formatPattern(path);
    context.report(scope.node, text, `PCL cannot express this path in ${name}, so it is printed as a comment.`);
    return { text: commentDoc(`${name}: ${text}`) };
  });
  if (expressible.length === 0) return comments;
  const list = expressible.map((path) => traversal(path, scope)).join(", ");
  return [{ name, text: `${name} = [${list}]` }, ...comments];
}

function isTraversal(path: Path, node: ResourceNode): boolean {
  const [root] = path;
  if (isLocalComponent(node)) return false;
  if (typeof root !== "string" || !isBareKey(root) || path.includes("*")) return false;
  return !node.options.notInputs.includes(root);
}

function traversal(path: Path, scope: Scope): string {
  return `${path[0]}${printSteps(path.slice(1), scope)}`;
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

/** Returns the type of a configuration value, or "any" for types without a short form. */
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
