/** Renders the resources that were changed in the cloud, and what `imp sync` does with them. Pure. */

import type { Difference, ShownValue, Urn } from "../domain/graph.ts";
import type { SyncChoice } from "../domain/sync-choice.ts";
import { nameOf, typeOf } from "../domain/urn.ts";
import type { ProgramDifference } from "../preview/program-differences.ts";
import { differenceLines } from "./difference-lines.ts";
import { type FileDiff, renderDiff } from "./file-diff.ts";
import { counted, harmless, type Screen, wrap } from "./render.ts";

/** A change of the program that the user must make. */
export interface ManualChange {
  readonly path: string;
  /** The cloud's value; undefined if the property must be removed. */
  readonly value?: ShownValue | undefined;
  /** The position of the code that sets the property, for example `index.ts:4:12`. */
  readonly where?: string | undefined;
  /** Why imp does not make the change: the rest of a sentence that starts with "The code". */
  readonly why?: string | undefined;
}

export interface SyncedResource {
  readonly urn: Urn;
  /** Where the program registers the resource. */
  readonly where?: string | undefined;
  /** True if the cloud no longer has the resource. */
  readonly isDeleted: boolean;
  /** True if the program already has the cloud's values. */
  readonly isInProgram: boolean;
  /** `old` is the program's value, and `new` the cloud's. If the program has the cloud's values, `old` is the state's. */
  readonly differences: readonly Difference[];
  /** Undefined if the user chose nothing. */
  readonly choice?: SyncChoice | undefined;
  /** False if imp changes neither the code nor the state entry of the resource. */
  readonly isSettled: boolean;
  /** Why the choice is not carried out, as a clause without a period. */
  readonly why?: string;
  readonly manual: readonly ManualChange[];
}

export interface SyncFacts {
  readonly project: string;
  readonly stack: string;
  /** The drifted resources. */
  readonly resources: readonly SyncedResource[];
  /** Changes that the next update makes even without drift. */
  readonly pending: readonly ProgramDifference[];
  readonly diffs: readonly FileDiff[];
  /** The written files, or the files to write. */
  readonly files: readonly string[];
  /** The ID for `imp undo`. Omitted if nothing was written. */
  readonly runId?: string | undefined;
}

/** When the report is shown: before a prompt, in a dry run, or at the end. */
export type SyncStage = "asked" | "dry" | "done";

/** Returns the drifted resources with the changes of the program, and a summary. */
export function renderSynced(synced: SyncFacts, stage: SyncStage, screen: Screen): string {
  const { project, stack, resources, pending, diffs, files } = synced;
  const isEnd = stage !== "asked";
  return [
    ...(isEnd ? [`Syncing ${harmless(`${project} (${stack})`)}`, ""] : []),
    ...resources.flatMap((resource) => [...resourceLines(resource, stage, screen), ""]),
    // A diff starts with an empty line, which the resources end with.
    ...diffs.map((diff) => renderDiff(diff, screen).replace(/^\n/, "")),
    ...(isEnd ? pendingLines(pending, screen) : []),
    ...(isEnd ? [summary(synced, stage)] : []),
    ...(files.length === 0 || !isEnd
      ? []
      : [stage === "done" ? "Wrote:" : "Files to write:", ...files.map((file) => `  ${file}`)]),
    ...(stage === "dry" ? ["Nothing was written (--dry-run)."] : []),
  ].join("\n");
}

function resourceLines(resource: SyncedResource, stage: SyncStage, { width }: Screen): readonly string[] {
  const { urn, where, isDeleted, differences, manual } = resource;
  const location = where === undefined ? "" : `  (${where})`;
  const changes = isDeleted ? ["deleted in the cloud"] : differenceLines(differences, width - 6);
  return [
    harmless(`  ${isDeleted ? "-" : "~"} ${typeOf(urn)}  ${nameOf(urn)}${location}`),
    ...changes.map((line) => harmless(`      ${line}`)),
    ...outcomeText(resource, stage).map((line) => `    ${wrap(harmless(line), width - 4, "    ")}`),
    ...manual.map((change) => `      ${wrap(harmless(manualText(change)), width - 6, "        ")}`),
  ];
}

function outcomeText(
  { choice, isSettled, isInProgram, isDeleted, why }: SyncedResource,
  stage: SyncStage,
): readonly string[] {
  if (choice === undefined) return stage === "done" ? ["Left as it is."] : [];
  if (isInProgram) return ["The program already has the cloud's values, so only the state changes."];
  if (!isSettled) return [`Not changed (${choice}): ${why}.`];
  switch (choice) {
    case "cloud":
      return [
        stage === "asked"
          ? "To take the cloud's values, imp changes the program:"
          : "The program takes the cloud's values.",
      ];
    case "program":
      return [
        `The program stays, so the next update ${isDeleted ? "creates the resource again" : "changes the resource back"}.`,
      ];
    case "ignore":
      return ["The program ignores the changes (ignoreChanges)."];
  }
}

function manualText({ path, value, where, why }: ManualChange): string {
  const change = value === undefined ? path : `${path}: ${JSON.stringify(value)}`;
  const location = where === undefined ? "" : `${where}  `;
  return `${location}${change}${why === undefined ? "" : ` (the code ${why})`}`;
}

function pendingLines(pending: readonly ProgramDifference[], { width }: Screen): readonly string[] {
  if (pending.length === 0) return [];
  const names = pending.map(({ op, urn }) => `${op} ${nameOf(urn)}`).join(", ");
  return [
    wrap(harmless(`The next update also does this, without any change in the cloud: ${names}.`), width, "  "),
    "",
  ];
}

function summary({ resources }: SyncFacts, stage: SyncStage): string {
  if (resources.length === 0) return "Nothing was changed in the cloud.";
  const left = resources.filter(({ isSettled }) => !isSettled).length;
  const drifted = `${counted(resources.length, "resource")} changed in the cloud`;
  if (left === 0) return `${drifted}, ${stage === "done" ? "all synced" : "all can be synced"}.`;
  return `${drifted}, ${left} left.`;
}

/** Returns the document of `imp sync --json`. */
export function syncDocument({ project, stack, resources, pending, files, runId }: SyncFacts): object {
  return {
    version: 2,
    project,
    stack,
    written: runId !== undefined,
    runId,
    resources: resources.map(({ urn, where, isDeleted, isInProgram, differences, choice, isSettled, why, manual }) => ({
      urn,
      where,
      drift: isDeleted ? "deleted" : isInProgram ? "state" : "changed",
      differences,
      choice,
      result: isSettled ? "synced" : "left",
      why,
      manual,
    })),
    pending: pending.map(({ op, urn, where, differences }) => ({ op, urn, where, differences })),
    files,
  };
}
