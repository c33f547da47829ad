/**
 * The `--json` document of a run: the one thing on stdout.
 */
import type { Diagnostic } from "../diagnostic.ts";
import type { ImpError } from "../errors.ts";
import type { ImportPlan, Outcome } from "../graph.ts";
import type { PluginWarning } from "./plugin-logs.ts";
import { countsOf } from "./value-counts.ts";
import { warningsReport } from "./warnings.ts";

export interface CallCounts {
  readonly read: number;
  readonly check: number;
  readonly diff: number;
  /** Create and Update, always with preview. */
  readonly preview: number;
}

export const noCalls: CallCounts = { read: 0, check: 0, diff: 0, preview: 0 };

/** What a document has beside resources, files and calls. */
export interface ReportFacts {
  /** What languages of the program cannot express. */
  readonly warnings: readonly Diagnostic[];
  /** Those of plugins, each once. */
  readonly pluginWarnings: readonly PluginWarning[];
  /** The steps left to do in the stack that resources came from. */
  readonly from?: object;
  /** The results of compilers. */
  readonly checks?: readonly object[];
  /** Why the run of a plan would write nothing. */
  readonly refused?: object;
  /** Files that the program has to load. */
  readonly appended?: readonly object[];
  /** The commands that `--install` ran. */
  readonly installed?: readonly object[];
}

/** Builds the document. Its shape is part of the command line's contract. */
export function reportOf(
  plan: ImportPlan,
  files: readonly string[],
  calls: CallCounts,
  { warnings, pluginWarnings, ...more }: ReportFacts,
) {
  const resources = plan.outcomes.map(resourceOf);
  return { version: 2, resources, files, calls, warnings: [...warningsReport(warnings), ...pluginWarnings], ...more };
}

function resourceOf(outcome: Outcome) {
  const { error, remarks, accounting, explanation } = outcome;
  return {
    name: outcome.name,
    type: outcome.type,
    ...(outcome.id !== undefined && { id: outcome.id }),
    urn: outcome.urn,
    verdict: outcome.verdict,
    differences: outcome.differences,
    inputs: Object.fromEntries(outcome.reasons),
    read: outcome.read,
    ...(remarks.length > 0 && { remarks }),
    ...(accounting !== undefined && { values: countsOf(accounting), accounting }),
    ...(explanation !== undefined && { explain: explanation }),
    ...(error !== undefined && { [error.explanation.severity ?? "error"]: errorOf(error) }),
  };
}

export function errorOf({ code, message, explanation: { where, hint, commands } }: ImpError) {
  return { code, ...(where !== undefined && { where }), message, hint, ...(commands !== undefined && { commands }) };
}

/** 0 all clean, ignored or unchanged; 3 some, or imported with a difference; 1 none. */
export function exitCodeOf(plan: ImportPlan): 0 | 1 | 3 {
  const good = plan.outcomes.filter(
    ({ verdict }) => verdict === "clean" || verdict === "ignored" || verdict === "assumed" || verdict === "unchanged",
  );
  if (good.length === plan.outcomes.length) return 0;
  return plan.outcomes.every(isRefused) ? 1 : 3;
}

/** Not imported. A replace that was allowed has no error: it was imported, as an update is. */
export function isRefused({ verdict, error }: Outcome): boolean {
  return verdict === "failed" || (verdict === "replace" && error !== undefined);
}
