/** Sets the variables of a stack's Pulumi ESC environments for plugins and programs. */
import type { RunIo } from "../cli/run-io.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Adds the variables to the environment of plugins and programs, where they override variables of imp, as in Pulumi. */
export function withEnvironment(io: RunIo, { environmentVariables }: Pick<Workspace, "environmentVariables">): RunIo {
  if (environmentVariables.size === 0) return io;
  const variables = [...environmentVariables];
  return {
    ...io,
    env: { ...io.env, ...Object.fromEntries(variables.map(([name, { text }]) => [name, text])) },
    secretVariables: new Set(variables.filter(([, { secret }]) => secret).map(([name]) => name)),
  };
}
