/**
 * Lets a person review a run: gives the review what it needs of the run, and shows the command line that does the same.
 */
import { silent } from "../cli/progress.ts";
import type { Reporter } from "../cli/reports/report.ts";
import type { RunIo } from "../cli/run-io.ts";
import { shownLine } from "../cli/shown-line.ts";
import type { SuppliedValue } from "../domain/questions.ts";
import { ImpError } from "../errors.ts";
import { derivePlan } from "../import/derive-plan.ts";
import type { PlanMemory } from "../import/plan-memory.ts";
import type { RunOptions } from "../options/run-options.ts";
import { coreSdk } from "../schema/component-inputs.ts";
import { sdksFor } from "../workspace/program/program-folder.ts";
import type { DecidedRun } from "./decided-run.ts";
import { declaring } from "./declared.ts";
import { type OpenProgram, openProgram } from "./open-program.ts";
import type { OpenRun } from "./open-run.ts";
import { planOptions } from "./plan-options.ts";
import { decidedRun, printedRun, refuseOrOpen } from "./printed-run.ts";
import { type ChangedRun, type EndedReview, review } from "./review.ts";
import type { PrintedRun } from "./summary.ts";

/** The parts of the outside that a review needs. `undefined`: nobody is there, the terminal shows none, or nobody wants one. */
export function reviewer({ review: isWanted }: Pick<RunOptions, "review">, { openReview, askConsent }: RunIo) {
  return isWanted && openReview !== undefined && askConsent !== undefined ? { openReview, askConsent } : undefined;
}

/**
 * Returns the run that a person agreed to; `undefined`: the person wants none. Edits that are given up are named, as a command line.
 *
 * @param memory of the plan that was derived
 */
export async function reviewedRun(
  decided: DecidedRun,
  run: OpenRun,
  memory: PlanMemory,
  { openReview, askConsent }: NonNullable<ReturnType<typeof reviewer>>,
  reporter: Reporter,
): Promise<PrintedRun | undefined> {
  const { io } = run;
  const { agreed, ...edits } = await review(decided, run.program, {
    io,
    reporter,
    askConsent,
    screen: await openReview(),
    decide: async (changed, values) => await decidedAgain(changed, values, run, memory),
    openProgram: async (now) => await openAgain(now, decided, run),
    printed: async (now) => await printedRun(now, { ...run, io: quiet(io) }),
  });
  const line = sameLine(edits, run);
  if (agreed !== undefined) return { ...agreed, io, sameAs: line ?? agreed.sameAs };
  if (line !== undefined) io.progress.line(`Your edits are given up. To import with them: ${line}`);
  return undefined;
}

/** Derives a plan of what was read, for a review: nobody is asked. Throws ImpError where the edits cannot be. */
async function decidedAgain(
  { options, linked, chosen, program }: ChangedRun,
  values: readonly SuppliedValue[],
  { io, known }: OpenRun,
  memory: PlanMemory,
): Promise<DecidedRun> {
  const declared = await declaring(program, linked);
  await refuseOrOpen(linked, declared, known);
  const answering = quiet({ ...io, askNeeds: async () => ({ values, accepted: [], assumed: [] }) });
  const derived = await derivePlan(linked, planOptions(options, declared, answering), memory);
  return await decidedRun({ options, linked, chosen, program: declared }, derived, answering);
}

/** Opens the program at another place or in another language. Throws REVIEW_OTHER_PLUGINS where its SDKs ask for other plugins than those that read. */
async function openAgain(
  options: RunOptions,
  { linked, program: before }: DecidedRun,
  { io, here }: OpenRun,
): Promise<OpenProgram> {
  const program = await openProgram(options, io, here, here.state(), linked.specs);
  const packages = [...linked.schemas.values(), coreSdk];
  const sdksOf = async ({ languages, place }: OpenProgram) => {
    const sdks = await sdksFor(languages[0], place.path, options.program.isNew)(packages);
    return JSON.stringify([...sdks].map(([name, { version, parameterization }]) => [name, version, parameterization]));
  };
  if ((await sdksOf(program)) === (await sdksOf(before))) return program;
  const [language] = program.languages;
  throw ImpError.of("REVIEW_OTHER_PLUGINS", { language: language?.name ?? "" });
}

/** The command line that does the same without a review; absent: the one that was typed. */
function sameLine({ words, isTyped }: Omit<EndedReview, "agreed">, { options }: OpenRun): string | undefined {
  if (words.length === 0 && !isTyped) return undefined;
  const condition = isTyped ? ", once the values that you typed are in the stack's configuration" : "";
  return shownLine(["imp", ...options.shown, ...words, "--yes"], condition);
}

/** The outside of a run while a review has the terminal: no progress, and no questions but those of the review. */
function quiet(io: RunIo): RunIo {
  const progress = io.eventLog?.observed(silent) ?? silent;
  return { ...io, progress, events: progress };
}

/** The outside where nobody is asked for what is missing. */
export function withoutQuestions(io: RunIo): RunIo {
  const { askNeeds: _, ...others } = io;
  return others;
}
