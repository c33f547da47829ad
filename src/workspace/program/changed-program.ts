/**
 * Opens a program that imp printed and a person changed since, through its language's reader.
 */
import { extname, join } from "node:path";
import type {
  ChangedProgram,
  PrintedAs,
  UnreadableProgram,
  UpdatedProgram,
} from "../../../generators/changed-program.ts";
import type { Language } from "../../../generators/language.ts";
import type { StackResource } from "../../../generators/user-program.ts";
import { ImpError } from "../../errors.ts";
import type { Urn } from "../../graph.ts";
import type { Program } from "../../ir/program.ts";
import { type Layout, splitProgram } from "../../ir/split-program.ts";
import { programFolder } from "./program-folder.ts";
import type { PrintedFile } from "./program-location.ts";
import type { ProgramDirectory } from "./program-record.ts";

/** A changed program, and the language that it is in. */
export interface OpenChanged {
  readonly language: Language;
  /** The name of its main file. */
  readonly fileName: string;
  readonly program: ChangedProgram;
}

export interface ChangedPlace {
  readonly directory: ProgramDirectory;
  readonly project: string;
  readonly stack: string;
  /** Language -> the name of its main file. */
  readonly names: ReadonlyMap<Language, string>;
  readonly changed: ReadonlyMap<string, Uint8Array>;
}

/**
 * Opens the changed files of the only language that has some.
 *
 * @param resources those of the stack
 * @param needs URNs of parents and providers of new code
 * @throws PROGRAM_CHANGED for a language without a reader, and a file that takes the person's resources as arguments; PROGRAM_UNREADABLE
 */
export async function openChanged(
  { directory, project, stack, names, changed }: ChangedPlace,
  resources: readonly StackResource[],
  needs: readonly Urn[],
): Promise<OpenChanged> {
  const [first = ""] = changed.keys();
  const refused = (): ImpError => ImpError.of("PROGRAM_CHANGED", { path: join(directory.path, first) });
  const record = directory.record;
  const [language, fileName] = [...names].find(([, name]) => extname(name) === extname(first)) ?? [];
  if (language === undefined || fileName === undefined || record === undefined) throw refused();
  const isOther = [...changed.keys()].some((name) => extname(name) !== extname(first));
  const { readChangedProgram } = await language.load();
  const isFunction = fileName !== language.fileName && record.program.held !== undefined;
  if (readChangedProgram === undefined || isOther || isFunction) throw refused();
  for (const [name, bytes] of changed) {
    if (Buffer.compare(Buffer.from(Buffer.from(bytes).toString("utf8")), bytes) !== 0)
      throw unreadableProgram({
        location: join(directory.path, name),
        why: "It is not valid UTF-8.",
        hint: "Save it as UTF-8, then run again.",
      });
  }
  const program = await readChangedProgram({
    folder: programFolder(directory.path),
    project,
    stack,
    resources,
    printed: record.program,
    as: printedAs(record.program, fileName, language, record.layout),
    needs,
  });
  if (program.kind === "unreadable")
    throw unreadableProgram({ ...program, location: join(directory.path, program.location) });
  return { language, fileName, program };
}

export function unreadableProgram({ location, why, hint }: Omit<UnreadableProgram, "kind">): ImpError {
  return ImpError.of("PROGRAM_UNREADABLE", { place: location, why, hint });
}

export interface UpdatedFiles extends Pick<UpdatedProgram, "statements" | "stuck"> {
  readonly files: readonly PrintedFile[];
}

/** The files of a changed program with another one in its place. @param printed the files as imp prints them by itself */
export async function updatedFiles(
  { language, fileName, program: changed }: OpenChanged,
  program: Program,
  layout: Layout,
  printed: readonly { readonly path: string; readonly text: string }[],
): Promise<UpdatedFiles> {
  const { files, statements, stuck } = await changed.updated(program, printedAs(program, fileName, language, layout));
  const own = new Map(printed.map(({ path, text }) => [path, text]));
  return {
    statements,
    stuck,
    files: files.map(({ file, before, text }): PrintedFile => {
      const byImp = own.get(file);
      return {
        name: file,
        text,
        before: before === undefined ? undefined : Buffer.from(before, "utf8"),
        printed: byImp,
      };
    }),
  };
}

function printedAs(program: Program, fileName: string, language: Language, layout: Layout): PrintedAs {
  return {
    fileName,
    isAppended: fileName !== language.fileName ? true : undefined,
    parts: layout !== "single" ? splitProgram(program, layout) : undefined,
  };
}
