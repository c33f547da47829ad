/** Assembles the plan from reads and proofs: what to write, and the outcome of each import spec. Pure. */
import type { DeclaredResource } from "../../domain/declared-resource.ts";
import { ImpError, invariant } from "../../domain/errors.ts";
import type {
  Difference,
  GraphResource,
  ImportPlan,
  Need,
  Outcome,
  OutcomeBase,
  Reason,
  StateEntry,
  Urn,
} from "../../domain/graph.ts";
import type { KnownState } from "../../domain/known-state.ts";
import { groupBy } from "../../domain/order/maps.ts";
import { isAcceptable, isImported, isRefused, refusedOutcome } from "../../domain/outcome.ts";
import { reasonOrder } from "../../domain/reason-order.ts";
import type { ReferencedStack } from "../../domain/referenced-stack.ts";
import { isProvenClean, mayBeWritten, needsAcceptance, verdicts } from "../../domain/verdicts.ts";
import { getThroughSecrets } from "../../value/at-path.ts";
import { formatPath } from "../../value/path.ts";
import { withValues } from "../engine/difference-values.ts";
import { objectFacts } from "../providers/call-error.ts";
import type { ProviderInstance } from "../providers/providers.ts";
import type { CloudResource } from "../read/cloud-resource.ts";
import { type ComponentOutcome, type ReadOutcome, requestOf } from "../read/read-all.ts";
import type { Proof, Proven } from "../search/index.ts";
import { explainDependencies, orderRemark } from "./added-dependencies.ts";
import { type Closed, closedToComponent, closedToProvider, closedToResource } from "./closed-secrets.ts";
import type { KeptOutputs } from "./kept-outputs.ts";
import { allLikelySecrets, likelySecretRemark } from "./likely-secrets.ts";
import { isNameable, printable, urnsInOptions } from "./printable.ts";
import { type ResourceNeeds, resourceNeeds } from "./resource-needs.ts";
import type { Settings } from "./setting-keys.ts";
import { newOutputs, type PrintedBefore, planStackOutputs } from "./stack-outputs.ts";
import { entriesOfReferences, stackReferenceOf, usedStacks } from "./stack-references.ts";
import { pendingCreate, replacedEntry, splitSuppliedRemarks, suppliedIgnored } from "./supplied-values.ts";
import { registeredEntry, type WriteSources, writtenResource } from "./written-resource.ts";

/** Decisions of the user and facts about the program that affect the plan. */
export interface PlanChoices {
  readonly allowReplace: boolean;
  /** Whether to write only resources with a clean preview. Defaults to false. */
  readonly strict?: boolean;
  /** Whether to remove pending creations of imported resources from the state. Defaults to false. */
  readonly clearsPending?: boolean;
  /** Whether to use placeholders for missing required inputs. */
  readonly placeholders: boolean;
  /** Whether the program will have `import` options. With them, the engine rejects every difference from the inputs that Read returned. */
  readonly importOptions: boolean;
  /** URNs of resources that already have a variable in the program. */
  readonly inProgram: ReadonlySet<Urn>;
  /** Resources that the user's program already registers. No code is written for them. */
  readonly declared: ReadonlyMap<Urn, Pick<DeclaredResource, "places" | "runs" | "registered">>;
  /** Where a run of the user's program registers its resources, for example `index.ts:12:16`. Omitted if the program did not run. */
  readonly places?: ReadonlyMap<Urn, string>;
  /** The program that imp printed before. */
  readonly printed: PrintedBefore;
  /** False if only the state is written. Code needs variables for a parent and a provider; the state does not. */
  readonly printsCode: boolean;
  /** The errors for secrets that cannot be written to the state or the program. */
  readonly closed: Closed;
  /** Where to store missing values for the next run. Omitted if they cannot be stored. */
  readonly settings?: Settings;
}

export interface PlanSources extends PlanChoices, WriteSources {
  readonly reads: readonly ReadOutcome[];
  readonly kept: KeptOutputs;
  readonly providers: ReadonlyMap<Urn, ProviderInstance>;
  readonly known: Pick<KnownState, "resources" | "pendingCreates" | "outputsOf">;
  /** Other stacks whose outputs the program may read. */
  readonly otherStacks: readonly ReferencedStack[];
  /** Resources whose replacement was accepted. */
  readonly accepted: ReadonlySet<Urn>;
  /** Resources that the language cannot express, each with its error. Defaults to none. */
  readonly inexpressible?: ReadonlyMap<Urn, ImpError>;
}

interface Assembly extends PlanSources {
  readonly needsByUrn: ReadonlyMap<Urn, ResourceNeeds>;
}

/** Assembles the plan: first verdicts, then the resources to write. */
export function assemblePlan(sources: PlanSources): ImportPlan {
  const assembly: Assembly = { ...sources, needsByUrn: resourceNeeds(sources.derivations, sources.settings) };
  const printed = assembly.request.resources.filter(
    ({ urn, maker }) => !assembly.declared.has(urn) && maker === undefined,
  );
  const variables = new Set([...assembly.inProgram, ...printed.map(({ urn }) => urn)]);
  const expressible = assembly.reads.map((read) => {
    const outcome = assembleOutcome(read, assembly);
    return printable(isNameable(outcome, requestOf(read), assembly, variables), assembly);
  });
  const outcomes = withoutEmptied(assembly, cascade(assembly, withoutParts(assembly, expressible)));
  const byUrn = new Map(outcomes.map((outcome) => [outcome.urn, outcome]));
  const written = new Set(outcomes.filter(isImported).map(({ urn }) => urn));
  const reads = new Map(assembly.reads.map((read) => [requestOf(read).urn, read]));
  const ordered = writtenOrder(assembly, written);
  const isNamed = (urn: Urn): boolean => !assembly.printsCode || variables.has(urn);
  const targets = {
    whole: new Set([
      ...[...assembly.inProgram].filter((urn) => !written.has(urn)),
      ...ordered.filter((urn) => hasKnownOutputs(byUrn.get(urn)) && isNamed(urn)),
    ]),
    byId: new Map(ordered.filter(isNamed).flatMap((urn) => updatedId(byUrn.get(urn)))),
    kept: assembly.kept,
    present: presentResources(assembly, ordered.filter(isNamed), byUrn),
  };
  const withStacks = { ...targets, whole: new Set([...targets.whole, ...assembly.otherStacks.map(({ urn }) => urn)]) };
  const resources: GraphResource[] = [];
  const entries: StateEntry[] = [...defaultProviderEntries(assembly, written)];
  const isInState = (urn: Urn): boolean => written.has(urn) || assembly.known.resources.has(urn);
  for (const urn of ordered) {
    const read = reads.get(urn);
    if (read === undefined) continue;
    const declared = assembly.declared.get(urn);
    // The user's code reads other stacks in its own way.
    const { resource, entry } = writtenResource(read, assembly, declared === undefined ? withStacks : targets);
    if (requestOf(read).maker === undefined) resources.push(resource);
    const registered = declared?.registered;
    entries.push(registered === undefined ? entry : registeredEntry(entry, registered, isInState));
  }
  const used = usedStacks(resources, assembly.otherStacks);
  const programs = new Map(resources.map((resource) => [resource.urn, resource]));
  const { project, stack } = assembly.request;
  const added = { ...assembly, resources, entries };
  const { outputs, refusedOutputs } = planStackOutputs(added);
  return {
    graph: { project, stack, resources: [...used.map(stackReferenceOf), ...resources], outputs: newOutputs(outputs) },
    outcomes: outcomes.map((outcome) => explainDependencies(outcome, programs.get(outcome.urn), assembly.links)),
    entries: [...entriesOfReferences(used), ...entries],
    outputs,
    refusedOutputs,
    needs: openNeeds(assembly, outcomes),
  };
}

/** Returns the written resources, each after its dependencies. Resources that a run of the program registers come first, in the order of the run. */
function writtenOrder({ declared, links }: Assembly, written: ReadonlySet<Urn>): readonly Urn[] {
  const isRegistered = (urn: Urn): boolean => declared.get(urn)?.registered !== undefined;
  const registered = [...declared.keys()].filter((urn) => written.has(urn) && isRegistered(urn));
  return [...registered, ...links.order.filter((urn) => written.has(urn) && !isRegistered(urn))];
}

/** Returns the resources that options can name: resources of the program, and, if no code is written, resources in the state. */
function presentResources(
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

/** Returns whether a preview knows all outputs of the resource, so that other resources can refer to them. */
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

function assembleOutcome(read: ReadOutcome, assembly: Assembly): Outcome {
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
        applyStrict(componentOutcome(base, read), assembly.strict),
        closedToComponent(read.inputs, assembly.closed),
      );
    case "provider":
      return writable(
        { ...base, kind: "imported", verdict: "clean", id: read.instance.id },
        closedToProvider(read.instance, assembly.closed),
      );
    case "read": {
      const derivation = assembly.derivations.get(urn);
      const readBase = { ...base, id: read.cloud.id, read: read.cloud.read };
      invariant(derivation !== undefined, "every resource that was read has a derivation");
      if (derivation.kind === "failed") return refusedOutcome(readBase, derivation.error);
      const { explanation, accounting } = derivation;
      const reported = {
        ...readBase,
        remarks: [
          ...splitSuppliedRemarks(derivation.remarks, read.cloud),
          ...replacedEntry(read.cloud, assembly.known),
          ...pendingCreate(read.cloud, assembly.known, assembly.clearsPending === true),
          ...suppliedIgnored(read.cloud),
          ...orderRemark(assembly.declared.has(urn) ? [] : (assembly.links.proposals.get(urn) ?? []), assembly.reads),
          ...likelySecretRemark(allLikelySecrets(read.cloud)),
        ],
        explanation: explanation ?? readBase.explanation,
        // imp does not account for the inputs of resources that the user's program declares.
        ...(accounting !== undefined && !assembly.declared.has(urn) && { accounting }),
      };
      const outcome = applyStrict(importable(provenOutcome(reported, derivation, assembly), assembly), assembly.strict);
      return writable(outcome, closedToResource(derivation, assembly.closed));
    }
  }
}

function componentOutcome(base: OutcomeBase, read: ComponentOutcome): Outcome {
  const { differences, warning, likelySecrets } = read;
  const verdict = differences.length === 0 ? "clean" : "update";
  const remarks = likelySecretRemark(likelySecrets);
  return { ...base, kind: "imported", verdict, differences, remarks, warning };
}

/** Rejects an outcome with a secret that cannot be encrypted. */
function writable(outcome: Outcome, error: ImpError | undefined): Outcome {
  return error === undefined || !mayBeWritten(outcome.verdict) ? outcome : refusedOutcome(outcome, error);
}

function provenOutcome(base: OutcomeBase, { proof, cloud }: Proven, assembly: Assembly): Outcome {
  const { verdict } = proof;
  const reported: OutcomeBase = {
    ...base,
    differences: withValues(proofDifferences(proof), cloud, { stored: proof.sent ?? proof.stored }),
    reasons: propertyReasons(proof),
  };
  if (!mayBeWritten(verdict))
    return { ...reported, kind: "refused", verdict, error: checkRefusal(base, proof, assembly) };
  if (needsAcceptance(verdict) && !acceptsReplacement(base.urn, assembly))
    return { ...reported, kind: "refused", verdict, error: replacementError(base, proof, assembly) };
  const warning = proofWarning(base, proof, cloud);
  return { ...reported, kind: "imported", verdict, warning };
}

/** Implements `--strict`: rejects an outcome unless its preview is clean without assumptions. */
function applyStrict(outcome: Outcome, strict = false): Outcome {
  const { verdict, type, name, differences, remarks } = outcome;
  if (!strict || !mayBeWritten(verdict) || isProvenClean(verdict)) return outcome;
  const { isAssumed = false } = verdicts[verdict];
  const assumed = remarks.flatMap((remark) => (remark.kind === "assumable" ? remark.paths : []));
  const paths = isAssumed && assumed.length > 0 ? assumed : differences.map(({ path }) => path);
  return refusedOutcome(outcome, ImpError.of("STRICT_REFUSED", { type, name, paths, assumed: isAssumed }));
}

/** Rejects differences if the program has `import` options, because the engine's import rejects them (docs/providers.md#the-option-import). */
function importable(outcome: Outcome, { importOptions }: Assembly): Outcome {
  if (!importOptions || !mayBeWritten(outcome.verdict)) return outcome;
  const acceptedDrift = outcome.remarks.flatMap((remark) => (remark.kind === "adopted" ? remark.differences : []));
  const { type, name, verdict, differences } = outcome;
  const differing = verdicts[verdict].hidesDifferences ? acceptedDrift : [...differences, ...acceptedDrift];
  if (differing.length === 0 && isProvenClean(verdict)) return outcome;
  const paths = differing.map(({ path }) => path);
  return refusedOutcome(outcome, ImpError.of("IMPORT_OPTION_DIFFERS", { type, name, paths }));
}

/** Returns the differences of a proof, including those hidden by `ignoreChanges`. */
function proofDifferences(proof: Proof): readonly Difference[] {
  const shown = new Set(proof.differences.map(({ path }) => path));
  const hidden = proof.ignoreChanges.map(formatPath).filter((path) => !shown.has(path));
  return [...proof.differences, ...hidden.map((path): Difference => ({ path, kind: "update" }))];
}

function replacementError({ type, name, urn }: OutcomeBase, { differences }: Proof, { declared }: Assembly): ImpError {
  const places = declared.get(urn)?.places;
  const paths = differences.map(({ path }) => path);
  return ImpError.of("REPLACE_REFUSED", { type, name, paths, places });
}

function proofWarning({ type, name }: OutcomeBase, proof: Proof, cloud: CloudResource): ImpError | undefined {
  if (proof.cause === "unstable-check") return ImpError.of("CHECK_UNSTABLE", { type, name, paths: proof.unstable });
  if (proof.cause === "init-errors")
    return ImpError.of("INIT_FAILED", { ...objectFacts(cloud.request, cloud.instance), reasons: cloud.initErrors });
  return undefined;
}

function checkRefusal({ type, name, urn }: OutcomeBase, proof: Proof, assembly: Assembly): ImpError {
  const { failures, missingInputs } = proof;
  if (missingInputs === undefined) return ImpError.of("CHECK_REFUSED", { type, name, failures });
  const placeholder = !missingInputs.fillable ? "impossible" : assembly.placeholders ? "tried" : "possible";
  const commands = assembly.needsByUrn.get(urn)?.commands ?? [];
  const hashes = assembly.derivations.get(urn)?.cloud.hashes?.map(([key]) => String(key)) ?? [];
  const { groups } = missingInputs;
  return ImpError.of("VALUE_DEMANDED", { type, name, failures, groups, hashes, placeholder, commands });
}

/** Returns the strongest reason for setting each property. The reason for an element of a list counts for the list. */
function propertyReasons(proof: Proof): ReadonlyMap<string, Reason> {
  const reasons = new Map<string, Reason>();
  for (const { pattern, reason } of proof.selection.values()) {
    const list = pattern.path.findIndex((key) => key === "*" || typeof key === "number");
    const path = list < 0 ? pattern.path : pattern.path.slice(0, list);
    if (getThroughSecrets(proof.program, path) === undefined) continue;
    const text = formatPath(path);
    const current = reasons.get(text);
    if (current === undefined || reasonOrder.indexOf(reason) < reasonOrder.indexOf(current)) reasons.set(text, reason);
  }
  return reasons;
}

/** Rejects a remote component if one of its resources is not written to the state, because the program would create that resource again. */
function withoutParts(assembly: Assembly, outcomes: readonly Outcome[]): readonly Outcome[] {
  const makers = new Map(assembly.request.resources.map(({ urn, maker }) => [urn, maker]));
  const missing = outcomes.filter(isRefused);
  return outcomes.map((outcome) => {
    const parts = missing.filter(({ urn }) => makers.get(urn) === outcome.urn).map(({ urn }) => urn);
    if (parts.length === 0 || isRefused(outcome)) return outcome;
    return refusedOutcome(outcome, ImpError.of("COMPONENT_PARTS", { urn: outcome.urn, parts }));
  });
}

/** Rejects resources whose parent or explicit provider is not written. */
function cascade(assembly: Assembly, outcomes: readonly Outcome[]): readonly Outcome[] {
  const byUrn = new Map(outcomes.map((outcome) => [outcome.urn, outcome]));
  const parents = new Map(assembly.request.resources.map(({ urn, parent }) => [urn, parent]));
  const isLeftOut = (urn: Urn): boolean => {
    const outcome = byUrn.get(urn);
    return outcome !== undefined && isRefused(outcome);
  };
  const missingOf = (urn: Urn) => {
    const parent = parents.get(urn);
    for (let ancestor = parent; ancestor !== undefined; ancestor = parents.get(ancestor))
      if (isLeftOut(ancestor) || lacksProvider(ancestor)) return { parent: parent ?? "" };
    return lacksProvider(urn)
      ? { parent: assembly.providers.get(urn)?.urn ?? "", role: "provider" as const }
      : undefined;
  };
  const lacksProvider = (urn: Urn): boolean => {
    const instance = assembly.providers.get(urn);
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

/** Rejects a component if all its children failed. */
function withoutEmptied(assembly: Assembly, outcomes: readonly Outcome[]): readonly Outcome[] {
  const children = groupBy(assembly.request.resources, ({ parent }) => parent);
  const byUrn = new Map(outcomes.map((outcome) => [outcome.urn, outcome]));
  const isPresent = (urn: Urn): boolean => {
    const outcome = byUrn.get(urn);
    if (outcome === undefined || isRefused(outcome)) return false;
    return outcome.kind === "present" || !isEmptied(outcome);
  };
  const isEmptied = ({ urn, resourceKind }: Outcome): boolean => {
    const parts = children.get(urn) ?? [];
    return resourceKind === "component" && parts.length > 0 && !parts.some((part) => isPresent(part.urn));
  };
  return outcomes.map((outcome) => {
    if (!isImported(outcome) || !verdicts[outcome.verdict].isClean || !isEmptied(outcome)) return outcome;
    return refusedOutcome(outcome, ImpError.of("CHILDREN_FAILED", { type: outcome.type, name: outcome.name }));
  });
}

function defaultProviderEntries(assembly: Assembly, written: ReadonlySet<Urn>): readonly StateEntry[] {
  const used = new Map<Urn, StateEntry>();
  for (const { urn } of assembly.request.resources) {
    const instance = assembly.providers.get(urn);
    if (written.has(urn) && instance?.isDefault && instance.entry !== undefined) used.set(instance.urn, instance.entry);
  }
  return [...used.values()];
}

/** Returns what the user can still supply or decide: missing inputs, replacements, and assumed defaults. */
function openNeeds(assembly: Assembly, outcomes: readonly Outcome[]): readonly Need[] {
  const needs: Need[] = [];
  for (const outcome of outcomes) {
    const { urn, type, differences, remarks } = outcome;
    if (assembly.derivations.get(urn)?.kind !== "proven") continue;
    if (isAcceptable(outcome)) needs.push({ kind: "replace", urn, type, differences });
    if (!assembly.strict)
      for (const remark of remarks)
        if (remark.kind === "assumable") needs.push({ ...remark, kind: "assume", urn, type });
    needs.push(...(assembly.needsByUrn.get(urn)?.needs ?? []));
  }
  return needs;
}
