/** Prints the program of a graph, and returns it with the other changes to commit: record, configuration, state, and project files. */
import { extname, join } from "node:path";
import type { GeneratedFile, Language, NewProject } from "../../generators/index.ts";
import { diagnosticsOf, printProgram } from "../../generators/print-program.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { Diagnostic } from "../domain/diagnostic.ts";
import type { ConfigValue, ImportPlan, ResourceGraph, StateEntry, Urn } from "../domain/graph.ts";
import type { Program } from "../ir/program.ts";
import type { Lowered } from "../lower/lower.ts";
import { lowerProven } from "../lower/lower-proven.ts";
import type { PackageSchema } from "../schema/types.ts";
import { type FileChange, type RunChanges, runChanges } from "../workspace/commit/changes.ts";
import { unreadableProgram, updatedFiles } from "../workspace/program/changed-program.ts";
import { type ProgramLocation, printedFiles } from "../workspace/program/program-location.ts";
import { changedStatements } from "./changed-statements.ts";
import type { OpenProgram } from "./open-program.ts";

export interface Printable {
  readonly graph: ResourceGraph;
  readonly schemas: ReadonlyMap<string, PackageSchema>;
  /** "state" if the graph was created from a state. */
  readonly source?: "state";
}

/** The generated files, in all languages. */
export interface PrintedProgram {
  readonly lowered: Lowered;
  readonly files: readonly GeneratedFile[];
}

export interface StateAdditions extends Pick<ImportPlan, "entries" | "outputs"> {
  readonly cleared?: ReadonlySet<Urn>;
}

export interface PrintedChanges {
  readonly program: Program;
  /** File name -> text. */
  readonly texts: ReadonlyMap<string, string>;
  readonly changes: RunChanges;
  /** New values of the configuration. */
  readonly config: readonly ConfigValue[];
  /** Warnings about features that a language cannot express. Empty if no program is written. */
  readonly warnings: readonly Diagnostic[];
}

/** Prints the program. Throws LOWER_CANNOT_EXPRESS, GENERATOR_CANNOT_EXPRESS, MEANING_CHANGED. */
export async function printedProgram(
  { graph, schemas, source }: Printable,
  { workspace, location, languages, layout, held, insertion }: OpenProgram,
  io: Pick<RunIo, "progress">,
): Promise<PrintedProgram> {
  io.progress.phase("Printing programs", 0);
  const { config, project } = workspace;
  const lowered = lowerProven(graph, schemas, { ...location, project: project.name, config, held, source });
  if (insertion === undefined)
    return { lowered, files: await printProgram(lowered.program, languages, location.names, config, layout) };
  if (lowered.program.resources.length === 0) return { lowered, files: [] };
  const text = await insertion.insert(lowered.program);
  return { lowered, files: [{ path: insertion.file, text, diagnostics: [] }] };
}

/**
 * Returns the changes to commit, without writing them.
 *
 * @param additions new resources of the state, new outputs of the stack, and the resources whose pending create operations are removed
 * @throws PROGRAM_CHANGED, PROGRAM_UNREADABLE, and the errors of the crypter
 */
export async function printedChanges(
  { lowered, files: printed }: PrintedProgram,
  { entries, outputs, cleared = new Set() }: StateAdditions,
  { workspace, location, languages, layout, newProject, writing, changed }: OpenProgram,
  io: Pick<RunIo, "now" | "progress">,
): Promise<PrintedChanges> {
  const { files: programFiles, statements } = await filesOfPrint(printed, lowered.program, {
    location,
    layout,
    changed,
  });
  const { directory, isAppended, isInserted } = location;
  const { files, ...changes } = await runChanges(
    {
      workspace,
      writing,
      entries,
      outputs: new Map(outputs.map(({ name, value }) => [name, value])),
      cleared,
      config: lowered.config,
      directory,
      program: lowered.program,
      layout,
      files: programFiles,
      isAppended,
      isInserted,
    },
    io.now(),
  );
  const around = newProject === undefined ? [] : await projectChanges(lowered.program, newProject, languages, location);
  io.progress.stop();
  return {
    program: lowered.program,
    texts: new Map(printed.map(({ path, text }) => [path, text])),
    changes: { files: [...around, ...files], ...changes },
    config: lowered.config,
    warnings: writing === "state" ? [] : [...diagnosticsOf(printed), ...statements(urnsAfter(workspace, entries))],
  };
}

/** Returns the files to commit. Keeps the user's edits. */
async function filesOfPrint(
  printed: readonly GeneratedFile[],
  program: Program,
  { location, layout, changed }: Pick<OpenProgram, "location" | "layout" | "changed">,
) {
  if (changed === undefined) return { files: await printedFiles(location, printed), statements: () => [] };
  const isOfChanged = ({ path }: { readonly path: string }): boolean => extname(path) === extname(changed.fileName);
  const { files, statements, stuck } = await updatedFiles(changed, program, layout, printed.filter(isOfChanged));
  const [first] = stuck;
  if (first !== undefined)
    throw unreadableProgram({ ...first, hint: "Undo the edit, or use --force to overwrite the file." });
  const others = await printedFiles(
    location,
    printed.filter((file) => !isOfChanged(file)),
  );
  return {
    files: [...files, ...others],
    statements: (inState: ReadonlySet<Urn>) => changedStatements(statements, inState),
  };
}

/** Returns the resources that will be in the state after the run. */
function urnsAfter(
  { state }: Pick<OpenProgram["workspace"], "state">,
  entries: readonly StateEntry[],
): ReadonlySet<Urn> {
  const living = (state()?.resources ?? []).flatMap(({ urn, delete: isGone }) => (isGone ? [] : [urn]));
  return new Set([...living, ...entries.map(({ urn }) => urn)]);
}

export interface PastedCode {
  readonly text: string;
  /** Secrets that the code reads from the configuration. */
  readonly config: readonly ConfigValue[];
  readonly warnings: readonly Diagnostic[];
}

/** Prints code to paste, in one language. Throws GENERATOR_CANNOT_EXPRESS, MEANING_CHANGED. */
export async function pastedCode(
  { graph, schemas }: Printable,
  { project, config, held }: Pick<OpenProgram["workspace"], "project" | "config"> & Pick<OpenProgram, "held">,
  language: Language,
  io: Pick<RunIo, "progress">,
): Promise<PastedCode> {
  io.progress.phase("Printing code", 0);
  const lowered = lowerProven(graph, schemas, { project: project.name, config, held });
  const files = await printProgram(lowered.program, [language], new Map(), config, "pasted");
  io.progress.stop();
  return {
    text: files.find(({ path }) => path === language.fileName)?.text.trimEnd() ?? "",
    config: lowered.config,
    warnings: diagnosticsOf(files),
  };
}

async function projectChanges(
  program: Program,
  project: NewProject,
  languages: readonly Language[],
  { directory }: ProgramLocation,
): Promise<readonly FileChange[]> {
  const generators = await Promise.all(languages.map((language) => language.load()));
  const files = generators.flatMap(({ newProject }) => newProject?.(program, project) ?? []);
  return files.map(({ path, text }) => ({
    path: join(directory.path, path),
    before: undefined,
    after: Buffer.from(text, "utf8"),
    part: "project" as const,
  }));
}
