/**
 * Edits the program as the user chose. If imp cannot edit the code of a resource, it leaves the code unchanged and lists the changes to make by hand.
 */
import type { CodeLocation, EditedProgram, RefusedEdit, ResourceEdits } from "../../generators/edited-inputs.ts";
import type { ChangedFile, Generator, ProgramFolder } from "../../generators/generator.ts";
import type { ManualChange, SyncedResource } from "../cli/sync-screen.ts";
import type { SyncChoice } from "../domain/sync-choice.ts";
import { positionText } from "../preview/program-differences.ts";
import { formatPath, type Path } from "../value/path.ts";
import { shownValue } from "../value/shown-value.ts";
import type { Value } from "../value/value.ts";
import type { Drift } from "./drift.ts";

/** A drifted resource, and the choice for it. */
export interface Chosen {
  readonly drift: Drift;
  /** Undefined if the user chose nothing. */
  readonly choice: SyncChoice | undefined;
  /** Why the entry of the state cannot change, as a clause. Undefined if it can. */
  readonly blocked: string | undefined;
}

/** How a program is edited. */
export interface ProgramEditor {
  /** The folder of the project. */
  readonly folder: ProgramFolder;
  /** Undefined if imp cannot edit the program. */
  readonly edit: Generator["editResources"];
  /** Why imp cannot edit the program, as a main clause. */
  readonly why: string;
}

export interface SyncedProgram {
  readonly resources: readonly SyncedResource[];
  /** Relative to the folder. Only files that change. */
  readonly files: readonly ChangedFile[];
}

/** Returns the edited files, and what happens to each resource. Writes nothing. */
export async function editProgram(chosen: readonly Chosen[], editor: ProgramEditor): Promise<SyncedProgram> {
  const requests = chosen.flatMap((each): readonly ResourceEdits[] => {
    const { drift, choice } = each;
    const { position, urn } = drift;
    if (position === undefined || choice === undefined || choice === "program" || drift.isInProgram) return [];
    if (whyLeft(each, editor) !== undefined) return [];
    return [{ urn, location: position, ...editsOf(drift, choice) }];
  });
  const noEdits: EditedProgram = { files: [], refused: [] };
  const { files, refused } = (await editor.edit?.(requests, editor.folder)) ?? noEdits;
  return {
    resources: chosen.map((one) => syncedResource(one, editor, refused)),
    files: files.filter(({ before, text }) => before !== text),
  };
}

function editsOf({ changes, paths }: Drift, choice: SyncChoice): Pick<ResourceEdits, "inputs" | "ignoreChanges"> {
  if (choice === "ignore") return { inputs: [], ignoreChanges: paths };
  return { inputs: changes.flatMap((change) => (change.kind === "edit" ? [change.edit] : [])), ignoreChanges: [] };
}

/** Returns why imp cannot do what the user chose. Doesn't read the code of the resource, which may be another reason. */
function whyLeft({ drift, choice, blocked }: Chosen, { edit, why }: ProgramEditor): string | undefined {
  const { refreshed, position, sharedWith, changes, paths } = drift;
  if (blocked !== undefined) return blocked;
  if (drift.isInProgram || choice === "program") return undefined;
  if (refreshed === undefined)
    return "it was deleted in the cloud. With --take program, the next update creates it again";
  if (edit === undefined) return why;
  if (position === undefined) return "the code that registers it is not in the project";
  if (sharedWith > 0)
    return `the same code registers ${sharedWith} more ${sharedWith === 1 ? "resource" : "resources"}`;
  const isUnnamed = choice === "cloud" ? changes.length === 0 : paths.length === 0;
  if (isUnnamed) return "the provider names no input that is different";
  return choice === "cloud" && changes.some(({ kind }) => kind === "manual") ? manualReason : undefined;
}

const manualReason = "its code must be changed by hand";

function syncedResource(chosen: Chosen, editor: ProgramEditor, allRefused: readonly RefusedEdit[]): SyncedResource {
  const { drift, choice } = chosen;
  const { urn, differences, position, refreshed } = drift;
  const where = position === undefined ? undefined : positionText(position);
  const synced = {
    urn,
    where,
    isInProgram: drift.isInProgram,
    isDeleted: refreshed === undefined,
    differences,
    choice,
  };
  if (choice === undefined) return { ...synced, isSettled: false, manual: [] };
  const refused = allRefused.filter((edit) => edit.urn === urn);
  const why = whyLeft(chosen, editor) ?? (refused.length > 0 ? manualReason : undefined);
  if (why === undefined) return { ...synced, isSettled: true, manual: [] };
  return { ...synced, isSettled: false, why, manual: manualChanges(drift, choice, refused) };
}

/** Returns all changes to make by hand. They include the changes that imp could make, because it makes either all changes of a resource or none. */
function manualChanges(
  { changes, paths, position, refreshed }: Drift,
  choice: SyncChoice,
  refused: readonly RefusedEdit[],
): readonly ManualChange[] {
  if (refreshed === undefined) return [];
  if (choice === "ignore") {
    const [first] = refused;
    const code = { where: locationText(first?.location ?? position), why: first?.why };
    return paths.map((path) => ({ path: `ignoreChanges: ${path}`, ...code }));
  }
  return changes.map((change) => {
    const { path, value } = change.kind === "edit" ? { path: change.edit.path, value: change.value } : change;
    const refusal = refused.find((edit) => isSamePath(edit.path, path));
    return {
      path: formatPath(path),
      value: shown(value),
      where: locationText(refusal?.location ?? position),
      why: change.kind === "manual" ? change.why : refusal?.why,
    };
  });
}

function isSamePath(first: Path, second: Path): boolean {
  return formatPath(first) === formatPath(second);
}

function locationText(location: CodeLocation | undefined): string | undefined {
  return location && positionText(location);
}

function shown(value: Value | undefined): ManualChange["value"] {
  return value && shownValue(value, (text) => text);
}
