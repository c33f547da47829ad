/**
 * The story of `imp run`: import specs in; state and program out, together or not at all.
 */
import { afterRead } from "../choices/after-read.ts";
import { refuseUnaccepted } from "../choices/unmatched.ts";
import type { Reporter } from "../cli/reports/report.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { OpenImport } from "../import/open-import.ts";
import { noMemory, planMemory } from "../import/plan-memory.ts";
import type { RunOptions } from "../options/run-options.ts";
import type { Host } from "../plugin/host.ts";
import { conclude } from "./conclude.ts";
import { declaring } from "./declared.ts";
import { derive } from "./derive.ts";
import { type OpenRun, openRun } from "./open-run.ts";
import { planOptions } from "./plan-options.ts";
import { startCalls, withHost } from "./plugins.ts";
import { decidedRun, printedRun, refuseOrOpen } from "./printed-run.ts";
import { reviewedRun, reviewer, withoutQuestions } from "./reviewed-run.ts";

/** Returns the exit code. */
export async function importRun(options: RunOptions, io: RunIo, reporter: Reporter): Promise<number> {
  const calls = startCalls(io);
  const run = await openRun(options, io);
  if (run === undefined) {
    reporter.end({ kind: "declined" });
    return 1;
  }
  return await withHost(options.plugins, run.io, run.program.workspace, (host) => runWith(host, run, reporter), calls);
}

/** Derives, lets a person review, prints, asks, writes and reports. */
async function runWith(host: Host, run: OpenRun, reporter: Reporter): Promise<number> {
  const { options, chosen, known, overlay } = run;
  const person = reviewer(options, run.io);
  // A plan is what the command line says, and a review asks itself.
  const isAsked = person === undefined && !options.planOnly && options.save === undefined;
  const io = isAsked ? run.io : withoutQuestions(run.io);
  const memory = person === undefined ? noMemory() : planMemory();
  const reading = once((open: OpenImport) => declaring(run.program, open));
  const derivation = {
    afterRead: afterRead(options.choices),
    specs: chosen.specs,
    known,
    protect: options.derivation.protect,
    overlay,
    replaceable: options.replaceable,
    memory,
    planFor: async (open: OpenImport) => planOptions(options, await reading(open), io),
    beforeRead: async () => await run.unlocked,
    whenRead: async (open: OpenImport) => {
      refuseUnaccepted(options.choices, open.request.resources);
      if (!options.planOnly) await refuseOrOpen(open, await reading(open), known);
    },
  };
  const { open, ...derived } = await derive(derivation, { ...run.program, isNew: options.program.isNew }, host, io);
  const isReviewed = person !== undefined && derived.plan.outcomes.some(({ kind }) => kind !== "present");
  // The plugins end while programs are printed. A review asks them again.
  if (!isReviewed) void host.close();
  const decided = await decidedRun({ options, chosen, open, read: await reading(open) }, derived, io);
  const reviewed = isReviewed ? await reviewedRun(decided, run, memory, person, reporter) : undefined;
  void host.close();
  if (!isReviewed) return await conclude(await printedRun(decided, run), reporter);
  if (reviewed !== undefined) return await conclude(reviewed, reporter, true);
  reporter.end({ kind: "declined" });
  return 1;
}

/** Calls a function once, and returns that result from then on. */
function once<A, R>(make: (argument: A) => R): (argument: A) => R {
  let made: { readonly result: R } | undefined;
  return (argument) => {
    made ??= { result: make(argument) };
    return made.result;
  };
}
