/**
 * Where else a Pulumi YAML program may be: the runtime reads `Main.json`, or else `Main.yaml`, or else `Pulumi.yaml`, and only one of them.
 */
import { parse } from "yaml";
import type { ProgramFolder } from "../program-folder.ts";

/** What a program consists of; `config` of a project file is the CLI's as much as the program's. */
const sections = ["resources", "variables", "outputs"];

/** The file with a person's program that would not be run next to a `Main.yaml` of ours, or instead of which ours would not be run. */
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
  return sections.some((section) => Object.keys(entries.get(section) ?? {}).length > 0);
}
