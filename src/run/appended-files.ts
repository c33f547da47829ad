/** Finds out whether the user's program loads the files of `--append-file`. If not, adds a statement that loads them, if this is safe. */
import { join, relative } from "node:path";
import type { AppendedProgram, Generator, Language, Loading } from "../../generators/index.ts";
import type { AppendedFile } from "../cli/appended-screen.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { RunOptions } from "../options/run-options.ts";
import type { FileChange } from "../workspace/commit/changes.ts";
import { programFolder } from "../workspace/program/program-folder.ts";
import { fileOrigin, openProgramDirectory } from "../workspace/program/program-record.ts";
import { readOptional } from "../workspace/settings/read-file.ts";
import type { OpenProgram } from "./open-program.ts";
import type { PrintedChanges } from "./print.ts";
import { leftParts } from "./summary.ts";
import { projectMain } from "./user-program.ts";

export interface Appended {
  /** One element for each language. Empty without `--append-file`. */
  readonly appended: readonly AppendedFile[];
  /** The changed files of the user's program, which now load the generated files. */
  readonly wiring: readonly FileChange[];
  /** True if the run adds resources to the state that no program of the project registers. Always false with `--no-wire`. */
  readonly isUnregistered: boolean;
}

export async function appendedFiles(
  { program, texts }: Pick<PrintedChanges, "program" | "texts">,
  open: OpenProgram,
  options: Pick<RunOptions, "derivation" | "program">,
  io: Pick<RunIo, "cwd">,
): Promise<Appended> {
  const { languages, target, location, workspace } = open;
  if (target.appendFile === undefined) return { appended: [], wiring: [], isUnregistered: false };
  const leaves = leftParts(options);
  // If the run does not write the state, the program must not load the file: the next update would create its resources again.
  const wires = options.program.wire && (leaves === "all" || leaves === "imports");
  const wiring: FileChange[] = [];
  const appended = await Promise.all(
    languages.map(async (language): Promise<AppendedFile> => {
      const usual = language.fileName;
      const fileName = location.names.get(usual) ?? usual;
      const file = relative(io.cwd, join(target.path, fileName));
      // In other directories, imp does not look for a statement that loads the file.
      if (target.path !== workspace.programDir) return { file, isLoaded: false };
      const generator = await language.load();
      const loading = generator.loading(program, fileName);
      if (await loadsAppended(language, loading, target.path)) return { file, loading, isLoaded: true };
      const written = { program, fileName, text: texts.get(fileName) ?? "" };
      const { existing: before } = location;
      const change = wires && runs(language, open) ? await wired(generator, { ...written, before }, open) : undefined;
      if (change !== undefined && change.before !== change.after) wiring.push(change);
      return { file, loading, isLoaded: change !== undefined };
    }),
  );
  const isKnown = workspace.project.runtime !== undefined;
  const isRegistered = appended.some(
    ({ loading, isLoaded }, index) => (isLoaded || loading?.kind === "none") && runs(languages[index], open),
  );
  return { appended, wiring, isUnregistered: leaves === "all" && options.program.wire && isKnown && !isRegistered };
}

async function loadsAppended({ fileName }: Language, loading: Loading, path: string): Promise<boolean> {
  return loading.kind === "line" && (await hasLines(join(path, fileName), loading.line));
}

function runs(language: Pick<Language, "runtimes"> | undefined, { workspace }: OpenProgram): boolean {
  return language?.runtimes.includes(workspace.project.runtime ?? "") === true;
}

/** Returns the change that adds the loading statement to the user's program. Returns undefined if the file is not UTF-8, or if imp wrote it. */
async function wired(
  { wire }: Generator,
  appended: AppendedProgram,
  { target, workspace: { project, stack } }: OpenProgram,
): Promise<FileChange | undefined> {
  const changed = await wire?.(appended, { folder: programFolder(target.path), ...projectMain(project, target.path) });
  if (changed === undefined) return undefined;
  const { owner, bytes } = await fileOrigin(await openProgramDirectory(target.path, project.name, stack), changed.file);
  const isText = bytes !== undefined && Buffer.compare(Buffer.from(changed.before, "utf8"), bytes) === 0;
  if (owner === "imp" || !isText) return undefined;
  const path = join(target.path, changed.file);
  const isSame = changed.before === changed.text;
  return { path, part: "project", before: bytes, after: isSame ? bytes : Buffer.from(changed.text, "utf8") };
}

/** Returns true if the file contains the lines one after another, at any indentation. Returns false if the file cannot be read. */
async function hasLines(path: string, text: string): Promise<boolean> {
  const bytes = await readOptional(path).catch(() => undefined);
  const plain = (source: string): string =>
    source
      .trim()
      .split(/\s*\n\s*/)
      .join("\n");
  return `\n${plain(Buffer.from(bytes ?? []).toString("utf8"))}\n`.includes(`\n${plain(text)}\n`);
}
