/** Counts calls by method in the journals of the simulated providers. Previews are counted separately. */
import { existsSync, readFileSync, rmSync } from "node:fs";

interface Call {
  readonly method: string;
  readonly preview?: boolean;
  readonly error?: string;
}

/** Counts calls. Previews count as `Create preview` and `Update preview`, and calls that imp must never make as `error`. */
export function readJournal(env: NodeJS.ProcessEnv): ReadonlyMap<string, number> {
  return countsOf(journals(env).filter(existsSync).flatMap(linesOf));
}

/** Counts the calls of one journal, which must exist. */
export function callsIn(journal: string | undefined): ReadonlyMap<string, number> {
  return countsOf(linesOf(String(journal)));
}

function countsOf(calls: readonly Call[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (name: string): unknown => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { method, preview, error } of calls) {
    count(preview === true ? `${method} preview` : method);
    if (error !== undefined) count("error");
  }
  return counts;
}

function linesOf(file: string): readonly Call[] {
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Call);
}

/** Starts a new journal. */
export function clearJournal(env: NodeJS.ProcessEnv): void {
  for (const file of journals(env)) rmSync(file, { force: true });
}

function journals({ SIMCLOUD_JOURNAL: simcloud, PINBOARD_JOURNAL: pinboard }: NodeJS.ProcessEnv): readonly string[] {
  if (simcloud === undefined) throw new Error("SIMCLOUD_JOURNAL is not set");
  return pinboard === undefined ? [simcloud] : [simcloud, pinboard];
}
