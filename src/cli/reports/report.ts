/**
 * Report: what a command reports, as data; a format turns it into text. Types only.
 */
import type { Diagnostic } from "../../diagnostic.ts";
import type { ImpError } from "../../errors.ts";
import type { ImportPlan } from "../../graph.ts";
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
import type { RunFacts as RecordedRun, UndoneFacts } from "../undo-screen.ts";
import type { VerifyFacts } from "../verify-screen.ts";

export type Report =
  /** Before a run asks or writes. */
  | {
      readonly kind: "plan";
      readonly plan: ImportPlan;
      readonly warnings: readonly Diagnostic[];
      /** The files of a person's program that it would change. */
      readonly diffs: readonly FileDiff[];
      /** A person has seen the resources in a review. Absent: nobody has. */
      readonly isReviewed?: true;
    }
  /** Above the question whether a run may write. */
  | { readonly kind: "consent"; readonly facts: ConsentFacts }
  /** A person said no. `saved`: the plan that was saved before; absent: none. */
  | { readonly kind: "declined"; readonly saved?: Pick<RestReport, "file" | "toGive"> }
  | RunReport
  | { readonly kind: "generated"; readonly facts: GenerateFacts }
  | { readonly kind: "verified"; readonly facts: VerifyFacts }
  /** Above the question, in place of a commit, or after it. */
  | { readonly kind: "undone"; readonly facts: UndoneFacts; readonly stage: "asked" | "dry" | "done" }
  | { readonly kind: "runs"; readonly runs: readonly RecordedRun[] }
  /** A state in short; with `full` those resources that were asked for. */
  | { readonly kind: "state"; readonly facts: StateFacts; readonly full?: readonly object[] }
  | {
      readonly kind: "faults";
      readonly file: string;
      readonly resources: number;
      readonly faults: readonly FaultFacts[];
    }
  | { readonly kind: "specification"; readonly facts: SpecificationFacts }
  | { readonly kind: "schema"; readonly facts: SchemaCheckFacts }
  /** A package, or a member of it; `subject` is the package as the command line names it. */
  | { readonly kind: "described"; readonly facts: ShownPackage | ShownMember; readonly subject: string }
  | { readonly kind: "found"; readonly facts: SchemaFindFacts }
  | { readonly kind: "compared"; readonly facts: SchemaDifference }
  | { readonly kind: "converted"; readonly facts: ConversionFacts }
  | { readonly kind: "discovered"; readonly facts: DiscoveryReport }
  /** The command failed; a screen has the error on stderr. */
  | { readonly kind: "failed"; readonly error: ImpError };

/** The stack of a run. */
export interface RunPlace {
  readonly project: string;
  readonly stack: string;
  /** The URL of the backend, without secrets; absent: the state is a file of its own. */
  readonly backend?: string;
  /** The file of the state, in place of a backend. */
  readonly stateFile?: string;
}

/** The end of a run. */
export interface RunReport {
  readonly kind: "run";
  readonly place: RunPlace;
  /** The id by which `imp undo` takes the run back; absent: it wrote nothing. */
  readonly runId?: string;
  readonly exitCode: number;
  readonly plan: ImportPlan;
  readonly facts: RunFacts;
  readonly calls: CallCounts;
  /** All of them: of generators and of plugins. */
  readonly warnings: readonly Diagnostic[];
  /** The steps that are left to do at the sources, by the field of a document. */
  readonly afterwards: readonly { readonly field: string; readonly document: object }[];
  /** The results of compilers; absent: none was asked for. */
  readonly checks?: readonly CheckedFacts[];
  /** Files that the program has to load. */
  readonly appended: readonly AppendedFile[];
  readonly protection: Protection;
  /** The commands that install packages; absent: none was to be run. */
  readonly installed?: readonly InstalledFacts[];
  /** Why the run of a plan would write nothing. */
  readonly refused?: ImpError;
}

/** A format of documents: for programs, so nothing is asked and no progress is shown. */
export interface DocumentFormat {
  /** `--<name>` chooses it. */
  readonly name: string;
  /** The letter of the short flag; absent: there is none. */
  readonly char?: "j";
  /** The help of its flag. */
  readonly description: string;
  /** The text on stdout; `undefined`: the document has nothing of it. */
  document(report: Report): string | undefined;
}

/** Where a command reports to. */
export interface Reporter {
  readonly screen: Screen;
  /** Prints, and waits until it is known whether somebody reads it: if not, the command is interrupted. */
  show(report: Report): Promise<void>;
  /** Prints the last report of a command. The command counts as done, also where nobody reads it. */
  end(report: Report): void;
}
