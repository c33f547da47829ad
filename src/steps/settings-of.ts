/**
 * The stack's configuration as a place for what the provider demands and nobody gave.
 */
import { quote } from "../cli/quote.ts";
import type { Settings } from "../import/plan/setting-keys.ts";
import { configKey } from "../lower/config-key.ts";
import type { ProgramTarget } from "../workspace/program/program-target.ts";
import type { Workspace } from "../workspace/workspace.ts";

/**
 * @param stack as `--stack` gave it
 * @returns `undefined` where `pulumi config set` has no stack to work on
 */
export function settingsOf(
  { project, target }: Pick<Workspace, "project" | "target">,
  { existing }: Pick<ProgramTarget, "existing">,
  stack: string | undefined,
): Settings | undefined {
  if (project.file === undefined || target.kind === "file") return undefined;
  // What the program reads already is another resource's.
  const taken = new Set(existing?.config.map(({ key }) => key));
  return {
    keyFor: (resource, path) => {
      const key = configKey(resource, path);
      return taken.has(key) ? undefined : `${project.name}:${key}`;
    },
    commandFor: (key) => `pulumi config set --secret ${key}${stack === undefined ? "" : ` --stack ${quote(stack)}`}`,
  };
}
