/**
 * Lists the stacks of a project that a person can choose from.
 */
import { newProjectAt } from "../project/new-project.ts";
import { findProject } from "../project/project-file.ts";
import type { Environment, Project, WorkspaceFlags } from "../workspace.ts";
import { type ChosenBackend, chooseBackend, isReached, openBackend, withoutSecrets } from "./backend.ts";
import { stacksOf } from "./backend-layout.ts";
import { selectedStack } from "./selected-stack.ts";

/**
 * Their names in order; absent where one is selected, where there is no project, and where only the `pulumi` command could list them.
 *
 * @throws what `findProject`, `chooseBackend`, `selectedStack`, `openBackend` throw; STORE_REFUSED.
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

/** The project around a directory, its backend and its stacks. */
export interface StartingPoint {
  readonly project: string;
  /** The project file; of a new project its directory. */
  readonly where: string;
  /** Without secrets. */
  readonly backend: string;
  /** Absent: only the `pulumi` command could list them. */
  readonly stacks?: readonly string[];
  readonly selected?: string;
}

/** Absent: there is no project. Throws as `stacksToChoose`. */
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
    backend: withoutSecrets(chosen.url),
    stacks,
    selected: selected?.stack,
  };
}

/** The names of all stacks of the project around a directory; absent where there is none, and where only the `pulumi` command could list them. */
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
  // An old store does not record whose they are.
  if (layout === 0) return names;
  const own = `${project.name}/`;
  return names.flatMap((name) => (name.startsWith(own) ? [name.slice(own.length)] : []));
}
