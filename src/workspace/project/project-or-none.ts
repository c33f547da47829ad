import { ImpError } from "../../domain/errors.ts";
import type { Project } from "../workspace.ts";
import { findProject } from "./project-file.ts";

/** Returns a placeholder if the project is missing, or if it is unreadable and its plugins are not needed. Throws as `findProject` otherwise. */
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
