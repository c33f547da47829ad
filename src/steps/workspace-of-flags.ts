/**
 * The flags that say which stack a command is about -> the workspace, after what an interrupted run left there is settled.
 */
import { isAbsolute, relative, resolve } from "node:path";
import { askYes } from "../cli/prompts.ts";
import { pairsOf, type RunIo } from "../cli/run-io.ts";
import { ImpError } from "../errors.ts";
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
  readonly "create-stack"?: boolean;
  readonly "plan-only"?: boolean;
  readonly "code-only"?: boolean;
  readonly new?: boolean;
  readonly out?: string | undefined;
}

/** A person is asked whether a stack that is not there is to be made. Throws what `openRecovered` throws. */
export async function openWorkspaceOf(flags: StackFlags, io: RunIo): Promise<Workspace> {
  const open = (create: StackFlags) => openRecovered(namesOf(create, io), io, { ...io, ...recoveryOf(io) });
  const workspace = await open(flags).catch(async (error: unknown) => {
    if (!(await wantsStack(error, flags, io))) throw error;
    return await open({ ...flags, "create-stack": true });
  });
  const { target } = workspace;
  if (target.kind === "cli")
    io.progress.line(
      `The state at ${target.url} is read by \`pulumi stack export\` and written by \`pulumi stack import\`.`,
    );
  return workspace;
}

/** Whether the command can make a stack, or plan for one. */
function canMakeStack(flags: StackFlags): boolean {
  return flags["create-stack"] !== undefined && flags["code-only"] !== true;
}

/** Whether the command can make a stack, and writes a state. */
export function makesStack(flags: StackFlags): boolean {
  return canMakeStack(flags) && flags["plan-only"] !== true;
}

/** Only where the command makes stacks. */
async function wantsStack(error: unknown, flags: StackFlags, io: RunIo): Promise<boolean> {
  if (!(error instanceof ImpError) || error.code !== "STACK_NOT_FOUND" || !io.interactive) return false;
  if (flags["create-stack"] === true || !makesStack(flags)) return false;
  return await askYes(`${error.explanation.why} Make it, when the resources are written?`, io.signal);
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
    signal: io.signal,
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
export function namesOf(flags: StackFlags, io: Pick<RunIo, "cwd">): WorkspaceFlags {
  const { stack, state, project, "stack-name": stackName, "create-stack": createStack } = flags;
  return {
    cwd: io.cwd,
    config: pairsOf("config", flags.config ?? []),
    ...(stack !== undefined && { stack }),
    ...(state !== undefined && { state }),
    ...(project !== undefined && { project }),
    ...(stackName !== undefined && { stackName }),
    ...(createStack !== undefined && { createStack }),
    ...(flags.new === true && {
      newProject: { path: resolve(io.cwd, flags.out ?? "."), makesStack: canMakeStack(flags) },
    }),
  };
}
