import type { Omission, ProviderAnswer } from "../../../domain/graph.ts";
import type { MissingInputs } from "../candidates/missing-inputs.ts";
import type { Basis } from "./basis.ts";
import type { CreatePlan } from "./create-plan.ts";
import type { Draft } from "./draft.ts";
import type { Leaf } from "./leaves.ts";
import type { Trial } from "./trial.ts";

/** An omission because of a response of the provider. */
export type RefusedOmission = Extract<Omission, { readonly answer: ProviderAnswer }>;

/** Maps the pattern of a member to the pattern of the member that a new deployment copies it from, or to undefined if a preview did not copy it. */
export type Twins = ReadonlyMap<string, string | undefined>;

/** For each 0 or false, the values of another property that force it, all as `patternAndValue`. */
export type ForcedZeros = ReadonlyMap<string, readonly string[]>;

export interface CompleteProfile {
  /** The logical name of the type's first resource (the sample). */
  readonly sample: string;
  /** Default values in the preview of the sample's smallest program, by pattern. */
  readonly defaults: ReadonlyMap<string, ReadonlySet<string>>;
  /** Values that the sample's smallest program sets although the schema does not require them, by pattern. Its preview shows no default for them. */
  readonly fixed: ReadonlyMap<string, ReadonlySet<string>>;
  /** The preview of the sample's smallest program. */
  readonly plan?: CreatePlan;
  /** The patterns of all read values of the sample. */
  readonly patterns: ReadonlySet<string>;
  /** The members of nested objects that were tested as defaults, by `patternAndValue`. */
  readonly testedInBlocks: ReadonlySet<string>;
  /** The patterns of empty members of the sample's objects. */
  readonly emptyMembers: ReadonlySet<string>;
  /** The patterns of empty objects that the sample's program sets. */
  readonly emptyObjects: ReadonlySet<string>;
  /** Whether `plan` is a preview of Create or only a response of Check. */
  readonly by: "plan" | "check";
  /** Patterns that the sample's program omits because of a response of the provider. */
  readonly unsettable: ReadonlyMap<string, RefusedOmission>;
  /** Patterns whose values look as if the cloud chose them, although the sample's program sets them. */
  readonly notAssigned: ReadonlySet<string>;
  /** Members that a new deployment fills in from other members. */
  readonly twins: Twins;
  readonly forced: ForcedZeros;
  readonly verbatim: ReadonlySet<string>;
  /** Required inputs that were missing in the sample. */
  readonly missingInputs?: MissingInputs;
}

/** The program that the results of the type's first resource predict for another resource. */
export interface Prediction {
  readonly draft: Draft;
  readonly profile: CompleteProfile;
}

/** Values that a new deployment gets by default in objects that a program sets. */
export interface BlockDefaults {
  /** The default values, by pattern. */
  readonly defaults: ReadonlyMap<string, ReadonlySet<string>>;
  /** The tested values, by `patternAndValue`. */
  readonly tested: ReadonlySet<string>;
}

/** The best program of a resource, with the reason for each omission. */
export interface Completed {
  readonly leaves: readonly Leaf[];
  /** The test that the search started with. */
  readonly first: Trial;
  /** The test of the best program. */
  readonly trial: Trial;
  readonly basis?: Basis;
  readonly inBlocks?: BlockDefaults;
  /** Members that a new deployment fills in from other members. */
  readonly twins?: Twins;
  /** Zeros that another property forces. */
  readonly forced?: ForcedZeros;
  /** Patterns whose values look as if the cloud chose them, although changing them would replace the resource. */
  readonly identifying: ReadonlySet<string>;
  /** Whether the search ended because its budget was used up. */
  readonly exhausted: boolean;
}
