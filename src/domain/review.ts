/**
 * The review of a run, as the run and the terminal exchange it: what a person sees before anything is written, and what that person decides.
 * Types only.
 */
import type { Need, Outcome, Urn } from "../graph.ts";
import type { SuppliedValue } from "./questions.ts";

/** One resource of the review. */
export interface ReviewRow {
  /** The URN that the resource had when the review began: a rename changes the URN of the outcome, never this. */
  readonly key: Urn;
  /** Of a resource that is taken out: the outcome that it had before. */
  readonly outcome: Outcome;
  /** A person took it out in this review. */
  readonly isOut: boolean;
  /** The values that it needs before it can be imported; empty: none. */
  readonly needs: readonly Extract<Need, { readonly kind: "value" }>[];
  /** `ignoreChanges` of these paths, as text, would hide every difference; empty: there are none, or the provider names no property. */
  readonly ignorable: readonly string[];
  /** Settings that only the provider knows, and whose defaults could be assumed; empty: none. */
  readonly assumable: readonly string[];
  /** Paths of values that are secrets though no schema marks them; empty: there are none. */
  readonly likelySecrets: readonly string[];
  /** A placeholder can stand for what it needs. */
  readonly takesPlaceholder: boolean;
  /** The URN of the parent; absent: the stack. */
  readonly parent?: Urn;
}

/** A name that a person types for a resource. */
export interface NameCheck {
  /** Why it cannot be used, as a sentence; absent: it can. */
  readonly problem?: string;
  /** The name of the variable in the program. */
  readonly variable?: string;
  /** So many resources of the review refer to it. */
  readonly references: number;
}

/** A pattern that a person types for all resources, such as `s/^prod-//`. */
export interface PatternCheck {
  /** Why it cannot be used, as a sentence; absent: it can. */
  readonly problem?: string;
  /** Old and new names. */
  readonly names: readonly (readonly [old: string, now: string])[];
}

/** Where the program goes, and in which form. */
export interface ReviewOutput {
  /** Absent: the program that is there decides it. */
  readonly languages?: {
    readonly all: readonly { readonly name: string; readonly title: string }[];
    readonly chosen: string;
  };
  /** Absent: there is one only. */
  readonly layouts?: { readonly all: readonly string[]; readonly chosen: string };
  /** The directory of the program, relative to where the command was run. Absent: code of a person decides it. */
  readonly directory?: string;
  /** The main file of the program, relative to where the command was run. */
  readonly file: string;
}

export interface ReviewView {
  readonly project: string;
  readonly stack: string;
  /** A URL, or the path of a state file. */
  readonly backend: string;
  /** In the order of the import specs. */
  readonly rows: readonly ReviewRow[];
  /** Only what is clean or ignored is written. */
  readonly isStrict: boolean;
  /** So many edits can be taken back, with `u`. */
  readonly edits: number;
  /** The effect of the last edit, or why it was refused; absent: nothing to report. */
  readonly message?: { readonly text: string; readonly isProblem: boolean };
  readonly output: ReviewOutput;
  /** The effect of the next `pulumi up` on the imported resources, in one line. */
  readonly nextUpdate: string;
  readonly checkName: (key: Urn, name: string) => NameCheck;
  readonly checkPattern: (pattern: string) => PatternCheck;
  /** The code of one resource as it will be written; throws an ImpError where there is none. */
  readonly codeOf: (key: Urn) => Promise<string>;
  /** The grammar of highlight.js that colours the code; absent: it has no colours. */
  readonly grammar?: string;
}

/** The next thing that a person does in a review. */
export type ReviewAnswer =
  | { readonly kind: "take-out" | "take-in"; readonly keys: readonly Urn[] }
  | { readonly kind: "rename"; readonly key: Urn; readonly name: string }
  | { readonly kind: "rename-all"; readonly pattern: string }
  | { readonly kind: "accept-replace"; readonly keys: readonly Urn[] }
  /** Each resource with all of its differing paths. */
  | { readonly kind: "ignore-changes"; readonly keys: readonly Urn[] }
  /** Each resource with all of its likely secrets. */
  | { readonly kind: "not-secret"; readonly keys: readonly Urn[] }
  | { readonly kind: "assume-defaults"; readonly keys: readonly Urn[] }
  | { readonly kind: "use-placeholder"; readonly keys: readonly Urn[] }
  | { readonly kind: "give-values"; readonly values: readonly Omit<SuppliedValue, "urn">[]; readonly key: Urn }
  | { readonly kind: "set-strict"; readonly isStrict: boolean }
  | { readonly kind: "set-output"; readonly language?: string; readonly layout?: string; readonly directory?: string }
  | { readonly kind: "write-report"; readonly file: string }
  | { readonly kind: "save-rest"; readonly file: string }
  /** Takes the last edit back. */
  | { readonly kind: "undo" }
  | { readonly kind: "import" }
  | { readonly kind: "quit" };

/** The terminal of a review. */
export interface ReviewScreen {
  /** Shows the review, and returns the next thing that a person does. The cursor, the folds and the filter stay between two calls. */
  readonly ask: (view: ReviewView) => Promise<ReviewAnswer>;
  /** A line at the foot of the screen while something takes its time. */
  readonly busy: (text: string) => void;
  /** Gives the terminal back as it was before. Does nothing the second time. */
  readonly close: () => void;
}
