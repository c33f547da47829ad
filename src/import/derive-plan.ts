/**
 * From an open import to its plan; what a person supplies for unmet needs is merged and only those resources are derived again.
 */
import type { DeclaredResource } from "../domain/declared-resource.ts";
import type { Supplied, SuppliedValue } from "../domain/questions.ts";
import type { ImpError } from "../errors.ts";
import type { ImportPlan, Need, Urn, Verdict } from "../graph.ts";
import { setAt } from "../value/at-path.ts";
import { emptyMap, secretValue, stringValue } from "../value/value.ts";
import type { ImportIo } from "./io.ts";
import type { LinkedImport } from "./link-import.ts";
import type { Closed } from "./plan/closed-secrets.ts";
import { functionCalls } from "./plan/function-calls.ts";
import { keptOutputs } from "./plan/kept-outputs.ts";
import { assemblePlan, type PlanFacts } from "./plan/plan.ts";
import type { Settings } from "./plan/setting-keys.ts";
import { noMemory, type PlanMemory } from "./plan-memory.ts";
import type { CloudResource } from "./read/cloud-resource.ts";
import type { ReadOutcome } from "./read/read-all.ts";
import type { Mode } from "./search/index.ts";
import { type Derivation, deriveAll, deriveConstructed, withDeclared } from "./search/index.ts";

export interface PlanOptions {
  readonly mode: Mode;
  readonly allowReplace: boolean;
  /** Resources whose replacement is accepted beforehand. Absent: none. */
  readonly acceptReplace?: ReadonlySet<Urn>;
  /** Whether only what a preview finds nothing to change in is written. Absent: no. */
  readonly strict?: boolean;
  /** Whether pending creations of what is imported are removed from the state. Omitted: no. */
  readonly clearsPending?: boolean;
  /** Whether placeholders stand for missing required inputs. */
  readonly placeholders: boolean;
  /** Resources for which they do so anyway. Absent: none. */
  readonly placeholdersFor?: ReadonlySet<Urn>;
  /** Whether defaults that only the provider knows are assumed to be there (verdict `assumed`). */
  readonly assumeDefaults: boolean;
  /** Resources for which they are assumed anyway. Absent: none. */
  readonly assumeFor?: ReadonlySet<Urn>;
  /** Whether the program will carry `import` options. */
  readonly importOptions: boolean;
  /** Whether every outcome carries an explanation. */
  readonly explain: boolean;
  /** Whether values that functions of the packages answer are written as their calls. */
  readonly functions: boolean;
  /** URNs that the program has a variable for already. */
  readonly inProgram: ReadonlySet<Urn>;
  /** Resources of the import that a person's program registers already: no code is written for them. */
  readonly declared: ReadonlyMap<Urn, DeclaredResource>;
  /** False: only the state is written. */
  readonly printsCode: boolean;
  readonly io: ImportIo;
  /** Where no secret can be written. */
  readonly closed: Closed;
  /** Where what is needed could be put for the next run; absent: nowhere. */
  readonly settings?: Settings;
  /** Asks the configuration, then a person; answers nothing where there is none. */
  readonly ask: (needs: readonly Need[]) => Promise<Supplied>;
}

/** A plan, and the facts that it was assembled from. */
export interface DerivedPlan {
  readonly plan: ImportPlan;
  readonly facts: PlanFacts;
}

/** Returns the plan without resources that the program cannot have: each fails with its error. */
export function planWithout({ plan, facts }: DerivedPlan, inexpressible: ReadonlyMap<Urn, ImpError>): ImportPlan {
  return inexpressible.size === 0 ? plan : assemblePlan({ ...facts, inexpressible });
}

/**
 * Derives, asks once for what is missing, derives that again. Throws only when the run was cancelled.
 *
 * @param memory of the plans that the run derived before; absent: this is the only one
 */
export async function derivePlan(
  open: LinkedImport,
  options: PlanOptions,
  memory: PlanMemory = noMemory(),
): Promise<DerivedPlan> {
  const { io, mode } = options;
  const linked = new Map([...open.links.links].map(([urn, links]) => [urn, links.map(({ path }) => path)]));
  const calls = {
    env: io.env,
    limit: io.limit,
    seed: () => io.random(32),
    onDeriving: ({ request }: CloudResource) => io.events.begin(request),
    onDerived: ({ request }: CloudResource, derivation: Derivation) =>
      io.events.step(request, derivedVerdict(derivation)),
  };
  const context = {
    ...calls,
    linked,
    owned: open.owned,
    mode,
    // Values that a person gives go before placeholders.
    placeholders: false,
    assumeDefaults: options.assumeDefaults,
    importOptions: options.importOptions,
    answers: memory.providers,
    explain: options.explain ? open.links.links : undefined,
  };
  const read = open.reads.flatMap((one) => (one.kind === "read" ? [one.cloud] : []));
  const clouds = read.filter(({ request }) => request.maker === undefined);
  const made = read.filter(({ request }) => request.maker !== undefined);
  io.events.phase("Proving programs", clouds.length);
  const { declared } = options;
  const derive = (some: readonly CloudResource[], how: typeof context) =>
    memory.derive(some, how, declared, async (fresh) => await withDeclared(await deriveAll(fresh, how), declared, how));
  const searched = await derive(clouds, context);
  const derivations = new Map([...searched, ...(await deriveConstructed(made, context))]);
  const facts = { ...open, ...options, known: open.facts.known, env: io.env, kept: new Map(), calls: new Map() };
  const beforehand = options.acceptReplace ?? new Set<Urn>();
  const first = { ...facts, accepted: beforehand, derivations };
  const plan = assemblePlan(first);
  const supplied = plan.needs.length > 0 ? await options.ask(plan.needs) : nothingSupplied;
  const { reads, changed } = withValues(open.reads, supplied.values);
  const given = new Set(changed.map(({ request }) => request.urn));
  const isHeld = (urn: Urn) => options.placeholders || options.placeholdersFor?.has(urn) === true;
  const held = clouds.filter(
    ({ request: { urn } }) => isHeld(urn) && needsInputs(derivations.get(urn)) && !given.has(urn),
  );
  const isAssumed = (urn: Urn) => supplied.assumed.includes(urn) || options.assumeFor?.has(urn) === true;
  const assumed = clouds.filter(({ request: { urn } }) => isAssumed(urn) && !given.has(urn));
  const again = new Map([
    ...(await derive(changed, { ...context, placeholders: options.placeholders })),
    ...(await derive(held, { ...context, placeholders: true })),
  ]);
  const withDefaults = await derive(assumed, { ...context, assumeDefaults: true });
  const all = new Map([...derivations, ...again, ...withDefaults]);
  const kept = await keptOutputs(all, open.links.links, io.limit, memory.updates);
  const answered = options.functions
    ? await functionCalls(all, open.links.links, open.schemas, io.limit, memory.answers)
    : new Map();
  if (again.size + withDefaults.size + supplied.accepted.length + kept.size + answered.size === 0)
    return { plan, facts: first };
  const accepted = new Set([...beforehand, ...supplied.accepted]);
  const last = { ...facts, accepted, reads, derivations: all, kept, calls: answered };
  return { plan: assemblePlan(last), facts: last };
}

/** The verdict so far: what a person is asked for may change it. */
function derivedVerdict(derivation: Derivation): Verdict {
  return derivation.kind === "failed" ? "failed" : derivation.proof.verdict;
}

export const nothingSupplied: Supplied = { values: [], accepted: [], assumed: [] };

function needsInputs(derivation: Derivation | undefined): boolean {
  return derivation?.kind === "proven" && derivation.proof.missingInputs !== undefined;
}

/** The reads with the values in their requests' `inputs`, and the resources that this changes. */
function withValues(reads: readonly ReadOutcome[], values: readonly SuppliedValue[]) {
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
