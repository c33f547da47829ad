/** Saved plans: saves the plan of a run, and checks that a saved plan is up to date before its results are written. */
import type { ChosenSpecs } from "../choices/chosen-specs.ts";
import { remainingSpecs } from "../choices/rest.ts";
import { visible } from "../cli/quote.ts";
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../domain/errors.ts";
import type { ImportPlan } from "../domain/graph.ts";
import { isImported } from "../domain/outcome.ts";
import { needsAcceptance } from "../domain/verdicts.ts";
import type { LinkedImport } from "../import/link-import.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import type { RunOptions } from "../options/run-options.ts";
import type { OpenProgram } from "./open-program.ts";
import { type SavedReport, savePlan } from "./plan-file.ts";
import { changesSince, plannedFacts } from "./planned-facts.ts";

interface PlannedRun {
  readonly options: RunOptions;
  readonly io: RunIo;
  readonly chosen: ChosenSpecs;
  readonly program: Pick<OpenProgram, "workspace">;
}

/** Throws USAGE for `--save` if the plan would contain values from another state. */
export function refuseUnsavable({ save }: Pick<RunOptions, "save">, { specs }: ChosenSpecs): void {
  if (save === undefined || specs.resources.every(({ source }) => source === undefined)) return;
  const message = "--save cannot save resources from another state, because their values may be secret.";
  throw ImpError.of("USAGE", { message, hint: "Save the plan of an import file, or omit --save." });
}

/** Throws PLAN_BROKEN if a saved plan is not the only import file, because the run would ignore the plan's flags and results. */
export function refusePlanAsFile({ carriedOut: carried }: Pick<RunOptions, "carriedOut">, { plan }: ImportSpecs): void {
  if (plan !== undefined && carried === undefined)
    throw ImpError.of("PLAN_BROKEN", { file: plan.file, reason: "alone" });
}

/**
 * Throws PLAN_OUTDATED if the run started from a saved plan whose results changed. With `--save`, writes the new plan.
 *
 * @throws PLAN_OUTDATED, PLAN_UNWRITTEN
 */
export async function carriedOut(
  { options, io, chosen, program }: PlannedRun,
  plan: ImportPlan,
  open: LinkedImport,
): Promise<SavedReport | undefined> {
  const { save, carriedOut: carried } = options;
  if (save === undefined && carried === undefined) return undefined;
  const planned = plannedFacts(plan, open);
  const changes = carried === undefined ? [] : changesSince(carried.plan, planned, plan, carried.acceptChanges);
  for (const change of changes) io.progress.line(`Accepted: ${visible(change)}.`);
  if (save === undefined) return undefined;
  const { request, schemas } = open;
  const taken = { ...chosen, leftOver: [] };
  const { outcomes } = plan;
  const specs = remainingSpecs({
    chosen: taken,
    resources: request.resources,
    schemas,
    refused: outcomes,
    fromStates: false,
  });
  const words = [...save.words, ...decisions(plan, options), ...stackWords(options, program)];
  return await savePlan({ file: save.file, words, specs, planned }, io);
}

/** Returns flags such as `--accept-replace URN` for the replacements that the user accepted. */
function decisions({ outcomes }: ImportPlan, { choices }: Pick<RunOptions, "choices">): readonly string[] {
  const accepted = outcomes.filter((outcome) => isImported(outcome) && needsAcceptance(outcome.verdict));
  return accepted.flatMap(({ urn }) => (choices.acceptReplace.has(urn) ? [] : ["--accept-replace", urn]));
}

/** Returns `--stack` with the stack of this run, because another stack may be selected when the plan is run. */
function stackWords(
  { stack, program }: Pick<RunOptions, "stack" | "program">,
  { workspace }: Pick<OpenProgram, "workspace">,
): readonly string[] {
  return stack.stack !== undefined || workspace.location.kind === "file" || program.isNew
    ? []
    : ["--stack", workspace.stack];
}
