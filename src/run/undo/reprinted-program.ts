/** Removes resources from a program that imp wrote. Prints the program again, or edits its files if the user changed them. */
import { basename, dirname, join } from "node:path";
import type { Language } from "../../../generators/index.ts";
import { printProgram } from "../../../generators/print-program.ts";
import { ImpError } from "../../domain/errors.ts";
import type { Urn } from "../../domain/graph.ts";
import type { Program } from "../../ir/program.ts";
import { referring, removeNodes } from "../../ir/remove-nodes.ts";
import { type FileChange, programChanges } from "../../workspace/commit/changes.ts";
import { openChanged, updatedFiles } from "../../workspace/program/changed-program.ts";
import { appendedName, changedByUser, printedFiles } from "../../workspace/program/program-location.ts";
import { fileOrigin, openProgramDirectory, type ProgramDirectory } from "../../workspace/program/program-record.ts";
import type { Workspace } from "../../workspace/workspace.ts";

export interface Reprinting {
  readonly workspace: Pick<Workspace, "project" | "stack">;
  /** The path of the record that imp keeps of the program. */
  readonly record: string;
  readonly removed: ReadonlySet<Urn>;
  /** The names of outputs of the stack to remove. */
  readonly outputs: ReadonlySet<string>;
  readonly run: string;
  readonly configKeys: ReadonlySet<string>;
  readonly force: boolean;
  /** All languages that imp can print. */
  readonly languages: readonly Language[];
}

/**
 * Returns the changes that remove the resources from the program, without writing them. Deletes an empty program and its record. Returns no
 * changes if the program doesn't contain any of the resources, or if its record is missing.
 *
 * @throws UNDO_NEEDED, UNDO_PROGRAM_CHANGED, PROGRAM_CHANGED, RECORD_UNUSABLE, FILE_UNREADABLE
 */
export async function reprintedProgram(reprinting: Reprinting): Promise<readonly FileChange[]> {
  const { workspace, record, removed, outputs, run, configKeys, force, languages } = reprinting;
  const { project, stack } = workspace;
  const appended = basename(record, ".json").slice(`${project.name}.${stack}.`.length);
  const suffix = appended === "" ? "" : `.${appended}`;
  const directory = await openProgramDirectory(dirname(dirname(record)), project.name, `${stack}${suffix}`);
  const existing = directory.record?.program;
  const hasSome =
    existing?.resources.some(({ urn }) => removed.has(urn)) === true ||
    existing?.outputs?.some(({ name }) => outputs.has(name)) === true;
  if (existing === undefined || !hasSome) return [];
  const dependents = referring(existing, removed).map(({ urn, to }) => ({ urn, how: "refers to", on: to }));
  if (dependents.length > 0) throw ImpError.of("UNDO_NEEDED", { run, dependents });
  const program = removeNodes(existing, removed, outputs);
  const changed = force ? new Map<string, Uint8Array>() : await changedByUser(directory);
  if (changed.size > 0) return await withoutResources(program, directory, changed, appended, reprinting);
  if (program.resources.length === 0) return await removedProgram(directory);
  const layout = directory.record?.layout ?? "single";
  const names = mainFiles(directory, languages, appended);
  const printed = await printProgram(program, [...names.keys()], fileNames(names), emptyConfig(configKeys), layout);
  const files = await printedFiles({ directory, contents: new Map(), force }, printed);
  return programChanges({ directory, files, program, layout });
}

/** Removes the resources from a program that the user changed. Keeps the user's changes. */
async function withoutResources(
  program: Program,
  directory: ProgramDirectory,
  changed: ReadonlyMap<string, Uint8Array>,
  appended: string,
  { workspace, run, languages }: Reprinting,
): Promise<readonly FileChange[]> {
  const layout = directory.record?.layout ?? "single";
  const names = mainFiles(directory, languages, appended);
  const { project, stack } = workspace;
  const open = await openChanged({ directory, project: project.name, stack, names, changed }, [], []).catch(
    (error: unknown) => {
      const { where, why } = error instanceof ImpError ? error.explanation : {};
      if (where === undefined || why === undefined) throw error;
      throw ImpError.of("UNDO_PROGRAM_CHANGED", { run, path: where, isKnown: true, reason: why });
    },
  );
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
    change.part === "record" || isEmptyFile(change) ? { ...change, after: undefined } : change,
  );
}

function isEmptyFile({ after }: FileChange): boolean {
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

/** Returns the languages of the program, with the name of the main file of each. */
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
