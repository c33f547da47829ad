/** Opens a program that imp printed and the user has changed, with the reader of its language. */
import { extname, join } from "node:path";
import type {
  ChangedProgram,
  PrintedAs,
  UnreadableProgram,
  UpdatedProgram,
} from "../../../generators/changed-program.ts";
import type { Language } from "../../../generators/language.ts";
import type { StackResource } from "../../../generators/user-program.ts";
import { ImpError } from "../../domain/errors.ts";
import type { Urn } from "../../domain/graph.ts";
import type { Program } from "../../ir/program.ts";
import { type Layout, splitProgram } from "../../ir/split-program.ts";
import { programFolder } from "./program-folder.ts";
import type { PrintedFile } from "./program-location.ts";
import type { ProgramDirectory } from "./program-record.ts";

export interface OpenChanged {
  readonly language: Language;
  readonly fileName: string;
  readonly program: ChangedProgram;
}

export interface ChangedPlace {
  readonly directory: ProgramDirectory;
  readonly project: string;
  readonly stack: string;
  /** The name of the main file by language. */
  readonly names: ReadonlyMap<Language, string>;
  readonly changed: ReadonlyMap<string, Uint8Array>;
}

/**
 * Opens the changed files, which must be in the same language.
 *
 * @param needs the URNs of the parents and providers that new code refers to
 * @throws PROGRAM_CHANGED if imp cannot read the language, or if imp's code is a function that gets existing resources as arguments;
 * PROGRAM_UNREADABLE
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
        why: "The file is not valid UTF-8.",
        hint: "Save the file as UTF-8, then run imp again.",
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

/** Returns the updated files, which keep the user's changes. `printed` contains the files without these changes. */
export async function updatedFiles(
  { language, fileName, program: changed }: OpenChanged,
  program: Program,
  layout: Layout,
  printed: readonly { readonly path: string; readonly text: string }[],
): Promise<UpdatedFiles> {
  const { files, statements, stuck } = await changed.updated(program, printedAs(program, fileName, language, layout));
  const printedTexts = new Map(printed.map(({ path, text }) => [path, text]));
  return {
    statements,
    stuck,
    files: files.map(({ file, before, text }) => ({
      name: file,
      text,
      before: before === undefined ? undefined : Buffer.from(before, "utf8"),
      printed: printedTexts.get(file),
    })),
  };
}

function printedAs(program: Program, fileName: string, language: Language, layout: Layout): PrintedAs {
  return {
    fileName,
    isAppended: fileName !== language.fileName ? true : undefined,
    parts: layout !== "single" ? splitProgram(program, layout) : undefined,
  };
}
