/**
 * Where a command's program goes, in which languages and files, and what stands there already.
 */
import type { Language, NewProject } from "../../generators/index.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { Layout } from "../ir/split-program.ts";
import type { Deployment } from "../state/deployment.ts";
import type { Writing } from "../workspace/commit/changes.ts";
import { openProgramTarget, type ProgramPlace, type ProgramTarget } from "../workspace/program/program-target.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { layoutOf } from "./layout-of-flags.ts";
import { type NewFlags, openNewProject } from "./new-project.ts";
import { type ProgramFlags, programOfFlags } from "./program-of-flags.ts";

/** As the command line gives them. */
export interface TargetFlags extends ProgramFlags, NewFlags {
  readonly new: boolean;
  readonly layout?: Layout | undefined;
}

export interface OpenTarget {
  /** As the program's project has it: with `--new` that is a new one. */
  readonly workspace: Workspace;
  readonly newProject?: NewProject;
  readonly languages: readonly Language[];
  readonly place: ProgramPlace;
  readonly target: ProgramTarget;
  readonly layout: Layout;
  readonly writing: Writing;
}

/**
 * @param offered the languages to choose from
 * @param state what a whole program registers; absent: it need not be whole
 * @throws USAGE, OUT_NOT_EMPTY, RECORD_UNUSABLE, FILE_UNREADABLE
 */
export async function openTarget(
  flags: TargetFlags,
  io: Pick<RunIo, "cwd">,
  here: Workspace,
  writing: Writing,
  offered: readonly Language[],
  state?: Deployment,
): Promise<OpenTarget> {
  const chosen = programOfFlags(flags, io, here, offered);
  const opened = await openNewProject(flags, io, here, chosen);
  const target = await openProgramTarget({ ...chosen.place, isWritten: writing !== "state" }, state);
  return { ...opened, ...chosen, target, layout: layoutOf(flags.layout, target, chosen.languages), writing };
}
