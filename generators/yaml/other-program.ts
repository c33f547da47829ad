/**
 * Finds another program that keeps ours from being run: the runtime reads `Main.json`, else `Main.yaml`, else `Pulumi.yaml`, and only one
 * of them.
 */
import { parse } from "yaml";
import type { ProgramFolder } from "../program-folder.ts";

/** The sections of a program. `config` is not one of them: project files have it too. */
const programSections = ["resources", "variables", "outputs"];

/** Returns the file with a person's program that the runtime would ignore next to our `Main.yaml`, or would run instead of it. */
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
