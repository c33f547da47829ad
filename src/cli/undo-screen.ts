/** The reports of `imp undo` and `imp undo --list`. */
import type { Urn } from "../domain/graph.ts";
import { visible } from "./quote.ts";
import { type Screen, wrap } from "./render.ts";

export interface RunFacts {
  readonly id: string;
  /** RFC 3339, UTC. */
  readonly time: string;
  readonly stack: string;
  readonly resources: readonly { readonly urn: Urn }[];
  readonly registered: readonly Urn[];
  readonly files: readonly { readonly path: string; readonly part: string }[];
}

export interface UndoneFacts {
  readonly run: RunFacts;
  readonly state: "restored" | "edited" | "kept";
  readonly program: "restored" | "reprinted" | "kept";
  /** Resources that were removed from the state and the program, except the root stack. */
  readonly forgotten: readonly {
    readonly urn: Urn;
    readonly type: string;
    readonly name: string;
    readonly id?: string;
  }[];
  /** Objects whose state entries the run replaced. Undo restores these entries. */
  readonly putBack: readonly { readonly urn: Urn; readonly id: string }[];
  /** Resources that the run imported but that are no longer in the state. */
  readonly missing: readonly Urn[];
  /** Files of the run that undo keeps, because the user edited them. */
  readonly left: readonly string[];
  /** Files that undo removes although the user's program loads them. */
  readonly unloaded: readonly string[];
  /** Display paths, relative to the working directory. */
  readonly files: readonly string[];
}

/** When the report is shown: before the prompt, in a dry run, or after the commit. */
export type UndoStage = "asked" | "dry" | "done";

/** Maximum number of resources to list. `--json` has all. */
const mostUndone = 20;

export function renderUndone(undone: UndoneFacts, stage: UndoStage, { width }: Screen): string {
  const { run, forgotten, missing, left, unloaded, files } = undone;
  const written = stage === "done";
  const count = forgotten.length;
  const names = forgotten.slice(0, mostUndone).map(({ type, name }) => `  ${visible(name)} (${visible(type)})`);
  if (count > mostUndone) names.push(`  and ${count - mostUndone} more`);
  return [
    wrap(
      `${written ? "Undid run" : "Run to undo:"} ${run.id} of ${shownTime(run.time)} on stack ${run.stack}: ${meaning(undone)}`,
      width,
      "  ",
    ),
    ...(count === 0
      ? [written ? "No resources were removed from the state." : "No resources will be removed from the state."]
      : [
          `${count} resource${count === 1 ? "" : "s"} ${written ? "removed from the state" : "to remove from the state"} (not deleted from the cloud):`,
          ...names,
        ]),
    ...undone.putBack.map(
      ({ urn, id }) =>
        `${written ? "Restored in the state" : "To restore in the state"}: ${visible(id)} as ${visible(urn)}`,
    ),
    ...missing.map((urn) => `No longer in the state: ${visible(urn)}`),
    ...left.map((path) => `Not changed: ${path}`),
    written ? "Wrote:" : "Files to write:",
    ...files.map((file) => `  ${file}`),
    ...(written
      ? unloaded.map((path) => `Next step: remove ${path}, or the code that you copied from it, from your program.`)
      : []),
    ...(stage === "dry" ? ["Nothing was written (--dry-run)."] : []),
  ].join("\n");
}

/**
 * Formats a time as `2026-01-15 10:20:30 UTC`. The time tells the user which run is undone. This may not be the last run, because a run that was
 * interrupted before it wrote has no record.
 */
function shownTime(time: string): string {
  return `${time.slice(0, 19).replace("T", " ")} UTC`;
}

function meaning({ state, program }: UndoneFacts): string {
  const stateText = {
    restored: "the state is as before the run",
    edited: "the state does not have its resources anymore",
    kept: "the state is not changed",
  };
  const programText = {
    restored: state === "restored" ? "and so is the program" : "the program is as before the run",
    reprinted: "the program does not have them either",
    kept: "the program is not changed",
  };
  return `${stateText[state]}, ${programText[program]}.`;
}

/** Renders the runs, newest first. */
export function renderRuns(runs: readonly RunFacts[], { width }: Screen): string {
  if (runs.length === 0) return "This stack has no recorded runs.";
  return runs
    .map(({ id, time, resources, registered, files }) => {
      const count = resources.length + registered.length;
      const shown = files.filter(({ part }) => part !== "record" && part !== "run").map(({ path }) => path);
      const head = `${id}  ${shownTime(time)}  ${count} resource${count === 1 ? "" : "s"}`;
      return shown.length === 0 ? head : `${head}\n  ${wrap(shown.join(", "), width - 2, "  ")}`;
    })
    .join("\n");
}
