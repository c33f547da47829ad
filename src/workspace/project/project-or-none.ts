/**
 * The project of a command that can do without one.
 */
import { ImpError } from "../../errors.ts";
import type { Project } from "../workspace.ts";
import { findProject } from "./project-file.ts";

/**
 * The project in a directory or above it; a nameless one where there is none.
 *
 * @param options `isNeeded`: its plugins are used; if not, a project file that cannot be read is none.
 * @throws SETTINGS_INVALID, NAME_INVALID, FILE_UNREADABLE where it is needed.
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
