/**
 * `--new` -> what the files of a new project are made of.
 */
import { resolve } from "node:path";
import type { NewProject } from "../../generators/index.ts";
import { oneOf } from "../cli/languages.ts";
import { pairsOf, type RunIo } from "../cli/run-io.ts";
import { ImpError } from "../errors.ts";
import { inNewProject, refuseNotEmpty } from "../workspace/project/new-project.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { ChosenProgram } from "./program-of-flags.ts";

/** As the command line gives them. */
export interface NewFlags {
  readonly new: boolean;
  readonly provider?: readonly string[] | undefined;
  readonly state?: string | undefined;
  readonly "from-stack"?: string | undefined;
  /** Import files. */
  readonly files?: readonly string[];
}

/**
 * The workspace as the program's new project has it, and that project; without `--new` the workspace as it is.
 *
 * @throws USAGE for a language without projects, and for several; OUT_NOT_EMPTY.
 */
export async function openNewProject(
  flags: NewFlags,
  io: Pick<RunIo, "cwd">,
  workspace: Workspace,
  { languages, place }: ChosenProgram,
): Promise<{ readonly workspace: Workspace; readonly newProject?: NewProject }> {
  if (!flags.new) return { workspace };
  const { name, startsProjects } = oneOf(languages);
  if (!startsProjects) {
    const message = `There are no new projects in ${name} yet.`;
    throw ImpError.of("USAGE", { message, hint: "Leave --new out: only the program is written." });
  }
  const { files = [], state, "from-stack": from } = flags;
  const { project, stack, target } = workspace;
  const given = [...files, state, from].flatMap((file) => (file === undefined ? [] : [resolve(io.cwd, file)]));
  const store = target.kind === "diy" && target.backend.store.kind === "directory" ? target.backend.store : undefined;
  await refuseNotEmpty(place.path, new Set([...given, ...(store === undefined ? [] : [store.shown(".pulumi")])]));
  // What the project file here says of the backend holds there too, whatever it is relative to.
  const backendUrl =
    project.backendUrl !== undefined && store !== undefined ? `file://${store.shown("")}` : project.backendUrl;
  const newProject: NewProject = {
    name: project.name,
    description: `Resources of stack ${stack}`,
    unpublished: new Set(pairsOf("provider", flags.provider ?? []).keys()),
    ...(backendUrl !== undefined && { backendUrl }),
  };
  return { workspace: inNewProject(workspace, place.path), newProject };
}
