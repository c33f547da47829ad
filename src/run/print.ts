/**
 * Lowers a graph and prints its program, with everything else that one commit writes: record, configuration, state and project files.
 */
import { join } from "node:path";
import type { Language, NewProject } from "../../generators/index.ts";
import { diagnosticsOf, printProgram } from "../../generators/print-program.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { ConfigValue, ResourceGraph, StateEntry } from "../graph.ts";
import type { Program } from "../ir/program.ts";
import { lowerProven } from "../lower/lower-proven.ts";
import type { PackageSchema } from "../schema/types.ts";
import { changesOf, type FileChange, type RunChanges } from "../workspace/commit/changes.ts";
import { type ProgramLocation, printedFiles } from "../workspace/program/program-location.ts";
import type { OpenProgram } from "./open-program.ts";

/** A graph to print, and what printing it needs to know. */
export interface Printable {
  readonly graph: ResourceGraph;
  readonly schemas: ReadonlyMap<string, PackageSchema>;
  /** New resources of the state. */
  readonly entries: readonly StateEntry[];
  /** Of a graph that was made from a state. */
  readonly source?: "state";
}

export interface PrintedChanges {
  readonly program: Program;
  /** Printed file -> its text. */
  readonly texts: ReadonlyMap<string, string>;
  readonly changes: RunChanges;
  /** Parts that a language of the program cannot express; none where no program is written. */
  readonly warnings: readonly Diagnostic[];
}

/** Nothing is written here. Throws GENERATOR_CANNOT_EXPRESS, MEANING_CHANGED, PROGRAM_CHANGED and the codes of the crypter. */
export async function printedChanges(
  { graph, schemas, entries, source }: Printable,
  { workspace, location, languages, layout, newProject, writing, held, insertion }: OpenProgram,
  io: Pick<RunIo, "now" | "progress">,
): Promise<PrintedChanges> {
  io.progress.phase("Printing programs", 0);
  const { config, project } = workspace;
  const lowered = lowerProven(graph, schemas, {
    ...location,
    project: project.name,
    config,
    held,
    ...(source !== undefined && { source }),
  });
  const isEmpty = insertion !== undefined && lowered.program.resources.length === 0;
  const printed = isEmpty
    ? []
    : insertion === undefined
      ? await printProgram(lowered.program, languages, location.names, config, layout)
      : [{ path: insertion.file, text: await insertion.insert(lowered.program), diagnostics: [] }];
  const { directory, isAppended, isInserted } = location;
  const { files, ...changes } = await changesOf(
    {
      workspace,
      writing,
      entries,
      config: lowered.config,
      directory,
      program: lowered.program,
      layout,
      files: await printedFiles(location, printed),
      isAppended,
      ...(isInserted !== undefined && { isInserted }),
    },
    io.now(),
  );
  const around = newProject === undefined ? [] : await projectChanges(lowered.program, newProject, languages, location);
  io.progress.stop();
  return {
    program: lowered.program,
    texts: new Map(printed.map(({ path, text }) => [path, text])),
    changes: { files: [...around, ...files], ...changes },
    warnings: writing === "state" ? [] : diagnosticsOf(printed),
  };
}

export interface PastedCode {
  readonly text: string;
  /** Secrets that the code takes from the configuration. */
  readonly config: readonly ConfigValue[];
  readonly warnings: readonly Diagnostic[];
}

/** Code to paste in one language. Throws GENERATOR_CANNOT_EXPRESS, MEANING_CHANGED. */
export async function pastedCode(
  { graph, schemas }: Pick<Printable, "graph" | "schemas">,
  { project, config, held }: Pick<OpenProgram["workspace"], "project" | "config"> & Pick<OpenProgram, "held">,
  language: Language,
  io: Pick<RunIo, "progress">,
): Promise<PastedCode> {
  io.progress.phase("Printing the code", 0);
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
