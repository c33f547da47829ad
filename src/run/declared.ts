/**
 * Finds the resources of an import that the stack's program registers already, in code that imp did not write, and those of the state that it does
 * not register.
 */
import type { StackResource, UserProgram } from "../../generators/index.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { DeclaredResource } from "../domain/declared-resource.ts";
import type { HeldResource } from "../domain/held-resource.ts";
import type { ResourceGraph, Urn } from "../graph.ts";
import type { LinkedImport } from "../import/link-import.ts";
import { type ReadOutcome, requestOf } from "../import/read/read-all.ts";
import type { ResolvedSpec } from "../import-file/resolve.ts";
import type { OpenProgram } from "./open-program.ts";
import { stackResource, stackResources } from "./own-program.ts";

/** A program with what its text declares of an import. */
export interface DeclaringProgram extends OpenProgram {
  /** Resources of the import that get no code, because the program registers them already. */
  readonly declared: ReadonlyMap<Urn, DeclaredResource>;
  /** Resources that the state has, which the program surely does not register. */
  readonly unregistered: readonly Urn[];
}

/**
 * Reads the program's text only where it decides something: where code would be written next to it or into it, and where something is in the state
 * that imp's own program does not have.
 */
export async function declaring(
  program: OpenProgram,
  { reads }: Pick<LinkedImport, "reads">,
): Promise<DeclaringProgram> {
  const { location, writing } = program;
  const replaced = reads.filter(isReplaced).map(requestOf);
  const opaque = (requests: readonly ResolvedSpec[]) =>
    requests
      .filter(({ urn }) => !location.inProgram.has(urn))
      .map(({ urn }) => [urn, { places: [], runs: "once", inputs: { kind: "unseen" } } as const] as const);
  // A program registers what the state has: of an entry that is replaced, no code is written unless imp wrote it before.
  const known = new Map<Urn, DeclaredResource>(opaque(replaced));
  const requests = reads.flatMap((read) => (read.kind === "failed" ? [] : [requestOf(read)]));
  const fresh = reads.flatMap((read) => (read.kind === "failed" || read.kind === "unchanged" ? [] : [requestOf(read)]));
  const there = reads.flatMap((read) => (read.kind === "unchanged" ? [read.request] : []));
  const isOthers = location.isAppended || location.problem !== undefined || program.changed !== undefined;
  const asks =
    writing !== "state" && ((isOthers && fresh.length > 0) || there.some(({ urn }) => !location.inProgram.has(urn)));
  const own = asks ? await program.own() : undefined;
  if (own === undefined) return { ...program, declared: known, unregistered: [] };
  const all = withRequests(stackResources(program.workspace.state()), requests);
  const found = own.declared(all);
  const declared = fresh.flatMap(({ urn }) => {
    const one = location.inProgram.has(urn) ? undefined : (found.get(urn) ?? known.get(urn));
    return one === undefined ? [] : [[urn, one] as const];
  });
  const unregistered = await unregisteredOf(own, there, program);
  return { ...withVariables(program, own, fresh, all), declared: new Map(declared), unregistered };
}

function isReplaced(read: ReadOutcome): boolean {
  return read.kind === "read" && read.cloud.replacedId !== undefined;
}

/** The resources of the stack, with those that it is to get. */
function withRequests(state: readonly StackResource[], requests: readonly ResolvedSpec[]): readonly StackResource[] {
  const all = new Map(state.map((one) => [one.urn, one]));
  for (const request of requests) all.set(request.urn, stackResource(request));
  return [...all.values()];
}

async function unregisteredOf(
  own: UserProgram,
  there: readonly ResolvedSpec[],
  { location }: OpenProgram,
): Promise<readonly Urn[]> {
  const others = there.filter(({ urn }) => !location.inProgram.has(urn));
  const missing = await own.unregistered(others.map(stackResource));
  return missing.map(({ urn }) => urn);
}

/** Code that is inserted can also refer to what the program declares and the state does not have yet. */
function withVariables(
  program: OpenProgram,
  own: UserProgram,
  fresh: readonly ResolvedSpec[],
  all: readonly StackResource[],
): OpenProgram {
  const { insertion } = program;
  const again = insertion && own.insertionAt(insertion.wanted, all);
  if (insertion === undefined || again?.kind !== "insertion") return program;
  const added = fresh.flatMap((request): readonly HeldResource[] => {
    const variable = again.variables.get(request.urn);
    if (variable === undefined) return [];
    const { urn, type, kind, protect, retainOnDelete } = request;
    return [{ urn, type, custom: kind !== "component", protect, retainOnDelete, variable }];
  });
  const held = new Map([...program.held, ...added.map((one) => [one.urn, one] as const)]);
  return { ...program, held, insertion: { ...insertion, ...again } };
}

/** The program as nothing is written of it, where all that would become code is declared already. */
export function withoutCode(program: DeclaringProgram, graph: ResourceGraph): DeclaringProgram {
  const { declared, location } = program;
  const isDeclared = graph.resources.length > 0 && graph.resources.every(({ urn }) => declared.has(urn));
  if (!isDeclared || location.lost) return program;
  const { problem: _, ...rest } = location;
  const { appendFile: __, ...place } = program.place;
  return { ...program, location: rest, place, writing: "state" };
}

/** A warning for each resource that the next update would delete. */
export function unregisteredWarnings({ unregistered }: DeclaringProgram): readonly Diagnostic[] {
  const message =
    "The state has it, and your program does not register it: the next `pulumi up` deletes it in the cloud, or fails where it is protected. " +
    "Declare it in the program (`imp generate --target URN` prints code for it), or take it out of the state with `pulumi state delete`";
  return unregistered.map((urn) => ({ severity: "warning", resource: urn, message }));
}
