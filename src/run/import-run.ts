/** Runs `imp run`: imports resources and writes the state and the program. */
import { namesByTags } from "../choices/name-template.ts";
import { refuseUnaccepted } from "../choices/unmatched.ts";
import type { Reporter } from "../cli/reports/report.ts";
import type { RunIo } from "../cli/run-io.ts";
import { type DerivedPlan, derivePlan } from "../import/derive-plan.ts";
import { type LinkedImport, linkImport } from "../import/link-import.ts";
import { noMemory, type PlanMemory, planMemory } from "../import/plan-memory.ts";
import { refuseUnreplaceable } from "../import/read/replaced-entries.ts";
import { type ReadImport, readImport } from "../import/read-import.ts";
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
import { hasUserCode, isTried } from "./program-trial.ts";
import { type Registrations, registeredImports, unregisteredLines, withRegisteredComponents } from "./registered.ts";
import { withRegisteredReferents } from "./registered-referents.ts";
import { reviewedRun, reviewer, withoutQuestions } from "./reviewed-run.ts";

/** Imports the resources. Returns the exit code. */
export async function importRun(options: RunOptions, io: RunIo, reporter: Reporter): Promise<number> {
  const calls = startCalls(io);
  const run = await openRun(options, io);
  if (run === undefined) {
    reporter.end({ kind: "declined" });
    return 1;
  }
  try {
    return await withHost(
      options.plugins,
      run.io,
      run.program.workspace,
      (host) => runWith(host, run, reporter),
      calls,
    );
  } finally {
    await run.trial.close();
  }
}

/** Reads and proves the resources, opens the review, prints the program, prompts, writes, and reports. */
async function runWith(host: Host, run: OpenRun, reporter: Reporter): Promise<number> {
  const { options, chosen } = run;
  const reviewPrompts = reviewer(options, run.io);
  // Prompt for missing values only in a real run. The review has its own prompts.
  const isAsked = reviewPrompts === undefined && !options.planOnly && options.save === undefined;
  const io = isAsked ? run.io : withoutQuestions(run.io);
  const memory = reviewPrompts === undefined ? noMemory() : planMemory();
  const { linked, registrations } = await withGenerators(linkedRun(run, host, io), run.program.languages);
  const program = await declaring(run.program, linked, registrations);
  const derived = await provenRun(run, linked, program, memory, io);
  const isReviewed = reviewPrompts !== undefined && derived.plan.outcomes.some(({ kind }) => kind !== "present");
  // Stop the plugins while the program is printed, unless a review still needs them.
  if (!isReviewed) void host.close();
  const decided = await decidedRun({ options, chosen, linked, registrations, program }, derived, io);
  const reviewed = isReviewed ? await reviewedRun(decided, run, memory, reviewPrompts, reporter) : undefined;
  void host.close();
  if (!isReviewed) return await conclude(await printedRun(decided, run), reporter);
  if (reviewed !== undefined) return await conclude(reviewed, reporter, true);
  reporter.end({ kind: "declined" });
  return 1;
}

interface LinkedRun {
  readonly linked: LinkedImport;
  /** Omitted if imp did not run the user's program. */
  readonly registrations: Registrations | undefined;
}

/** Resolves and reads the import specs, runs the user program, and links references. */
async function linkedRun(run: OpenRun, host: Host, io: RunIo): Promise<LinkedRun> {
  const { options, knownState, otherStacks, overlay, program } = run;
  const { choices, derivation, replaceable } = options;
  const context = { known: knownState, otherStacks, protect: derivation.protect, overlay, replaceable };
  const target = { ...program, isNew: options.program.isNew };
  const isRenamed = namesByTags(choices.nameTemplate);
  const specs = await withRegisteredReferents(run, host);
  const resolved = await resolveImport(specs, importFacts(context, target, host, io));
  if (!isRenamed) refuseUnreplaceable(replaceable, resolved.request);
  // Wait for the passphrase before reading, because nothing can be written without it.
  await run.unlocked;
  const read = await readImport(resolved, isRenamed);
  const taken = chosenByTags(read, choices);
  const registrations = await registrationsOf(run, taken, host);
  const reads = withRegisteredComponents(taken.reads, registrations?.imports ?? new Map());
  const linked = await linkImport({ ...taken, reads });
  refuseUnaccepted(choices, linked.request.resources);
  return { linked, registrations };
}

/**
 * Runs the program if it contains user code and there is something to import. Prints which import specs it does not register, or why it cannot run.
 */
async function registrationsOf({ options, program, trial, io }: OpenRun, read: ReadImport, host: Host) {
  const isUsed = isTried(options, program) && hasUserCode(program);
  if (!isUsed || !read.reads.some(({ kind }) => kind === "read" || kind === "component")) return undefined;
  io.progress.phase("Running the program", 0);
  const registrations = await registeredImports(trial, read, host);
  const isClosed = program.location.problem !== undefined;
  if (typeof registrations === "string") {
    if (isClosed) io.progress.line(`imp does not know which resources your program registers: ${registrations}.`);
    return undefined;
  }
  for (const line of unregisteredLines(read, registrations, isClosed)) io.progress.line(line);
  return registrations;
}

/** Proves the inputs of the resources. At the same time, checks whether the result can be written, and throws early if not. */
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
