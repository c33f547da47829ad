/**
 * The input and the result of the search for a complete program.
 */
import type { Omission, ProviderAnswer } from "../../../graph.ts";
import type { MissingInputs } from "../candidates/missing-inputs.ts";
import type { Basis } from "./basis.ts";
import type { Draft } from "./draft.ts";
import type { FreshPlan } from "./fresh-plan.ts";
import type { Leaf } from "./leaves.ts";
import type { Trial } from "./trial.ts";

/** An omission that rests on an answer of the provider. */
export type RefusedOmission = Extract<Omission, { readonly answer: ProviderAnswer }>;

/** By the pattern of a member, the pattern of the one that it is filled in from; `undefined` if the plan did not fill it in. */
export type Twins = ReadonlyMap<string, string | undefined>;

/** By the pair of pattern and value of a zero, the pairs of the property that forces it. */
export type ForcedZeros = ReadonlyMap<string, readonly string[]>;

export interface CompleteProfile {
  /** The sample's logical name. */
  readonly sample: string;
  /** Values that the fresh plan of the sample's basis gives, by pattern and text. */
  readonly given: ReadonlyMap<string, ReadonlySet<string>>;
  /** Values that the sample's basis sets though the schema does not require them, by pattern and text: no plan of the sample shows a default there. */
  readonly fixed: ReadonlyMap<string, ReadonlySet<string>>;
  /** The fresh plan of the sample's basis. */
  readonly plan?: FreshPlan;
  /** Patterns of all leaves of the sample, and the pairs of pattern and value that it asked about in objects of its program. */
  readonly patterns: ReadonlySet<string>;
  readonly askedInBlocks: ReadonlySet<string>;
  /** Patterns of the empty members of objects that the sample has. */
  readonly emptyMembers: ReadonlySet<string>;
  /** Patterns of the empty objects that the sample's program sets. */
  readonly emptyObjects: ReadonlySet<string>;
  /** Whether the plan came from a preview or from Check alone. */
  readonly by: "plan" | "check";
  /** Patterns that the sample's program omits because of an answer of the provider. */
  readonly unsettable: ReadonlyMap<string, RefusedOmission>;
  /** Patterns whose values look assigned, but the cloud does not choose them, or they are part of what the resource is. */
  readonly notAssigned: ReadonlySet<string>;
  /** Members that a new deployment fills in from others. */
  readonly twins: Twins;
  /** Zeros that another property forces. */
  readonly forced: ForcedZeros;
  /** Properties that are set verbatim. */
  readonly verbatim: ReadonlySet<string>;
  /** Required inputs that the sample lacked. */
  readonly missingInputs?: MissingInputs;
}

/** The program that the profile of the type predicts for a resource. */
export interface Prediction {
  readonly draft: Draft;
  readonly profile: CompleteProfile;
}

/** Values that a new deployment gives in objects that a program sets. */
export interface BlockDefaults {
  /** By pattern, the values as text. */
  readonly given: ReadonlyMap<string, ReadonlySet<string>>;
  /** The pairs of pattern and value that had an answer. */
  readonly asked: ReadonlySet<string>;
}

/** The best program of a resource, with the ground of each leaf that it omits. */
export interface Completed {
  readonly leaves: readonly Leaf[];
  /** The trial that the search began with, and the best one. */
  readonly first: Trial;
  readonly trial: Trial;
  readonly basis?: Basis;
  /** Defaults in objects that the program sets. */
  readonly inBlocks?: BlockDefaults;
  /** Members that a new deployment fills in from others. */
  readonly twins?: Twins;
  /** Zeros that another property forces. */
  readonly forced?: ForcedZeros;
  /** Patterns whose values look assigned, but a change of them would replace the resource. */
  readonly identifying: ReadonlySet<string>;
  /** True when the budget ended the search. */
  readonly exhausted: boolean;
}
