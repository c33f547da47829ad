/** Finds the project of a command that can work without one. */
import { ImpError } from "../../errors.ts";
import type { Project } from "../workspace.ts";
import { findProject } from "./project-file.ts";

/**
 * Returns the project in a directory or above, or a placeholder if there is none.
 *
 * @param options `isNeeded`: true if the command uses the plugins of the project; otherwise an unreadable project file is ignored
 * @throws SETTINGS_INVALID, NAME_INVALID, FILE_UNREADABLE if the project is needed
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
