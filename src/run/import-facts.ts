/**
 * The facts that an import needs of a command: its stack, its program, and its plugins.
 */
import type { Language } from "../../generators/index.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { ImportContext } from "../import/resolve-import.ts";
import type { Host } from "../plugin/host.ts";
import { programFiles } from "../workspace/program/program-files.ts";
import { sdksFor } from "../workspace/program/program-folder.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { ChosenProgram } from "./open-program.ts";

/** The stack and the program that something is derived for. */
export interface DerivedFor extends ChosenProgram {
  readonly workspace: Pick<Workspace, "project" | "stack" | "config">;
  /** A project is written around the program. */
  readonly isNew: boolean;
}

/** The facts of an import into the stack of a program. */
export function importFacts(
  given: Pick<ImportContext, "known" | "protect" | "overlay" | "replaceable">,
  place: DerivedFor,
  host: Host,
  io: RunIo,
): ImportContext {
  return { ...given, ...openingFacts(place, host), io, assetFiles: programFiles(place.place.path) };
}

/** The facts about the stack, the program and the plugins that every way to a graph needs. */
export function openingFacts({ workspace, languages, place, isNew }: DerivedFor, host: Host) {
  return {
    project: workspace.project.name,
    stack: workspace.stack,
    config: workspace.config,
    host,
    sdks: sdksFor(languages[0], place.path, isNew),
  };
}

/** Loads the generators while the plugins start: both take their time. */
export async function withGenerators<T>(opening: Promise<T>, languages: readonly Language[]): Promise<T> {
  const [opened] = await Promise.all([opening, ...languages.map((language) => language.load())]);
  return opened;
}
