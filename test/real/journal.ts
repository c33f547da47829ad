/** The simulated cloud's journal of calls -> how many of each method there were. */
import { existsSync, readFileSync, rmSync } from "node:fs";

export function readJournal(env: NodeJS.ProcessEnv): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const file = journalFile(env);
  if (!existsSync(file)) return counts;
  for (const line of readFileSync(file, "utf8").trimEnd().split("\n")) {
    const { method } = JSON.parse(line) as { method: string };
    counts.set(method, (counts.get(method) ?? 0) + 1);
  }
  return counts;
}

/** Begins a new one. */
export function clearJournal(env: NodeJS.ProcessEnv): void {
  rmSync(journalFile(env), { force: true });
}

function journalFile(env: NodeJS.ProcessEnv): string {
  const file = env.SIMCLOUD_JOURNAL;
  if (file === undefined) throw new Error("SIMCLOUD_JOURNAL is not set");
  return file;
}
