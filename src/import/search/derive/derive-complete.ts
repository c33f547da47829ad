/**
 * Implements mode `minimal` for all resources of a type. First searches for the program of one resource (the sample). Then searches for the programs
 * of resources that omit different values than the proven ones, or that have new values that may change the provider's responses. All other resources
 * are proven like a similar resource. The order depends only on URNs.
 */

import type { ImpError } from "../../../domain/errors.ts";
import type { Accounted, Urn } from "../../../domain/graph.ts";
import { mayBeWritten } from "../../../domain/verdicts.ts";
import { callError } from "../../providers/call-error.ts";
import type { CloudResource } from "../../read/cloud-resource.ts";
import { withPlaceholders } from "../candidates/missing-inputs.ts";
import { outputsFor, type ProviderTraits } from "../candidates/provider-traits.ts";
import { previewFailureOf } from "../candidates/rejection.ts";
import type { Subject } from "../candidates/subject.ts";
import { accountFor } from "../complete/account.ts";
import { predictedDraft } from "../complete/complete.ts";
import type { CompleteProfile } from "../complete/completed.ts";
import { type Draft, draftSelection } from "../complete/draft.ts";
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
import { UnplannedDefaults } from "../complete/unplanned-defaults.ts";
import { type Proof, proveIgnored } from "../prove/prove.ts";
import { proveImported } from "../prove/prove-imported.ts";
import { proveWithMembers } from "../prove/prove-like-sample.ts";
import {
  assumeIfRequested,
  type Derivation,
  type DeriveCase,
  type DeriveContext,
  failedDerivation,
  isFinal,
  markHashes,
  maxSamples,
  newCase,
  sampleOf,
} from "./derivation.ts";

/** The maximum number of new values of a pattern that cause a search. imp assumes that further values do not change the provider's responses. */
const indifferentUntilData = 16;

/** Derives each resource. Throws only if the run was cancelled. */
export async function deriveComplete(
  clouds: readonly CloudResource[],
  context: DeriveContext,
): Promise<readonly Derivation[]> {
  const sample = sampleOf(clouds);
  if (sample === undefined) return [];
  const others = clouds.filter((cloud) => cloud !== sample);
  const run = new TypeRun(context);
  const derived = [await run.derive(sample, undefined)];
  // If the sample fails, for example because its plugin died, the next resource becomes the sample, up to a limit.
  while (run.profile === undefined && others.length > 0) {
    const next = others.splice(0, derived.length < maxSamples ? 1 : others.length);
    derived.push(...(await Promise.all(next.map((cloud) => run.derive(cloud, undefined)))));
  }
  // If the sample lacks an input that Read does not return, a resource with inputs in the import file is the better sample.
  const supplied = others.find(({ request }) => request.inputs !== undefined);
  if (run.profile?.missingInputs !== undefined && supplied !== undefined) {
    others.splice(others.indexOf(supplied), 1);
    derived.push(await run.derive(supplied, undefined));
  }
  await run.learnDefaults(others);
  const { profile } = run;
  if (profile === undefined) return derived;
  const predicted = others.map((cloud) => run.predict(run.withoutHashes(cloud), profile));
  const representatives = representativesIn(predicted, run.proven);
  const first = predicted.filter(({ cloud }) => representatives.has(cloud.request.urn));
  derived.push(...(await Promise.all(first.map((prediction) => run.derive(prediction.cloud, prediction)))));
  const similar = predicted.filter((prediction) => !first.includes(prediction));
  derived.push(...(await Promise.all(similar.map((prediction) => run.deriveLike(prediction)))));
  return derived;
}

/** A resource with the prediction from its type's profile. */
interface Predicted {
  readonly cloud: CloudResource;
  readonly draft: Draft;
  readonly profile: CompleteProfile;
  readonly similarity: SimilarityKey;
  readonly pairs: ReadonlyMap<string, string>;
}

/** Returns the resources that need a search: the first with each similarity key, and the first with each value that may matter. */
function representativesIn(
  predicted: readonly Predicted[],
  proven: ReadonlyMap<SimilarityKey, ProvenLike>,
): ReadonlySet<Urn> {
  const seen = new Map<SimilarityKey, { readonly pairs: Set<string>; readonly counts: Map<string, number> }>();
  const representatives = new Set<Urn>();
  for (const entry of predicted) {
    const group = seen.get(entry.similarity) ?? {
      pairs: new Set(proven.get(entry.similarity)?.pairs),
      counts: new Map(),
    };
    let isFirst = !seen.has(entry.similarity) && !proven.has(entry.similarity);
    seen.set(entry.similarity, group);
    for (const [pair, pattern] of entry.pairs) {
      const count = group.counts.get(pattern) ?? 0;
      if (group.pairs.has(pair) || count >= indifferentUntilData) continue;
      group.pairs.add(pair);
      group.counts.set(pattern, count + 1);
      isFirst = true;
    }
    if (isFirst) representatives.add(entry.cloud.request.urn);
  }
  return representatives;
}

/** Derives the resources of one type and collects their results. */
class TypeRun {
  readonly #context: DeriveContext;
  readonly proven = new Map<SimilarityKey, ProvenLike>();
  /** Similarity keys with a failed prediction. Resources with these keys are not proven by similarity. */
  readonly #unlike = new Set<SimilarityKey>();
  /** Errors of calls that failed before the resource was derived, by URN. */
  readonly #failed = new Map<Urn, ImpError>();
  /** The patterns of values that are hashes. */
  readonly #hashes = new Set<string>();
  profile: CompleteProfile | undefined;
  traits: ProviderTraits | undefined;
  /** Why previews of this type are no longer requested. A preview that hangs would take the whole timeout each time. */
  #previewFailure: string | undefined;

  constructor(context: DeriveContext) {
    this.#context = context;
  }

  predict(cloud: CloudResource, profile: CompleteProfile): Predicted {
    const { subject } = newCase(cloud, undefined, { ...this.#context, traits: this.traits });
    const leaves = listLeaves(subject);
    const draft = predictedDraft(subject, leaves, profile);
    return {
      cloud,
      draft,
      profile,
      similarity: leafSimilarity(subject, leaves, draft),
      pairs: decidingPairs(subject, leaves, draft),
    };
  }

  /** Marks values as hashes if their patterns hold hashes in another resource of the type. */
  withoutHashes(cloud: CloudResource): CloudResource {
    if (this.#hashes.size === 0) return cloud;
    const { subject } = newCase(cloud, undefined, this.#context);
    return markHashes(cloud, knownHashes(listLeaves(subject), this.#hashes));
  }

  /** Derives a resource. `predicted` is omitted for the type's first resource. */
  derive(cloud: CloudResource, predicted: Predicted | undefined): Promise<Derivation> {
    return this.#guarded(cloud, (deriveCase) => this.#search(deriveCase, predicted));
  }

  /** Proves a resource like a similar one, or searches for its program if that fails. */
  deriveLike(predicted: Predicted): Promise<Derivation> {
    return this.#guarded(predicted.cloud, async (deriveCase) => {
      const { similarity: likeness, draft, profile } = predicted;
      const added = this.#unlike.has(likeness) ? undefined : this.proven.get(likeness)?.added;
      if (added === undefined) return await this.#search(deriveCase, predicted);
      const { subject } = deriveCase;
      const leaves = listLeaves(subject);
      // Diff with the read inputs is not repeated, because the proven resource omits the same values.
      const proof = await proveWithMembers(subject, draftSelection(subject, leaves, draft), added, []);
      if (proof === undefined) return await this.#search(deriveCase, predicted);
      const accounting = accountPredicted(leaves, proof.program, proof.selection, draft);
      return withStoredOutputs(deriveCase, proof).proven(proof, false, [], { accounting, notCreatable: [], profile });
    });
  }

  async #guarded(cloud: CloudResource, derive: (deriveCase: DeriveCase) => Promise<Derivation>): Promise<Derivation> {
    const { limit, onDeriving, onDerived, answers } = this.#context;
    return await limit(async () => {
      onDeriving(cloud);
      const earlierError = this.#failed.get(cloud.request.urn);
      const derivation = await (earlierError === undefined
        ? this.#withPreviews(cloud, derive)
        : Promise.reject(earlierError)
      ).catch((error: unknown) => failedDerivation(cloud, error));
      onDerived(cloud, derivation);
      if (isFinal(derivation)) answers.forget(cloud);
      return derivation;
    });
  }

  /** Derives without previews if a preview times out or crashes, because this is not a failure of the resource. */
  async #withPreviews<T>(cloud: CloudResource, derive: (deriveCase: DeriveCase) => Promise<T>): Promise<T> {
    const earlierFailure = this.#previewFailure;
    try {
      return await derive(await this.#case(cloud, earlierFailure));
    } catch (error) {
      const failure = previewFailureOf(error);
      if (failure === undefined || earlierFailure !== undefined) throw error;
      this.#previewFailure = failure;
      return await derive(await this.#case(cloud, failure));
    }
  }

  /** Prepares the search for a resource's program. For the first resource of the type, finds out how to call the provider. */
  async #case(cloud: CloudResource, previewFailure: string | undefined): Promise<DeriveCase> {
    const context = { ...this.#context, previewFailure: previewFailure ?? this.#context.previewFailure };
    this.traits ??= await findTraits((traits) => newCase(cloud, undefined, { ...context, traits }).subject);
    return newCase(cloud, undefined, { ...context, traits: this.traits });
  }

  async #search(original: DeriveCase, predicted: Predicted | undefined): Promise<Derivation> {
    const { subject } = original;
    const proven = await proveComplete(subject, predicted);
    const { completed } = proven;
    const hashes = findHashes(subject, { ...proven, leaves: completed.leaves, createPlan: completed.trial.createPlan });
    if (hashes.length > 0) return await this.#searchWithout(hashes, original, predicted);
    this.#learn(subject, proven, predicted);
    const imported = this.#context.importOptions ? await proveImported(subject, proven.proof) : proven.proof;
    const { derived: assumed, proof } = await assumeIfRequested(original, imported, this.#context);
    const { missingInputs } = proof;
    const filledDerivation =
      missingInputs !== undefined && this.#context.placeholders
        ? await this.#heldByPlaceholders(subject, proven)
        : undefined;
    return (
      filledDerivation ??
      withStoredOutputs(assumed, proof).proven(
        proof,
        proven.exhausted,
        [],
        completeSearchOf(proven, predicted?.profile),
      )
    );
  }

  async #searchWithout(
    hashes: readonly Leaf[],
    { subject: { cloud } }: DeriveCase,
    predicted: Predicted | undefined,
  ): Promise<Derivation> {
    for (const { pattern } of hashes) this.#hashes.add(pattern);
    const unhashed = markHashes(cloud, hashes);
    const again = await this.#case(unhashed, this.#previewFailure);
    return await this.#search(again, predicted && this.predict(unhashed, predicted.profile));
  }

  /** Learns defaults from previews of other resources. If a call fails, its error is reported when that resource is derived. */
  async learnDefaults(others: readonly CloudResource[]): Promise<void> {
    if (this.profile === undefined || this.profile.fixed.size === 0) return;
    const defaults = new UnplannedDefaults(this.profile);
    const learn = ({ subject }: DeriveCase): Promise<void> => defaults.learn(subject);
    await this.#context.limit(async () => {
      for (const cloud of others)
        await this.#withPreviews(cloud, learn).catch((error: unknown) => {
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
    const likeness = predicted?.similarity ?? leafSimilarity(subject, completed.leaves, completed.trial.draft);
    if (like === undefined) this.#unlike.add(likeness);
    else if (!this.proven.has(likeness)) this.proven.set(likeness, like);
  }

  /** Derives again with placeholders for missing required inputs, and `ignoreChanges` for these. Returns undefined if the preview is not clean. */
  async #heldByPlaceholders(
    refused: Subject,
    { proof: { missingInputs } }: ProvenComplete,
  ): Promise<Derivation | undefined> {
    const filled = missingInputs && withPlaceholders(refused.cloud, missingInputs);
    if (filled === undefined) return undefined;
    const filledCase = await this.#case(filled.cloud, this.#previewFailure);
    const proven = await proveComplete(filledCase.subject, undefined);
    const proof = await proveIgnored(filledCase.subject, proven.proof, filled.paths);
    return (
      proof &&
      withStoredOutputs(filledCase, proof).proven(
        proof,
        proven.exhausted,
        filled.paths,
        completeSearchOf(proven, undefined),
      )
    );
  }
}

/** Returns the case with the outputs that the state will have. If the provider records inputs in an output, it gets the stored inputs. */
function withStoredOutputs(deriveCase: DeriveCase, proof: Proof): DeriveCase {
  const { cloud, traits } = deriveCase.subject;
  if (traits.inputsRecord === undefined || !mayBeWritten(proof.verdict)) return deriveCase;
  return deriveCase.over(outputsFor(cloud.outputs, proof.stored, traits));
}

function completeSearchOf(
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
