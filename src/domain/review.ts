/** The review of a run before anything is written: the view of the terminal, and the user's decisions. Types only. */
import type { Need, Outcome, Urn } from "./graph.ts";
import type { SuppliedValue } from "./questions.ts";

/** A resource of the review. */
export interface ReviewRow {
  /** The URN at the start of the review. A rename changes only the URN of the outcome. */
  readonly key: Urn;
  /** For an excluded resource, the outcome before the exclusion. */
  readonly outcome: Outcome;
  /** Whether the user excluded it in this review. */
  readonly isOut: boolean;
  /** The values that are missing before it can be imported. */
  readonly needs: readonly Extract<Need, { readonly kind: "value" }>[];
  /** Paths, as text, for `ignoreChanges` to hide every difference. Empty if there are none or if the provider names no property. */
  readonly ignorable: readonly string[];
  /** Settings that Read does not return, and whose defaults can be assumed. */
  readonly assumable: readonly string[];
  /** Paths of values that imp keeps as secrets although no schema marks them. */
  readonly likelySecrets: readonly string[];
  /** Whether a placeholder can replace the missing values. */
  readonly takesPlaceholder: boolean;
  /** The URN of the parent. Defaults to the stack. */
  readonly parent?: Urn;
}

/** The check of a new name for a resource. */
export interface NameCheck {
  /** Why the name is invalid, as a sentence. Omitted if it is valid. */
  readonly problem?: string;
  /** The name of the variable in the program. */
  readonly variable?: string;
  /** Number of resources in the review that refer to the resource. */
  readonly references: number;
}

/** The check of a rename pattern for all resources, such as `s/^prod-//`. */
export interface PatternCheck {
  /** Why the pattern is invalid, as a sentence. Omitted if it is valid. */
  readonly problem?: string;
  /** Old and new names. */
  readonly names: readonly (readonly [old: string, now: string])[];
}

/** The location and form of the program. */
export interface ReviewOutput {
  /** Omitted if the existing program determines the language. */
  readonly languages?: {
    readonly all: readonly { readonly name: string; readonly title: string }[];
    readonly chosen: string;
  };
  /** Omitted if there is only one layout. */
  readonly layouts?: { readonly all: readonly string[]; readonly chosen: string };
  /** The directory of the program, relative to the working directory. Omitted if the user's program determines it. */
  readonly directory?: string;
  /** The main file of the program, relative to the working directory. */
  readonly file: string;
}

export interface ReviewView {
  readonly project: string;
  readonly stack: string;
  /** A URL, or the path of a state file. */
  readonly backend: string;
  /** In the order of the import specs. */
  readonly rows: readonly ReviewRow[];
  /** Whether only clean and ignored resources are written. */
  readonly isStrict: boolean;
  /** Number of edits that `u` can undo. */
  readonly edits: number;
  /** The effect of the last edit, or the reason why it failed. */
  readonly message?: { readonly text: string; readonly isProblem: boolean };
  readonly output: ReviewOutput;
  /** The effect of the next `pulumi up` on the imported resources, in one line. */
  readonly nextUpdate: string;
  readonly checkName: (key: Urn, name: string) => NameCheck;
  readonly checkPattern: (pattern: string) => PatternCheck;
  /** Returns the code of a resource. Throws an ImpError if it has none. */
  readonly codeOf: (key: Urn) => Promise<string>;
  /** The highlight.js grammar for the code. */
  readonly grammar?: string;
}

/** The next action of the user in a review. */
export type ReviewAnswer =
  | { readonly kind: "take-out" | "take-in"; readonly keys: readonly Urn[] }
  | { readonly kind: "rename"; readonly key: Urn; readonly name: string }
  | { readonly kind: "rename-all"; readonly pattern: string }
  | { readonly kind: "accept-replace"; readonly keys: readonly Urn[] }
  /** Ignores all differing paths of each resource. */
  | { readonly kind: "ignore-changes"; readonly keys: readonly Urn[] }
  /** Applies to all likely secrets of each resource. */
  | { readonly kind: "not-secret"; readonly keys: readonly Urn[] }
  | { readonly kind: "assume-defaults"; readonly keys: readonly Urn[] }
  | { readonly kind: "use-placeholder"; readonly keys: readonly Urn[] }
  | { readonly kind: "give-values"; readonly values: readonly Omit<SuppliedValue, "urn">[]; readonly key: Urn }
  | { readonly kind: "set-strict"; readonly isStrict: boolean }
  | { readonly kind: "set-output"; readonly language?: string; readonly layout?: string; readonly directory?: string }
  | { readonly kind: "write-report"; readonly file: string }
  | { readonly kind: "save-rest"; readonly file: string }
  /** Undoes the last edit. */
  | { readonly kind: "undo" }
  | { readonly kind: "import" }
  | { readonly kind: "quit" };

/** The terminal of a review. */
export interface ReviewScreen {
  /** Shows the review, and returns the user's next action. Keeps the cursor, the folds, and the filter between calls. */
  readonly ask: (view: ReviewView) => Promise<ReviewAnswer>;
  /** Shows a line at the foot of the screen during slow work. */
  readonly busy: (text: string) => void;
  /** Restores the terminal. Further calls do nothing. */
  readonly close: () => void;
}
