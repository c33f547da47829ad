import type { Omission, ProviderAnswer } from "../../../domain/graph.ts";
import type { MissingInputs } from "../candidates/missing-inputs.ts";
import type { Basis } from "./basis.ts";
import type { CreatePlan } from "./create-plan.ts";
import type { Draft } from "./draft.ts";
import type { Leaf } from "./leaves.ts";
import type { Trial } from "./trial.ts";

/** An omission because of a response of the provider. */
export type RefusedOmission = Extract<Omission, { readonly answer: ProviderAnswer }>;

/** Maps the pattern of a member to the pattern that it is filled in from. Undefined if the plan did not fill it in. */
export type Twins = ReadonlyMap<string, string | undefined>;

/** The property values that force each zero, by pattern and value. */
export type ForcedZeros = ReadonlyMap<string, readonly string[]>;

export interface CompleteProfile {
  /** The sample's logical name. */
  readonly sample: string;
  /** Values that the create plan of the sample's basis gives by default, by pattern. */
  readonly defaults: ReadonlyMap<string, ReadonlySet<string>>;
  /** Values that the sample's basis sets although the schema does not require them, by pattern. The sample's plan shows no default for them. */
  readonly fixed: ReadonlyMap<string, ReadonlySet<string>>;
  /** The create plan of the sample's basis. */
  readonly plan?: CreatePlan;
  /** The patterns of all leaves of the sample. */
  readonly patterns: ReadonlySet<string>;
  /** The values that the sample tested in objects of its program, by `patternAndValue`. */
  readonly testedInBlocks: ReadonlySet<string>;
  /** The patterns of empty members of the sample's objects. */
  readonly emptyMembers: ReadonlySet<string>;
  /** The patterns of empty objects that the sample's program sets. */
  readonly emptyObjects: ReadonlySet<string>;
  /** Whether the plan came from a preview or only from Check. */
  readonly by: "plan" | "check";
  /** Patterns that the sample's program omits because of a response of the provider. */
  readonly unsettable: ReadonlyMap<string, RefusedOmission>;
  /** Patterns whose values look assigned, but are not chosen by the cloud or identify the resource. */
  readonly notAssigned: ReadonlySet<string>;
  /** Members that a new deployment fills in from other members. */
  readonly twins: Twins;
  readonly forced: ForcedZeros;
  readonly verbatim: ReadonlySet<string>;
  /** Required inputs that were missing in the sample. */
  readonly missingInputs?: MissingInputs;
}

/** The program that the sample's profile predicts for a resource. */
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
  /** The trial that the search started with. */
  readonly first: Trial;
  /** The best trial. */
  readonly trial: Trial;
  readonly basis?: Basis;
  readonly inBlocks?: BlockDefaults;
  /** Members that a new deployment fills in from other members. */
  readonly twins?: Twins;
  /** Zeros that another property forces. */
  readonly forced?: ForcedZeros;
  /** Patterns whose values look assigned, but whose change would replace the resource. */
  readonly identifying: ReadonlySet<string>;
  /** Whether the search ended because its budget was used up. */
  readonly exhausted: boolean;
}
