/**
 * Prints imp's program again without some resources, from its record, in the languages and the layout that it has.
 */
import { basename, dirname, join } from "node:path";
import type { Language } from "../../generators/index.ts";
import { printProgram } from "../../generators/print-program.ts";
import { ImpError } from "../errors.ts";
import type { Urn } from "../graph.ts";
import { referring, removeNodes } from "../ir/remove-nodes.ts";
import { type FileChange, programChanges } from "../workspace/commit/changes.ts";
import { appendedName, printedFiles } from "../workspace/program/program-location.ts";
import { openProgramDirectory, ownerOf, type ProgramDirectory } from "../workspace/program/program-record.ts";
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
  if (!force) await refuseChanged(directory, run);
  const program = removeNodes(existing, goes);
  if (program.resources.length === 0) return await removedProgram(directory);
  const layout = directory.record?.layout ?? "single";
  const names = namesIn(directory, languages, appended);
  const printed = await printProgram(program, [...names.keys()], fileNames(names), configMap(configKeys), layout);
  const files = await printedFiles({ directory, contents: new Map(), force }, printed);
  return programChanges({ directory, files, program, layout });
}

async function refuseChanged(directory: ProgramDirectory, run: string): Promise<void> {
  for (const name of directory.record?.files.keys() ?? []) {
    const { owner } = await ownerOf(directory, name);
    const path = join(directory.path, name);
    if (owner === "person") throw ImpError.of("UNDO_PROGRAM_CHANGED", { run, path, isKnown: true });
  }
}

async function removedProgram(directory: ProgramDirectory): Promise<readonly FileChange[]> {
  const { path, recordPath, recordBytes, record } = directory;
  const names = [...(record?.files.keys() ?? [])];
  const files = names.map(async (name): Promise<FileChange> => {
    const { bytes } = await ownerOf(directory, name);
    return { path: join(path, name), part: "program", before: bytes, after: undefined };
  });
  return [...(await Promise.all(files)), { path: recordPath, part: "record", before: recordBytes, after: undefined }];
}

/** The languages that the program is printed in, with the name of the main file of each. */
function namesIn(
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

function configMap(keys: ReadonlySet<string>): ReadonlyMap<string, unknown> {
  return new Map([...keys].map((key) => [key, undefined]));
}
