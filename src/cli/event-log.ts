/** The event log (`--events`): JSON Lines, written as the events happen. */
import { closeSync, openSync, writeSync } from "node:fs";
import { ImpError } from "../domain/errors.ts";
import type { Outcome } from "../domain/graph.ts";
import { problemOf } from "../domain/outcome.ts";
import { discoveryExitCode } from "./discovery-screen.ts";
import type { Progress } from "./progress.ts";
import { visible } from "./quote.ts";
import type { Report } from "./reports/report.ts";

export interface EventLog {
  /** Returns a progress display whose events are also logged. */
  observed(progress: Progress): Progress;
  /** Logs the events of a report. */
  report(report: Report): void;
}

/** An event. The field `event` is its kind. */
type Event = { readonly event: string } & Readonly<Record<string, unknown>>;

/**
 * Opens the log for appending to a file or pipe. Later write errors close the log but do not stop the run.
 *
 * @param file absolute path
 * @param now returns the current time, in RFC 3339
 * @throws USAGE if the file cannot be opened
 */
export function openEventLog(file: string, now: () => string): EventLog {
  let descriptor: number | undefined = openEventFile(file);
  const write = (event: Event): void => {
    if (descriptor === undefined) return;
    try {
      writeSync(descriptor, `${visible(JSON.stringify({ version: 1, time: now(), ...event }))}\n`);
    } catch {
      closeSync(descriptor);
      descriptor = undefined;
    }
  };
  return {
    observed: (progress) => ({
      ...progress,
      phase: (text, total) => {
        write({ event: "phase", text, total: total > 0 ? total : undefined });
        progress.phase(text, total);
      },
      step: (resource, verdict) => {
        if (resource !== undefined) {
          const { urn, name } = resource;
          write(verdict === undefined ? { event: "read", urn, name } : { event: "proven", urn, name, verdict });
        }
        progress.step(resource, verdict);
      },
      listed: (type, objects, isWhole) => {
        if (isWhole) write({ event: "listed", type, objects });
        progress.listed(type, objects, isWhole);
      },
      line: (text) => {
        write({ event: "note", text });
        progress.line(text);
      },
    }),
    report: (report) => {
      for (const event of eventsOf(report)) write(event);
    },
  };
}

function openEventFile(file: string): number {
  try {
    return openSync(file, "a");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw ImpError.of("USAGE", {
      message: `Cannot write --events ${JSON.stringify(file)} (${code}).`,
      hint: "Use a writable file, or remove --events.",
    });
  }
}

function eventsOf(report: Report): readonly Event[] {
  switch (report.kind) {
    case "plan":
      return [
        ...report.plan.outcomes.map(verdictEvent),
        ...report.warnings.map(({ message, resource }) => ({ event: "warning", message, resource })),
      ];
    case "run":
      return [{ event: "end", exitCode: report.exitCode, files: report.facts.files, run: report.runId }];
    case "declined":
      return [{ event: "end", exitCode: 1, files: [] }];
    case "failed": {
      const { code, message, explanation } = report.error;
      return [
        { event: "error", code, message },
        { event: "end", exitCode: explanation.exit, files: [] },
      ];
    }
    case "discovered": {
      const { resources, file, types, isRun } = report.facts;
      const end = { event: "end", exitCode: discoveryExitCode(types), files: file === undefined ? [] : [file] };
      return [{ event: "discovered", resources, file }, ...(isRun ? [] : [end])];
    }
    case "consent":
    case "generated":
    case "verified":
    case "synced":
    case "undone":
    case "runs":
    case "state":
    case "faults":
    case "specification":
    case "schema":
    case "described":
    case "found":
    case "compared":
    case "converted":
    case "fleet":
      return [];
  }
}

function verdictEvent(outcome: Outcome): Event {
  const { urn, name, type, id, verdict } = outcome;
  const error = problemOf(outcome);
  const code = error === undefined ? {} : { code: error.code, message: error.message };
  return { event: "verdict", urn, name, type, id, verdict, ...code };
}
