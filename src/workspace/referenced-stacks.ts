/** Opens other stacks whose outputs the program may read through stack references. */

import { ImpError } from "../domain/errors.ts";
import type { StateEntry, Urn } from "../domain/graph.ts";
import type { KnownState } from "../domain/known-state.ts";
import { plainEntry } from "../domain/plain-entry.ts";
import type { ReferencedStack } from "../domain/referenced-stack.ts";
import {
  isDefaultProvider,
  isProviderType,
  makeUrn,
  nameOf,
  parseProviderReference,
  providerReference,
  providerTypeOf,
  rootStackType,
  rootStackUrn,
  stackReferenceType,
  typeOf,
} from "../domain/urn.ts";
import type { StateResource } from "../state/deployment.ts";
import { holdsSecret } from "../value/restore-secrets.ts";
import { listValue, mapValue, membersOf, type PropertyMap, stringValue, type Value } from "../value/value.ts";
import { type OtherStack, openOtherStack } from "./open-other-stack.ts";
import type { Environment, Workspace, WorkspaceIo } from "./workspace.ts";

export interface ReferencingStack {
  readonly workspace: Workspace;
  readonly known: Pick<KnownState, "resources">;
  /** The URNs of the program that imp printed. */
  readonly printed: ReadonlySet<Urn>;
  /** Returns true if the user's code constructs the resource. */
  readonly isInUserCode: (urn: Urn) => Promise<boolean>;
  readonly cwd: string;
  readonly uuid: () => string;
}

/**
 * Opens the stacks, in order. Reads their states without a lock.
 *
 * @throws STACK_REFERENCE_CYCLE if one of them reads the outputs of this stack, and the errors of `openOtherStack`
 */
export async function openReferencedStacks(
  names: readonly string[],
  referencing: ReferencingStack,
  environment: Environment,
  io: WorkspaceIo,
): Promise<readonly ReferencedStack[]> {
  const { workspace, cwd } = referencing;
  const stacks: ReferencedStack[] = [];
  const provider = stackProvider(referencing);
  for (const text of new Set(names)) {
    const other = await openOtherStack(text, cwd, workspace, environment, io, "--stack-reference");
    await refuseCycle(other, referencing, environment, io);
    if (stacks.some(({ name }) => name === other.name)) continue;
    stacks.push(await referencedStack(other, provider, referencing));
  }
  return stacks;
}

async function referencedStack(
  other: OtherStack,
  provider: StackProvider,
  { workspace, known, printed, isInUserCode }: ReferencingStack,
): Promise<ReferencedStack> {
  const living = other.state.resources.filter((resource) => !resource.delete);
  const outputs = await outputsOf(living, other);
  const { stack, project } = workspace;
  const isFree = async (urn: Urn): Promise<boolean> =>
    printed.has(urn) || !(known.resources.has(urn) || (await isInUserCode(urn)));
  const urnOf = (name: string): Urn => makeUrn(stack, project.name, undefined, stackReferenceType, name);
  // The user's program may read the same stack. A resource of another name then doesn't collide with its stack reference.
  const urn = (await isFree(urnOf(other.name))) ? urnOf(other.name) : urnOf(`${other.name}-imported`);
  return {
    name: other.name,
    urn,
    outputs,
    resources: living.flatMap(referredResource),
    entries: [
      ...provider.entries,
      ...(known.resources.has(urn) ? [] : [referenceEntry(urn, other.name, outputs, provider, workspace)]),
    ],
  };
}

/** The default provider of stack references, which the engine adds to the state. */
interface StackProvider {
  readonly reference: string;
  /** Empty if the state already has the provider. */
  readonly entries: readonly StateEntry[];
}

function stackProvider({ workspace: { stack, project }, known, uuid }: ReferencingStack): StackProvider {
  const type = providerTypeOf("pulumi");
  const urn = makeUrn(stack, project.name, undefined, type, "default");
  const { id = uuid() } = known.resources.get(urn) ?? {};
  const entries = known.resources.has(urn) ? [] : [{ ...plainEntry, urn, type, custom: true, id }];
  return { reference: providerReference(urn, id), entries };
}

/** Returns the entry that the engine writes when a program reads a stack reference. */
function referenceEntry(
  urn: Urn,
  name: string,
  outputs: PropertyMap,
  provider: StackProvider,
  { stack, project }: Workspace,
): StateEntry {
  const secretNames = [...outputs].filter(([, value]) => holdsSecret(value)).map(([key]) => stringValue(key));
  return {
    ...plainEntry,
    urn,
    type: stackReferenceType,
    custom: true,
    external: true,
    id: name,
    inputs: new Map([["name", stringValue(name)]]),
    outputs: new Map([
      ["name", stringValue(name)],
      ["outputs", mapValue(outputs)],
      ["secretOutputNames", listValue(secretNames)],
    ]),
    parent: rootStackUrn(stack, project.name),
    provider: provider.reference,
  };
}

/**
 * Throws STACK_REFERENCE_CYCLE if the other stack reads outputs of this stack, directly or through further stacks. Ignores further stacks that cannot
 * be opened.
 */
async function refuseCycle(
  other: OtherStack,
  { workspace, cwd }: ReferencingStack,
  environment: Environment,
  io: WorkspaceIo,
): Promise<void> {
  const own = fullName(workspace.stack, workspace.project.name);
  const reached = new Set([other.name]);
  const open: OtherStack[] = [other];
  for (const { state, project } of open) {
    for (const { type, id = "", delete: isGone } of state.resources) {
      if (type !== stackReferenceType || isGone) continue;
      const name = id.includes("/") ? id : fullName(id, project);
      if (name === own) throw ImpError.of("STACK_REFERENCE_CYCLE", { other: other.name, own });
      if (reached.has(name)) continue;
      reached.add(name);
      const next = await openOtherStack(name, cwd, workspace, environment, io, "--stack-reference").catch(ifRefused);
      if (next !== undefined) open.push(next);
    }
  }
}

function fullName(stack: string, project: string): string {
  return `organization/${project}/${stack}`;
}

function ifRefused(error: unknown): undefined {
  if (!(error instanceof ImpError)) throw error;
}

/** Returns the outputs of a stack. Omits secrets that cannot be decrypted here, and unknown values. */
async function outputsOf(living: readonly StateResource[], other: OtherStack): Promise<PropertyMap> {
  const outputs = await decryptedOutputs(living, other);
  return new Map([...outputs].filter(([, value]) => !holdsUnknown(value)));
}

/** Returns true for a value of an update that failed, which a state can't contain. */
function holdsUnknown(value: Value): boolean {
  return value.kind === "unknown" || value.kind === "output" || membersOf(value).some(holdsUnknown);
}

async function decryptedOutputs(living: readonly StateResource[], { crypter }: OtherStack): Promise<PropertyMap> {
  const root = living.find(({ type }) => type === rootStackType);
  if (root === undefined) return new Map();
  const closed = root.outputs(() => "null");
  if (![...closed.values()].some(holdsSecret)) return closed;
  try {
    const open = await crypter();
    return root.outputs((text, where) => open.decrypt(text, where));
  } catch (error) {
    if (!(error instanceof ImpError)) throw error;
    return new Map([...closed].filter(([, value]) => !holdsSecret(value)));
  }
}

function referredResource(resource: StateResource): ReferencedStack["resources"] {
  const { urn, type, id, custom, external, parent } = resource;
  if (!custom || external || id === undefined || isProviderType(type)) return [];
  const provider = resource.provider === undefined ? undefined : parseProviderReference(resource.provider)?.urn;
  return [
    {
      urn,
      type,
      name: nameOf(urn),
      id,
      outputs: resource.outputs(() => "null"),
      parent: parent === undefined || typeOf(parent) === rootStackType ? undefined : parent,
      providerThere: provider === undefined || isDefaultProvider(provider) ? undefined : provider,
    },
  ];
}
