import { ImpError } from "../../domain/errors.ts";
import type { Project } from "../workspace.ts";
import { findProject } from "./project-file.ts";

/**
 * Returns the project, or a placeholder if there is no project file. If the file is invalid or unreadable, throws the errors of `findProject` if
 * `isNeeded`, and returns the placeholder otherwise.
 */
export async function projectOrNone(directory: string, { isNeeded }: { readonly isNeeded: boolean }): Promise<Project> {
  try {
    return (await findProject(directory)) ?? schemaProject(directory);
  } catch (error) {
    if (isNeeded || !(error instanceof ImpError)) throw error;
    return schemaProject(directory);
  }
}

function schemaProject(directory: string): Project {
  return { name: "schema", root: directory, plugins: [] };
}
