/**
 * The derivation of one resource: its result, and the context that it needs.
 */
import { mayBeWritten } from "../../../domain/verdicts.ts";
import type { ImpError } from "../../../errors.ts";
import type { Accounted, Decided, Link, Remark, Urn } from "../../../graph.ts";
import { formatPath, type Path } from "../../../ir/path.ts";
import type { OwnedProperty } from "../../../ownership/find-owners.ts";
import { getThroughSecrets } from "../../../value/at-path.ts";
import type { PropertyMap } from "../../../value/value.ts";
import type { CloudResource } from "../../read/cloud-resource.ts";
import { refusingBlanks } from "../candidates/blanks.ts";
import type { Evidence } from "../candidates/evidence.ts";
import { missingContent } from "../candidates/missing-content.ts";
import type { ProviderAnswers } from "../candidates/provider-answers.ts";
import { underOtherName } from "../candidates/renamed-plans.ts";
import type { TypeProfile } from "../candidates/session.ts";
import { type Subject, type SubjectContext, searchSubject } from "../candidates/subject.ts";
import type { Completed, CompleteProfile } from "../complete/completed.ts";
import type { Leaf } from "../complete/leaves.ts";
import type { Proof } from "../prove/prove.ts";
import { findAssumed } from "../prove/prove-assumed.ts";
import { explainProperties } from "./explain.ts";
import { explainComplete } from "./explain-complete.ts";
import { remarksOf } from "./remarks.ts";

/** A proof, or a failed call of which no candidate is the cause. */
export type Derivation =
  | {
      readonly kind: "proven";
      readonly cloud: CloudResource;
      readonly proof: Proof;
      readonly remarks: readonly Remark[];
      /** Inputs that hold a placeholder for a missing required input. */
      readonly placeholders: readonly Path[];
      /** Every value that was read, with its class; absent where nothing was proven, and in other modes than `minimal`. */
      readonly accounting?: readonly Accounted[];
      /** Absent without `--explain`, and where nothing is written. */
      readonly explanation?: readonly Decided[];
    }
  | { readonly kind: "failed"; readonly cloud: CloudResource; readonly error: ImpError };

export interface DeriveContext extends SubjectContext {
  /** Paths of inputs that hold links, by URN. */
  readonly linked: ReadonlyMap<Urn, readonly Path[]>;
  /** The parts of inputs that other resources set, by URN. Absent: none. */
  readonly owned?: ReadonlyMap<Urn, readonly OwnedProperty[]>;
  /** The links to explain programs with, by URN. Absent without `--explain`. */
  readonly explain?: ReadonlyMap<Urn, readonly Link[]>;
  /** Whether placeholders stand for missing required inputs. */
  readonly placeholders: boolean;
  /** Whether defaults that only the provider knows are stored as if Read had returned them. */
  readonly assumeDefaults: boolean;
  /** Whether the engine itself is to import, by options in the program. */
  readonly importOptions: boolean;
  /** Whether a blank meets no need of the provider. Omitted for programs of the user, which say what they say. */
  readonly refusesBlanks?: true;
  /** Bounds how many resources are derived at once; the calls of one follow each other. */
  readonly limit: <T>(task: () => Promise<T>) => Promise<T>;
  /** Called before and after each resource, for progress. */
  readonly onDeriving: (cloud: CloudResource) => void;
  readonly onDerived: (cloud: CloudResource, derivation: Derivation) => void;
  /** Of this run. */
  readonly answers: ProviderAnswers;
}

/** The facts that the accounting of a complete program rests on. */
interface CompleteFacts {
  readonly accounting: readonly Accounted[];
  readonly notCreatable: readonly string[];
  /** Absent: the resource is like one that was proven. */
  readonly completed?: Completed;
  readonly profile?: CompleteProfile;
}

export interface DeriveCase {
  readonly subject: Subject;
  /** The same resource with other outputs in its state. */
  readonly over: (outputs: PropertyMap) => DeriveCase;
  readonly proven: (
    proof: Proof,
    exhausted: boolean,
    placeholders: readonly Path[],
    facts?: CompleteFacts,
  ) => Promise<Derivation>;
}

/** A resource as the subject of a search, and how its proof becomes a derivation. */
export function caseOf(
  cloud: CloudResource,
  profile: TypeProfile | undefined,
  context: DeriveContext,
  evidence: Evidence[] = [],
): DeriveCase {
  const record = context.explain === undefined ? undefined : (entry: Evidence) => void evidence.push(entry);
  const { urn } = cloud.request;
  const related = { linked: context.linked.get(urn) ?? [], owned: context.owned?.get(urn) ?? [] };
  const remembering = context.answers.remembering(searchSubject(cloud, related, context, record));
  const asked = context.refusesBlanks === true ? refusingBlanks(remembering) : remembering;
  const renaming = context.traits?.renaming;
  const subject = renaming === undefined ? asked : underOtherName(asked, renaming);
  const links = context.explain === undefined ? undefined : (context.explain.get(cloud.request.urn) ?? []);
  const explanationOf = (
    proof: Proof,
    placeholders: readonly Path[],
    facts: CompleteFacts | undefined,
  ): readonly Decided[] | undefined => {
    if (links === undefined || !mayBeWritten(proof.verdict)) return undefined;
    const common = { subject, proof, links, placeholders };
    if (facts !== undefined) return explainComplete({ ...common, ...facts });
    return explainProperties({ ...common, evidence, profile });
  };
  const { previewFailure } = context;
  const proven: DeriveCase["proven"] = async (proof, exhausted, placeholders, facts) => {
    const notCreatable = facts?.notCreatable ?? [];
    const { verdict, program } = proof;
    const remarkFacts = {
      exhausted,
      missingContent: mayBeWritten(verdict) ? await missingContent(subject, program, context.answers) : [],
      placeholders,
      notCreatable,
      previewFailure,
    };
    const whole = facts && { ...facts, accounting: [...facts.accounting, ...hashesAmong(subject, proof)] };
    const explanation = explanationOf(proof, placeholders, whole);
    return {
      kind: "proven",
      cloud,
      proof,
      placeholders,
      remarks: remarksOf(subject, proof, remarkFacts),
      accounting: whole?.accounting,
      explanation,
    };
  };
  return { subject, proven, over: (outputs) => caseOf({ ...cloud, outputs }, profile, context, evidence) };
}

/** The hashes that Read returned in place of values, of which a program sets none. */
function hashesAmong({ cloud: { hashes = [] } }: Subject, { program }: Proof): readonly Accounted[] {
  const unset = hashes.filter((path) => getThroughSecrets(program, path) === undefined);
  return unset.map((path) => ({ path: formatPath(path), class: "unsettable", answer: { kind: "hashed" } }));
}

/** Returns the resource without these values too, which are hashes. */
export function withHashes(cloud: CloudResource, leaves: readonly Pick<Leaf, "path">[]): CloudResource {
  return leaves.length === 0
    ? cloud
    : { ...cloud, hashes: [...(cloud.hashes ?? []), ...leaves.map(({ path }) => path)] };
}

/** How many resources are derived alone, one after the other, until one of them has a result. */
export const samplesAtMost = 3;

/** Whether no option of a run leads to another derivation: then nobody asks about the resource again. */
export function isFinal(derivation: Derivation): boolean {
  if (derivation.kind === "failed") return false;
  const { verdict, assumable } = derivation.proof;
  return verdict === "clean" && assumable === undefined;
}

/**
 * Assumes the provider's defaults where the options ask for it and the preview is clean with them; else records in the proof that it would
 * be.
 */
export async function assuming(
  found: DeriveCase,
  proof: Proof,
  { assumeDefaults, importOptions }: DeriveContext,
): Promise<{ readonly found: DeriveCase; readonly proof: Proof }> {
  // Where the engine imports, it writes the state itself.
  if (importOptions) return { found, proof };
  const assumed = await findAssumed(found.subject, proof, (outputs) => found.over(outputs).subject);
  if (assumed === undefined) return { found, proof };
  if (!assumeDefaults) return { found, proof: { ...proof, assumable: assumed.paths } };
  return { found: found.over(assumed.outputs), proof: { ...proof, verdict: "assumed" } };
}
