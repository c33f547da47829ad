/**
 * Prints imp's program again without some resources, from its record, in the languages and the layout that it has; takes them out of a program
 * that a person changed since.
 */
import { basename, dirname, join } from "node:path";
import type { Language } from "../../generators/index.ts";
import { printProgram } from "../../generators/print-program.ts";
import { ImpError } from "../errors.ts";
import type { Urn } from "../graph.ts";
import type { Program } from "../ir/program.ts";
import { referring, removeNodes } from "../ir/remove-nodes.ts";
import { type FileChange, programChanges } from "../workspace/commit/changes.ts";
import { openChanged, updatedFiles } from "../workspace/program/changed-program.ts";
import { appendedName, changedByUser, printedFiles } from "../workspace/program/program-location.ts";
import { fileOrigin, openProgramDirectory, type ProgramDirectory } from "../workspace/program/program-record.ts";
import type { Workspace } from "../workspace/workspace.ts";

export interface Reprinting {
  readonly place: Pick<Workspace, "project" | "stack">;
  /** The path of the program's record. */
  readonly record: string;
  readonly goes: ReadonlySet<Urn>;
  readonly run: string;
  /** Names of the stack's configuration. */
  readonly configKeys: ReadonlySet<string>;
  readonly force: boolean;
  /** Those that programs are printed in. */
  readonly languages: readonly Language[];
}

/**
 * Nothing is written here. A program of which nothing is left goes with its record.
 *
 * @returns no change where the program has none of them, or there is no record of one.
 * @throws UNDO_NEEDED, UNDO_PROGRAM_CHANGED, PROGRAM_CHANGED, RECORD_UNUSABLE, FILE_UNREADABLE.
 */
export async function reprintedProgram(reprinting: Reprinting): Promise<readonly FileChange[]> {
  const { place, record, goes, run, configKeys, force, languages } = reprinting;
  const { project, stack } = place;
  const appended = basename(record, ".json").slice(`${project.name}.${stack}.`.length);
  const suffix = appended === "" ? "" : `.${appended}`;
  const directory = await openProgramDirectory(dirname(dirname(record)), project.name, `${stack}${suffix}`);
  const existing = directory.record?.program;
  if (existing?.resources.some(({ urn }) => goes.has(urn)) !== true) return [];
  const dependents = referring(existing, goes).map(({ urn, to }) => ({ urn, how: "refers to", on: to }));
  if (dependents.length > 0) throw ImpError.of("UNDO_NEEDED", { run, dependents });
  const program = removeNodes(existing, goes);
  const changed = force ? new Map<string, Uint8Array>() : await changedByUser(directory);
  if (changed.size > 0) return await withoutResources(program, directory, changed, appended, reprinting);
  if (program.resources.length === 0) return await removedProgram(directory);
  const layout = directory.record?.layout ?? "single";
  const names = mainFiles(directory, languages, appended);
  const printed = await printProgram(program, [...names.keys()], fileNames(names), emptyConfig(configKeys), layout);
  const files = await printedFiles({ directory, contents: new Map(), force }, printed);
  return programChanges({ directory, files, program, layout });
}

/** The program with everything that a person changed in it. */
async function withoutResources(
  program: Program,
  directory: ProgramDirectory,
  changed: ReadonlyMap<string, Uint8Array>,
  appended: string,
  { place, run, languages }: Reprinting,
): Promise<readonly FileChange[]> {
  const layout = directory.record?.layout ?? "single";
  const names = mainFiles(directory, languages, appended);
  const facts = { directory, project: place.project.name, stack: place.stack, names, changed };
  const open = await openChanged(facts, [], []).catch((error: unknown) => {
    const { where, why } = error instanceof ImpError ? error.explanation : {};
    if (where === undefined || why === undefined) throw error;
    throw ImpError.of("UNDO_PROGRAM_CHANGED", { run, path: where, isKnown: true, reason: why });
  });
  const printed = await printProgram(program, [open.language], fileNames(names), new Map(), layout);
  const { files, stuck } = await updatedFiles(open, program, layout, printed);
  const [first] = stuck;
  if (first !== undefined)
    throw ImpError.of("UNDO_PROGRAM_CHANGED", {
      run,
      path: join(directory.path, first.location),
      isKnown: true,
      reason: first.why,
    });
  const changes = programChanges({ directory, files, program, layout });
  if (program.resources.length > 0) return changes;
  return changes.map((change) =>
    change.part === "record" || isBlankChange(change) ? { ...change, after: undefined } : change,
  );
}

function isBlankChange({ after }: FileChange): boolean {
  return after !== undefined && Buffer.from(after).toString("utf8").trim() === "";
}

async function removedProgram(directory: ProgramDirectory): Promise<readonly FileChange[]> {
  const { path, recordPath, recordBytes, record } = directory;
  const names = [...(record?.files.keys() ?? [])];
  const files = names.map(async (name): Promise<FileChange> => {
    const { bytes } = await fileOrigin(directory, name);
    return { path: join(path, name), part: "program", before: bytes, after: undefined };
  });
  return [...(await Promise.all(files)), { path: recordPath, part: "record", before: recordBytes, after: undefined }];
}

/** The languages that the program is printed in, with the name of the main file of each. */
function mainFiles(
  { record }: ProgramDirectory,
  languages: readonly Language[],
  appended: string,
): ReadonlyMap<Language, string> {
  const names = languages.map((language): readonly [Language, string] => {
    const { fileName } = language;
    return [language, appended === "" ? fileName : appendedName(fileName, appended)];
  });
  return new Map(names.filter(([, name]) => record?.files.has(name)));
}

function fileNames(names: ReadonlyMap<Language, string>): ReadonlyMap<string, string> {
  return new Map([...names].map(([language, name]) => [language.fileName, name]));
}

function emptyConfig(keys: ReadonlySet<string>): ReadonlyMap<string, unknown> {
  return new Map([...keys].map((key) => [key, undefined]));
}
