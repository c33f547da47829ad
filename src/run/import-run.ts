/** Runs `imp run`: imports resources and writes the state and the program. */
import { namesByTags } from "../choices/name-template.ts";
import { refuseUnaccepted } from "../choices/unmatched.ts";
import type { Reporter } from "../cli/reports/report.ts";
import type { RunIo } from "../cli/run-io.ts";
import { type DerivedPlan, derivePlan } from "../import/derive-plan.ts";
import { type LinkedImport, linkImport } from "../import/link-import.ts";
import { noMemory, type PlanMemory, planMemory } from "../import/plan-memory.ts";
import { refuseUnreplaceable } from "../import/read/replaced-entries.ts";
import { readImport } from "../import/read-import.ts";
import { resolveImport } from "../import/resolve-import.ts";
import type { RunOptions } from "../options/run-options.ts";
import type { Host } from "../plugin/host.ts";
import { chosenByTags } from "./chosen-by-tags.ts";
import { conclude } from "./conclude.ts";
import { type DeclaringProgram, declaring } from "./declared.ts";
import { importFacts, withGenerators } from "./import-facts.ts";
import { type OpenRun, openRun } from "./open-run.ts";
import { planOptions } from "./plan-options.ts";
import { startCalls, withHost } from "./plugins.ts";
import { decidedRun, printedRun, refuseOrOpen } from "./printed-run.ts";
import { reviewedRun, reviewer, withoutQuestions } from "./reviewed-run.ts";

/** Imports the resources. Returns the exit code. */
export async function importRun(options: RunOptions, io: RunIo, reporter: Reporter): Promise<number> {
  const calls = startCalls(io);
  const run = await openRun(options, io);
  if (run === undefined) {
    reporter.end({ kind: "declined" });
    return 1;
  }
  return await withHost(options.plugins, run.io, run.program.workspace, (host) => runWith(host, run, reporter), calls);
}

/** Reads, proves, opens the review, prints, prompts, writes, and reports. */
async function runWith(host: Host, run: OpenRun, reporter: Reporter): Promise<number> {
  const { options, chosen } = run;
  const reviewPrompts = reviewer(options, run.io);
  // Prompt for missing values only in a real run. The review has its own prompts.
  const isAsked = reviewPrompts === undefined && !options.planOnly && options.save === undefined;
  const io = isAsked ? run.io : withoutQuestions(run.io);
  const memory = reviewPrompts === undefined ? noMemory() : planMemory();
  const linked = await withGenerators(linkedRun(run, host, io), run.program.languages);
  const program = await declaring(run.program, linked);
  const derived = await provenRun(run, linked, program, memory, io);
  const isReviewed = reviewPrompts !== undefined && derived.plan.outcomes.some(({ kind }) => kind !== "present");
  // The plugins stop while programs are printed, unless a review needs them again.
  if (!isReviewed) void host.close();
  const decided = await decidedRun({ options, chosen, linked, program }, derived, io);
  const reviewed = isReviewed ? await reviewedRun(decided, run, memory, reviewPrompts, reporter) : undefined;
  void host.close();
  if (!isReviewed) return await conclude(await printedRun(decided, run), reporter);
  if (reviewed !== undefined) return await conclude(reviewed, reporter, true);
  reporter.end({ kind: "declined" });
  return 1;
}

async function linkedRun(run: OpenRun, host: Host, io: RunIo): Promise<LinkedImport> {
  const { options, chosen, knownState, overlay, program } = run;
  const { choices, derivation, replaceable } = options;
  const context = { known: knownState, protect: derivation.protect, overlay, replaceable };
  const target = { ...program, isNew: options.program.isNew };
  const isRenamed = namesByTags(choices.nameTemplate);
  const resolved = await resolveImport(chosen.specs, importFacts(context, target, host, io));
  if (!isRenamed) refuseUnreplaceable(replaceable, resolved.request);
  // Wait for the passphrase here, because nothing can be written without it.
  await run.unlocked;
  const read = await readImport(resolved, isRenamed);
  const linked = await linkImport(chosenByTags(read, choices));
  refuseUnaccepted(choices, linked.request.resources);
  return linked;
}

/** Proves the programs. At the same time, checks whether the result can be written, and throws early if not. */
async function provenRun(
  { options, knownState }: Pick<OpenRun, "options" | "knownState">,
  linked: LinkedImport,
  program: DeclaringProgram,
  memory: PlanMemory,
  io: RunIo,
): Promise<DerivedPlan> {
  const writable = options.planOnly ? undefined : refuseOrOpen(linked, program, knownState);
  // Show one prompt at a time.
  if (io.askPassphrase !== undefined) await writable;
  const [derived] = await Promise.all([derivePlan(linked, planOptions(options, program, io), memory), writable]);
  return derived;
}
