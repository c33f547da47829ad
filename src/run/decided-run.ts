/** A run whose resources are read and proven. Types only. */
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
  /** The program, with the resources that the user program already declares. */
  readonly program: DeclaringProgram;
  /** The program printed from the graph of the plan. */
  readonly printed: PrintedProgram;
}
