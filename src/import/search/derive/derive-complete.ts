/**
 * Derives complete programs for all resources of one type: the sample first; then resources that omit other values than a proven one, or
 * have another value that may decide; then all that are like one of these. The order of the URNs decides who comes first, never that of the specs or timing.
 */
import { mayBeWritten } from "../../../domain/verdicts.ts";
import type { ImpError } from "../../../errors.ts";
import type { Accounted, Urn } from "../../../graph.ts";
import { callError } from "../../providers/call-error.ts";
import type { CloudResource } from "../../read/cloud-resource.ts";
import { previewFailureOf } from "../candidates/candidate.ts";
import { withPlaceholders } from "../candidates/missing-inputs.ts";
import { outputsFor, type ProviderTraits } from "../candidates/provider-traits.ts";
import type { Subject } from "../candidates/subject.ts";
import { accountFor } from "../complete/account.ts";
import { predictedDraft } from "../complete/complete.ts";
import type { CompleteProfile } from "../complete/completed.ts";
import type { Draft } from "../complete/draft.ts";
import { findHashes, knownHashes } from "../complete/find-hashes.ts";
import { findTraits } from "../complete/find-traits.ts";
import { type Leaf, listLeaves } from "../complete/leaves.ts";
import {
  completeProfile,
  decidingPairs,
  leafSimilarity,
  type ProvenLike,
  provenLike,
  type SimilarityKey,
} from "../complete/profile.ts";
import { type ProvenComplete, proveComplete } from "../complete/prove-complete.ts";
import { proveCompleteLikeSample } from "../complete/prove-like-sample.ts";
import { UnplannedDefaults } from "../complete/unplanned-defaults.ts";
import { type Proof, proveIgnored } from "../prove/prove.ts";
import { proveImported } from "../prove/prove-imported.ts";
import {
  assuming,
  caseOf,
  type Derivation,
  type DeriveCase,
  type DeriveContext,
  isFinal,
  samplesAtMost,
  withHashes,
} from "./derivation.ts";

/** After so many different values of one place that all made no difference, the next one counts as data. */
const indifferentUntilData = 16;

/** Derives each of them. Throws only when the run was cancelled. */
export async function deriveComplete(
  clouds: readonly CloudResource[],
  context: DeriveContext,
): Promise<readonly Derivation[]> {
  const sample =
    clouds.find(({ request }) => request.inputs === undefined && request.properties.length === 0) ?? clouds[0];
  if (sample === undefined) return [];
  const others = clouds.filter((cloud) => cloud !== sample);
  const run = new TypeRun(context);
  const derived = [await run.derive(sample, undefined)];
  // A sample has no result where its plugin died, for example: then the next resource is the sample, but not for ever.
  while (run.profile === undefined && others.length > 0) {
    const next = others.splice(0, derived.length < samplesAtMost ? 1 : others.length);
    derived.push(...(await Promise.all(next.map((cloud) => run.derive(cloud, undefined)))));
  }
  // A sample that lacks an input that cannot be read has no other result: a resource for which it is given guides the others.
  const given = others.find(({ request }) => request.inputs !== undefined);
  if (run.profile?.missingInputs !== undefined && given !== undefined) {
    others.splice(others.indexOf(given), 1);
    derived.push(await run.derive(given, undefined));
  }
  await run.learnDefaults(others);
  const { profile } = run;
  if (profile === undefined) return derived;
  const predicted = others.map((cloud) => run.predict(run.withoutHashes(cloud), profile));
  const first = firstOfEachLikeness(predicted, run.proven);
  derived.push(
    ...(await Promise.all(
      predicted.filter(({ cloud }) => first.has(cloud.request.urn)).map((one) => run.derive(one.cloud, one)),
    )),
  );
  const like = predicted.filter(({ cloud }) => !first.has(cloud.request.urn));
  derived.push(...(await Promise.all(like.map((one) => run.deriveLike(one)))));
  return derived;
}

/** A resource with the predictions from the profile of its type. */
interface Predicted {
  readonly cloud: CloudResource;
  readonly draft: Draft;
  readonly profile: CompleteProfile;
  readonly likeness: SimilarityKey;
  readonly pairs: ReadonlyMap<string, string>;
}

/** The resources that are first, in their order, with a likeness, or with a value that may decide and that no other like them has. */
function firstOfEachLikeness(
  predicted: readonly Predicted[],
  proven: ReadonlyMap<SimilarityKey, ProvenLike>,
): ReadonlySet<Urn> {
  const seen = new Map<SimilarityKey, { readonly pairs: Set<string>; readonly counts: Map<string, number> }>();
  const first = new Set<Urn>();
  for (const one of predicted) {
    const known = seen.get(one.likeness) ?? { pairs: new Set(proven.get(one.likeness)?.pairs), counts: new Map() };
    let isFirst = !seen.has(one.likeness) && !proven.has(one.likeness);
    seen.set(one.likeness, known);
    for (const [pair, pattern] of one.pairs) {
      const count = known.counts.get(pattern) ?? 0;
      if (known.pairs.has(pair) || count >= indifferentUntilData) continue;
      known.pairs.add(pair);
      known.counts.set(pattern, count + 1);
      isFirst = true;
    }
    if (isFirst) first.add(one.cloud.request.urn);
  }
  return first;
}

/** The resources of one type while they are derived, with the results so far. */
class TypeRun {
  readonly #context: DeriveContext;
  readonly proven = new Map<SimilarityKey, ProvenLike>();
  /** Likenesses of which one resource was not as predicted: no other one is proven by its likeness. */
  readonly #unlike = new Set<SimilarityKey>();
  /** By URN: why a call failed before the resource is derived. */
  readonly #failed = new Map<Urn, ImpError>();
  /** Patterns of values that are hashes. */
  readonly #hashes = new Set<string>();
  profile: CompleteProfile | undefined;
  traits: ProviderTraits | undefined;
  /** Why previews of this type are not asked for any more: one that hangs costs the whole time limit. */
  #previewFailure: string | undefined;

  constructor(context: DeriveContext) {
    this.#context = context;
  }

  predict(cloud: CloudResource, profile: CompleteProfile): Predicted {
    const { subject } = caseOf(cloud, undefined, { ...this.#context, traits: this.traits });
    const leaves = listLeaves(subject);
    const draft = predictedDraft(subject, leaves, profile);
    return {
      cloud,
      draft,
      profile,
      likeness: leafSimilarity(subject, leaves, draft),
      pairs: decidingPairs(subject, leaves, draft),
    };
  }

  /** Returns the resource without the values that turned out to be hashes in another resource of the type. */
  withoutHashes(cloud: CloudResource): CloudResource {
    if (this.#hashes.size === 0) return cloud;
    const { subject } = caseOf(cloud, undefined, this.#context);
    return withHashes(cloud, knownHashes(listLeaves(subject), this.#hashes));
  }

  /** @param predicted absent: this is the sample. */
  derive(cloud: CloudResource, predicted: Predicted | undefined): Promise<Derivation> {
    return this.#guarded(cloud, (found) => this.#search(found, predicted));
  }

  /** A resource that is like a proven one; searched for where it does not come out so. */
  deriveLike(predicted: Predicted): Promise<Derivation> {
    return this.#guarded(predicted.cloud, async (found) => {
      const { likeness, draft, profile } = predicted;
      const added = this.#unlike.has(likeness) ? undefined : this.proven.get(likeness)?.added;
      if (added === undefined) return await this.#search(found, predicted);
      const leaves = listLeaves(found.subject);
      const proof = await proveCompleteLikeSample(found.subject, leaves, draft, added);
      if (proof === undefined) return await this.#search(found, predicted);
      const accounting = accountPredicted(leaves, proof.program, proof.selection, draft);
      return withStoredOutputs(found, proof).proven(proof, false, [], { accounting, notCreatable: [], profile });
    });
  }

  async #guarded(cloud: CloudResource, derive: (found: DeriveCase) => Promise<Derivation>): Promise<Derivation> {
    const { limit, onDeriving, onDerived, answers } = this.#context;
    return await limit(async () => {
      onDeriving(cloud);
      const known = this.#failed.get(cloud.request.urn);
      const derivation = await (known === undefined ? this.#withPreviews(cloud, derive) : Promise.reject(known)).catch(
        (error: unknown): Derivation => ({
          kind: "failed",
          cloud,
          error: callError(error, cloud.request, cloud.instance),
        }),
      );
      onDerived(cloud, derivation);
      if (isFinal(derivation)) answers.forget(cloud);
      return derivation;
    });
  }

  /** A preview that the provider does not answer is a question less, and no failure of the resource. */
  async #withPreviews<T>(cloud: CloudResource, derive: (found: DeriveCase) => Promise<T>): Promise<T> {
    const known = this.#previewFailure;
    try {
      return await derive(await this.#case(cloud, known));
    } catch (error) {
      const failure = previewFailureOf(error);
      if (failure === undefined || known !== undefined) throw error;
      this.#previewFailure = failure;
      return await derive(await this.#case(cloud, failure));
    }
  }

  /** The resource as the subject of a search; the first one of the type shows how the provider is asked. */
  async #case(cloud: CloudResource, previewFailure: string | undefined): Promise<DeriveCase> {
    const context = { ...this.#context, previewFailure: previewFailure ?? this.#context.previewFailure };
    this.traits ??= await findTraits((traits) => caseOf(cloud, undefined, { ...context, traits }).subject);
    return caseOf(cloud, undefined, { ...context, traits: this.traits });
  }

  async #search(own: DeriveCase, predicted: Predicted | undefined): Promise<Derivation> {
    const { subject } = own;
    const found = await proveComplete(subject, predicted);
    const { completed } = found;
    const hashes = findHashes(subject, { ...found, leaves: completed.leaves, createPlan: completed.trial.createPlan });
    if (hashes.length > 0) return await this.#searchWithout(hashes, own, predicted);
    this.#learn(subject, found, predicted);
    const imported = this.#context.importOptions ? await proveImported(subject, found.proof) : found.proof;
    const { found: whole, proof } = await assuming(own, imported, this.#context);
    const { missingInputs } = proof;
    const held =
      missingInputs !== undefined && this.#context.placeholders
        ? await this.#heldByPlaceholders(subject, found)
        : undefined;
    return (
      held ??
      withStoredOutputs(whole, proof).proven(proof, found.exhausted, [], explanationFacts(found, predicted?.profile))
    );
  }

  async #searchWithout(
    hashes: readonly Leaf[],
    { subject: { cloud } }: DeriveCase,
    predicted: Predicted | undefined,
  ): Promise<Derivation> {
    for (const { pattern } of hashes) this.#hashes.add(pattern);
    const left = withHashes(cloud, hashes);
    const again = await this.#case(left, this.#previewFailure);
    return await this.#search(again, predicted && this.predict(left, predicted.profile));
  }

  /** Asks resources about defaults that the sample cannot show. A resource of which a call fails fails when it is derived. */
  async learnDefaults(others: readonly CloudResource[]): Promise<void> {
    if (this.profile === undefined || this.profile.fixed.size === 0) return;
    const defaults = new UnplannedDefaults(this.profile);
    const ask = ({ subject }: DeriveCase): Promise<void> => defaults.learn(subject);
    await this.#context.limit(async () => {
      for (const cloud of others)
        await this.#withPreviews(cloud, ask).catch((error: unknown) => {
          this.#failed.set(cloud.request.urn, callError(error, cloud.request, cloud.instance));
        });
    });
    this.profile = defaults.profile;
  }

  #learn(subject: Subject, { completed, proof }: ProvenComplete, predicted: Predicted | undefined): void {
    const missingInputs = this.profile?.missingInputs;
    if (predicted === undefined && (this.profile === undefined || missingInputs !== undefined)) {
      this.profile = completeProfile(subject, completed, missingInputs ?? proof.missingInputs);
    }
    const like = proof.verdict === "clean" ? provenLike(subject, completed, predicted?.draft) : undefined;
    const likeness = predicted?.likeness ?? leafSimilarity(subject, completed.leaves, completed.trial.draft);
    if (like === undefined) this.#unlike.add(likeness);
    else if (!this.proven.has(likeness)) this.proven.set(likeness, like);
  }

  /** Derives again with placeholders for missing required inputs, which needs a preview that is clean while it ignores them. */
  async #heldByPlaceholders(
    refused: Subject,
    { proof: { missingInputs } }: ProvenComplete,
  ): Promise<Derivation | undefined> {
    const given = missingInputs && withPlaceholders(refused.cloud, missingInputs);
    if (given === undefined) return undefined;
    const held = await this.#case(given.cloud, this.#previewFailure);
    const found = await proveComplete(held.subject, undefined);
    const proof = await proveIgnored(held.subject, found.proof, given.paths);
    return (
      proof &&
      withStoredOutputs(held, proof).proven(proof, found.exhausted, given.paths, explanationFacts(found, undefined))
    );
  }
}

/** The resource with the outputs that its state has next to the stored inputs. */
function withStoredOutputs(found: DeriveCase, proof: Proof): DeriveCase {
  const { cloud, traits } = found.subject;
  if (traits.inputsRecord === undefined || !mayBeWritten(proof.verdict)) return found;
  return found.over(outputsFor(cloud.outputs, proof.stored, traits));
}

function explanationFacts(
  { accounting, notCreatable, completed }: ProvenComplete,
  profile: CompleteProfile | undefined,
) {
  return accounting && { accounting, notCreatable, completed, profile };
}

function accountPredicted(
  leaves: readonly Leaf[],
  program: Parameters<typeof accountFor>[1],
  selection: Parameters<typeof accountFor>[2],
  { omitted }: Draft,
): readonly Accounted[] {
  return accountFor(leaves, program, selection, ({ key, pattern }) => {
    return (
      omitted.get(key) ?? { class: "unsettable", answer: { kind: "differs", path: pattern, difference: "update" } }
    );
  });
}
