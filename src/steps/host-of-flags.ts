/**
 * The flags about plugins -> the options of the host that starts them.
 */
import { resolve } from "node:path";
import { pairsOf, type RunIo } from "../cli/run-io.ts";
import type { HostOptions } from "../plugin/host.ts";
import { pulumiHome } from "../workspace/backend/backend.ts";
import { workingDirectoryOf } from "../workspace/project/new-project.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** As the command line gives them. */
export interface PluginFlags {
  readonly provider?: readonly string[] | undefined;
  /** Seconds. */
  readonly timeout: number;
}

export function hostOptionsOf(flags: PluginFlags, io: RunIo, { project }: Pick<Workspace, "project">): HostOptions {
  const executables = pairsOf("provider", flags.provider ?? []);
  return {
    cwd: workingDirectoryOf(project, io.cwd),
    env: io.env,
    pulumiHome: pulumiHome(io),
    executables: new Map([...executables].map(([name, path]) => [name, resolve(io.cwd, path)])),
    projectPlugins: project.plugins,
    projectName: project.name,
    callTimeoutMs: flags.timeout * 1000,
    callsAtOnce: io.patience.atOnce,
    startTimeoutMs: Math.min(60, flags.timeout) * 1000,
    signal: io.signal,
    onLog: io.logs.add,
    onCall: io.onCall,
  };
}
