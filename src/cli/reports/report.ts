/** The reports of the commands, as data. Types only. */
import type { Diagnostic } from "../../domain/diagnostic.ts";
import type { ImpError } from "../../domain/errors.ts";
import type { ImportPlan } from "../../domain/graph.ts";
import type { FleetFacts } from "../../fleet/results.ts";
import type { SchemaDifference } from "../../schema/diff/changes.ts";
import type { ShownMember, ShownPackage } from "../../schema/show/facts.ts";
import type { StateFacts } from "../../state/describe-state.ts";
import type { AppendedFile, Protection } from "../appended-screen.ts";
import type { CallCounts } from "../call-counts.ts";
import type { CheckedFacts } from "../checked-screen.ts";
import type { ConsentFacts } from "../consent-screen.ts";
import type { ConversionFacts } from "../conversion-screen.ts";
import type { DiscoveryReport } from "../discovery-screen.ts";
import type { FileDiff } from "../file-diff.ts";
import type { GenerateFacts } from "../generate-screen.ts";
import type { InstalledFacts } from "../installed-screen.ts";
import type { RunFacts } from "../next-steps.ts";
import type { Screen } from "../render.ts";
import type { RestReport } from "../rest-screen.ts";
import type { SchemaCheckFacts } from "../schema-check-screen.ts";
import type { SchemaFindFacts } from "../schema-find-screen.ts";
import type { SpecificationFacts } from "../specification-screen.ts";
import type { FaultFacts } from "../state-screen.ts";
import type { SyncFacts, SyncStage } from "../sync-screen.ts";
import type { RunFacts as RecordedRun, UndoneFacts } from "../undo-screen.ts";
import type { VerifyFacts } from "../verify-screen.ts";

export type Report =
  /** Shown before a run prompts or writes. */
  | {
      readonly kind: "plan";
      readonly plan: ImportPlan;
      readonly warnings: readonly Diagnostic[];
      /** The files of the user's program that the run would change. */
      readonly diffs: readonly FileDiff[];
      /** The user saw the resources in a review. */
      readonly isReviewed?: true;
    }
  /** Shown before the prompt to write. */
  | { readonly kind: "consent"; readonly facts: ConsentFacts }
  /** The user declined. `saved` is the plan that was saved before. */
  | { readonly kind: "declined"; readonly saved?: Pick<RestReport, "file" | "toGive"> }
  | RunReport
  | { readonly kind: "generated"; readonly facts: GenerateFacts }
  | { readonly kind: "verified"; readonly facts: VerifyFacts }
  | { readonly kind: "synced"; readonly facts: SyncFacts; readonly stage: SyncStage }
  /** Shown before the prompt, in a dry run, or after the commit. */
  | { readonly kind: "undone"; readonly facts: UndoneFacts; readonly stage: "asked" | "dry" | "done" }
  | { readonly kind: "runs"; readonly runs: readonly RecordedRun[] }
  /** A state. `full` contains the complete resources if the user requested some by URN. */
  | { readonly kind: "state"; readonly facts: StateFacts; readonly full?: readonly object[] }
  | {
      readonly kind: "faults";
      readonly file: string;
      readonly resources: number;
      readonly faults: readonly FaultFacts[];
    }
  | { readonly kind: "specification"; readonly facts: SpecificationFacts }
  | { readonly kind: "schema"; readonly facts: SchemaCheckFacts }
  /** A package, or one of its resources, functions, or types. `subject` is the package as typed. */
  | { readonly kind: "described"; readonly facts: ShownPackage | ShownMember; readonly subject: string }
  | { readonly kind: "found"; readonly facts: SchemaFindFacts }
  | { readonly kind: "compared"; readonly facts: SchemaDifference }
  | { readonly kind: "converted"; readonly facts: ConversionFacts }
  | { readonly kind: "discovered"; readonly facts: DiscoveryReport }
  | { readonly kind: "fleet"; readonly facts: FleetFacts }
  /** The command failed. In text mode, the error is on stderr. */
  | { readonly kind: "failed"; readonly error: ImpError };

/** The stack of a run. */
export interface RunPlace {
  readonly project: string;
  readonly stack: string;
  /** The backend URL without secrets. Omitted for a state file. */
  readonly backend?: string;
  /** The path of the state file. Omitted for a backend. */
  readonly stateFile?: string;
}

/** The end of a run. */
export interface RunReport {
  readonly kind: "run";
  readonly place: RunPlace;
  /** The ID for `imp undo`. Omitted if nothing was written. */
  readonly runId?: string;
  readonly exitCode: number;
  readonly plan: ImportPlan;
  readonly facts: RunFacts;
  readonly calls: CallCounts;
  /** All warnings, including those of generators and plugins. */
  readonly warnings: readonly Diagnostic[];
  /** Steps that the user must still do in the source of the resources, for example a Terraform project. `field` is the key in the JSON document. */
  readonly afterwards: readonly { readonly field: string; readonly document: object }[];
  /** The results of the compilers. Omitted without `--check`. */
  readonly checks?: readonly CheckedFacts[];
  /** Files that the program must load. */
  readonly appended: readonly AppendedFile[];
  readonly protection: Protection;
  /** The commands that install packages. Omitted if none was run. */
  readonly installed?: readonly InstalledFacts[];
  /** With `--plan-only`, the error that the run would fail with. */
  readonly refused?: ImpError;
  /** The result of running the whole program. Omitted if nothing was written, or if the run does not change the project's program. */
  readonly whole?:
    | { readonly verified: true; readonly resources: number; readonly pending: number }
    | { readonly verified: false; readonly reason: string };
}

/** A document format, for programs. Disables prompts and progress. */
export interface DocumentFormat {
  /** The name of the flag. */
  readonly name: string;
  /** The short flag, if any. */
  readonly char?: "j";
  readonly description: string;
  /** Returns the text for stdout, or undefined if the document does not contain the report. */
  document(report: Report): string | undefined;
}

/** Prints the reports of a command. */
export interface Reporter {
  readonly screen: Screen;
  /** Prints a report and waits until it is written. If it cannot be written, interrupts the command. */
  show(report: Report): Promise<void>;
  /** Prints the last report of a command. Write errors no longer affect the command. */
  end(report: Report): void;
}
