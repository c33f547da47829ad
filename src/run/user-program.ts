/** Parses the user program of a stack, without running it. */
import { extname, join, relative, sep } from "node:path";
import type { Language, StackResource, UserProgram } from "../../generators/index.ts";
import type { Urn } from "../domain/graph.ts";
import { nameOf, parseUrn, rootStackType } from "../domain/urn.ts";
import type { Deployment } from "../state/deployment.ts";
import { programFolder } from "../workspace/program/program-folder.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Parses the program. Returns undefined if the language is not supported. */
export async function readOwnProgram(
  language: Language,
  path: string,
  { project, stack }: Pick<Workspace, "project" | "stack">,
  state: Deployment | undefined,
): Promise<UserProgram | undefined> {
  const { readUserProgram: read } = await language.load();
  return await read?.({
    folder: programFolder(path),
    project: project.name,
    stack,
    resources: stackResources(state),
    ...projectMain(project, path),
  });
}

/** Returns the resources of a state that are not pending deletion. */
export function stackResources(state: Deployment | undefined): readonly StackResource[] {
  return (state?.resources ?? []).filter((resource) => !resource.delete).map(stackResource);
}

/** Converts a resource to the form that a program creates. The root stack does not count as a parent. */
export function stackResource({
  urn,
  type,
  parent,
}: {
  readonly urn: Urn;
  readonly type: string;
  readonly parent?: Urn;
}): StackResource {
  const isChild = parent !== undefined && parseUrn(parent)?.type !== rootStackType;
  return { urn, type, name: nameOf(urn), parent: isChild ? parent : undefined };
}

/** Returns the main file of the project, if `main` is a file. */
export function projectMain({ root, main }: Workspace["project"], directory: string): { readonly main?: string } {
  if (main === undefined || extname(main) === "") return {};
  return { main: relative(directory, join(root, main)).split(sep).join("/") };
}
