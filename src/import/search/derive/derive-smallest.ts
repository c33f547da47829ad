import type { Urn } from "../../../domain/graph.ts";
import type { PropertyMap } from "../../../value/value.ts";
import type { CloudResource } from "../../read/cloud-resource.ts";
import { findMissingInputs, type MissingInputs, withPlaceholders } from "../candidates/missing-inputs.ts";
import type { TypeProfile } from "../candidates/session.ts";
import { type Subject, withRepeatedCheck } from "../candidates/subject.ts";
import { findHashes } from "../complete/find-hashes.ts";
import { listLeaves } from "../complete/leaves.ts";
import { prove, proveIgnored } from "../prove/prove.ts";
import { proveImported } from "../prove/prove-imported.ts";
import { proveLikeSample, selectionLikeness } from "../prove/prove-like-sample.ts";
import { search, typeProfile } from "../smallest/search.ts";
import { firstWithNewValues, mergedResults } from "../smallest/type-results.ts";
import {
  assumeIfRequested,
  type Derivation,
  type DeriveContext,
  failedDerivation,
  isFinal,
  markHashes,
  maxSamples,
  newCase,
  sampleOf,
} from "./derivation.ts";

/** Implements modes `smallest` and `lossless` for a type. Derives one resource (the sample), then resources with untested values, then all others. */
export async function deriveSmallest(
  clouds: readonly CloudResource[],
  context: DeriveContext,
): Promise<readonly Derivation[]> {
  const sample = sampleOf(clouds);
  if (sample === undefined) return [];
  const remaining = clouds.filter((cloud) => cloud !== sample);
  const profiles = new Map<Urn, TypeProfile>();
  const derive = (some: readonly CloudResource[], profile?: TypeProfile): Promise<readonly Derivation[]> =>
    Promise.all(
      some.map((cloud) =>
        context.limit(() => deriveOne(cloud, profile, context, (learned) => profiles.set(cloud.request.urn, learned))),
      ),
    );
  const first = [...(await derive([sample]))];
  let profile = profiles.get(sample.request.urn);
  // If the sample fails, for example because its plugin died, the next resource becomes the sample, up to a limit.
  while (profile === undefined && remaining.length > 0) {
    const samples = remaining.splice(0, first.length < maxSamples ? 1 : remaining.length);
    first.push(...(await derive(samples)));
    profile = samples.map((cloud) => profiles.get(cloud.request.urn)).find((learned) => learned !== undefined);
  }
  if (profile === undefined) return first;
  const withNewValues = firstWithNewValues(remaining, valuesWithSupplied, profile);
  const second = await derive(withNewValues, profile);
  const results = clouds.flatMap((cloud) => profiles.get(cloud.request.urn)?.results ?? []);
  const derived = new Set(withNewValues.map(({ request }) => request.urn));
  const others = remaining.filter(({ request }) => !derived.has(request.urn));
  return [...first, ...second, ...(await derive(others, { ...profile, results: mergedResults(results) }))];
}

function valuesWithSupplied({ projected, request }: CloudResource): PropertyMap {
  return new Map([...projected, ...(request.inputs ?? [])]);
}

type Learn = (profile: TypeProfile) => void;

async function deriveOne(
  cloud: CloudResource,
  profile: TypeProfile | undefined,
  context: DeriveContext,
  learn: Learn,
): Promise<Derivation> {
  context.onDeriving(cloud);
  const proving = proveOne(cloud, profile, context, learn);
  const derivation = await proving.catch((error: unknown) => failedDerivation(cloud, error));
  context.onDerived(cloud, derivation);
  if (isFinal(derivation)) context.answers.forget(cloud);
  return derivation;
}

async function proveOne(
  cloud: CloudResource,
  profile: TypeProfile | undefined,
  context: DeriveContext,
  learn: Learn,
): Promise<Derivation> {
  const original = newCase(cloud, profile, context);
  const { subject, proven } = original;
  const alike = profile === undefined ? undefined : await proveLikeSample(subject, profile);
  if (alike !== undefined) return proven(alike, false, []);
  const { result, proof: searchedProof } = await searchAndProve(subject, profile);
  const hashes = findHashes(subject, { leaves: listLeaves(subject), proof: searchedProof });
  if (hashes.length > 0) return await proveOne(markHashes(cloud, hashes), profile, context, learn);
  const learned = typeProfile(subject, result);
  learn(learned);
  const imported = context.importOptions ? await proveImported(subject, searchedProof) : searchedProof;
  const { derived: assumed, proof } = await assumeIfRequested(original, imported, context);
  if (proof.plain !== undefined && proof.verdict === "clean") {
    learn({ ...learned, plain: { likeness: selectionLikeness(subject, proof.selection), added: proof.plain } });
  }
  if (result.candidate.decision !== undefined) return assumed.proven(proof, result.exhausted, []);
  const missingInputs = await findMissingInputs(subject, result.candidate, profile);
  if (missingInputs === undefined) return proven(proof, result.exhausted, []);
  learn({ ...learned, missingInputs });
  const filledDerivation = context.placeholders
    ? await heldByPlaceholders(cloud, missingInputs, profile, context)
    : undefined;
  // Missing inputs explain the rejection better than a used-up budget.
  return filledDerivation ?? proven({ ...proof, missingInputs }, false, []);
}

/** Searches for a program. If Check rejects it with the stored inputs as old inputs, searches again with a Check that also tests these. */
async function searchAndProve(subject: Subject, profile: TypeProfile | undefined) {
  const result = await search(subject, profile);
  const proof = await prove(subject, result);
  if (proof.cause !== "refused" || result.candidate.decision === undefined) return { result, proof };
  const stricter = await search(withRepeatedCheck(subject), profile);
  return { result: stricter, proof: await prove(subject, stricter) };
}

/** Derives again with placeholders for missing required inputs, and `ignoreChanges` for these. Returns undefined if the preview is not clean. */
async function heldByPlaceholders(
  refused: CloudResource,
  missingInputs: MissingInputs,
  profile: TypeProfile | undefined,
  context: DeriveContext,
): Promise<Derivation | undefined> {
  const filled = withPlaceholders(refused, missingInputs);
  if (filled === undefined) return undefined;
  const { subject, proven } = newCase(filled.cloud, profile, context);
  const result = await search(subject, profile);
  const proof = await proveIgnored(subject, await prove(subject, result), filled.paths);
  return proof === undefined ? undefined : proven(proof, result.exhausted, filled.paths);
}
