/**
 * Finds out how a person's program takes in the files that are printed next to it, and adds the line that loads one where that is safe.
 */
import { join, relative } from "node:path";
import type { Generator, Language, Loading } from "../../generators/index.ts";
import type { AppendedFile } from "../cli/appended-screen.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { Program } from "../ir/program.ts";
import type { RunOptions } from "../options/run-options.ts";
import type { FileChange } from "../workspace/commit/changes.ts";
import { hasLines } from "../workspace/program/has-lines.ts";
import { programFolder } from "../workspace/program/program-folder.ts";
import { openProgramDirectory, ownerOf } from "../workspace/program/program-record.ts";
import type { OpenProgram } from "./open-program.ts";
import { leavesOf } from "./summary.ts";

export interface Appended {
  /** One for each language; none without `--append-file`. */
  readonly appended: readonly AppendedFile[];
  /** Files of the person's program with the lines that load them. */
  readonly wiring: readonly FileChange[];
}

export async function appendedFiles(
  program: Program,
  open: OpenProgram,
  options: Pick<RunOptions, "derivation" | "program">,
  io: Pick<RunIo, "cwd">,
): Promise<Appended> {
  const { languages, place, location, workspace } = open;
  if (place.appendFile === undefined) return { appended: [], wiring: [] };
  const leaves = leavesOf(options);
  // Code for what is not in the state would be made anew by the next update.
  const wires = options.program.wire && (leaves === "all" || leaves === "imports") && program.held === undefined;
  const wiring: FileChange[] = [];
  const appended = await Promise.all(
    languages.map(async (language): Promise<AppendedFile> => {
      const usual = language.fileName;
      const name = location.names.get(usual) ?? usual;
      const file = relative(io.cwd, join(place.path, name));
      // How another folder is reached is the project's own matter.
      if (place.path !== workspace.programDir) return { file, isLoaded: false };
      const generator = await language.load();
      const loading = generator.loading(program, name);
      if (await loads(language, loading, place.path)) return { file, loading, isLoaded: true };
      const change = wires && runs(language, open) ? await wired(generator, name, open) : undefined;
      if (change !== undefined && change.before !== change.after) wiring.push(change);
      return { file, loading, isLoaded: change !== undefined };
    }),
  );
  return { appended, wiring };
}

async function loads({ fileName }: Language, loading: Loading, path: string): Promise<boolean> {
  return loading.kind === "line" && (await hasLines(join(path, fileName), loading.line));
}

/** The program is one of the language. */
function runs({ runtimes }: Language, { workspace }: OpenProgram): boolean {
  return runtimes.includes(workspace.project.runtime ?? "");
}

/** The main file of a person's program with the line. Where imp printed the main file, it prints it again without it. */
async function wired(
  { readOwnProgram }: Generator,
  name: string,
  { place, workspace: { project, stack } }: OpenProgram,
): Promise<FileChange | undefined> {
  const program = await readOwnProgram?.({
    folder: programFolder(place.path),
    project: project.name,
    stack,
    resources: [],
  });
  const changed = await program?.loading(name);
  if (changed === undefined) return undefined;
  const { owner, bytes } = await ownerOf(await openProgramDirectory(place.path, project.name, stack), changed.file);
  const isText = bytes !== undefined && Buffer.compare(Buffer.from(changed.before, "utf8"), bytes) === 0;
  if (owner === "imp" || !isText) return undefined;
  const path = join(place.path, changed.file);
  const isSame = changed.before === changed.text;
  return { path, part: "project", before: bytes, after: isSame ? bytes : Buffer.from(changed.text, "utf8") };
}
