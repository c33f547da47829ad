/**
 * Finds a file that the runtime would run instead of the printed program. It runs only the first existing file of `Main.json`, `Main.yaml`, and
 * `Pulumi.yaml`.
 */
import { parse } from "yaml";
import type { ProgramFolder } from "../program-folder.ts";

/** The sections of a program, without `config`, which project files also contain. */
const programSections = ["resources", "variables", "outputs"];

/** Returns `Main.json`, which the runtime prefers over `Main.yaml`, or a program in `Pulumi.yaml`, which the runtime would no longer run. */
export async function otherProgram(folder: ProgramFolder): Promise<string | undefined> {
  if ((await folder.text("Main.json")) !== undefined) return "Main.json";
  const project = await folder.text("Pulumi.yaml");
  return project !== undefined && isProgram(project) ? "Pulumi.yaml" : undefined;
}

function isProgram(text: string): boolean {
  let project: unknown;
  try {
    project = parse(text);
  } catch {
    return false;
  }
  if (typeof project !== "object" || project === null) return false;
  const entries = new Map(Object.entries(project));
  return programSections.some((section) => Object.keys(entries.get(section) ?? {}).length > 0);
}
