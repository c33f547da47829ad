import type { ImpError } from "../../../domain/errors.ts";
import type { Accounted, Decided, Link, Remark, Urn } from "../../../domain/graph.ts";
import { mayBeWritten } from "../../../domain/verdicts.ts";
import type { OwnedProperty } from "../../../links/ownership/find-owners.ts";
import { getThroughSecrets } from "../../../value/at-path.ts";
import { formatPath, type Path } from "../../../value/path.ts";
import type { PropertyMap } from "../../../value/value.ts";
import { callError } from "../../providers/call-error.ts";
import type { CloudResource } from "../../read/cloud-resource.ts";
import { rejectingEmptyStrings } from "../candidates/empty-strings.ts";
import { missingContent } from "../candidates/missing-content.ts";
import type { ProviderAnswers } from "../candidates/provider-answers.ts";
import { underOtherName } from "../candidates/renamed-plans.ts";
import type { TypeProfile } from "../candidates/session.ts";
import { type Evidence, type Subject, type SubjectContext, searchSubject } from "../candidates/subject.ts";
import type { Completed, CompleteProfile } from "../complete/completed.ts";
import type { Leaf } from "../complete/leaves.ts";
import type { Proof } from "../prove/prove.ts";
import { findAssumed } from "../prove/prove-assumed.ts";
import { explainProperties } from "./explain.ts";
import { explainComplete } from "./explain-complete.ts";
import { proofRemarks } from "./remarks.ts";

/** The result for one resource: a proof, or the error of a call that failed for a reason other than the program. */
export type Derivation =
  | {
      readonly kind: "proven";
      readonly cloud: CloudResource;
      readonly proof: Proof;
      readonly remarks: readonly Remark[];
      /** Inputs that hold a placeholder for a missing required input. */
      readonly placeholders: readonly Path[];
      /** All read values with their classes. Omitted if nothing was proven, or if the mode is not `minimal`. */
      readonly accounting?: readonly Accounted[];
      /** Omitted without `--explain`, or if nothing is written. */
      readonly explanation?: readonly Decided[];
    }
  | { readonly kind: "failed"; readonly cloud: CloudResource; readonly error: ImpError };

export type Proven = Extract<Derivation, { readonly kind: "proven" }>;

export interface DeriveContext extends SubjectContext {
  /** Paths of inputs that are references, by URN. */
  readonly linked: ReadonlyMap<Urn, readonly Path[]>;
  /** Parts of inputs that other resources set, by URN. Omitted if there are none. */
  readonly owned?: ReadonlyMap<Urn, readonly OwnedProperty[]>;
  /** References for explanations, by URN. Omitted without `--explain`. */
  readonly explain?: ReadonlyMap<Urn, readonly Link[]>;
  /** Whether to use placeholders for missing required inputs. */
  readonly placeholders: boolean;
  /** Whether to store provider defaults that Read does not return. */
  readonly assumeDefaults: boolean;
  /** Whether the program has `import` options, so that the engine imports the resource. */
  readonly importOptions: boolean;
  /** Whether an empty string is insufficient if one of several inputs is required. Omitted for declarations in the user's program. */
  readonly rejectsEmptyStrings?: true;
  /** Limits how many resources are derived concurrently. The calls of one resource are sequential. */
  readonly limit: <T>(task: () => Promise<T>) => Promise<T>;
  /** Reports progress before and after each resource. */
  readonly onDeriving: (cloud: CloudResource) => void;
  readonly onDerived: (cloud: CloudResource, derivation: Derivation) => void;
  /** The cached provider responses of the run. */
  readonly answers: ProviderAnswers;
}

/** The results of the search in mode `minimal`. */
interface CompleteSearch {
  readonly accounting: readonly Accounted[];
  readonly notCreatable: readonly string[];
  /** Omitted if the resource was proven like a similar one, without a search. */
  readonly completed?: Completed;
  readonly profile?: CompleteProfile;
}

export interface DeriveCase {
  readonly subject: Subject;
  /** Returns the resource with other outputs in its state. */
  readonly over: (outputs: PropertyMap) => DeriveCase;
  readonly proven: (
    proof: Proof,
    exhausted: boolean,
    placeholders: readonly Path[],
    completeSearch?: CompleteSearch,
  ) => Promise<Derivation>;
}

/** Prepares the search for a resource's program. `proven` of the result turns a proof into a derivation. */
export function newCase(
  cloud: CloudResource,
  profile: TypeProfile | undefined,
  context: DeriveContext,
  evidence: Evidence[] = [],
): DeriveCase {
  const record = context.explain === undefined ? undefined : (entry: Evidence) => void evidence.push(entry);
  const { urn } = cloud.request;
  const related = { linked: context.linked.get(urn) ?? [], owned: context.owned?.get(urn) ?? [] };
  const remembering = context.answers.remembering(searchSubject(cloud, related, context, record));
  const strict = context.rejectsEmptyStrings === true ? rejectingEmptyStrings(remembering) : remembering;
  const renaming = context.traits?.renaming;
  const subject = renaming === undefined ? strict : underOtherName(strict, renaming);
  const links = context.explain === undefined ? undefined : (context.explain.get(cloud.request.urn) ?? []);
  const explanationOf = (
    proof: Proof,
    placeholders: readonly Path[],
    completeSearch: CompleteSearch | undefined,
  ): readonly Decided[] | undefined => {
    if (links === undefined || !mayBeWritten(proof.verdict)) return undefined;
    const common = { subject, proof, links, placeholders };
    if (completeSearch !== undefined) return explainComplete({ ...common, ...completeSearch });
    return explainProperties({ ...common, evidence, profile });
  };
  const { previewFailure } = context;
  const proven: DeriveCase["proven"] = async (proof, exhausted, placeholders, completeSearch) => {
    const notCreatable = completeSearch?.notCreatable ?? [];
    const { verdict, program } = proof;
    const remarkSources = {
      exhausted,
      missingContent: mayBeWritten(verdict) ? await missingContent(subject, program, context.answers) : [],
      placeholders,
      notCreatable,
      previewFailure,
    };
    const withHashValues = completeSearch && {
      ...completeSearch,
      accounting: [...completeSearch.accounting, ...hashesAmong(subject, proof)],
    };
    const explanation = explanationOf(proof, placeholders, withHashValues);
    return {
      kind: "proven",
      cloud,
      proof,
      placeholders,
      remarks: proofRemarks(subject, proof, remarkSources),
      accounting: withHashValues?.accounting,
      explanation,
    };
  };
  return { subject, proven, over: (outputs) => newCase({ ...cloud, outputs }, profile, context, evidence) };
}

/** Returns the hashes that Read returned instead of values, unless the program sets them. */
function hashesAmong({ cloud: { hashes = [] } }: Subject, { program }: Proof): readonly Accounted[] {
  const unset = hashes.filter((path) => getThroughSecrets(program, path) === undefined);
  return unset.map((path) => ({ path: formatPath(path), class: "unsettable", answer: { kind: "hashed" } }));
}

/** Marks more values of the resource as hashes. */
export function markHashes(cloud: CloudResource, leaves: readonly Pick<Leaf, "path">[]): CloudResource {
  return leaves.length === 0
    ? cloud
    : { ...cloud, hashes: [...(cloud.hashes ?? []), ...leaves.map(({ path }) => path)] };
}

/** The maximum number of resources that are derived one after another until one of them has a result. */
export const maxSamples = 3;

/** Returns whether the result is final. If it is, the provider is not called for the resource again. */
export function isFinal(derivation: Derivation): boolean {
  if (derivation.kind === "failed") return false;
  const { verdict, assumable } = derivation.proof;
  return verdict === "clean" && assumable === undefined;
}

/** Assumes the provider's defaults if that makes the preview clean. Without `assumeDefaults`, only records in the proof that it would be clean. */
export async function assumeIfRequested(
  original: DeriveCase,
  proof: Proof,
  { assumeDefaults, importOptions }: DeriveContext,
): Promise<{ readonly derived: DeriveCase; readonly proof: Proof }> {
  // With `import` options, the engine writes the state itself, so imp cannot store assumed defaults.
  if (importOptions) return { derived: original, proof };
  const assumed = await findAssumed(original.subject, proof, (outputs) => original.over(outputs).subject);
  if (assumed === undefined) return { derived: original, proof };
  if (!assumeDefaults) return { derived: original, proof: { ...proof, assumable: assumed.paths } };
  return { derived: original.over(assumed.outputs), proof: { ...proof, verdict: "assumed" } };
}

/** Returns the resource to search first. Prefers a resource whose import spec requests no properties, because most specs request none. */
export function sampleOf(clouds: readonly CloudResource[]): CloudResource | undefined {
  return clouds.find(({ request }) => request.inputs === undefined && request.properties.length === 0) ?? clouds[0];
}

/** Returns the derivation of a resource whose call failed. Throws if the run was cancelled. */
export function failedDerivation(cloud: CloudResource, error: unknown): Derivation {
  return { kind: "failed", cloud, error: callError(error, cloud.request, cloud.instance) };
}
