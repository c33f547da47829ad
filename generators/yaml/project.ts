/**
 * A new YAML project: the program stands beside its project file.
 */
import type { Program } from "../../src/ir/program.ts";
import { type NewProject, type ProjectFile, projectFile } from "../shared/project-file.ts";

export function newProject(_program: Program, project: NewProject): readonly ProjectFile[] {
  return [projectFile(project, "yaml")];
}
