/**
 * The flags that say which stack a command is about -> the workspace, after what an interrupted run left there is settled.
 */
import { isAbsolute, relative } from "node:path";
import { pairsOf, type RunIo } from "../cli/run-io.ts";
import { openRecovered, openRecoveredStack, type RecoveryIo, settled } from "../workspace/open-recovered.ts";
import { type OpenState, openState } from "../workspace/open-state.ts";
import { type OpenStack, openThrowaway, type ThrowawayWorkspace } from "../workspace/open-workspace.ts";
import type { Workspace, WorkspaceFlags } from "../workspace/workspace.ts";

/** As the command line gives them. */
export interface StackFlags {
  readonly stack?: string | undefined;
  readonly state?: string | undefined;
  readonly project?: string | undefined;
  readonly "stack-name"?: string | undefined;
  readonly config?: readonly string[] | undefined;
}

/** Throws what `openRecovered` throws. */
export async function openWorkspaceOf(flags: StackFlags, io: RunIo): Promise<Workspace> {
  const workspace = await openRecovered(namesOf(flags, io), io, { random: io.random, ...recoveryOf(io) });
  const { target } = workspace;
  if (target.kind === "cli")
    io.progress.line(
      `The state at ${target.url} is read by \`pulumi stack export\` and written by \`pulumi stack import\`.`,
    );
  return workspace;
}

/** Without configuration and secrets. Throws what `openRecoveredStack` throws. */
export async function openStackOf(flags: StackFlags, io: RunIo): Promise<OpenStack> {
  return await openRecoveredStack(namesOf(flags, io), io, recoveryOf(io));
}

/** A state to be looked at. Throws what `openState` and `settled` throw. */
export async function openStateOf(flags: StackFlags, io: RunIo): Promise<OpenState> {
  return await settled(() => openState(namesOf(flags, io), io), recoveryOf(io));
}

function recoveryOf(io: RunIo): RecoveryIo {
  return {
    lock: io.identity(),
    onRecovered: ({ action, files }) => {
      const shown = files.map((file) => (isAbsolute(file) ? relative(io.cwd, file) : file));
      io.progress.line([`An interrupted run was ${action}:`, ...shown].join("\n  "));
    },
  };
}

/** For a state that is thrown away. Throws what `openThrowaway` throws. */
export async function openThrowawayOf(flags: StackFlags, io: RunIo): Promise<ThrowawayWorkspace> {
  return await openThrowaway(namesOf(flags, io), io, io);
}

/** The flags as the workspace takes them. */
function namesOf(flags: StackFlags, io: Pick<RunIo, "cwd">): WorkspaceFlags {
  const { stack, state, project, "stack-name": stackName } = flags;
  return {
    cwd: io.cwd,
    config: pairsOf("config", flags.config ?? []),
    ...(stack !== undefined && { stack }),
    ...(state !== undefined && { state }),
    ...(project !== undefined && { project }),
    ...(stackName !== undefined && { stackName }),
  };
}
