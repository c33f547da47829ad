/** The questions to the user, and their answers. */

import type { Path } from "../value/path.ts";
import type { Urn } from "./graph.ts";

export interface PassphraseQuestion {
  /** The file with the secrets. */
  readonly where: string;
  /** `unlock` for existing secrets, `protect` for new ones. */
  readonly use: "unlock" | "protect";
  /** Returns whether the passphrase is correct. If it is not, the terminal asks again. */
  readonly fits: (word: string) => Promise<boolean>;
}

/** A resource whose id is missing in an import file. */
export interface IdQuestion {
  readonly type: string;
  readonly name: string;
  /** The id of another resource of the type. */
  readonly example?: string;
}

/** A value for a need, from the stack's configuration or the user. */
export interface SuppliedValue {
  readonly urn: Urn;
  readonly path: Path;
  readonly text: string;
  readonly secret: boolean;
}

/** The answers to the needs of a plan. */
export interface Supplied {
  readonly values: readonly SuppliedValue[];
  /** Resources whose replacement the user accepts. */
  readonly accepted: readonly Urn[];
  /** Resources for which the user accepts the defaults of settings that Read does not return. */
  readonly assumed: readonly Urn[];
}

/** The confirmation after a review. */
export interface ConsentQuestion {
  readonly text: string;
  /** Number of edits that are lost if the answer is `no`. */
  readonly edits: number;
}

/** `back` returns to the review. */
export type Consent = "yes" | "no" | "back";

/** Asks where to write the code if the user wrote the program. */
export interface CodePlaceQuestion {
  /** The main file, relative to the working directory. */
  readonly file: string;
  /** Whether the user can choose to write only the state. */
  readonly offersState: boolean;
}

export type CodePlace =
  | { readonly kind: "into" }
  /** Write a new file next to the program. */
  | { readonly kind: "next"; readonly name: string }
  | { readonly kind: "state" }
  | { readonly kind: "stop" };

/** Asks which of the discovered types to import. */
export interface FoundTypesQuestion {
  /** The providers, `aws · eu-west-1`. */
  readonly labels: readonly string[];
  /** Types with objects. `count` does not include managed objects. */
  readonly types: readonly { readonly type: string; readonly count: number; readonly managed: number }[];
}

/** The next step after the discovery. */
export type DiscoveryNext = "save" | "run" | "stop";

/** An import file in the working directory. */
export interface FoundImportFile {
  /** Relative to the working directory. */
  readonly path: string;
  readonly resources: number;
  /** Number of resources without an id. */
  readonly missingIds: number;
}

/** The choices of the start screen, for a command line without a source. */
export interface StartQuestion {
  /** The first line of the screen: the project and the backend, or the state file. */
  readonly head: readonly string[];
  /** Omitted if the command line names the stack, or if only the `pulumi` command could list the stacks. */
  readonly stacks?: {
    readonly names: readonly string[];
    readonly selected?: string;
    /** Returns whether a new stack can have this name. Omitted if no stack can be created. */
    readonly isName?: (text: string) => boolean;
  };
  readonly importFiles: readonly FoundImportFile[];
  /** Other stacks of the project. Their resources can be moved. */
  readonly otherStacks: readonly string[];
  /** Terraform states in the working directory. */
  readonly terraformStates: readonly string[];
  /** Packages with installed plugins. */
  readonly packages: readonly string[];
}

/** The source of the resources that the user chose. */
export type StartSource =
  | { readonly kind: "resource"; readonly type: string; readonly name: string; readonly id: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "stack"; readonly name: string }
  | { readonly kind: "terraform"; readonly path: string }
  /** Packages or types to discover in the cloud. */
  | { readonly kind: "cloud"; readonly words: readonly string[] };

export interface StartAnswer {
  /** Omitted if the question offered no stacks. */
  readonly stack?: { readonly name: string; readonly isNew: boolean };
  readonly source: StartSource;
}
