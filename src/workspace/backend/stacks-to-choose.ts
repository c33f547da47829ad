/** Lists the stacks of a project that the user can choose from. */
import { newProjectAt } from "../project/new-project.ts";
import { findProject } from "../project/project-file.ts";
import type { Environment, Project, WorkspaceFlags } from "../workspace.ts";
import { type ChosenBackend, chooseBackend, isReached, openBackend, withoutUrlSecrets } from "./backend.ts";
import { stacksOf } from "./backend-layout.ts";
import { selectedStack } from "./selected-stack.ts";

/**
 * Returns the names of the stacks. Returns undefined if a stack is selected, if there is no project, or if only the `pulumi` command can list stacks.
 *
 * @throws STORE_REFUSED, and the errors of `findProject`, `chooseBackend`, `selectedStack`, and `openBackend`
 */
export async function stacksToChoose(
  { cwd, newProject }: Pick<WorkspaceFlags, "cwd" | "newProject">,
  environment: Environment,
): Promise<readonly string[] | undefined> {
  const project = (await findProject(cwd)) ?? (newProject && newProjectAt(newProject.path, undefined));
  if (!project) return undefined;
  const chosen = await chooseBackend(project, cwd, environment);
  if (!isReached(chosen.url)) return undefined;
  if ((await selectedStack({ cwd }, environment, project, chosen.url)) !== undefined) return undefined;
  return await stackNamesIn(project, chosen, cwd, environment);
}

export interface StartingPoint {
  readonly project: string;
  /** The project file; for a new project, its directory. */
  readonly where: string;
  readonly backend: string;
  /** Omitted if only the `pulumi` command can list the stacks. */
  readonly stacks?: readonly string[];
  readonly selected?: string;
}

/** Returns the project around the directory, or undefined if there is none. Throws the errors of `stacksToChoose`. */
export async function startingPoint(
  { cwd, newProject }: Pick<WorkspaceFlags, "cwd" | "newProject">,
  environment: Environment,
): Promise<StartingPoint | undefined> {
  const project = (await findProject(cwd)) ?? (newProject && newProjectAt(newProject.path, undefined));
  if (!project) return undefined;
  const chosen = await chooseBackend(project, cwd, environment);
  const selected = await selectedStack({ cwd }, environment, project, chosen.url);
  const stacks = await stackNamesIn(project, chosen, cwd, environment);
  return {
    project: project.name,
    where: project.file ?? project.root,
    backend: withoutUrlSecrets(chosen.url),
    stacks,
    selected: selected?.stack,
  };
}

/** Returns the names of the stacks, or undefined if there is no project or if only the `pulumi` command can list them. */
export async function stacksOfProject(cwd: string, environment: Environment): Promise<readonly string[] | undefined> {
  const project = await findProject(cwd);
  return project && (await stackNamesIn(project, await chooseBackend(project, cwd, environment), cwd, environment));
}

async function stackNamesIn(
  project: Project,
  chosen: ChosenBackend,
  cwd: string,
  environment: Environment,
): Promise<readonly string[] | undefined> {
  if (!isReached(chosen.url)) return undefined;
  const { store, layout } = await openBackend(chosen, cwd, environment);
  const names = await stacksOf(store, layout);
  // The old layout has no folders of projects.
  if (layout === 0) return names;
  const prefix = `${project.name}/`;
  return names.flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
}
