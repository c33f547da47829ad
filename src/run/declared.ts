/**
 * Compares the user's program with the import and with the state: which imported resources the program already declares, and which resources of
 * the state it does not register.
 */
import type { StackResource, UserProgram } from "../../generators/index.ts";
import type { ChosenSpecs } from "../choices/chosen-specs.ts";
import type { DeclaredResource } from "../domain/declared-resource.ts";
import type { Diagnostic } from "../domain/diagnostic.ts";
import type { ImportPlan, ResourceGraph, Urn } from "../domain/graph.ts";
import type { HeldResource } from "../domain/held-resource.ts";
import type { LinkedImport } from "../import/link-import.ts";
import { type ReadOutcome, requestOf } from "../import/read/read-all.ts";
import type { ResolvedSpec } from "../import-file/resolve.ts";
import type { RunOptions } from "../options/run-options.ts";
import type { OpenProgram } from "./open-program.ts";
import type { PrintedProgram } from "./print.ts";
import type { Registrations } from "./registered.ts";
import { exportedInUserCode } from "./search-user-code.ts";
import { stackResource, stackResources } from "./user-program.ts";

export interface DeclaringProgram extends OpenProgram {
  /** Imported resources that need no code, because the user's program already registers them. */
  readonly declared: ReadonlyMap<Urn, DeclaredResource>;
  /** Where the program registers its resources, as `index.ts:12:16`. Omitted if imp did not run the program. */
  readonly places?: Registrations["places"];
  /** Resources in the state that the program certainly does not register. */
  readonly unregistered: readonly Urn[];
  /** The requested stack outputs that the user's code already exports. */
  readonly exported: ReadonlySet<string>;
}

/**
 * Finds the imported resources that the user's program declares. Parses the program's text only if imp would add code to the program, or if the
 * program may not register all resources of the state. What a run of the program registers takes precedence over what the text declares.
 */
export async function declaring(
  program: OpenProgram,
  { reads }: Pick<LinkedImport, "reads">,
  registrations?: Registrations,
): Promise<DeclaringProgram> {
  const { location, writing } = program;
  const places = registrations?.places;
  const imports = [...(registrations?.imports ?? [])].filter(([urn]) => !location.inProgram.has(urn));
  const replaced = reads.filter(isReplaced).map(requestOf);
  const opaque = (requests: readonly ResolvedSpec[]) =>
    requests
      .filter(({ urn }) => !location.inProgram.has(urn))
      .map(({ urn }) => [urn, { places: [], runs: "once", inputs: { kind: "unseen" } } as const] as const);
  // If a resource replaces an entry in the state, a program already has code for its URN. imp writes code for it only if imp wrote this program.
  const declaredByState = new Map<Urn, DeclaredResource>(opaque(replaced));
  const requests = reads.flatMap((read) => (read.kind === "failed" ? [] : [requestOf(read)]));
  const fresh = reads.flatMap((read) => (read.kind === "failed" || read.kind === "unchanged" ? [] : [requestOf(read)]));
  const there = reads.flatMap((read) => (read.kind === "unchanged" ? [read.request] : []));
  const exported = await exportedInUserCode(
    requests.flatMap(({ stackOutputs }) => [...(stackOutputs?.keys() ?? [])]),
    program,
  );
  const isOthers = location.isAppended || location.problem !== undefined || program.changed !== undefined;
  const asks =
    writing !== "state" && ((isOthers && fresh.length > 0) || there.some(({ urn }) => !location.inProgram.has(urn)));
  const userProgram = asks ? await program.readUserProgram() : undefined;
  if (userProgram === undefined)
    return { ...program, places, declared: new Map([...imports, ...declaredByState]), unregistered: [], exported };
  const all = withRequests(stackResources(program.workspace.state()), requests);
  const matches = userProgram.declared(all);
  const declared = fresh.flatMap(({ urn }) => {
    if (location.inProgram.has(urn) || registrations?.imports.has(urn)) return [];
    const resource = matches.get(urn) ?? declaredByState.get(urn);
    return resource === undefined ? [] : [[urn, resource] as const];
  });
  const unregistered = await unregisteredOf(userProgram, there, program);
  return {
    ...withVariables(program, userProgram, fresh, all),
    places,
    declared: new Map([...imports, ...declared]),
    unregistered,
    exported,
  };
}

function isReplaced(read: ReadOutcome): boolean {
  return read.kind === "read" && read.cloud.replacedId !== undefined;
}

/** Returns the resources of the state and the requested resources. */
function withRequests(state: readonly StackResource[], requests: readonly ResolvedSpec[]): readonly StackResource[] {
  const all = new Map(state.map((resource) => [resource.urn, resource]));
  for (const request of requests) all.set(request.urn, stackResource(request));
  return [...all.values()];
}

async function unregisteredOf(
  userProgram: UserProgram,
  there: readonly ResolvedSpec[],
  { location }: OpenProgram,
): Promise<readonly Urn[]> {
  const others = there.filter(({ urn }) => !location.inProgram.has(urn));
  const missing = await userProgram.unregistered(others.map(stackResource));
  return missing.map(({ urn }) => urn);
}

/** Adds the variables of resources that the program declares but the state lacks, so that new code can refer to these resources. */
function withVariables(
  program: OpenProgram,
  userProgram: UserProgram,
  fresh: readonly ResolvedSpec[],
  all: readonly StackResource[],
): OpenProgram {
  const { insertion } = program;
  const again = insertion && userProgram.insertionAt(insertion.wanted, all);
  if (insertion === undefined || again?.kind !== "insertion") return program;
  const added = fresh.flatMap((request): readonly HeldResource[] => {
    const variable = again.variables.get(request.urn);
    if (variable === undefined) return [];
    const { urn, type, kind, protect, retainOnDelete } = request;
    return [{ urn, type, custom: kind !== "component", protect, retainOnDelete, variable }];
  });
  const held = new Map([...program.held, ...added.map((resource) => [resource.urn, resource] as const)]);
  return { ...program, held, insertion: { ...insertion, ...again } };
}

/** If the user's program already declares all resources, makes the run write only the state. */
export function withoutCode(program: DeclaringProgram, graph: ResourceGraph): DeclaringProgram {
  const { declared, location } = program;
  const isDeclared = graph.resources.length > 0 && graph.resources.every(({ urn }) => declared.has(urn));
  if (!isDeclared || location.lost) return program;
  const { problem: _, ...rest } = location;
  const { appendFile: __, ...target } = program.target;
  return { ...program, location: rest, target, writing: "state" };
}

/** Returns a warning for each resource of the state that the program does not register, because the next update would delete it. */
export function unregisteredWarnings({ unregistered }: DeclaringProgram): readonly Diagnostic[] {
  const message =
    "The resource is in the state, but your program does not register it. The next `pulumi up` deletes it from the cloud, or fails if it is " +
    "protected. Add it to the program (`imp generate --target URN` prints its code), or remove it from the state with `pulumi state delete`";
  return unregistered.map((urn) => ({ severity: "warning", resource: urn, message }));
}

export interface DecidedRun {
  readonly options: RunOptions;
  readonly chosen: ChosenSpecs;
  readonly linked: LinkedImport;
  /** What the user's program registers. Omitted if imp did not run the program. */
  readonly registrations?: Registrations;
  readonly plan: ImportPlan;
  /** The program, with the resources that the user's program already declares. */
  readonly program: DeclaringProgram;
  /** The code that was printed for the plan. */
  readonly printed: PrintedProgram;
}
