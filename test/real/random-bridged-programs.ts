/** Random programs over a bridged provider, and the states that imports and updates left. */
import { makeUrn } from "../../src/domain/urn.ts";
import { fromStateForm, isMap, type Json, type JsonObject, mapTree, toStateForm } from "./json-tree.ts";
import { alteredInputs, type Random } from "./mutate.ts";
import {
  type Change,
  changedCase,
  drawHookNames,
  drawHooks,
  drawOptions,
  hooksInState,
  leftForDeletion,
  onNode,
  onState,
  type ProgramCase,
  pick,
  plainNode,
  remove,
  rename,
  type Situation,
  type StackName,
} from "./program-changes.ts";
import type { ProgramNode } from "./program-driver.ts";
import type { StateResource } from "./stack.ts";

/** Imported resources, which programs consist of. */
export interface ResourcePool {
  /** The root stack and the default provider. */
  readonly fixed: readonly StateResource[];
  readonly resources: readonly StateResource[];
}

const group = "acme:index:Group";
const version = "1.0.0";

/** Draws a program and its state, and changes the program or the state up to four times. */
export function bridgedCase(pool: ResourcePool, stack: StackName, random: Random): ProgramCase {
  return changedCase(drawSituation(pool, stack, random), changesWith(pool), random);
}

function drawSituation(pool: ResourcePool, stack: StackName, random: Random): Situation {
  const root = String(pool.fixed[0]?.urn);
  const nodes: ProgramNode[] = [];
  const state: StateResource[] = [...pool.fixed];
  const urns = new Map<string, string>();
  if (random() < 0.5) {
    const urn = makeUrn(stack.stack, stack.project, root, group, "group");
    nodes.push({ ...plainNode, kind: "component", type: group, name: "group", inputs: {} });
    state.push({ urn, type: group, custom: false, parent: root });
    urns.set("group", urn);
  }
  const size = 2 + Math.floor(random() * 5);
  for (const resource of sampled(pool.resources, size, random)) {
    const node = drawNode(resource, nodes, state, random);
    const parent = urns.get(node.parent ?? "") ?? root;
    const urn = makeUrn(stack.stack, stack.project, parent, node.type, node.name);
    nodes.push(node);
    state.push(stateOf(node, resource, { urn, parent, urns, state }));
    urns.set(node.name, urn);
  }
  return { program: nodes, hooks: drawHooks(random), transforms: [], state, stack };
}

function drawNode(
  resource: StateResource,
  before: readonly ProgramNode[],
  state: readonly StateResource[],
  random: Random,
): ProgramNode {
  const customs = before.filter(({ kind }) => kind === "custom");
  const inputs = programInputs(resource);
  const keys = Object.keys(inputs).filter((key) => typeof inputs[key] === "string");
  const references: Record<string, ProgramNode["references"][string]> = {};
  if (keys.length > 0 && customs.length > 0 && random() < 0.5) {
    const node = pick(customs, random);
    const outputs = outputsOf(node.name, state);
    const properties = Object.keys(outputs).filter((key) => typeof outputs[key] === "string" && !key.startsWith("__"));
    if (properties.length > 0) references[pick(keys, random)] = { node: node.name, property: pick(properties, random) };
  }
  return {
    ...plainNode,
    kind: "custom",
    type: resource.type,
    name: nameOf(resource),
    version,
    inputs: Object.fromEntries(Object.entries(inputs).filter(([key]) => !(key in references))),
    references,
    dependsOn: customs.filter(() => random() < 0.15).map(({ name }) => name),
    ...(before[0]?.kind === "component" && random() < 0.5 ? { parent: "group" } : {}),
    ...(random() < 0.08 ? { protect: true } : {}),
    ...(random() < 0.08 ? { retainOnDelete: true } : {}),
    ...(random() < 0.12 ? { deleteBeforeReplace: random() < 0.7 } : {}),
    ...(random() < 0.1 && customs.length > 0 ? { deletedWith: pick(customs, random).name } : {}),
  };
}

interface Surroundings {
  readonly urn: string;
  readonly parent: string;
  readonly urns: ReadonlyMap<string, string>;
  readonly state: readonly StateResource[];
}

/** Returns the imported resource as an update with the node would have left it. */
function stateOf(
  node: ProgramNode,
  resource: StateResource,
  { urn, parent, urns, state }: Surroundings,
): StateResource {
  const urnOf = (name: string): string => urns.get(name) ?? "";
  const referred = Object.fromEntries(
    Object.entries(node.references).map(([key, { node: name, property }]): [string, Json] => [
      key,
      outputsOf(name, state)[property] ?? null,
    ]),
  );
  const inputs: JsonObject = { ...bagOf(resource.inputs), ...referred };
  const referents = Object.values(node.references).map(({ node: name }) => urnOf(name));
  return {
    ...resource,
    urn,
    parent,
    inputs,
    outputs: { ...bagOf(resource.outputs), ...referred },
    dependencies: [...new Set([...node.dependsOn.map(urnOf), ...referents])],
    propertyDependencies: Object.fromEntries(
      Object.keys(inputs).map((key) => [key, key in referred ? [urnOf(node.references[key]?.node ?? "")] : []]),
    ),
    ...(node.protect === true ? { protect: true } : {}),
    ...(node.retainOnDelete === true ? { retainOnDelete: true } : {}),
    ...(node.deletedWith === undefined ? {} : { deletedWith: urnOf(node.deletedWith) }),
  };
}

/** Returns inputs as a program sets them: without the names of the defaults that the bridge adds. */
function programInputs({ inputs }: StateResource): JsonObject {
  return withoutDefaults(fromStateForm(bagOf(inputs))) as JsonObject;
}

function withoutDefaults(inputs: Json): Json {
  return mapTree(inputs, (value) => {
    if (!isMap(value)) return value;
    const { __defaults: _, ...others } = value;
    return others;
  });
}

function outputsOf(name: string, state: readonly StateResource[]): JsonObject {
  return bagOf(state.find((resource) => nameOf(resource) === name)?.outputs);
}

function bagOf(values: unknown): JsonObject {
  return (values ?? {}) as JsonObject;
}

function nameOf({ urn }: StateResource): string {
  return urn.split("::").at(-1) ?? "";
}

function sampled<T>(list: readonly T[], count: number, random: Random): readonly T[] {
  const rest = [...list];
  return Array.from({ length: Math.min(count, list.length) }, () =>
    pick(rest.splice(Math.floor(random() * rest.length), 1), random),
  );
}

function changesWith(pool: ResourcePool): readonly (readonly [string, Change])[] {
  const alter = onNode(["custom"], (node, random) => ({ ...node, inputs: alteredInputs(node.inputs, random) }));
  return [
    ["alter an input", alter],
    ["alter an input ", alter],
    ["alter an input  ", alter],
    ["alter an input   ", alter],
    [
      "ignore a change",
      onNode(["custom"], (node, random) => ({
        ...node,
        ignoreChanges: [keyOf(node, random)],
        inputs: alteredInputs(node.inputs, random),
      })),
    ],
    [
      "replace on a change",
      onNode(["custom"], (node, random) => ({
        ...node,
        replaceOnChanges: [random() < 0.3 ? "*" : keyOf(node, random)],
        inputs: alteredInputs(node.inputs, random),
      })),
    ],
    ["remove", remove],
    ["rename", rename],
    ["add", (situation, random) => addFrom(pool, situation, random)],
    ["read", (situation, random) => readFrom(pool, situation, random)],
    [
      "move to the stack",
      onNode(["custom"], (node) => (node.parent === undefined ? undefined : { ...node, parent: undefined })),
    ],
    ["import", onNode(["custom"], (node, random) => ({ ...node, importId: anyId(pool, node.type, random) }))],
    ["protect", onNode(["custom"], (node, random) => ({ ...node, protect: random() < 0.5 }))],
    ["delete before replace", onNode(["custom"], (node, random) => ({ ...node, deleteBeforeReplace: random() < 0.8 }))],
    ["hooks", addHooks],
    ["hooks ", addHooks],
    ["hooks in the state", hooksInState],
    ["hooks in the state ", hooksInState],
    ["transform all resources", transformAll],
    ["transform a resource", transformOne],
    ["taint", onState(() => ({ taint: true }))],
    ["pending replacement", onState(() => ({ pendingReplacement: true }))],
    ["initialization failed", onState(() => ({ initErrors: ["it is not ready"] }))],
    ["external", onState(() => ({ external: true }))],
    ["left for deletion", leftForDeletion],
    ["protected", onState(() => ({ protect: true }))],
    ["alter an old input", onState(({ inputs }, random) => ({ inputs: alteredState(bagOf(inputs), random) }))],
    ["alter an output", onState(({ outputs }, random) => ({ outputs: alteredState(bagOf(outputs), random) }))],
    ["forget defaults", onState(({ inputs }) => ({ inputs: withoutDefaults(bagOf(inputs)) }))],
  ];
}

/** Alters values of a state, but no private members of the provider. */
function alteredState(values: JsonObject, random: Random): JsonObject {
  const [own, shown] = [true, false].map((isOwn) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => key.startsWith("__") === isOwn || key === "id")),
  );
  const altered = alteredInputs(fromStateForm(shown ?? {}) as JsonObject, random);
  return { ...(toStateForm(altered) as JsonObject), ...own };
}

function keyOf({ inputs, references }: ProgramNode, random: Random): string {
  const keys = [...Object.keys(inputs), ...Object.keys(references)];
  return keys.length === 0 ? "nothing" : pick(keys, random);
}

function anyId(pool: ResourcePool, type: string, random: Random): string {
  const ids = pool.resources.filter((resource) => resource.type === type).map(({ id }) => String(id));
  return random() < 0.9 ? pick(ids, random) : "missing";
}

function addFrom(pool: ResourcePool, situation: Situation, random: Random): Situation {
  const name = `added${Math.floor(random() * 1000)}`;
  const node = { ...drawNode(pick(pool.resources, random), situation.program, situation.state, random), name };
  return { ...situation, program: [...situation.program, node] };
}

function readFrom(pool: ResourcePool, situation: Situation, random: Random): Situation {
  const { type, id } = pick(pool.resources, random);
  const node: ProgramNode = {
    ...plainNode,
    kind: "read",
    type,
    name: `read${Math.floor(random() * 1000)}`,
    version,
    id: random() < 0.95 ? String(id) : "missing",
    inputs: {},
  };
  return { ...situation, program: [node, ...situation.program] };
}

function addHooks(situation: Situation, random: Random): Situation | undefined {
  return onNode(["custom"], (node) => ({
    ...node,
    hooks: drawHookNames(random),
    inputs: random() < 0.6 ? alteredInputs(node.inputs, random) : node.inputs,
  }))(situation, random);
}

function transformAll(situation: Situation, random: Random): Situation | undefined {
  const customs = situation.program.filter(({ kind }) => kind === "custom");
  if (customs.length === 0) return undefined;
  const { type, inputs } = pick(customs, random);
  const options = drawOptions(situation.program, Object.keys(inputs), random);
  return { ...situation, transforms: [...situation.transforms, { type, options }] };
}

/** Changes options, and sometimes removes an input. */
function transformOne(situation: Situation, random: Random): Situation | undefined {
  return onNode(["custom", "component"], (node) => {
    const options = drawOptions(situation.program, Object.keys(node.inputs), random);
    const inputs = random() < 0.5 ? { [keyOf(node, random)]: null } : {};
    return { ...node, transforms: [{ type: node.type, options, inputs }] };
  })(situation, random);
}
