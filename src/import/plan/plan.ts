/**
 * Assembles the plan: what is written and what is reported for each import spec, from the reads and the proofs. Pure.
 */
import type { DeclaredResource } from "../../domain/declared-resource.ts";
import type { KnownState } from "../../domain/known-state.ts";
import { isAcceptable, isImported, isRefused, refusedOutcome } from "../../domain/outcome.ts";
import { reasonOrder } from "../../domain/reason-order.ts";
import { isProvenClean, mayBeWritten, needsAcceptance, verdicts } from "../../domain/verdicts.ts";
import { ImpError, invariant } from "../../errors.ts";
import type {
  CallLink,
  Difference,
  GraphResource,
  ImportPlan,
  Need,
  Outcome,
  OutcomeBase,
  Reason,
  StateEntry,
  Urn,
} from "../../graph.ts";
import type { ResolvedSpecs } from "../../import-file/resolve.ts";
import { formatPath } from "../../ir/path.ts";
import type { FoundLinks } from "../../links/linkable-resource.ts";
import { getThroughSecrets } from "../../value/at-path.ts";
import { withValues } from "../engine/difference-values.ts";
import { objectFacts } from "../providers/call-error.ts";
import type { ProviderInstance } from "../providers/providers.ts";
import type { CloudResource } from "../read/cloud-resource.ts";
import { type ComponentOutcome, type ReadOutcome, requestOf } from "../read/read-all.ts";
import type { Derivation, Proof } from "../search/index.ts";
import { explainDependencies, orderRemark } from "./added-dependencies.ts";
import { type Closed, closedToComponent, closedToProvider, closedToResource } from "./closed-secrets.ts";
import { givenIgnored, pendingCreate, remarksOfGiven, replacedEntry } from "./given-values.ts";
import type { KeptOutputs } from "./kept-outputs.ts";
import { likelySecretRemark, likelySecretsOf } from "./likely-secrets.ts";
import { isNameable, printable, urnsInOptions } from "./printable.ts";
import { type ResourceNeeds, resourceNeeds } from "./resource-needs.ts";
import type { Settings } from "./setting-keys.ts";
import { strictly } from "./strict.ts";
import { writtenResource } from "./written-resource.ts";

export interface PlanFacts {
  readonly request: ResolvedSpecs;
  readonly reads: readonly ReadOutcome[];
  readonly derivations: ReadonlyMap<Urn, Derivation>;
  readonly links: FoundLinks;
  /** By resource: the strings that answers of functions make up. */
  readonly calls: ReadonlyMap<Urn, readonly CallLink[]>;
  /** Outputs of updated resources that a preview knows. */
  readonly kept: KeptOutputs;
  readonly providers: ReadonlyMap<Urn, ProviderInstance>;
  /** URNs that the program has a variable for already. */
  readonly inProgram: ReadonlySet<Urn>;
  /** Resources of the import that a person's program registers already: no code is written for them. */
  readonly declared: ReadonlyMap<Urn, Pick<DeclaredResource, "places" | "runs">>;
  /** Code refers to a parent and to a provider by their variables; where only the state is written none are needed. */
  readonly printsCode: boolean;
  readonly allowReplace: boolean;
  /** Whether only what a preview finds nothing to change in is written. Absent: no. */
  readonly strict?: boolean;
  /** Whether pending creations of what is imported are removed from the state. Omitted: no. */
  readonly clearsPending?: boolean;
  readonly known: Pick<KnownState, "resources" | "pendingCreates">;
  /** Resources whose replacement somebody accepted. */
  readonly accepted: ReadonlySet<Urn>;
  /** The program carries `import` options: what the engine itself imports must not differ from what Read returns. */
  readonly importOptions: boolean;
  /** Whether placeholders were tried for what nobody gave. */
  readonly placeholders: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly closed: Closed;
  /** Where what is needed could be put for the next run; absent: nowhere. */
  readonly settings?: Settings;
  /** Resources that the program cannot have, each with the reason. Defaults to none. */
  readonly inexpressible?: ReadonlyMap<Urn, ImpError>;
}

type Proven = Extract<Derivation, { readonly kind: "proven" }>;

interface Assembly extends PlanFacts {
  readonly needsByUrn: ReadonlyMap<Urn, ResourceNeeds>;
}

/** Puts the plan together: verdicts first, then what they let through. */
export function assemblePlan(given: PlanFacts): ImportPlan {
  const facts: Assembly = { ...given, needsByUrn: resourceNeeds(given.derivations, given.settings) };
  const own = facts.request.resources.filter(({ urn, maker }) => !facts.declared.has(urn) && maker === undefined);
  const variables = new Set([...facts.inProgram, ...own.map(({ urn }) => urn)]);
  const outcomes = withoutEmptied(
    facts,
    cascade(
      facts,
      withoutParts(
        facts,
        facts.reads.map((read) =>
          printable(isNameable(outcomeOf(read, facts), requestOf(read), facts, variables), facts),
        ),
      ),
    ),
  );
  const byUrn = new Map(outcomes.map((outcome) => [outcome.urn, outcome]));
  const written = new Set(outcomes.filter(isImported).map(({ urn }) => urn));
  const reads = new Map(facts.reads.map((read) => [requestOf(read).urn, read]));
  const ordered = facts.links.order.filter((urn) => written.has(urn));
  const isNamed = (urn: Urn): boolean => !facts.printsCode || variables.has(urn);
  const targets = {
    whole: new Set([
      ...[...facts.inProgram].filter((urn) => !written.has(urn)),
      ...ordered.filter((urn) => hasKnownOutputs(byUrn.get(urn)) && isNamed(urn)),
    ]),
    byId: new Map(ordered.filter(isNamed).flatMap((urn) => updatedId(byUrn.get(urn)))),
    kept: facts.kept,
    present: presentOf(facts, ordered.filter(isNamed), byUrn),
  };
  const resources: GraphResource[] = [];
  const entries: StateEntry[] = [...defaultProviderEntries(facts, written)];
  for (const urn of ordered) {
    const read = reads.get(urn);
    if (read === undefined) continue;
    const { resource, entry } = writtenResource(read, facts, targets);
    if (requestOf(read).maker === undefined) resources.push(resource);
    entries.push(entry);
  }
  const programs = new Map(resources.map((resource) => [resource.urn, resource]));
  const { project, stack } = facts.request;
  return {
    graph: { project, stack, resources },
    outcomes: outcomes.map((outcome) => explainDependencies(outcome, programs.get(outcome.urn), facts.links)),
    entries,
    needs: openNeeds(facts, outcomes),
  };
}

/** The resources that options can name: all of the program; where only the state is written, all of the state. */
function presentOf(
  { inProgram, printsCode, request }: Assembly,
  ordered: readonly Urn[],
  byUrn: ReadonlyMap<Urn, Outcome>,
): ReadonlySet<Urn> {
  const named = printsCode
    ? []
    : request.resources.flatMap(({ options }) => [...urnsInOptions(options), ...(options?.dependencies ?? [])]);
  const inState = named.filter((urn) => (byUrn.get(urn)?.kind ?? "present") === "present");
  return new Set([...inProgram, ...ordered, ...inState]);
}

/** Returns whether a preview knows the outputs, so that other resources may refer to them. */
function hasKnownOutputs(outcome: Outcome | undefined): boolean {
  return outcome !== undefined && verdicts[outcome.verdict].isClean;
}

function updatedId(outcome: Outcome | undefined): readonly (readonly [Urn, string])[] {
  if (outcome?.id === undefined || verdicts[outcome.verdict].effect !== "update") return [];
  return [[outcome.urn, outcome.id]];
}

function acceptsReplacement(urn: Urn, { allowReplace, accepted }: Assembly): boolean {
  return allowReplace || accepted.has(urn);
}

function outcomeOf(read: ReadOutcome, facts: Assembly): Outcome {
  const { name, type, urn, kind: resourceKind, id } = requestOf(read);
  const nothing = { differences: [], reasons: new Map<string, Reason>(), read: 0, remarks: [] };
  const base: OutcomeBase = { name, type, urn, resourceKind, ...nothing };
  switch (read.kind) {
    case "failed":
      return refusedOutcome({ ...base, id }, read.error);
    case "unchanged":
      return { ...base, kind: "present", verdict: "unchanged", id: read.id };
    case "component":
      return writable(
        strictly(componentOutcome(base, read), facts.strict),
        closedToComponent(read.inputs, facts.closed),
      );
    case "provider":
      return writable(
        { ...base, kind: "imported", verdict: "clean", id: read.instance.id },
        closedToProvider(read.instance, facts.closed),
      );
    case "read": {
      const derivation = facts.derivations.get(urn);
      const known = { ...base, id: read.cloud.id, read: read.cloud.read };
      invariant(derivation !== undefined, "every resource that was read has a derivation");
      if (derivation.kind === "failed") return refusedOutcome(known, derivation.error);
      const { explanation, accounting } = derivation;
      const reported = {
        ...known,
        remarks: [
          ...remarksOfGiven(derivation.remarks, read.cloud),
          ...replacedEntry(read.cloud, facts.known),
          ...pendingCreate(read.cloud, facts.known, facts.clearsPending === true),
          ...givenIgnored(read.cloud),
          ...orderRemark(facts.declared.has(urn) ? [] : (facts.links.proposals.get(urn) ?? []), facts.reads),
          ...likelySecretRemark(likelySecretsOf(read.cloud)),
        ],
        explanation: explanation ?? known.explanation,
        // The inputs of a declaration are the person's: imp does not account for them.
        ...(accounting !== undefined && !facts.declared.has(urn) && { accounting }),
      };
      const outcome = strictly(importable(provenOutcome(reported, derivation, facts), facts), facts.strict);
      return writable(outcome, closedToResource(derivation, facts.closed));
    }
  }
}

function componentOutcome(base: OutcomeBase, read: ComponentOutcome): Outcome {
  const { differences, warning, likelySecrets } = read;
  const verdict = differences.length === 0 ? "clean" : "update";
  const remarks = likelySecretRemark(likelySecrets);
  return { ...base, kind: "imported", verdict, differences, remarks, warning };
}

/** Refuses an outcome that would write a secret that cannot be encrypted. */
function writable(outcome: Outcome, error: ImpError | undefined): Outcome {
  return error === undefined || !mayBeWritten(outcome.verdict) ? outcome : refusedOutcome(outcome, error);
}

function provenOutcome(base: OutcomeBase, { proof, cloud }: Proven, facts: Assembly): Outcome {
  const { verdict } = proof;
  const reported: OutcomeBase = {
    ...base,
    differences: withValues(proofDifferences(proof), cloud, { stored: proof.sent ?? proof.stored }),
    reasons: reasonsOf(proof),
  };
  if (!mayBeWritten(verdict)) return { ...reported, kind: "refused", verdict, error: checkRefusal(base, proof, facts) };
  if (needsAcceptance(verdict) && !acceptsReplacement(base.urn, facts))
    return { ...reported, kind: "refused", verdict, error: replacementOf(base, proof, facts) };
  const warning = warningOf(base, proof, cloud);
  return { ...reported, kind: "imported", verdict, warning };
}

/** The engine's own import compares with what Read returned, and refuses every difference (docs/providers.md#the-option-import). */
function importable(outcome: Outcome, { importOptions }: Assembly): Outcome {
  if (!importOptions || !mayBeWritten(outcome.verdict)) return outcome;
  const acceptedDrift = outcome.remarks.flatMap((remark) => (remark.kind === "adopted" ? remark.differences : []));
  const { type, name, verdict, differences } = outcome;
  const differing = verdicts[verdict].hidesDifferences ? acceptedDrift : [...differences, ...acceptedDrift];
  if (differing.length === 0 && isProvenClean(verdict)) return outcome;
  const paths = differing.map(({ path }) => path);
  return refusedOutcome(outcome, ImpError.of("IMPORT_OPTION_DIFFERS", { type, name, paths }));
}

/** The differences of a proof, with those that `ignoreChanges` hides. */
function proofDifferences(proof: Proof): readonly Difference[] {
  const known = new Set(proof.differences.map(({ path }) => path));
  const others = proof.ignoreChanges.map(formatPath).filter((path) => !known.has(path));
  return [...proof.differences, ...others.map((path): Difference => ({ path, kind: "update" }))];
}

function replacementOf({ type, name, urn }: OutcomeBase, { differences }: Proof, { declared }: Assembly): ImpError {
  const places = declared.get(urn)?.places;
  const paths = differences.map(({ path }) => path);
  return ImpError.of("REPLACE_REFUSED", { type, name, paths, places });
}

function warningOf({ type, name }: OutcomeBase, proof: Proof, cloud: CloudResource): ImpError | undefined {
  if (proof.cause === "unstable-check") return ImpError.of("CHECK_UNSTABLE", { type, name, paths: proof.unstable });
  if (proof.cause === "init-errors")
    return ImpError.of("INIT_FAILED", { ...objectFacts(cloud.request, cloud.instance), reasons: cloud.initErrors });
  return undefined;
}

function checkRefusal({ type, name, urn }: OutcomeBase, proof: Proof, facts: Assembly): ImpError {
  const { failures, missingInputs } = proof;
  if (missingInputs === undefined) return ImpError.of("CHECK_REFUSED", { type, name, failures });
  const placeholder = !missingInputs.fillable ? "impossible" : facts.placeholders ? "tried" : "possible";
  const commands = facts.needsByUrn.get(urn)?.commands ?? [];
  const hashes = facts.derivations.get(urn)?.cloud.hashes?.map(([key]) => String(key)) ?? [];
  const { groups } = missingInputs;
  return ImpError.of("VALUE_DEMANDED", { type, name, failures, groups, hashes, placeholder, commands });
}

/** Each property with its strongest reason; inside lists the list stands for its elements. */
function reasonsOf(proof: Proof): ReadonlyMap<string, Reason> {
  const reasons = new Map<string, Reason>();
  for (const { pattern, reason } of proof.selection.values()) {
    const list = pattern.path.findIndex((key) => key === "*" || typeof key === "number");
    const path = list < 0 ? pattern.path : pattern.path.slice(0, list);
    if (getThroughSecrets(proof.program, path) === undefined) continue;
    const text = formatPath(path);
    const known = reasons.get(text);
    if (known === undefined || reasonOrder.indexOf(reason) < reasonOrder.indexOf(known)) reasons.set(text, reason);
  }
  return reasons;
}

/** A program that constructs a remote component makes all of it: without an entry in the state it would make that again. */
function withoutParts(facts: Assembly, outcomes: readonly Outcome[]): readonly Outcome[] {
  const makers = new Map(facts.request.resources.map(({ urn, maker }) => [urn, maker]));
  const missing = outcomes.filter(isRefused);
  return outcomes.map((outcome) => {
    const parts = missing.filter(({ urn }) => makers.get(urn) === outcome.urn).map(({ urn }) => urn);
    if (parts.length === 0 || isRefused(outcome)) return outcome;
    return refusedOutcome(outcome, ImpError.of("COMPONENT_PARTS", { urn: outcome.urn, parts }));
  });
}

/** A resource cannot be written without its parent, and not without its explicit provider. */
function cascade(facts: Assembly, outcomes: readonly Outcome[]): readonly Outcome[] {
  const byUrn = new Map(outcomes.map((outcome) => [outcome.urn, outcome]));
  const parents = new Map(facts.request.resources.map(({ urn, parent }) => [urn, parent]));
  const isLeftOut = (urn: Urn): boolean => {
    const outcome = byUrn.get(urn);
    return outcome !== undefined && isRefused(outcome);
  };
  const missingOf = (urn: Urn) => {
    const parent = parents.get(urn);
    for (let at = parent; at !== undefined; at = parents.get(at))
      if (isLeftOut(at) || lacksProvider(at)) return { parent: parent ?? "" };
    return lacksProvider(urn) ? { parent: facts.providers.get(urn)?.urn ?? "", role: "provider" as const } : undefined;
  };
  const lacksProvider = (urn: Urn): boolean => {
    const instance = facts.providers.get(urn);
    return instance !== undefined && !instance.isDefault && instance.urn !== urn && isLeftOut(instance.urn);
  };
  return outcomes.map((outcome) => {
    const { verdict, type, name, urn } = outcome;
    const missing = mayBeWritten(verdict) ? missingOf(urn) : undefined;
    return missing === undefined
      ? outcome
      : refusedOutcome(outcome, ImpError.of("PARENT_FAILED", { type, name, ...missing }));
  });
}

/** A component whose children all failed would stand in program and state with nothing in it: it waits for them. */
function withoutEmptied(facts: Assembly, outcomes: readonly Outcome[]): readonly Outcome[] {
  const children = new Map<Urn, Urn[]>();
  for (const { urn, parent } of facts.request.resources) {
    if (parent === undefined) continue;
    const own = children.get(parent);
    if (own === undefined) children.set(parent, [urn]);
    else own.push(urn);
  }
  const byUrn = new Map(outcomes.map((outcome) => [outcome.urn, outcome]));
  const stands = (urn: Urn): boolean => {
    const outcome = byUrn.get(urn);
    if (outcome === undefined || isRefused(outcome)) return false;
    return outcome.kind === "present" || !isEmptied(outcome);
  };
  const isEmptied = ({ urn, resourceKind }: Outcome): boolean => {
    const own = children.get(urn) ?? [];
    return resourceKind === "component" && own.length > 0 && !own.some(stands);
  };
  return outcomes.map((outcome) => {
    if (!isImported(outcome) || !verdicts[outcome.verdict].isClean || !isEmptied(outcome)) return outcome;
    return refusedOutcome(outcome, ImpError.of("CHILDREN_FAILED", { type: outcome.type, name: outcome.name }));
  });
}

function defaultProviderEntries(facts: Assembly, written: ReadonlySet<Urn>): readonly StateEntry[] {
  const used = new Map<Urn, StateEntry>();
  for (const { urn } of facts.request.resources) {
    const instance = facts.providers.get(urn);
    if (written.has(urn) && instance?.isDefault && instance.entry !== undefined) used.set(instance.urn, instance.entry);
  }
  return [...used.values()];
}

/** Needs that a person could still supply: missing required inputs, and replacements to allow. */
function openNeeds(facts: Assembly, outcomes: readonly Outcome[]): readonly Need[] {
  const needs: Need[] = [];
  for (const outcome of outcomes) {
    const { urn, type, differences, remarks } = outcome;
    if (facts.derivations.get(urn)?.kind !== "proven") continue;
    if (isAcceptable(outcome)) needs.push({ kind: "replace", urn, type, differences });
    if (!facts.strict)
      for (const remark of remarks)
        if (remark.kind === "assumable") needs.push({ ...remark, kind: "assume", urn, type });
    needs.push(...(facts.needsByUrn.get(urn)?.needs ?? []));
  }
  return needs;
}
