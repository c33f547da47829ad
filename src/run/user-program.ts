/** Parses the user's program, without running it. */
import { extname, join, relative, sep } from "node:path";
import type { Language, StackResource, UserProgram } from "../../generators/index.ts";
import type { Urn } from "../domain/graph.ts";
import { nameOf, parseUrn, rootStackType } from "../domain/urn.ts";
import type { Deployment } from "../state/deployment.ts";
import { programFolder } from "../workspace/program/program-folder.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Parses the program in a directory. Returns undefined if imp cannot parse the language. */
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

/** Returns the properties of a resource by which it can be found in a program. Doesn't count the root stack as a parent. */
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

/** Returns `main` of the project relative to the directory if it names a file. Omits it if it names a directory. */
export function projectMain({ root, main }: Workspace["project"], directory: string): { readonly main?: string } {
  if (main === undefined || extname(main) === "") return {};
  return { main: relative(directory, join(root, main)).split(sep).join("/") };
}
