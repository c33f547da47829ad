/** Derives the plan of an import: searches and proves programs, prompts once for missing values, and assembles the plan. */
import type { DeclaredResource } from "../domain/declared-resource.ts";
import type { ImpError } from "../domain/errors.ts";
import type { ImportPlan, Need, Urn, Verdict } from "../domain/graph.ts";
import type { Supplied, SuppliedValue } from "../domain/questions.ts";
import { setAt } from "../value/at-path.ts";
import { emptyMap, secretValue, stringValue } from "../value/value.ts";
import type { ImportIo } from "./io.ts";
import type { LinkedImport } from "./link-import.ts";
import { functionCalls } from "./plan/function-calls.ts";
import { keptOutputs } from "./plan/kept-outputs.ts";
import { assemblePlan, type PlanChoices, type PlanSources } from "./plan/plan.ts";
import { noMemory, type PlanMemory } from "./plan-memory.ts";
import type { CloudResource } from "./read/cloud-resource.ts";
import { cloudResources, type ReadOutcome } from "./read/read-all.ts";
import type { Mode } from "./search/index.ts";
import {
  type Derivation,
  type DeriveContext,
  deriveAll,
  deriveConstructed,
  deriveRegistered,
  withDeclared,
} from "./search/index.ts";

export interface PlanOptions extends PlanChoices {
  readonly mode: Mode;
  /** Resources whose replacement was accepted in advance. Omitted if there are none. */
  readonly acceptReplace?: ReadonlySet<Urn>;
  /** Resources that get placeholders even if `placeholders` is false. Omitted if there are none. */
  readonly placeholdersFor?: ReadonlySet<Urn>;
  /** Whether to assume provider defaults that Read does not return (verdict `assumed`). */
  readonly assumeDefaults: boolean;
  /** Resources whose defaults are assumed even if `assumeDefaults` is false. Omitted if there are none. */
  readonly assumeFor?: ReadonlySet<Urn>;
  readonly explain: boolean;
  /** Whether to write a value as a function call if a function of the package returns it. */
  readonly functions: boolean;
  readonly declared: ReadonlyMap<Urn, DeclaredResource>;
  readonly io: ImportIo;
  /** Gets missing values from the stack configuration. In a terminal, prompts for values that the configuration lacks. */
  readonly ask: (needs: readonly Need[]) => Promise<Supplied>;
}

/** A plan and the data that it was assembled from. */
export interface DerivedPlan {
  readonly plan: ImportPlan;
  readonly sources: PlanSources;
}

/** Returns the plan in which each resource that the language cannot express fails with its error. */
export function planWithout({ plan, sources }: DerivedPlan, inexpressible: ReadonlyMap<Urn, ImpError>): ImportPlan {
  return inexpressible.size === 0 ? plan : assemblePlan({ ...sources, inexpressible });
}

/**
 * Derives all resources, prompts once for missing values, and derives the affected resources again. Throws only if the run was cancelled.
 *
 * @param memory results of earlier plans of the run. Omitted if the run derives one plan.
 */
export async function derivePlan(
  open: LinkedImport,
  options: PlanOptions,
  memory: PlanMemory = noMemory(),
): Promise<DerivedPlan> {
  const search: PlanSearch = { open, options, memory, context: searchContext(open, options, memory) };
  const derivations = await deriveFirst(search);
  const { known, otherStacks } = open.context;
  const shared = { ...open, ...options, known, otherStacks, env: options.io.env, kept: new Map(), calls: new Map() };
  const accepted = options.acceptReplace ?? new Set<Urn>();
  const firstSources = { ...shared, accepted, derivations };
  const plan = assemblePlan(firstSources);
  const supplied = plan.needs.length > 0 ? await options.ask(plan.needs) : nothingSupplied;
  const again = await deriveAgain(search, derivations, supplied);
  const all = new Map([...derivations, ...again.derivations]);
  const kept = await keptOutputs(all, open.links.links, options.io.limit, memory.updates);
  const calls = options.functions
    ? await functionCalls(all, open.links.links, open.schemas, options.io.limit, memory.answers)
    : new Map();
  if (again.derivations.size + supplied.accepted.length + kept.size + calls.size === 0)
    return { plan, sources: firstSources };
  const acceptedNow = new Set([...accepted, ...supplied.accepted]);
  const sources = { ...shared, accepted: acceptedNow, reads: again.reads, derivations: all, kept, calls };
  return { plan: assemblePlan(sources), sources };
}

/** The derivations of a plan, with the same context for all of them. */
interface PlanSearch {
  readonly open: LinkedImport;
  readonly options: PlanOptions;
  readonly memory: PlanMemory;
  readonly context: DeriveContext;
}

function searchContext(open: LinkedImport, { io, ...options }: PlanOptions, memory: PlanMemory): DeriveContext {
  return {
    env: io.env,
    limit: io.limit,
    seed: () => io.random(32),
    onDeriving: ({ request }: CloudResource) => io.events.begin(request),
    onDerived: ({ request }: CloudResource, derivation: Derivation) =>
      io.events.step(request, derivedVerdict(derivation)),
    linked: new Map([...open.links.links].map(([urn, links]) => [urn, links.map(({ path }) => path)])),
    owned: open.owned,
    mode: options.mode,
    // Values from the user take precedence over placeholders.
    placeholders: false,
    assumeDefaults: options.assumeDefaults,
    importOptions: options.importOptions,
    answers: memory.providers,
    explain: options.explain ? open.links.links : undefined,
  };
}

type Derivations = ReadonlyMap<Urn, Derivation>;

/** Derives the inputs of each resource, before the user supplies values. */
async function deriveFirst(search: PlanSearch): Promise<Derivations> {
  const { declared, io } = search.options;
  const { context } = search;
  const { searched, constructed, registered } = byDerivation(search);
  io.events.phase("Proving programs", searched.length);
  return new Map([
    ...(await derive(searched, context, search)),
    ...(await deriveConstructed(constructed, context)),
    ...(await deriveRegistered(registered, declared, context)),
  ]);
}

/** Groups the resources: those whose inputs imp searches, children of remote components, and resources that a run of the program registers. */
function byDerivation({ open, options: { declared } }: PlanSearch) {
  const isRegistered = ({ request: { urn } }: CloudResource) => declared.get(urn)?.registered !== undefined;
  const read = cloudResources(open.reads);
  const others = read.filter((cloud) => !isRegistered(cloud));
  return {
    searched: others.filter(({ request }) => request.maker === undefined),
    constructed: others.filter(({ request }) => request.maker !== undefined),
    registered: read.filter(isRegistered),
  };
}

async function derive(
  clouds: readonly CloudResource[],
  context: DeriveContext,
  { options: { declared }, memory }: PlanSearch,
): Promise<Derivations> {
  return await memory.derive(
    clouds,
    context,
    declared,
    async (fresh) => await withDeclared(await deriveAll(fresh, context), declared, context),
  );
}

/** Derives the resources again for which the user supplied values, or which get placeholders or assumed defaults. Returns their reads, too. */
async function deriveAgain(
  search: PlanSearch,
  derivations: Derivations,
  supplied: Supplied,
): Promise<{ readonly reads: readonly ReadOutcome[]; readonly derivations: Derivations }> {
  const { open, options, context } = search;
  const { reads, changed } = withSupplied(open.reads, supplied.values);
  const suppliedFor = new Set(changed.map(({ request }) => request.urn));
  const others = byDerivation(search).searched.filter(({ request: { urn } }) => !suppliedFor.has(urn));
  const takesPlaceholders = (urn: Urn) => options.placeholders || options.placeholdersFor?.has(urn) === true;
  const needing = others.filter(({ request: { urn } }) => takesPlaceholders(urn) && needsInputs(derivations.get(urn)));
  const isAssumed = (urn: Urn) => supplied.assumed.includes(urn) || options.assumeFor?.has(urn) === true;
  const assumed = others.filter(({ request: { urn } }) => isAssumed(urn));
  const again = new Map([
    ...(await derive(changed, { ...context, placeholders: options.placeholders }, search)),
    ...(await derive(needing, { ...context, placeholders: true }, search)),
    ...(await derive(assumed, { ...context, assumeDefaults: true }, search)),
  ]);
  return { reads, derivations: again };
}

/** Returns the verdict that is shown during the run, before the user supplies missing values. */
function derivedVerdict(derivation: Derivation): Verdict {
  return derivation.kind === "failed" ? "failed" : derivation.proof.verdict;
}

export const nothingSupplied: Supplied = { values: [], accepted: [], assumed: [] };

function needsInputs(derivation: Derivation | undefined): boolean {
  return derivation?.kind === "proven" && derivation.proof.missingInputs !== undefined;
}

/** Adds supplied values to the `inputs` of import specs. Returns all reads, and the resources that changed. */
function withSupplied(reads: readonly ReadOutcome[], values: readonly SuppliedValue[]) {
  const byUrn = new Map<Urn, SuppliedValue[]>();
  for (const value of values) byUrn.set(value.urn, [...(byUrn.get(value.urn) ?? []), value]);
  const changed: CloudResource[] = [];
  const merged = reads.map((read): ReadOutcome => {
    const supplied = read.kind === "read" ? byUrn.get(read.cloud.request.urn) : undefined;
    if (read.kind !== "read" || supplied === undefined) return read;
    const inputs = supplied.reduce((map, { path, text, secret }) => {
      const value = stringValue(text);
      return setAt(map, path, secret ? secretValue(value) : value) ?? map;
    }, read.cloud.request.inputs ?? emptyMap);
    const cloud = { ...read.cloud, request: { ...read.cloud.request, inputs } };
    changed.push(cloud);
    return { kind: "read", cloud };
  });
  return { reads: merged, changed };
}
