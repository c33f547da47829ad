/**
 * A lowered program -> everything that one commit writes for it: printed in every language, with record, configuration and state.
 */
import type { Language } from "../../generators/index.ts";
import { printProgram } from "../../generators/print-program.ts";
import type { ConfigValue, StateEntry } from "../graph.ts";
import type { Program } from "../ir/program.ts";
import type { Layout } from "../ir/split-program.ts";
import { changesOf, type RunChanges } from "../workspace/changes.ts";
import { type ProgramTarget, printedFiles } from "../workspace/program-target.ts";
import type { Workspace } from "../workspace/workspace.ts";

export interface PrintFacts {
  readonly workspace: Workspace;
  readonly target: ProgramTarget;
  readonly languages: readonly Language[];
  readonly layout: Layout;
  /** New resources of the state. */
  readonly entries: readonly StateEntry[];
  /** RFC 3339, UTC. */
  readonly now: string;
}

/** Nothing is written here. Throws GENERATOR_CANNOT_EXPRESS, PROGRAM_CHANGED and the codes of the crypter. */
export async function printedChanges(
  lowered: { readonly program: Program; readonly config: readonly ConfigValue[] },
  { workspace, target, languages, layout, entries, now }: PrintFacts,
): Promise<RunChanges> {
  const printed = await printProgram(lowered.program, languages, target.names, workspace.config, layout);
  const files = await printedFiles(target, printed);
  return await changesOf({ workspace, entries, directory: target.directory, files, layout, ...lowered }, now);
}
