/**
 * Questions to a person and their answers, as the run and the terminal exchange them. Types only.
 */
import type { Urn } from "../graph.ts";
import type { Path } from "../ir/path.ts";

export interface PassphraseQuestion {
  /** The file whose secrets it is about. */
  readonly where: string;
  /** Of secrets that are there, or of those that are to come. */
  readonly use: "unlock" | "protect";
  /** Whether the answer is the right one; where it is not, the question is asked again. */
  readonly fits: (word: string) => Promise<boolean>;
}

/** A resource whose id an import file leaves open. */
export interface IdQuestion {
  readonly type: string;
  readonly name: string;
  /** An id of another resource of the type. */
  readonly example?: string;
}

/** A value for a need, of the stack's configuration or of a person; the text is a secret when the need marks it so. */
export interface SuppliedValue {
  readonly urn: Urn;
  readonly path: Path;
  readonly text: string;
  readonly secret: boolean;
}

/** The answers to the needs of a plan. */
export interface Supplied {
  readonly values: readonly SuppliedValue[];
  /** Resources whose replacement is accepted. */
  readonly accepted: readonly Urn[];
  /** Resources whose unread settings are assumed to have the provider's defaults. */
  readonly assumed: readonly Urn[];
}

/** The question after a review. */
export interface ConsentQuestion {
  /** One line. */
  readonly text: string;
  /** So many edits are given up where nothing is to be written. */
  readonly edits: number;
}

/** `back`: to the review. */
export type Consent = "yes" | "no" | "back";

/** Where code goes in a program that a person wrote. */
export interface CodePlaceQuestion {
  /** The main file, relative to where the command was run. */
  readonly file: string;
  /** Whether the state alone may be written. */
  readonly offersState: boolean;
}

export type CodePlace =
  | { readonly kind: "into" }
  /** A file next to the program. */
  | { readonly kind: "next"; readonly name: string }
  | { readonly kind: "state" }
  | { readonly kind: "stop" };

/** The findings of a discovery, for a person who chooses types. */
export interface FoundTypesQuestion {
  /** Who was asked: `aws · eu-west-1`. */
  readonly labels: readonly string[];
  /** Types with objects; `count` is of those that the state does not manage. */
  readonly types: readonly { readonly type: string; readonly count: number; readonly managed: number }[];
}

/** The next step with the objects that were chosen. */
export type DiscoveryNext = "save" | "run" | "stop";

/** An import file that lies where the command was run. */
export interface FoundImportFile {
  /** Relative to where the command was run. */
  readonly path: string;
  readonly resources: number;
  /** Resources whose ids the file leaves open. */
  readonly missingIds: number;
}

/** The choices of a person whose command line names nothing to import. */
export interface StartQuestion {
  /** The names of the project and of its backend, or of the state file, for the head of the screen. */
  readonly head: readonly string[];
  /** Absent: the command line names the stack, or only the `pulumi` command could list them. */
  readonly stacks?: {
    readonly names: readonly string[];
    readonly selected?: string;
    /** Absent: none can be made. */
    readonly isName?: (text: string) => boolean;
  };
  readonly importFiles: readonly FoundImportFile[];
  /** Stacks of the project whose resources may move here. */
  readonly otherStacks: readonly string[];
  /** States of Terraform that lie where the command was run. */
  readonly terraformStates: readonly string[];
  /** Packages whose plugins are at hand. */
  readonly packages: readonly string[];
}

/** Where resources come from, as a person chooses it. */
export type StartSource =
  | { readonly kind: "resource"; readonly type: string; readonly name: string; readonly id: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "stack"; readonly name: string }
  | { readonly kind: "terraform"; readonly path: string }
  /** Packages or types whose objects are looked for in the cloud. */
  | { readonly kind: "cloud"; readonly words: readonly string[] };

export interface StartAnswer {
  /** Absent: nobody was asked. */
  readonly stack?: { readonly name: string; readonly isNew: boolean };
  readonly source: StartSource;
}
