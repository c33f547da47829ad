/**
 * Where else a Pulumi YAML program may be: the runtime reads `Main.json`, or else `Main.yaml`, or else `Pulumi.yaml`, and only one of them.
 */
import { join } from "node:path";
import { parse } from "yaml";
import { readOptional } from "../settings/read-file.ts";

/** What a program consists of; `config` of a project file is the CLI's as much as the program's. */
const sections = ["resources", "variables", "outputs"];

/** The file with a person's program that would not be run beside a `Main.yaml` of ours, or instead of which ours would not be run. */
export async function otherYamlProgram(directory: string): Promise<string | undefined> {
  const json = join(directory, "Main.json");
  if ((await readOptional(json)) !== undefined) return json;
  const project = join(directory, "Pulumi.yaml");
  const bytes = await readOptional(project);
  return bytes !== undefined && isProgram(Buffer.from(bytes).toString("utf8")) ? project : undefined;
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
