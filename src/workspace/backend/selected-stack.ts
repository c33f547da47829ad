/** Finds the selected stack: from the flag, the environment, or `pulumi stack select` (docs/state.md#the-selected-stack). */
import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isMap } from "yaml";
import { parseStackReference, type StackReference } from "../settings/names.ts";
import { readOptional } from "../settings/read-file.ts";
import { parseSettings, settingNode, stringChild } from "../settings/settings.ts";
import type { Environment, Project, WorkspaceFlags } from "../workspace.ts";
import { pulumiHome } from "./backend.ts";

/** Returns the stack from `--stack`, `PULUMI_STACK`, or `pulumi stack select`. Throws NAME_INVALID, SETTINGS_INVALID, FILE_UNREADABLE. */
export async function selectedStack(
  flags: Pick<WorkspaceFlags, "cwd" | "stack">,
  environment: Environment,
  project: Pick<Project, "name" | "file">,
  backendUrl: string | undefined,
): Promise<StackReference | undefined> {
  const named = stackNamed(flags, environment);
  if (named !== undefined) return named;
  // An empty PULUMI_STACK means that no stack is selected.
  if (environment.env.PULUMI_STACK !== undefined) return undefined;
  for (const path of await settingsPaths(flags.cwd, environment, project)) {
    const bytes = await readOptional(path);
    if (bytes === undefined) continue;
    const settings = parseSettings(path, bytes);
    const stacks = settingNode(settings, settings.root, "stacks");
    const mapped = isMap(stacks) && backendUrl !== undefined ? stringChild(settings, stacks, backendUrl) : undefined;
    const chosen = mapped ?? stringChild(settings, settings.root, "stack");
    if (chosen !== undefined && chosen !== "") return parseStackReference(chosen, path);
  }
  return undefined;
}

/** Returns the stack from `--stack` or `PULUMI_STACK`. Throws NAME_INVALID. */
export function stackNamed(
  { stack }: Pick<WorkspaceFlags, "stack">,
  { env: { PULUMI_STACK } }: Pick<Environment, "env">,
): StackReference | undefined {
  if (stack !== undefined) return parseStackReference(stack, "--stack");
  return PULUMI_STACK === undefined || PULUMI_STACK === ""
    ? undefined
    : parseStackReference(PULUMI_STACK, "PULUMI_STACK");
}

/** Returns the paths of Pulumi's workspace file, for the project's path as given and for its real path. */
async function settingsPaths(
  cwd: string,
  environment: Environment,
  { name, file }: Pick<Project, "name" | "file">,
): Promise<readonly string[]> {
  if (file === undefined) return [];
  const home = resolve(cwd, pulumiHome(environment));
  const files = new Set([file, await realpath(file)]);
  return [...files].map((path) => {
    const hash = createHash("sha1").update(path, "utf8").digest("hex");
    return join(home, "workspaces", `${name}-${hash}-workspace.json`);
  });
}
