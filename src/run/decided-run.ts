/**
 * A run whose resources are read and proven: what is to be imported, and for which program. Types only.
 */
import type { ChosenSpecs } from "../choices/chosen-specs.ts";
import type { ImportPlan } from "../graph.ts";
import type { LinkedImport } from "../import/link-import.ts";
import type { RunOptions } from "../options/run-options.ts";
import type { DeclaringProgram } from "./declared.ts";
import type { PrintedProgram } from "./print.ts";

export interface DecidedRun {
  readonly options: RunOptions;
  readonly chosen: ChosenSpecs;
  readonly linked: LinkedImport;
  readonly plan: ImportPlan;
  /** The program, and what a person's code in it declares already. */
  readonly program: DeclaringProgram;
  /** The source of the plan's graph. */
  readonly printed: PrintedProgram;
}
