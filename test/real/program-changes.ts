/** Changes of a program and its state, for random programs of any provider. */
import type { TargetOptions } from "../../src/preview/targets.ts";
import type { JsonObject } from "./json-tree.ts";
import type { Random } from "./mutate.ts";
import { type ChangedOptions, type Hook, type HookNames, hookTypes, type Transform } from "./program-callbacks.ts";
import type { Program, ProgramNode } from "./program-driver.ts";
import type { StateResource } from "./stack.ts";

export interface ProgramCase {
  readonly state: readonly StateResource[];
  readonly program: Program;
  /** The resources to preview. All resources if undefined. */
  readonly targets: TargetOptions | undefined;
  /** The changes, for messages. */
  readonly story: readonly string[];
}

export interface StackName {
  readonly project: string;
  readonly stack: string;
}

export interface Situation {
  readonly program: readonly ProgramNode[];
  readonly hooks: readonly Hook[];
  /** Transforms of all resources. */
  readonly transforms: readonly Transform[];
  readonly state: readonly StateResource[];
  readonly stack: StackName;
}

export type Change = (situation: Situation, random: Random) => Situation | undefined;

export const plainNode = {
  inputs: {},
  references: {},
  dependsOn: [],
  aliases: [],
  ignoreChanges: [],
  replaceOnChanges: [],
  replaceWith: [],
} as const;

/** Applies up to four random changes, and sometimes targets. */
export function changedCase(
  situation: Situation,
  changes: readonly (readonly [string, Change])[],
  random: Random,
): ProgramCase {
  let current = situation;
  const story: string[] = [];
  const count = random() < 0.05 ? 0 : 1 + Math.floor(random() * 4);
  for (let index = 0; index < count; index += 1) {
    const [name, change] = pick(changes, random);
    const changed = change(current, random);
    if (changed === undefined) continue;
    current = changed;
    story.push(name);
  }
  const { state, program: nodes, hooks, transforms } = current;
  const targets = random() < 0.25 ? drawTargets(nodes, state, random) : undefined;
  return {
    state,
    program: { hooks, transforms, nodes },
    targets,
    story: targets === undefined ? story : [...story, "targets"],
  };
}

/** Draws one or two resources of the state, and sometimes names that only the program has or that wildcards match. */
function drawTargets(program: readonly ProgramNode[], state: readonly StateResource[], random: Random): TargetOptions {
  const urns = [pick(state, random).urn];
  if (random() < 0.5) urns.push(`urn:pulumi:**::${pick(program, random).name}`);
  if (random() < 0.1) urns.push(`${pick(state, random).urn.slice(0, -1)}*`);
  if (random() < 0.03) urns.push(`${pick(state, random).urn}-missing`);
  return { urns, dependents: random() < 0.4 };
}

export function onNode(
  kinds: readonly ProgramNode["kind"][],
  change: (node: ProgramNode, random: Random) => ProgramNode | undefined,
): Change {
  return (situation, random) => {
    const nodes = situation.program.filter(({ kind }) => kinds.includes(kind));
    if (nodes.length === 0) return undefined;
    const node = pick(nodes, random);
    const changed = change(node, random);
    if (changed === undefined) return undefined;
    return { ...situation, program: situation.program.map((each) => (each === node ? changed : each)) };
  };
}

export function onState(change: (resource: StateResource, random: Random) => JsonObject): Change {
  return (situation, random) => {
    const customs = situation.state.filter(isCurrent);
    if (customs.length === 0) return undefined;
    const resource = pick(customs, random);
    return {
      ...situation,
      state: situation.state.map((each) => (each === resource ? { ...each, ...change(resource, random) } : each)),
    };
  };
}

function isCurrent({ type, custom, delete: isDeleted }: StateResource): boolean {
  return custom === true && !type.startsWith("pulumi:") && isDeleted !== true;
}

export function leftForDeletion(situation: Situation, random: Random): Situation | undefined {
  const customs = situation.state.filter(isCurrent);
  if (customs.length === 0) return undefined;
  const resource = pick(customs, random);
  const left = { ...resource, id: `old-${String(resource.id)}`, delete: true };
  return { ...situation, state: [...situation.state, left] };
}

export function remove(situation: Situation, random: Random): Situation | undefined {
  const removable = situation.program.filter(({ kind }) => kind !== "provider");
  if (removable.length === 0) return undefined;
  return { ...situation, program: removed(situation.program, [pick(removable, random).name]) };
}

/** Returns the program without some nodes, and without references to them. */
export function removed(program: readonly ProgramNode[], names: readonly string[]): readonly ProgramNode[] {
  const isRemoved = (name: string | undefined): boolean => name !== undefined && names.includes(name);
  return program
    .filter(({ name }) => !isRemoved(name))
    .map((node) => ({
      ...node,
      parent: isRemoved(node.parent) ? undefined : node.parent,
      references: Object.fromEntries(Object.entries(node.references).filter(([, of]) => !isRemoved(of.node))),
      dependsOn: node.dependsOn.filter((name) => !isRemoved(name)),
      deletedWith: isRemoved(node.deletedWith) ? undefined : node.deletedWith,
      replaceWith: node.replaceWith.filter((name) => !isRemoved(name)),
    }));
}

export function rename(situation: Situation, random: Random): Situation | undefined {
  const nodes = situation.program.filter(({ kind }) => kind !== "read");
  if (nodes.length === 0) return undefined;
  const node = pick(nodes, random);
  const name = `${node.name}x`;
  const withAlias = random() < 0.8;
  const renamed = (each: string): string => (each === node.name ? name : each);
  const program = situation.program.map((each) => ({
    ...each,
    ...(each === node ? { name, aliases: withAlias ? [...each.aliases, { name: node.name }] : each.aliases } : {}),
    parent: each.parent === undefined ? undefined : renamed(each.parent),
    provider: each.provider === undefined ? undefined : renamed(each.provider),
    references: Object.fromEntries(
      Object.entries(each.references).map(([key, reference]) => [key, { ...reference, node: renamed(reference.node) }]),
    ),
    dependsOn: each.dependsOn.map(renamed),
    deletedWith: each.deletedWith === undefined ? undefined : renamed(each.deletedWith),
    replaceWith: each.replaceWith.map(renamed),
  }));
  return { ...situation, program };
}

/** Draws the hooks that the program registers. If a failing hook runs in a preview, it ends the preview or its error is ignored. */
export function drawHooks(random: Random): readonly Hook[] {
  return [
    { name: "passing", onDryRun: random() < 0.9 },
    { name: "skipped", fails: true },
    { name: "ignored", fails: true, onDryRun: true, ignoreErrors: true },
    ...(random() < 0.5 ? [{ name: "failing", fails: true, onDryRun: true }] : []),
  ];
}

export function drawHookNames(random: Random): HookNames {
  const name = (): string => (random() < 0.05 ? "failing" : pick(["passing", "passing", "skipped", "ignored"], random));
  return Object.fromEntries(hookTypes.filter(() => random() < 0.8).map((type) => [type, [name(), name()]]));
}

/** Adds hooks to a resource of the state. The program may not register them any more. */
export function hooksInState(situation: Situation, random: Random): Situation | undefined {
  const resources = situation.state.filter(({ type }) => !type.startsWith("pulumi:"));
  if (resources.length === 0) return undefined;
  const resource = pick(resources, random);
  const resourceHooks = random() < 0.3 ? { BeforeDelete: ["unregistered"] } : drawHookNames(random);
  const state = situation.state.map((each) => (each === resource ? { ...each, resourceHooks } : each));
  const name = resource.urn.split("::").at(-1) ?? "";
  return { ...situation, state, program: random() < 0.5 ? removed(situation.program, [name]) : situation.program };
}

/** Draws new options for a transform of resources with some inputs. */
export function drawOptions(
  program: readonly ProgramNode[],
  inputs: readonly string[],
  random: Random,
): ChangedOptions {
  const name = (): string => pick(program, random).name;
  const flag = (): boolean | null => pick([true, false, null], random);
  const options: readonly (() => ChangedOptions)[] = [
    () => ({ protect: flag() }),
    () => ({ retainOnDelete: flag() }),
    () => ({ deleteBeforeReplace: flag() }),
    () => ({ ignoreChanges: [pick(inputs, random)] }),
    () => ({ replaceOnChanges: [pick([...inputs, "*"], random)] }),
    () => ({ dependsOn: random() < 0.5 ? [] : [name()] }),
    () => ({ replaceWith: random() < 0.5 ? [] : [name()] }),
    () => ({ deletedWith: random() < 0.5 ? null : name() }),
    () => ({ provider: random() < 0.5 ? null : "explicit" }),
    () => ({ version: pick(["1.0.0", "1.0.1"], random) }),
    () => ({ importId: random() < 0.5 ? null : "elsewhere" }),
    () => ({ replacementTrigger: pick(["first", "second", null], random) }),
    () => ({ alias: { name: name() } }),
    () => ({ hooks: random() < 0.3 ? null : drawHookNames(random) }),
  ];
  const count = Math.floor(random() * 3);
  return Object.assign({}, ...Array.from({ length: count }, () => pick(options, random)()));
}

export function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)] as T;
}
