/** Opens the review for a run, and shows the equivalent command line. */
import { silent } from "../cli/progress.ts";
import { shownLine } from "../cli/quote.ts";
import type { Reporter } from "../cli/reports/report.ts";
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../domain/errors.ts";
import type { SuppliedValue } from "../domain/questions.ts";
import { derivePlan } from "../import/derive-plan.ts";
import type { PlanMemory } from "../import/plan-memory.ts";
import type { RunOptions } from "../options/run-options.ts";
import { coreSdk } from "../schema/component-inputs.ts";
import { sdksFor } from "../workspace/program/program-folder.ts";
import { type DecidedRun, declaring } from "./declared.ts";
import { type OpenProgram, openProgram } from "./open-program.ts";
import type { OpenRun } from "./open-run.ts";
import { planOptions } from "./plan-options.ts";
import { decidedRun, printedRun, refuseOrOpen } from "./printed-run.ts";
import { type ChangedRun, type EndedReview, review } from "./review.ts";
import type { PrintedRun } from "./summary.ts";

/** Returns the prompts of the review. Returns undefined without a terminal or with `--no-review`. */
export function reviewer({ review: isWanted }: Pick<RunOptions, "review">, { openReview, askConsent }: RunIo) {
  return isWanted && openReview !== undefined && askConsent !== undefined ? { openReview, askConsent } : undefined;
}

/**
 * Returns the run that the user confirmed, or undefined. If the user quits, prints a command line that would apply the discarded edits.
 *
 * @param memory results of provider calls that the review reuses
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
  if (line !== undefined) io.progress.line(`Your edits were discarded. To apply them: ${line}`);
  return undefined;
}

/** Derives the plan of the edited run, without prompts. Throws ImpError if the edits are invalid. */
async function decidedAgain(
  { options, linked, registrations, chosen, program }: ChangedRun,
  values: readonly SuppliedValue[],
  { io, knownState }: OpenRun,
  memory: PlanMemory,
): Promise<DecidedRun> {
  const declared = await declaring(program, linked, registrations);
  await refuseOrOpen(linked, declared, knownState);
  const answering = quiet({ ...io, askNeeds: async () => ({ values, accepted: [], assumed: [] }) });
  const derived = await derivePlan(linked, planOptions(options, declared, answering), memory);
  return await decidedRun({ options, linked, registrations, chosen, program: declared }, derived, answering);
}

/**
 * Opens the program with other output options. Throws REVIEW_OTHER_PLUGINS if its SDKs need plugin versions other than those that read the
 * resources.
 */
async function openAgain(
  options: RunOptions,
  { linked, program: before }: DecidedRun,
  { io, here }: OpenRun,
): Promise<OpenProgram> {
  const program = await openProgram(options, io, here, here.state(), linked.specs);
  const packages = [...linked.schemas.values(), coreSdk];
  const sdksOf = async ({ languages, target }: OpenProgram) => {
    const sdks = await sdksFor(languages[0], target.path, options.program.isNew)(packages);
    return JSON.stringify([...sdks].map(([name, { version, parameterization }]) => [name, version, parameterization]));
  };
  if ((await sdksOf(program)) === (await sdksOf(before))) return program;
  const [language] = program.languages;
  throw ImpError.of("REVIEW_OTHER_PLUGINS", { language: language?.name ?? "" });
}

/** Returns a command line that has the same effect as the review, or undefined if the user edited nothing. */
function sameLine({ words, isTyped }: Omit<EndedReview, "agreed">, { options }: OpenRun): string | undefined {
  if (words.length === 0 && !isTyped) return undefined;
  const condition = isTyped ? " (after you add the typed values to the stack's configuration)" : "";
  return shownLine(["imp", ...options.shown, ...words, "--yes"], condition);
}

/** Returns I/O without progress display, for use while the review screen is open. */
function quiet(io: RunIo): RunIo {
  const progress = io.eventLog?.observed(silent) ?? silent;
  return { ...io, progress, events: progress };
}

/** Returns I/O without prompts for missing values. */
export function withoutQuestions(io: RunIo): RunIo {
  const { askNeeds: _, ...others } = io;
  return others;
}
