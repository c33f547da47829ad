/** Random programs, and states after earlier versions of them, for comparisons of previews. */
import { makeUrn } from "../../src/domain/urn.ts";
import type { JsonObject } from "./json-tree.ts";
import type { Random } from "./mutate.ts";
import type { Transform } from "./program-callbacks.ts";
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
  removed,
  rename,
  type Situation,
  type StackName,
} from "./program-changes.ts";
import { clusterChildren, type ProgramNode } from "./program-driver.ts";
import type { Rules } from "./scripted-provider.ts";
import type { StateResource } from "./stack.ts";

const word = "scripted:index:Word";
const group = "acme:index:Group";
const cluster = "scripted:index:Cluster";
const providerType = "pulumi:providers:scripted";
const letters = ["a", "b", "c"] as const;

/** Draws a program and its state, and changes the program or the state up to four times. */
export function programCase(stack: StackName, random: Random): ProgramCase {
  const before = drawProgram(random);
  const rules = new Map(before.map((node) => [node.name, drawRules(random)]));
  const situation: Situation = {
    program: before,
    hooks: drawHooks(random),
    transforms: [],
    state: stateOf(before, rules, stack),
    stack,
  };
  return changedCase(situation, changes, random);
}

function drawProgram(random: Random): readonly ProgramNode[] {
  const nodes: ProgramNode[] = [];
  const size = 3 + Math.floor(random() * 8);
  if (random() < 0.4)
    nodes.push({
      ...plainNode,
      kind: "provider",
      type: providerType,
      name: "explicit",
      version: "1.0.0",
      inputs: { setting: "s" },
    });
  for (let index = 0; index < size; index += 1) nodes.push(drawNode(`n${index}`, nodes, random));
  if (random() < 0.15) nodes.push(...drawLoop(nodes, 0, 5 + Math.floor(random() * 15), random));
  return nodes;
}

/** Draws the instances that a loop registers: equal resources with computed names. */
function drawLoop(before: readonly ProgramNode[], start: number, end: number, random: Random): readonly ProgramNode[] {
  const node = { ...drawNode("instance", before, random), ...(random() < 0.5 ? { inputs: { a: "1" } } : {}) };
  return Array.from({ length: end - start }, (_, index) => ({ ...node, name: `loop[${start + index}]` }));
}

/** Registers more instances of a loop, or fewer. */
function resizeLoop(situation: Situation, random: Random): Situation | undefined {
  const instances = situation.program.filter(({ name }) => name.startsWith("loop["));
  const [first, last] = [instances[0], instances.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const count = instances.length;
  const program =
    random() < 0.5
      ? [
          ...situation.program,
          ...Array.from({ length: 3 }, (_, index) => ({ ...last, name: `loop[${count + index}]` })),
        ]
      : removed(
          situation.program,
          instances.slice(-3).map(({ name }) => name),
        );
  return { ...situation, program };
}

function drawNode(name: string, before: readonly ProgramNode[], random: Random): ProgramNode {
  const components = before.filter(({ kind }) => kind === "component" || kind === "remote");
  const customs = before.filter(({ kind }) => kind === "custom");
  const parents = random() < 0.6 ? components : random() < 0.1 ? customs : [];
  const parent = parents.length > 0 ? pick(parents, random).name : undefined;
  if (random() < 0.25)
    return {
      ...plainNode,
      kind: "component",
      type: group,
      name: childName(name, parent, random),
      parent,
      inputs: drawInputs(random),
    };
  if (random() < 0.2)
    return {
      ...plainNode,
      kind: "remote",
      type: cluster,
      name: childName(name, parent, random),
      parent,
      inputs: drawInputs(random),
      references: drawReferences(customs.slice(0, 1), random),
      dependsOn: customs.filter(() => random() < 0.1).map((node) => node.name),
      ...drawProvider(before, random),
      ...(random() < 0.1 ? { protect: true } : {}),
      ...(random() < 0.1 ? { retainOnDelete: true } : {}),
    };
  const remotes = before.filter(({ kind }) => kind === "remote");
  if (random() < 0.08)
    return {
      ...plainNode,
      kind: "function",
      type: "scripted:index:getWord",
      name,
      dependsOn: [...customs, ...remotes, ...components]
        .filter(() => random() < 0.3)
        .slice(0, 1)
        .map((node) => node.name),
      ...drawProvider(before, random),
    };
  const isRead = random() < 0.06;
  const functions = before.filter(({ kind }) => kind === "function");
  const references = isRead ? {} : drawReferences([...functions, ...customs, ...remotes], random);
  return {
    ...plainNode,
    kind: isRead ? "read" : "custom",
    type: word,
    name: childName(name, parent, random),
    parent,
    ...(isRead ? { id: `id-${name}` } : {}),
    inputs: isRead ? {} : { a: "1", ...drawInputs(random) },
    references,
    dependsOn: isRead ? [] : [...customs, ...remotes].filter(() => random() < 0.1).map((node) => node.name),
    ...drawProvider(before, random),
    ...(random() < 0.08 ? { protect: true } : {}),
    ...(random() < 0.08 ? { retainOnDelete: true } : {}),
    ...(random() < 0.1 && !isRead ? { replacementTrigger: "first" } : {}),
    ...(random() < 0.12 ? { deleteBeforeReplace: random() < 0.7 } : {}),
    ...(random() < 0.1 && customs.length > 0 && !isRead ? { deletedWith: pick(customs, random).name } : {}),
    ...(random() < 0.08 && customs.length > 0 && !isRead ? { replaceWith: [pick(customs, random).name] } : {}),
  };
}

function drawReferences(referents: readonly ProgramNode[], random: Random): ProgramNode["references"] {
  const chosen = referents.filter(() => random() < 0.35).slice(0, 2);
  return Object.fromEntries(
    chosen.map(({ name: node }, at) => [`r${at}`, { node, property: random() < 0.5 ? "computed" : "a" }]),
  );
}

function drawProvider(before: readonly ProgramNode[], random: Random): Pick<ProgramNode, "provider" | "version"> {
  if (before.some(({ kind }) => kind === "provider") && random() < 0.4) return { provider: "explicit" };
  return { version: random() < 0.1 ? "1.0.1" : "1.0.0" };
}

/** Returns the resources that a node registers. A remote component registers several. */
function registeredBy(node: ProgramNode): readonly ProgramNode[] {
  if (node.kind !== "remote") return [node];
  const { provider, protect, retainOnDelete } = node;
  const [first, second] = clusterChildren(node.name, node.inputs);
  const inherited = { provider, protect, retainOnDelete };
  const references: ProgramNode["references"] = node.references.r0 === undefined ? {} : { r0: node.references.r0 };
  return [
    { ...node, kind: "component" },
    { ...first, ...inherited },
    { ...second, ...inherited, references: { ...references, ...second.references } },
  ];
}

function childName(name: string, parent: string | undefined, random: Random): string {
  return parent !== undefined && random() < 0.4 ? `${parent}-${name}` : name;
}

function drawInputs(random: Random): JsonObject {
  return Object.fromEntries(
    letters.filter(() => random() < 0.6).map((letter) => [letter, String(Math.floor(random() * 3))]),
  );
}

function drawRules(random: Random): Rules {
  return {
    replaceOn: ["a", "b", "r0", "r1"].filter(() => random() < 0.45),
    deleteBeforeReplace: random() < 0.4,
  };
}

/** Returns the state after an update with the program. */
function stateOf(
  program: readonly ProgramNode[],
  rules: ReadonlyMap<string, Rules>,
  { project, stack }: StackName,
): readonly StateResource[] {
  const root = makeUrn(stack, project, undefined, "pulumi:pulumi:Stack", `${project}-${stack}`);
  const state: StateResource[] = [{ urn: root, type: "pulumi:pulumi:Stack", custom: false }];
  const urns = new Map<string, string>();
  const outputs = new Map<string, JsonObject>();
  const urnOf = (name: string): string => urns.get(name) ?? "";
  const urnsOf = (names: readonly string[]): string[] => [...new Set(names.map(urnOf).filter((urn) => urn !== ""))];
  for (const node of program.flatMap(registeredBy)) {
    if (node.kind === "function") {
      // The result depends on what the function depends on.
      urns.set(node.name, urnOf(node.dependsOn[0] ?? ""));
      outputs.set(node.name, { a: node.name, computed: `c-${node.name}` });
      continue;
    }
    const parent = node.parent === undefined ? root : urnOf(node.parent);
    const urn = makeUrn(stack, project, parent, node.type, node.name);
    urns.set(node.name, urn);
    const inputs = inputsInState(node, outputs);
    outputs.set(node.name, outputsInState(node, inputs, rules.get(node.name) ?? {}));
    const provider =
      node.kind === "custom" || node.kind === "read"
        ? providerInState(node, state, { project, stack }, urnOf)
        : undefined;
    state.push({
      urn,
      type: node.type,
      custom: node.kind !== "component",
      ...(node.kind === "component" ? {} : { id: node.id ?? `id-${node.name}` }),
      ...(node.kind === "read" ? { external: true } : {}),
      inputs: node.kind === "provider" ? { ...node.inputs, version: "1.0.0", __internal: {} } : inputs,
      outputs: outputs.get(node.name) ?? {},
      parent,
      ...(provider === undefined ? {} : { provider }),
      dependencies: urnsOf([...node.dependsOn, ...Object.values(node.references).map(({ node: name }) => name)]),
      propertyDependencies: Object.fromEntries(
        Object.entries(inputs).map(([key]) => [
          key,
          node.references[key] === undefined ? [] : urnsOf([node.references[key].node]),
        ]),
      ),
      ...(node.protect === true ? { protect: true } : {}),
      ...(node.retainOnDelete === true ? { retainOnDelete: true } : {}),
      ...(node.replacementTrigger === undefined ? {} : { replacementTrigger: node.replacementTrigger }),
      ...(node.deletedWith === undefined ? {} : { deletedWith: urnOf(node.deletedWith) }),
      ...(node.replaceWith.length === 0 ? {} : { replaceWith: node.replaceWith.map(urnOf) }),
    });
  }
  return state;
}

function inputsInState(node: ProgramNode, outputs: ReadonlyMap<string, JsonObject>): JsonObject {
  const referred = Object.entries(node.references).map(
    ([key, { node: name, property }]) => [key, outputs.get(name)?.[property] ?? null] as const,
  );
  return { ...node.inputs, ...Object.fromEntries(referred) };
}

function outputsInState(node: ProgramNode, inputs: JsonObject, rules: Rules): JsonObject {
  const { type, name } = node;
  switch (node.kind) {
    case "component":
      return type === cluster ? { a: inputs.a ?? "1", computed: `c-${name}` } : {};
    case "provider":
      return { ...node.inputs, version: "1.0.0" };
    case "read":
      return { name: node.id ?? "", computed: `c-${node.id}`, __rules: "{}" };
    default:
      return { ...inputs, computed: `c-${name}`, __rules: JSON.stringify(rules) };
  }
}

function providerInState(
  node: ProgramNode,
  state: StateResource[],
  { project, stack }: StackName,
  urnOf: (name: string) => string,
): string {
  if (node.provider !== undefined) return `${urnOf(node.provider)}::id-${node.provider}`;
  const version = node.version ?? "1.0.0";
  const urn = makeUrn(stack, project, undefined, providerType, `default_${version.replaceAll(".", "_")}`);
  const id = `default-${version}`;
  if (!state.some((resource) => resource.urn === urn)) {
    state.push({
      urn,
      type: providerType,
      custom: true,
      id,
      inputs: { version, __internal: {} },
      outputs: { version },
    });
  }
  return `${urn}::${id}`;
}

const changes: readonly (readonly [string, Change])[] = [
  [
    "change an input",
    onNode(["custom", "component", "remote"], (node, random) => ({
      ...node,
      inputs: { ...node.inputs, [pick(letters, random)]: `new${Math.floor(random() * 3)}` },
    })),
  ],
  [
    "change an input ",
    onNode(["custom"], (node, random) => ({ ...node, inputs: { ...node.inputs, [pick(letters, random)]: "x" } })),
  ],
  [
    "drop an input",
    onNode(["custom", "component", "remote"], (node) => ({
      ...node,
      inputs: Object.fromEntries(Object.entries(node.inputs).slice(1)),
    })),
  ],
  ["remove", remove],
  ["remove ", remove],
  ["add", add],
  ["resize a loop", resizeLoop],
  ["rename", rename],
  ["rename ", rename],
  [
    "move to the stack",
    onNode(["custom", "component", "remote"], (node, random) =>
      node.parent === undefined
        ? undefined
        : { ...node, parent: undefined, aliases: random() < 0.7 ? [...node.aliases] : [] },
    ),
  ],
  [
    "ignore a change",
    onNode(["custom"], (node, random) => ({
      ...node,
      ignoreChanges: [pick([...letters, "r0"], random)],
      inputs: { ...node.inputs, a: "ignored" },
    })),
  ],
  [
    "replace on a change",
    onNode(["custom"], (node, random) => ({ ...node, replaceOnChanges: [pick([...letters, "*"], random)] })),
  ],
  ["trigger a replacement", onNode(["custom"], (node) => ({ ...node, replacementTrigger: "second" }))],
  ["protect", onNode(["custom", "remote"], (node, random) => ({ ...node, protect: random() < 0.5 }))],
  ["delete before replace", onNode(["custom"], (node, random) => ({ ...node, deleteBeforeReplace: random() < 0.8 }))],
  [
    "import",
    onNode(["custom"], (node, random) => ({ ...node, importId: random() < 0.5 ? `id-${node.name}` : "elsewhere" })),
  ],
  [
    "another version",
    onNode(["custom", "remote"], (node) => (node.provider === undefined ? { ...node, version: "1.0.2" } : undefined)),
  ],
  [
    "the default provider",
    onNode(["custom", "remote"], (node) =>
      node.provider === undefined ? undefined : { ...node, provider: undefined, version: "1.0.0" },
    ),
  ],
  ["change the provider", changeProvider],
  ["replace the provider", replaceProvider],
  [
    "another type",
    onNode(["component"], (node, random) => ({
      ...node,
      type: "acme:index:Team",
      aliases: random() < 0.7 ? [{ type: group }] : [],
    })),
  ],
  ["transform all resources", transformAll],
  ["transform a resource", transformOne],
  ["transform a resource ", transformOne],
  ["hooks", addHooks],
  ["hooks ", addHooks],
  ["hooks in the state", hooksInState],
  ["hooks in the state ", hooksInState],
  ["taint", onState(() => ({ taint: true }))],
  ["pending replacement", onState(() => ({ pendingReplacement: true }))],
  ["initialization failed", onState(() => ({ initErrors: ["it is not ready"] }))],
  ["external", onState(() => ({ external: true }))],
  ["left for deletion", leftForDeletion],
  ["protected", onState(() => ({ protect: true }))],
];

function add(situation: Situation, random: Random): Situation {
  return {
    ...situation,
    program: [...situation.program, drawNode(`added${Math.floor(random() * 1000)}`, situation.program, random)],
  };
}

function addHooks(situation: Situation, random: Random): Situation | undefined {
  return onNode(["custom", "component", "remote"], (node) => ({
    ...node,
    hooks: drawHookNames(random),
    ...(random() < 0.6 ? { inputs: { ...node.inputs, a: "hooked" } } : {}),
  }))(situation, random);
}

function transformAll(situation: Situation, random: Random): Situation {
  return { ...situation, transforms: [...situation.transforms, drawTransform(situation, random)] };
}

/** Transforms a resource and its children. */
function transformOne(situation: Situation, random: Random): Situation | undefined {
  return onNode(["custom", "component", "remote", "provider"], (node) => ({
    ...node,
    transforms: [...(node.transforms ?? []), drawTransform(situation, random)],
  }))(situation, random);
}

function drawTransform({ program }: Situation, random: Random): Transform {
  const dependentInputs: Transform["dependentInputs"] = random() < 0.15 ? { r0: pick(program, random).name } : {};
  const inputs = Object.fromEntries(
    letters
      .filter(() => random() < 0.3)
      .map((letter) => [letter, random() < 0.3 ? null : String(Math.floor(random() * 3))]),
  );
  return {
    ...(random() < 0.75 ? { type: random() < 0.8 ? word : pick([group, cluster, providerType], random) } : {}),
    ...(random() < 0.7 ? { inputs, dependentInputs } : {}),
    ...(random() < 0.7 ? { options: drawOptions(program, letters, random) } : {}),
    ...(random() < 0.03 ? { fails: true } : {}),
  };
}

function changeProvider(situation: Situation, random: Random): Situation | undefined {
  return onNode(["provider"], (node) => ({
    ...node,
    inputs: {
      setting: "t",
      answer: JSON.stringify({ changes: 2, diffs: ["setting"], replaces: [], deleteBeforeReplace: false }),
    },
  }))(situation, random);
}

function replaceProvider(situation: Situation, random: Random): Situation | undefined {
  const deleteBeforeReplace = random() < 0.5;
  const answer = JSON.stringify({ changes: 2, diffs: ["setting"], replaces: ["setting"], deleteBeforeReplace });
  return onNode(["provider"], (node) => ({ ...node, inputs: { setting: "u", answer } }))(situation, random);
}
