/**
 * Decides the location of a run's program: an own program that is printed again, a new one, or a file next to a person's program.
 */
import { extname, join, posix } from "node:path";
import type { Language } from "../../../generators/language.ts";
import { isDefaultProvider, rootStackType } from "../../domain/urn.ts";
import { ImpError } from "../../errors.ts";
import type { Urn } from "../../graph.ts";
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
  /** Absent: the file goes. */
  readonly text: string | undefined;
  /** The current content. */
  readonly before: Uint8Array | undefined;
  /** The text that imp prints by itself, where the file keeps what a person changed: the record knows the file by it. */
  readonly printed?: string;
}

export interface ProgramLocation {
  readonly directory: ProgramDirectory;
  /** Printed file name of a language -> the name it gets here. */
  readonly names: ReadonlyMap<string, string>;
  /** Name -> what stands there now. */
  readonly contents: ReadonlyMap<string, Uint8Array | undefined>;
  /** Files that imp printed and a person changed since; with `force` they are overwritten, and none is here. */
  readonly changed: ReadonlyMap<string, Uint8Array>;
  /** The last output of imp there. */
  readonly existing?: Program;
  /** URNs of its resources. */
  readonly inProgram: ReadonlySet<Urn>;
  /** A file that imp printed here is gone: it is printed again, also when nothing new is imported. */
  readonly lost: boolean;
  /** `--force`: what a person wrote or changed is overwritten. */
  readonly force: boolean;
  /** It becomes a file next to a program that registers the rest of the stack. */
  readonly isAppended: boolean;
  /** The code goes into a file of a person's, of which imp keeps no record. */
  readonly isInserted?: true;
  /** How the program that imp printed here is cut into files; absent: there is none. */
  readonly layout?: Layout;
  /** Why nothing may be written here; it matters only when there is something to write. */
  readonly problem?: ImpError;
}

export interface ProgramPlace {
  /** An absolute directory. */
  readonly path: string;
  readonly project: string;
  readonly stack: string;
  readonly languages: readonly Pick<Language, "fileName" | "runsInstead">[];
  /** `--append-file`: with or without an ending. */
  readonly appendFile?: string;
  readonly force?: boolean;
  /** False: the program is only looked at. Absent: it is written. */
  readonly isWritten?: boolean;
}

/** Looks at the program directory; the state shows whether a program of imp's would be whole. */
export async function openProgramLocation(
  place: ProgramPlace,
  state: Deployment | undefined,
): Promise<ProgramLocation> {
  const { path, project, stack, appendFile, isWritten = true } = place;
  const force = place.force === true || !isWritten;
  const fileNames = place.languages.map(({ fileName }) => fileName);
  const base =
    appendFile === undefined ? undefined : appendFile.slice(0, appendFile.length - extname(appendFile).length);
  const directory = await openProgramDirectory(path, project, base === undefined ? stack : `${stack}.${base}`);
  const names = new Map(fileNames.map((name) => [name, base === undefined ? name : appendedName(name, base)]));
  const contents = new Map<string, Uint8Array | undefined>();
  const changed = force ? new Map<string, Uint8Array>() : await changedByPerson(directory);
  let problem: ImpError | undefined;
  for (const name of names.values()) {
    const { owner, bytes } = await fileOrigin(directory, name);
    contents.set(name, bytes);
    if (owner === "person" && !force && problem === undefined && !changed.has(name)) {
      const printedFor = await ownerStack(path, project, name, bytes);
      problem = ImpError.of("PROGRAM_CHANGED", {
        path: join(path, name),
        printedFor,
      });
    }
  }
  const existing = directory.record?.program;
  const inProgram = new Set(existing?.resources.map(({ urn }) => urn) ?? []);
  if (base === undefined && isWritten) {
    problem ??= await refuseIgnoredProgram(path, place);
    // A program that a person changed is kept whole: nothing that it registers is lost.
    if (changed.size === 0) problem ??= await incomplete(place, inProgram, state);
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

/** The location of code that goes into a file of a person's: imp keeps no record of what it has, and prints nothing else there. */
export function insertedLocation(
  { path, project, stack }: Pick<ProgramPlace, "path" | "project" | "stack">,
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

/** Another file in the folder of the main one. */
export function appendedName(name: string, base: string): string {
  return posix.join(posix.dirname(name), `${base}${posix.extname(name)}`);
}

/** A program of a person's, which the runtime would run instead of the printed one, or the other way round. */
async function refuseIgnoredProgram(path: string, { languages, force }: ProgramPlace): Promise<ImpError | undefined> {
  if (force === true) return undefined;
  const folder = programFolder(path);
  for (const { fileName, runsInstead } of languages) {
    const other = await runsInstead?.(folder);
    if (other !== undefined) return ImpError.of("PROGRAM_ELSEWHERE", { path: join(path, other), file: fileName });
  }
  return undefined;
}

/** The files of the record that have other bytes now. */
export async function changedByPerson(directory: ProgramDirectory): Promise<ReadonlyMap<string, Uint8Array>> {
  const changed = new Map<string, Uint8Array>();
  for (const name of directory.record?.files.keys() ?? []) {
    const { owner, bytes } = await fileOrigin(directory, name);
    if (owner === "person" && bytes !== undefined) changed.set(name, bytes);
  }
  return changed;
}

/** A file that imp printed in one of the languages is not there. */
async function isPrintedFileGone(directory: ProgramDirectory, fileNames: readonly string[]): Promise<boolean> {
  const endings = new Set(fileNames.map((name) => extname(name)));
  for (const name of directory.record?.files.keys() ?? []) {
    if (endings.has(extname(name)) && (await fileOrigin(directory, name)).owner === "nobody") return true;
  }
  return false;
}

/**
 * The files that the generators printed, with the present content of each place; files of the same languages that imp printed before and that the
 * program no longer has are to go.
 *
 * @throws PROGRAM_CHANGED where a person's file stands in the place of one next to the main file, and where one that is to go was changed: what a
 * person did there would be lost without a word.
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
    if (owner === "person" && !location.force)
      throw ImpError.of("PROGRAM_CHANGED", { path: join(directory.path, path) });
    printed.push({ name: path, text, before: bytes });
  }
  const names = new Set(files.map(({ path }) => path));
  const endings = new Set(files.map(({ path }) => extname(path)));
  for (const name of directory.record?.files.keys() ?? []) {
    if (names.has(name) || !endings.has(extname(name))) continue;
    const { owner, bytes } = await fileOrigin(directory, name);
    if (owner === "person" && !location.force)
      throw ImpError.of("PROGRAM_CHANGED", { path: join(directory.path, name) });
    if (owner !== "nobody") printed.push({ name, text: undefined, before: bytes });
  }
  return printed;
}

/** Resources of the state that no program of ours registers would be deleted by the next update. */
async function incomplete(
  { path, project, stack }: ProgramPlace,
  inProgram: ReadonlySet<Urn>,
  state: Deployment | undefined,
): Promise<ImpError | undefined> {
  const others = (state?.resources ?? []).filter(
    ({ urn, type, delete: deleted, external }) =>
      !deleted && !external && type !== rootStackType && !isDefaultProvider(urn) && !inProgram.has(urn),
  );
  const [first] = others;
  if (first === undefined) return undefined;
  return ImpError.of("PROGRAM_INCOMPLETE", {
    directory: path,
    count: others.length,
    example: first.urn,
    appended: await appendedFor(path, project, stack),
  });
}
