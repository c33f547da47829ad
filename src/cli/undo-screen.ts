/**
 * Renders the end of `imp undo`, and the runs that it can undo.
 */
import type { Urn } from "../graph.ts";
import { type Screen, wrap } from "./render.ts";
import { visible } from "./visible.ts";

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
  /** Resources that state and program forget, without the root stack. */
  readonly forgotten: readonly {
    readonly urn: Urn;
    readonly type: string;
    readonly name: string;
    readonly id?: string;
  }[];
  /** Objects that the state has again in place of those that the run put there. */
  readonly putBack: readonly { readonly urn: Urn; readonly id: string }[];
  /** Resources that the run imported and the state has no more. */
  readonly missing: readonly Urn[];
  /** Files of the run that stay as they are, because they were changed since. */
  readonly left: readonly string[];
  /** Files that go, and that a person's program loads. */
  readonly unloaded: readonly string[];
  /** Shown paths, relative to where the command was run. */
  readonly files: readonly string[];
}

/** Before a question, in place of a commit, or after it. */
export type UndoStage = "asked" | "dry" | "done";

/** So many resources are named; the document has all. */
const mostUndone = 20;

export function renderUndone(facts: UndoneFacts, stage: UndoStage, { width }: Screen): string {
  const { run, forgotten, missing, left, unloaded, files } = facts;
  const written = stage === "done";
  const count = forgotten.length;
  const names = forgotten.slice(0, mostUndone).map(({ type, name }) => `  ${visible(name)} (${visible(type)})`);
  if (count > mostUndone) names.push(`  and ${count - mostUndone} more`);
  return [
    wrap(
      `Run ${run.id} of ${shownTime(run.time)} on stack ${run.stack}${written ? " is undone" : ", to be undone"}: ${meaning(facts)}`,
      width,
      "  ",
    ),
    ...(count === 0
      ? ["The state forgets nothing."]
      : [
          `${count} resource${count === 1 ? "" : "s"} ${written ? "forgotten" : "to be forgotten"}, not deleted:`,
          ...names,
        ]),
    ...facts.putBack.map(
      ({ urn, id }) =>
        `${written ? "In the state again" : "To be in the state again"}: ${visible(id)} as ${visible(urn)}`,
    ),
    ...missing.map((urn) => `Not in the state any more: ${visible(urn)}`),
    ...left.map((path) => `Left as it is: ${path}`),
    written ? "Written:" : "To be written:",
    ...files.map((file) => `  ${file}`),
    ...(written ? unloaded.map((path) => `Next: take ${path}, or what you copied from it, out of your program.`) : []),
    ...(stage === "dry" ? ["Nothing was written (--dry-run)."] : []),
  ].join("\n");
}

/** `2026-01-15 10:20:30 UTC`: a run that was ended before it wrote is none, and the one before it is undone. */
function shownTime(time: string): string {
  return `${time.slice(0, 19).replace("T", " ")} UTC`;
}

function meaning({ state, program }: UndoneFacts): string {
  const stateText = {
    restored: "the state is as before it",
    edited: "the state is without its resources",
    kept: "the state stays",
  };
  const programText = {
    restored: state === "restored" ? "the program too" : "the program is as before it",
    reprinted: "the program is printed without them",
    kept: "the program stays",
  };
  return `${stateText[state]}, ${programText[program]}.`;
}

/** Newest first. */
export function renderRuns(runs: readonly RunFacts[]): string {
  if (runs.length === 0) return "No run is recorded for this stack.";
  return runs
    .map(({ id, time, resources, registered, files }) => {
      const count = resources.length + registered.length;
      const shown = files.filter(({ part }) => part !== "record" && part !== "run").map(({ path }) => path);
      return `${id}  ${time}  ${count} resource${count === 1 ? "" : "s"}  ${shown.join(", ")}`.trimEnd();
    })
    .join("\n");
}
