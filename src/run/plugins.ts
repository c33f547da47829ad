/** Opens the plugin host of a command and closes it when the command ends. */
import { resolve } from "node:path";
import type { RunIo } from "../cli/run-io.ts";
import type { PluginOptions } from "../options/shared-options.ts";
import { type GrpcThread, type Host, type HostOptions, openHost, startGrpcThread } from "../plugin/host.ts";
import { pulumiHome } from "../workspace/backend/backend.ts";
import { workingDirectoryOf } from "../workspace/project/new-project.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Loads gRPC in a worker thread while a run opens everything else. The thread does not keep the process alive. */
export function startCalls(io: Pick<RunIo, "patience">): GrpcThread {
  return startGrpcThread(io.patience.atOnce);
}

/**
 * Runs the work with a plugin host. Afterwards, always stops the plugins and the progress display, and prints the errors that plugins logged.
 *
 * @param started the result of `startCalls`. Use it for one host only
 */
export async function withHost<T>(
  options: PluginOptions,
  io: RunIo,
  workspace: Pick<Workspace, "project">,
  work: (host: Host) => Promise<T>,
  started?: GrpcThread,
): Promise<T> {
  const host = await openHost(hostOptions(options, io, workspace), started);
  try {
    return await work(host);
  } finally {
    io.progress.stop();
    io.logs.showErrors([]);
    await host.close();
  }
}

function hostOptions(
  { executables, callTimeoutMs }: PluginOptions,
  io: RunIo,
  { project }: Pick<Workspace, "project">,
): HostOptions {
  return {
    cwd: workingDirectoryOf(project, io.cwd),
    env: io.env,
    secretVariables: io.secretVariables,
    pulumiHome: pulumiHome(io),
    executables: new Map([...executables].map(([name, path]) => [name, resolve(io.cwd, path)])),
    projectPlugins: project.plugins,
    projectName: project.name,
    callTimeoutMs,
    callsAtOnce: io.patience.atOnce,
    startTimeoutMs: Math.min(60_000, callTimeoutMs),
    signal: io.signal,
    onLog: io.logs.add,
    onCall: io.onCall,
  };
}
