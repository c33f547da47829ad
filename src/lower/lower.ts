/** Converts a resource graph to a program and the configuration values that it needs. */

import { failingResources, ImpError, invariant } from "../domain/errors.ts";
import type {
  CallLink,
  ConfigValue,
  FunctionCall,
  GraphOutput,
  GraphResource,
  Link,
  Note,
  ResourceGraph,
  Urn,
} from "../domain/graph.ts";
import type { HeldResource } from "../domain/held-resource.ts";
import { isProviderType, providerTypeOf } from "../domain/urn.ts";
import type { CallExpression, Expression } from "../ir/expression.ts";
import { orderNodes } from "../ir/order.ts";
import type { HeldNode, OutputNode, Program, ReadArguments, ResourceNode } from "../ir/program.ts";
import type { Token } from "../ir/type.ts";
import { dependencies, isLocalComponent } from "../ir/walk.ts";
import { objectTypesOfAll } from "../schema/judge/judge.ts";
import { openedFor } from "../schema/open-kinds.ts";
import { isSecretOutput } from "../schema/resource-options.ts";
import { compileModuleFormat, readToken } from "../schema/tokens.ts";
import type { PackageSchema, ResourceSchema } from "../schema/types.ts";
import { formatPath, type Path } from "../value/path.ts";
import { type ConfigKeys, type SecretKeys, secretKeys } from "./config-secrets.ts";
import { type LoweringContext, propertiesFromValues, type Shape } from "./expression-from-value.ts";
import { graphReferents, heldNodes } from "./held.ts";
import {
  callExpression,
  callLinkExpression,
  linkExpression,
  outputReference,
  type Referent,
} from "./link-expression.ts";
import { nodeIds } from "./names.ts";
import { nodeOptions } from "./options.ts";
import { printedPackages } from "./packages.ts";
import { programInputs } from "./provider-inputs.ts";

export interface LowerOptions {
  readonly project: string;
  /**
   * The printed program without the nodes to replace. New nodes come after its nodes. If it contains a node with the URN of a resource, the resource
   * is skipped.
   */
  readonly existing?: Program;
  /** The same program with the nodes to replace. Their replacements get the same ids and positions. */
  readonly former?: Program;
  readonly configKeys: ConfigKeys;
  /** Resources of the user's code. If the graph refers to one of them, the program refers to its variable. Omitted if there are none. */
  readonly held?: ReadonlyMap<Urn, HeldResource>;
  /** The origin of the graph, for messages. Omitted for imports. */
  readonly source?: "state";
}

export interface Lowered {
  readonly program: Program;
  /** Values to store in the stack file, as strings to encrypt. */
  readonly config: readonly ConfigValue[];
}

interface Run {
  readonly schemas: ReadonlyMap<string, PackageSchema>;
  readonly secrets: SecretKeys;
  readonly source?: "state";
  referentOf(urn: Urn): Referent | undefined;
}

/**
 * Converts a resource graph to a program. The output depends only on the arguments.
 *
 * @param schemas by package name; local components do not need one
 * @throws ImpError LOWER_CANNOT_EXPRESS with every resource that has a value or option that a program cannot express
 */
export function lower(
  graph: ResourceGraph,
  schemas: ReadonlyMap<string, PackageSchema>,
  options: LowerOptions,
): Lowered {
  const { project, existing, former, source } = options;
  const printed = existing?.resources ?? [];
  const added = addedResources(graph, options);
  const held = heldBeside(added, schemas, options);
  const referents = referentsOf([...held, ...printed], added, schemas);
  const taken = existing?.config.map(({ key }) => key) ?? [];
  const secrets = secretKeys(project, options.configKeys, taken);
  const run: Run = { schemas, secrets, referentOf: (urn) => referents.get(urn), source };
  const ordered = orderNodes(lowerAll(added, run));
  invariant(ordered.cycle.length === 0, `the graph has no cycle: ${ordered.cycle.join(" -> ")}`);
  const nodes = inFormerOrder([...printed, ...ordered.nodes], former);
  const referred = new Set(nodes.flatMap(dependencies));
  const used = held.filter(({ id }) => referred.has(id));
  const packaged = [...nodes, ...used.filter(({ resource }) => schemas.has(resource.package))];
  const newResources = added.map(({ resource }) => resource);
  const outputs = [...keptOutputs(nodes, former ?? existing), ...loweredOutputs(graph.outputs ?? [], run)];
  return {
    program: {
      project,
      packages: printedPackages(newResources, schemas, existing?.packages, packaged),
      config: [...(existing?.config ?? []), ...secrets.nodes],
      resources: nodes,
      held: used.length > 0 ? used : undefined,
      outputs: outputs.length > 0 ? outputs : undefined,
    },
    config: secrets.values,
  };
}

/** A resource that the program does not contain yet, and the id of its node. */
interface AddedResource {
  readonly resource: GraphResource;
  readonly id: string;
}

/** Returns the resources that the program does not contain. A resource that it contained before keeps its id, because other resources refer to it. */
function addedResources(
  { resources }: ResourceGraph,
  { project, existing, former }: LowerOptions,
): readonly AddedResource[] {
  const present = new Set(existing?.resources.map(({ urn }) => urn));
  const added = resources.filter(({ urn }) => !present.has(urn));
  const formerIds = new Map(former?.resources.map(({ urn, id }) => [urn, id]));
  const kept = added.flatMap(({ urn }) => formerIds.get(urn) ?? []);
  const taken = [...(existing?.resources ?? []), ...(existing?.held ?? [])].map(({ id }) => id);
  const fresh = added.filter(({ urn }) => !formerIds.has(urn)).map((resource) => withShortName(resource, project));
  const freshIds = nodeIds(fresh, [...taken, ...kept]).values();
  return added.map((resource) => ({ resource, id: formerIds.get(resource.urn) ?? String(freshIds.next().value) }));
}

/** Returns the nodes of the user's resources that the program refers to, or that it may refer to with the added resources. */
function heldBeside(
  added: readonly AddedResource[],
  schemas: ReadonlyMap<string, PackageSchema>,
  { existing, held }: LowerOptions,
): readonly HeldNode[] {
  const printed = existing?.resources ?? [];
  const inProgram = new Set([...printed, ...added.map(({ resource }) => resource)].map(({ urn }) => urn));
  const referents = graphReferents(added.map(({ resource }) => resource));
  return heldNodes(
    existing?.held ?? [],
    [...(held?.values() ?? [])].filter(({ urn }) => referents.has(urn) && !inProgram.has(urn)),
    [...printed, ...added].map(({ id }) => id),
    (type) => resourceSchema(schemas.get(packageNameOf(type)), type),
  );
}

/** Maps each resource that an expression can refer to. @param nodes the nodes of the program and of the user's code */
function referentsOf(
  nodes: readonly ResourceNode[],
  added: readonly AddedResource[],
  schemas: ReadonlyMap<string, PackageSchema>,
): ReadonlyMap<Urn, Referent> {
  const referents = new Map<Urn, Referent>();
  for (const node of nodes) {
    const { package: name, token } = node.resource;
    const schema = isLocalComponent(node) ? undefined : resourceSchema(schemas.get(name), token);
    referents.set(node.urn, { ...namelessReferent(node, schemas), schema });
  }
  for (const { resource, id } of added) {
    const schema = resourceSchemaOf(resource, schemas);
    referents.set(resource.urn, { ...namelessReferent({ id, kind: resource.kind }, schemas), schema });
  }
  return referents;
}

/** Converts the resources to nodes. Throws all errors together. */
function lowerAll(added: readonly AddedResource[], run: Run): readonly ResourceNode[] {
  const errors: ImpError[] = [];
  const nodes = added.flatMap(({ resource, id }) => {
    try {
      return [lowerResource(resource, id, run)];
    } catch (error) {
      errors.push(...failingResources(error).values());
      return [];
    }
  });
  const [first, ...others] = errors;
  if (first !== undefined) throw ImpError.together(first, others);
  return nodes;
}

/** Names the variable of a stack reference after the other project, or after the stack in the same project: `network`, `prod`. */
function withShortName(resource: GraphResource, project: string): GraphResource {
  const { kind, name } = resource;
  if (kind !== "stack") return resource;
  const [stack = name, owner = project] = name.split("/").reverse();
  return { ...resource, name: owner === project ? stack : owner };
}

/** Moves each node that replaces a former node to the position of that node, unless it depends on later nodes. */
function inFormerOrder(nodes: readonly ResourceNode[], former: Program | undefined): readonly ResourceNode[] {
  if (former === undefined) return nodes;
  const positions = new Map(former.resources.map(({ urn }, index) => [urn, index]));
  const positionOf = ({ urn }: ResourceNode): number => positions.get(urn) ?? positions.size;
  const isSame = nodes.every(
    (node, index) => index === 0 || positionOf(nodes[index - 1] as ResourceNode) <= positionOf(node),
  );
  if (isSame) return nodes;
  const ordered = orderNodes(nodes.toSorted((a, b) => positionOf(a) - positionOf(b)));
  invariant(ordered.cycle.length === 0, `the program has no cycle: ${ordered.cycle.join(" -> ")}`);
  return ordered.nodes;
}

function namelessReferent(
  { id, kind }: Pick<ResourceNode, "id" | "kind">,
  schemas: ReadonlyMap<string, PackageSchema>,
): Omit<Referent, "schema"> {
  return { node: id, isStack: kind === "stack" ? true : undefined, objectType: objectTypesOfAll(schemas) };
}

/** Returns the schema of a resource. Returns undefined for a local component, even if the schema contains its type. */
function resourceSchemaOf(
  { kind, isRemote, package: { name }, type, inputs }: GraphResource,
  schemas: ReadonlyMap<string, PackageSchema>,
): ResourceSchema | undefined {
  const schema = kind === "component" && isRemote !== true ? undefined : resourceSchema(schemas.get(name), type);
  return schema && openedFor(schema, inputs.keys());
}

function lowerResource(resource: GraphResource, id: string, run: Run): ResourceNode {
  const schema = resourceSchemaOf(resource, run.schemas);
  const nodeOf = (urn: Urn) => run.referentOf(urn)?.node;
  return {
    id,
    urn: resource.urn,
    logicalName: resource.name,
    resource: resourceToken(resource, schema),
    kind: resource.kind,
    read: resource.kind === "external" ? loweredReadArguments(resource, schema) : undefined,
    isOpen: schema?.isOpen,
    isRemote: resource.isRemote,
    language: schema?.language ?? {},
    inputs: propertiesFromValues(
      programInputs(resource, schema),
      resource.kind === "stack" ? stackShape : schema && settableShape(resource, schema),
      [],
      loweringContext(resource, run, nodeOf),
    ),
    options: nodeOptions(resource, schema, nodeOf, run.source),
    comments: resource.notes
      .filter((note) => note.path === undefined || note.path.length === 0)
      .map(({ text }) => text),
  };
}

/** Returns the outputs that the program already has. Replaced nodes keep their ids, so their outputs stay. */
function keptOutputs(nodes: readonly ResourceNode[], former: Program | undefined): readonly OutputNode[] {
  const ids = new Set(nodes.map(({ id }) => id));
  return (former?.outputs ?? []).filter(({ value }) => ids.has(value.node));
}

function loweredOutputs(outputs: readonly GraphOutput[], { referentOf }: Run): readonly OutputNode[] {
  return outputs.map(({ name, referent, property }) => {
    const value = outputReference({ kind: "output", referent, property }, referentOf);
    invariant(value !== undefined, "an output refers to a resource of the program");
    return { name, value };
  });
}

/** The shape of the inputs of a stack reference. */
const stackShape: Shape = {
  properties: new Map([
    [
      "name",
      {
        name: "name",
        type: { kind: "string" },
        plain: false,
        secret: false,
        environment: [],
        replaceOnChanges: true,
        willReplaceOnChanges: false,
        language: {},
      },
    ],
  ]),
  required: new Set(["name"]),
};

/** Returns the properties that the program can set. For an external resource, these are the state inputs of Read. */
function settableShape({ kind }: GraphResource, { inputs, requiredInputs, stateInputs }: ResourceSchema): Shape {
  if (kind === "external") return { properties: stateInputs ?? new Map(), required: new Set() };
  return { properties: inputs, required: requiredInputs };
}

function loweredReadArguments({ id }: GraphResource, schema: ResourceSchema | undefined): ReadArguments {
  invariant(id !== undefined, "an external resource has an id");
  return { id, takesState: schema?.stateInputs !== undefined };
}

function loweringContext(resource: GraphResource, run: Run, nodeOf: (urn: Urn) => string | undefined): LoweringContext {
  const links = byPath(resource.links, (link: Link) => link.path);
  const calls = byPath(resource.calls ?? [], (link: CallLink) => link.path);
  // Most inputs contain no links, so their paths need no lookup.
  const linked = new Set([...resource.links, ...(resource.calls ?? [])].map((link) => link.path[0]));
  const comments = commentsByPath(resource.notes);
  return {
    urn: resource.urn,
    resource: `${resource.type} ${resource.name}`,
    source: run.source,
    objectType: objectTypesOfAll(run.schemas),
    linkAt(path): Expression | undefined {
      if (!linked.has(path[0])) return undefined;
      const key = JSON.stringify(path);
      const [link, call] = [links.get(key), calls.get(key)];
      if (link !== undefined) return linkExpression(link, run.referentOf);
      return call && callLinkExpression(call, (functionCall, property) => loweredCall(functionCall, property, run));
    },
    isSecretLink(path) {
      const [part] = links.get(JSON.stringify(path))?.parts ?? [];
      if (part?.kind !== "output") return false;
      return isSecretOutput(run.referentOf(part.referent)?.schema, part.property);
    },
    secretAt: (path, value, type) => run.secrets.keyFor(resource.name, path, value, type),
    nodeOf,
    commentAt: (path) => (comments.size === 0 ? undefined : comments.get(JSON.stringify(path))),
  };
}

/** Returns a call expression, or undefined if the provider is not in the program or the function is not in the package. */
function loweredCall(call: FunctionCall, property: Path, run: Run): CallExpression | undefined {
  const all = run.schemas.get(call.package);
  const schema = all?.function(call.token);
  const provider = call.provider === undefined ? undefined : run.referentOf(call.provider)?.node;
  if (all === undefined || schema === undefined) return undefined;
  if (call.provider !== undefined && provider === undefined) return undefined;
  return callExpression(schema, property, {
    provider,
    isNamesake: hasNamesake(schema.name, all) ? true : undefined,
  });
}

function hasNamesake({ package: name, module, member }: Token, schema: PackageSchema): boolean {
  if (!member.startsWith("get")) return false;
  const resource = schema.resource([name, module || "index", member.slice("get".length)].join(":"))?.name;
  return resource?.module === module && resource.member === member.slice("get".length);
}

function byPath<T>(items: readonly T[], pathOf: (item: T) => Path): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [JSON.stringify(pathOf(item)), item]));
}

/** Returns comments by path. A note is printed above the nearest property, because elements of lists and maps cannot have comments. */
function commentsByPath(notes: readonly Note[]): ReadonlyMap<string, string> {
  const comments = new Map<string, string>();
  for (const note of notes) {
    const [root, ...subpath] = note.path ?? [];
    if (root === undefined) continue;
    const key = JSON.stringify([root]);
    const text = subpath.length === 0 ? note.text : `${formatPath(note.path ?? [])}: ${note.text}`;
    const before = comments.get(key);
    comments.set(key, before === undefined ? text : `${before}\n${text}`);
  }
  return comments;
}

function resourceToken(resource: GraphResource, schema: ResourceSchema | undefined): Token {
  return schema?.name ?? readToken(resource.type, compileModuleFormat(undefined));
}

function packageNameOf(type: string): string {
  return isProviderType(type) ? type.slice(providerTypeOf("").length) : type.slice(0, type.indexOf(":"));
}

function resourceSchema(schema: PackageSchema | undefined, token: string): ResourceSchema | undefined {
  if (schema === undefined) return undefined;
  return token === `pulumi:providers:${schema.name}` ? schema.provider : schema.resource(token);
}
