/** Finds another program that the runtime would run instead: it reads only `Main.json`, else `Main.yaml`, else `Pulumi.yaml`. */
import { parse } from "yaml";
import type { ProgramFolder } from "../program-folder.ts";

/** The sections of a program, without `config`, which project files also contain. */
const programSections = ["resources", "variables", "outputs"];

/** Returns the user's file that the runtime would run instead of `Main.yaml`, or would no longer run. */
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
