/**
 * A lowered program -> everything that one commit writes for it: printed in every language, with record, configuration and state.
 */
import { join } from "node:path";
import type { Language, NewProject } from "../../generators/index.ts";
import { diagnosticsOf, printProgram } from "../../generators/print-program.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { ConfigValue, StateEntry } from "../graph.ts";
import type { Program } from "../ir/program.ts";
import type { Layout } from "../ir/split-program.ts";
import { changesOf, type FileChange, type RunChanges, type Writing } from "../workspace/commit/changes.ts";
import { type ProgramTarget, printedFiles } from "../workspace/program/program-target.ts";
import type { Workspace } from "../workspace/workspace.ts";

export interface PrintFacts {
  readonly workspace: Workspace;
  readonly target: ProgramTarget;
  readonly languages: readonly Language[];
  readonly layout: Layout;
  readonly writing: Writing;
  /** New resources of the state. */
  readonly entries: readonly StateEntry[];
  /** Absent: only the program is written. */
  readonly newProject?: NewProject;
  /** RFC 3339, UTC. */
  readonly now: string;
}

export interface PrintedChanges {
  readonly changes: RunChanges;
  /** What a language of the program cannot express; none where no program is written. */
  readonly warnings: readonly Diagnostic[];
}

/** Nothing is written here. Throws GENERATOR_CANNOT_EXPRESS, PROGRAM_CHANGED and the codes of the crypter. */
export async function printedChanges(
  lowered: { readonly program: Program; readonly config: readonly ConfigValue[] },
  { target, languages, layout, newProject, now, ...facts }: PrintFacts,
): Promise<PrintedChanges> {
  const printed = await printProgram(lowered.program, languages, target.names, facts.workspace.config, layout);
  const files = await printedFiles(target, printed);
  const { directory, beside } = target;
  const products = { ...facts, directory, beside, files, layout, ...lowered };
  const { files: own, ...changes } = await changesOf(products, now);
  const around = newProject === undefined ? [] : await projectChanges(lowered.program, newProject, languages, target);
  return {
    changes: { files: [...around, ...own], ...changes },
    warnings: facts.writing === "state" ? [] : diagnosticsOf(printed),
  };
}

async function projectChanges(
  program: Program,
  project: NewProject,
  languages: readonly Language[],
  { directory }: ProgramTarget,
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
