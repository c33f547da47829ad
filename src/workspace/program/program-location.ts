/** Decides the location of the printed program: the existing program of imp, a new one, or a file next to the user's program. */
import { extname, join, posix } from "node:path";
import type { Language } from "../../../generators/language.ts";
import { ImpError } from "../../domain/errors.ts";
import type { Urn } from "../../domain/graph.ts";
import { isDefaultProvider, rootStackType } from "../../domain/urn.ts";
import type { Program } from "../../ir/program.ts";
import type { Layout } from "../../ir/split-program.ts";
import type { Deployment } from "../../state/deployment.ts";
import { programFolder } from "./program-folder.ts";
import {
  appendedFor,
  fileOrigin,
  openProgramDirectory,
  ownerStack,
  type ProgramDirectory,
  recordPathOf,
} from "./program-record.ts";

export interface PrintedFile {
  readonly name: string;
  readonly text: string | undefined;
  readonly before: Uint8Array | undefined;
  /** imp's output before the user's changes were added to it. The record has the hash of this text. */
  readonly printed?: string;
}

export interface ProgramLocation {
  readonly directory: ProgramDirectory;
  /** The actual file name for each file name of a language. */
  readonly names: ReadonlyMap<string, string>;
  /** The current content by file name. */
  readonly contents: ReadonlyMap<string, Uint8Array | undefined>;
  /** The content of the printed files that the user has changed, by file name. Empty with `force`, which overwrites them. */
  readonly changed: ReadonlyMap<string, Uint8Array>;
  readonly existing?: Program;
  readonly inProgram: ReadonlySet<Urn>;
  /** True if a file that imp printed is missing. It is printed again even if nothing is imported. */
  readonly lost: boolean;
  /** `--force`: overwrites files of the user. */
  readonly force: boolean;
  /** True if the file is printed next to a program that registers the stack's other resources. */
  readonly isAppended: boolean;
  /** True if the code is inserted into a file of the user. imp keeps no record of such files. */
  readonly isInserted?: true;
  readonly layout?: Layout;
  /** Why the program cannot be written. Thrown only if the run has something to write. */
  readonly problem?: ImpError;
}

export interface ProgramTarget {
  readonly path: string;
  readonly project: string;
  readonly stack: string;
  readonly languages: readonly Pick<Language, "fileName" | "runsInstead">[];
  /** `--append-file`, with or without an extension. */
  readonly appendFile?: string;
  readonly force?: boolean;
  /** False if the program is only read. Defaults to true. */
  readonly isWritten?: boolean;
}

/** Inspects the program directory. Compares the program with the state to find resources that it would not register. */
export async function openProgramLocation(
  target: ProgramTarget,
  state: Deployment | undefined,
): Promise<ProgramLocation> {
  const { path, project, stack, appendFile, isWritten = true } = target;
  const force = target.force === true || !isWritten;
  const fileNames = target.languages.map(({ fileName }) => fileName);
  const base =
    appendFile === undefined ? undefined : appendFile.slice(0, appendFile.length - extname(appendFile).length);
  const directory = await openProgramDirectory(path, project, base === undefined ? stack : `${stack}.${base}`);
  const names = new Map(fileNames.map((name) => [name, base === undefined ? name : appendedName(name, base)]));
  const contents = new Map<string, Uint8Array | undefined>();
  const changed = force ? new Map<string, Uint8Array>() : await changedByUser(directory);
  let problem: ImpError | undefined;
  for (const name of names.values()) {
    const { owner, bytes } = await fileOrigin(directory, name);
    contents.set(name, bytes);
    if (owner === "user" && !force && problem === undefined && !changed.has(name)) {
      const printedFor = await ownerStack(path, project, name, bytes);
      problem = ImpError.of("PROGRAM_CHANGED", { path: join(path, name), printedFor });
    }
  }
  const existing = directory.record?.program;
  const inProgram = new Set(existing?.resources.map(({ urn }) => urn) ?? []);
  if (base === undefined && isWritten) {
    problem ??= await refuseIgnoredProgram(path, target);
    // If the user changed the program, imp updates it in place, so it keeps all of its resources.
    if (changed.size === 0) problem ??= await incomplete(target, inProgram, state);
  }
  return {
    directory,
    names,
    contents,
    changed,
    inProgram,
    lost: await isPrintedFileGone(directory, fileNames),
    force,
    isAppended: base !== undefined,
    existing,
    layout: directory.record?.layout,
    problem,
  };
}

/** Returns the location for code that is inserted into a file of the user. */
export function insertedLocation(
  { path, project, stack }: Pick<ProgramTarget, "path" | "project" | "stack">,
  fileName: string,
  file: string,
  bytes: Uint8Array,
): ProgramLocation {
  const recordPath = recordPathOf(path, project, stack);
  return {
    directory: { path, recordPath, recordBytes: undefined, record: undefined },
    names: new Map([[fileName, file]]),
    contents: new Map([[file, bytes]]),
    changed: new Map(),
    inProgram: new Set(),
    lost: false,
    force: false,
    isAppended: true,
    isInserted: true,
  };
}

export function appendedName(name: string, base: string): string {
  return posix.join(posix.dirname(name), `${base}${posix.extname(name)}`);
}

/** Returns an error if the directory has a program that the runtime would run instead of the printed file. */
async function refuseIgnoredProgram(path: string, { languages, force }: ProgramTarget): Promise<ImpError | undefined> {
  if (force === true) return undefined;
  const folder = programFolder(path);
  for (const { fileName, runsInstead } of languages) {
    const other = await runsInstead?.(folder);
    if (other !== undefined) return ImpError.of("PROGRAM_ELSEWHERE", { path: join(path, other), file: fileName });
  }
  return undefined;
}

export async function changedByUser(directory: ProgramDirectory): Promise<ReadonlyMap<string, Uint8Array>> {
  const changed = new Map<string, Uint8Array>();
  for (const name of directory.record?.files.keys() ?? []) {
    const { owner, bytes } = await fileOrigin(directory, name);
    if (owner === "user" && bytes !== undefined) changed.set(name, bytes);
  }
  return changed;
}

/** Returns true if a printed file in one of the languages is missing. */
async function isPrintedFileGone(directory: ProgramDirectory, fileNames: readonly string[]): Promise<boolean> {
  const endings = new Set(fileNames.map((name) => extname(name)));
  for (const name of directory.record?.files.keys() ?? []) {
    if (endings.has(extname(name)) && (await fileOrigin(directory, name)).owner === "none") return true;
  }
  return false;
}

/**
 * Returns the printed files, and removals of previously printed ones.
 *
 * @throws PROGRAM_CHANGED if this would overwrite or remove a file with content of the user
 */
export async function printedFiles(
  location: Pick<ProgramLocation, "directory" | "contents" | "force">,
  files: readonly { readonly path: string; readonly text: string }[],
): Promise<readonly PrintedFile[]> {
  const { directory, contents } = location;
  const printed: PrintedFile[] = [];
  for (const { path, text } of files) {
    const { owner, bytes } = contents.has(path)
      ? { owner: "imp", bytes: contents.get(path) }
      : await fileOrigin(directory, path);
    if (owner === "user" && !location.force) throw ImpError.of("PROGRAM_CHANGED", { path: join(directory.path, path) });
    printed.push({ name: path, text, before: bytes });
  }
  const names = new Set(files.map(({ path }) => path));
  const endings = new Set(files.map(({ path }) => extname(path)));
  for (const name of directory.record?.files.keys() ?? []) {
    if (names.has(name) || !endings.has(extname(name))) continue;
    const { owner, bytes } = await fileOrigin(directory, name);
    if (owner === "user" && !location.force) throw ImpError.of("PROGRAM_CHANGED", { path: join(directory.path, name) });
    if (owner !== "none") printed.push({ name, text: undefined, before: bytes });
  }
  return printed;
}

/** Returns an error if the next update would delete resources, because the printed program would not register all resources in the state. */
async function incomplete(
  { path, project, stack }: ProgramTarget,
  inProgram: ReadonlySet<Urn>,
  state: Deployment | undefined,
): Promise<ImpError | undefined> {
  const unregistered = (state?.resources ?? []).filter(
    ({ urn, type, delete: deleted, external }) =>
      !deleted && !external && type !== rootStackType && !isDefaultProvider(urn) && !inProgram.has(urn),
  );
  const [first] = unregistered;
  if (first === undefined) return undefined;
  return ImpError.of("PROGRAM_INCOMPLETE", {
    directory: path,
    count: unregistered.length,
    example: first.urn,
    appended: await appendedFor(path, project, stack),
  });
}
