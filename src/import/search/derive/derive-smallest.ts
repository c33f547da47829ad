/**
 * Derives the programs of modes `smallest` and `lossless` for all resources of one type: the sample first, whose results guide the others.
 */

import type { Urn } from "../../../graph.ts";
import type { PropertyMap } from "../../../value/value.ts";
import { callError } from "../../providers/call-error.ts";
import type { CloudResource } from "../../read/cloud-resource.ts";
import { findMissingInputs, type MissingInputs, withPlaceholders } from "../candidates/missing-inputs.ts";
import type { TypeProfile } from "../candidates/session.ts";
import { overStored, type Subject } from "../candidates/subject.ts";
import { findHashes } from "../complete/find-hashes.ts";
import { listLeaves } from "../complete/leaves.ts";
import { prove, proveIgnored } from "../prove/prove.ts";
import { proveImported } from "../prove/prove-imported.ts";
import { proveLikeSample, selectionLikeness } from "../prove/prove-like-sample.ts";
import { search, typeProfile } from "../smallest/search.ts";
import { firstWithNewValues, mergedResults } from "../smallest/type-results.ts";
import {
  assuming,
  caseOf,
  type Derivation,
  type DeriveContext,
  isFinal,
  samplesAtMost,
  withHashes,
} from "./derivation.ts";

/**
 * Derives the sample first, alone; then resources with values that are untested, then all others. Each uses the results of the earlier
 * ones, whatever their verdicts.
 */
export async function deriveSmallest(
  clouds: readonly CloudResource[],
  context: DeriveContext,
): Promise<readonly Derivation[]> {
  // An entry that asks for properties is no example of its type: one that asks for nothing is the better sample.
  const sample =
    clouds.find(({ request }) => request.inputs === undefined && request.properties.length === 0) ?? clouds[0];
  if (sample === undefined) return [];
  const rest = clouds.filter((cloud) => cloud !== sample);
  const profiles = new Map<Urn, TypeProfile>();
  const derive = (some: readonly CloudResource[], profile?: TypeProfile): Promise<readonly Derivation[]> =>
    Promise.all(
      some.map((cloud) =>
        context.limit(() => deriveOne(cloud, profile, context, (found) => profiles.set(cloud.request.urn, found))),
      ),
    );
  const first = [...(await derive([sample]))];
  let profile = profiles.get(sample.request.urn);
  // A sample has no result where its plugin died, for example: then the next resource is the sample, but not for ever.
  while (profile === undefined && rest.length > 0) {
    const samples = rest.splice(0, first.length < samplesAtMost ? 1 : rest.length);
    first.push(...(await derive(samples)));
    profile = samples.map((cloud) => profiles.get(cloud.request.urn)).find((found) => found !== undefined);
  }
  if (profile === undefined) return first;
  const withNewValues = firstWithNewValues(rest, givenValues, profile);
  const second = await derive(withNewValues, profile);
  const results = clouds.flatMap((cloud) => profiles.get(cloud.request.urn)?.results ?? []);
  const derived = new Set(withNewValues.map(({ request }) => request.urn));
  const others = rest.filter(({ request }) => !derived.has(request.urn));
  return [...first, ...second, ...(await derive(others, { ...profile, results: mergedResults(results) }))];
}

function givenValues({ projected, request }: CloudResource): PropertyMap {
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
  const derivation = await provenOne(cloud, profile, context, learn).catch(
    (error: unknown): Derivation => ({ kind: "failed", cloud, error: callError(error, cloud.request, cloud.instance) }),
  );
  context.onDerived(cloud, derivation);
  if (isFinal(derivation)) context.answers.forget(cloud);
  return derivation;
}

async function provenOne(
  cloud: CloudResource,
  profile: TypeProfile | undefined,
  context: DeriveContext,
  learn: Learn,
): Promise<Derivation> {
  const own = caseOf(cloud, profile, context);
  const { subject, proven } = own;
  const alike = profile === undefined ? undefined : await proveLikeSample(subject, profile);
  if (alike !== undefined) return proven(alike, false, []);
  const { found, whole } = await searchAndProve(subject, profile);
  const hashes = findHashes(subject, { leaves: listLeaves(subject), proof: whole });
  if (hashes.length > 0) return await provenOne(withHashes(cloud, hashes), profile, context, learn);
  const learned = typeProfile(subject, found);
  learn(learned);
  const imported = context.importOptions ? await proveImported(subject, whole) : whole;
  const { found: assumed, proof } = await assuming(own, imported, context);
  if (proof.plain !== undefined && proof.verdict === "clean") {
    learn({ ...learned, plain: { likeness: selectionLikeness(subject, proof.selection), added: proof.plain } });
  }
  if (found.candidate.decision !== undefined) return assumed.proven(proof, found.exhausted, []);
  const missingInputs = await findMissingInputs(subject, found.candidate, profile);
  if (missingInputs === undefined) return proven(proof, found.exhausted, []);
  learn({ ...learned, missingInputs });
  const held = context.placeholders ? await heldByPlaceholders(cloud, missingInputs, profile, context) : undefined;
  // The missing inputs explain the refusal better than the end of a budget.
  return held ?? proven({ ...proof, missingInputs }, false, []);
}

/** Searches again with Check over the stored inputs too, where Check accepts a program over Read's inputs and refuses it over these. */
async function searchAndProve(subject: Subject, profile: TypeProfile | undefined) {
  const found = await search(subject, profile);
  const whole = await prove(subject, found);
  if (whole.cause !== "refused" || found.candidate.decision === undefined) return { found, whole };
  const stricter = await search(overStored(subject), profile);
  return { found: stricter, whole: await prove(subject, stricter) };
}

/** Derives again with placeholders for missing required inputs, which needs a preview that is clean while it ignores them. */
async function heldByPlaceholders(
  refused: CloudResource,
  missingInputs: MissingInputs,
  profile: TypeProfile | undefined,
  context: DeriveContext,
): Promise<Derivation | undefined> {
  const given = withPlaceholders(refused, missingInputs);
  if (given === undefined) return undefined;
  const { subject, proven } = caseOf(given.cloud, profile, context);
  const found = await search(subject, profile);
  const proof = await proveIgnored(subject, await prove(subject, found), given.paths);
  return proof === undefined ? undefined : proven(proof, found.exhausted, given.paths);
}
