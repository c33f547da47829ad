/**
 * Reads the program that a person wrote for a stack, where its language can be read. Nothing of it is executed.
 */
import { extname, join, relative, sep } from "node:path";
import type { Language, StackResource, UserProgram } from "../../generators/index.ts";
import { nameOf, parseUrn, rootStackType } from "../domain/urn.ts";
import type { Urn } from "../graph.ts";
import type { Deployment } from "../state/deployment.ts";
import { programFolder } from "../workspace/program/program-folder.ts";
import type { Workspace } from "../workspace/workspace.ts";

type Place = Pick<Workspace, "project" | "stack">;

/** @returns `undefined` where programs of the language are not read */
export async function readOwnProgram(
  language: Language,
  path: string,
  { project, stack }: Place,
  state: Deployment | undefined,
): Promise<UserProgram | undefined> {
  const { readUserProgram: read } = await language.load();
  return await read?.({
    folder: programFolder(path),
    project: project.name,
    stack,
    resources: stackResources(state),
    ...mainOf(project, path),
  });
}

/** The living resources of a state. */
export function stackResources(state: Deployment | undefined): readonly StackResource[] {
  return (state?.resources ?? []).filter((resource) => !resource.delete).map(stackResource);
}

/** A resource as a program constructs it: the stack itself is no parent. */
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

/** The file that the project names as its main one, where it names a file. */
export function mainOf({ root, main }: Workspace["project"], directory: string): { readonly main?: string } {
  if (main === undefined || extname(main) === "") return {};
  return { main: relative(directory, join(root, main)).split(sep).join("/") };
}
