/** Opens the stack that the command line or the user selects, after recovering an interrupted run. */
import { isAbsolute, relative, resolve } from "node:path";
import { ImpError } from "../domain/errors.ts";
import type { Urn } from "../domain/graph.ts";
import type { LockIdentity } from "../domain/lock-identity.ts";
import type { StartQuestion } from "../domain/questions.ts";
import { unlessAborted } from "../domain/unless-aborted.ts";
import type { RecoveryReport } from "../store/commit/recover.ts";
import { readStateFile, statePlace } from "./backend/read-state.ts";
import { stacksToChoose, startingPoint } from "./backend/stacks-to-choose.ts";
import { commitJournalPath, journalLockOf, withJournal } from "./commit/journal-lock.ts";
import { recoverJournal } from "./commit/recover-journal.ts";
import {
  type LazyState,
  lazyState,
  type OpenStack,
  openStack,
  openThrowaway,
  openWorkspace,
  type ThrowawayWorkspace,
} from "./open-workspace.ts";
import { findProject } from "./project/project-file.ts";
import { isProjectName } from "./settings/names.ts";
import { readOptional } from "./settings/read-file.ts";
import type { Environment, Workspace, WorkspaceFlags, WorkspaceIo } from "./workspace.ts";

export interface StackOptions extends Omit<WorkspaceFlags, "cwd" | "newProject"> {
  readonly newProject?: string;
  /** When to create a missing stack: with the first commit, only in a plan, or never. */
  readonly makesStack: "written" | "planned" | "never";
}

export interface StackIo extends Environment, WorkspaceIo {
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly identity: () => LockIdentity;
  readonly progress: { line(text: string): void };
  readonly askStack?: (
    names: readonly string[],
    isName?: (text: string) => boolean,
  ) => Promise<{ readonly name: string; readonly isNew: boolean }>;
  readonly askYes?: (question: string) => Promise<boolean>;
}

/** Asks for the stack if the command line names none and none is selected. Throws the errors of `stacksToChoose`. */
export async function chosenStack(options: StackOptions, io: StackIo): Promise<StackOptions> {
  if (io.askStack === undefined || options.stack !== undefined || options.state !== undefined) return options;
  const names = await stacksToChoose(flagsOf(options, io), io);
  const offersNew = options.makesStack === "written";
  if (names === undefined || (names.length === 0 && !offersNew)) return options;
  const { name, isNew } = await io.askStack(names, offersNew ? isProjectName : undefined);
  return { ...options, stack: name, createStack: isNew || options.createStack };
}

/** The project, backend, and stacks for the start screen. */
export type StartPlace = Pick<StartQuestion, "head" | "stacks" | "otherStacks">;

/**
 * Finds project, backend, and stacks. Returns undefined if there is neither a project nor a state. Throws STACK_NOT_SELECTED, and the errors of
 * `stacksToChoose`.
 */
export async function startPlace(options: StackOptions, io: StackIo): Promise<StartPlace | undefined> {
  const here = await startingPoint(flagsOf(options, io), io);
  const { state, stack, makesStack } = options;
  if (state !== undefined) return { head: [`state ${state}`], otherStacks: here?.stacks ?? [] };
  if (here === undefined) return undefined;
  const { project, where, backend, stacks: names, selected } = here;
  const head = [`project ${project}`, `backend ${backend}`];
  const offersNew = makesStack === "written";
  if (stack === undefined && names !== undefined && (names.length > 0 || offersNew)) {
    const stacks = { names, selected, isName: offersNew ? isProjectName : undefined };
    return { head, stacks, otherStacks: names };
  }
  const stackName = stack ?? selected;
  // Throw now rather than after the user has answered all questions.
  if (stackName === undefined) throw ImpError.of("STACK_NOT_SELECTED", { project, where });
  return { head: [...head, `stack ${stackName}`], otherStacks: names ?? [] };
}

/** Opens the workspace. Prompts before it creates a missing stack. Throws the errors of `recovered`, `openStack`, and `openWorkspace`. */
export async function openChosenWorkspace(options: StackOptions, io: StackIo): Promise<Workspace> {
  const open = async (create: StackOptions) => {
    const flags = flagsOf(create, io);
    return await openWorkspace(await recovered(() => openStack(flags, io), recoveryOf(io)), flags, io, io);
  };
  const workspace = await open(options).catch(async (error: unknown) => {
    if (!(await confirmsNewStack(error, options, io))) throw error;
    return await open({ ...options, createStack: true });
  });
  const { location } = workspace;
  if (location.kind === "cli")
    io.progress.line(
      `imp reads the state at ${location.url} with \`pulumi stack export\` and writes it with \`pulumi stack import\`.`,
    );
  const { inheritedVariables: names } = workspace;
  if (names.length > 0)
    io.progress.line(
      `The environments of the stack set ${names.join(", ")}. imp uses the values that are already set.`,
    );
  return workspace;
}

async function confirmsNewStack(error: unknown, options: StackOptions, io: StackIo): Promise<boolean> {
  if (!(error instanceof ImpError) || error.code !== "STACK_NOT_FOUND" || io.askYes === undefined) return false;
  if (options.createStack === true || options.makesStack !== "written") return false;
  return await io.askYes(`${error.explanation.why} Create it when the resources are written?`);
}

/** Opens a stack without configuration and secrets, after recovering an interrupted commit. Throws the errors of `recovered` and `openStack`. */
export async function openChosenStack(
  options: StackOptions,
  io: StackIo,
): Promise<{ readonly stack: OpenStack; readonly recovery?: RecoveryReport }> {
  const reporting = recoveryOf(io);
  let recovery: RecoveryReport | undefined;
  const onRecovered = (report: RecoveryReport): void => {
    recovery = report;
    reporting.onRecovered(report);
  };
  const stack = await recovered(() => openStack(flagsOf(options, io), io), { ...reporting, onRecovered });
  return { stack, recovery };
}

/** Opens a state for reading. Throws the errors of `openState` and `recovered`. */
export async function openChosenState(options: StackOptions, io: StackIo): Promise<OpenState> {
  return await recovered(() => openState(flagsOf(options, io), io), recoveryOf(io));
}

/** Opens a state that is discarded after the run. Throws the errors of `openThrowaway`. */
export async function openChosenThrowaway(
  options: StackOptions,
  io: StackIo,
  urns: ReadonlySet<Urn>,
): Promise<ThrowawayWorkspace> {
  return await openThrowaway(flagsOf(options, io), io, io, urns);
}

function recoveryOf(io: StackIo): RecoveryIo {
  return {
    lock: io.identity(),
    signal: io.signal,
    onRecovered: ({ action, files }) => {
      const shown = files.map((file) => (isAbsolute(file) ? relative(io.cwd, file) : file));
      io.progress.line([`An interrupted run was ${action}:`, ...shown].join("\n  "));
    },
  };
}

function flagsOf({ newProject, makesStack, ...flags }: StackOptions, { cwd }: Pick<StackIo, "cwd">): WorkspaceFlags {
  return {
    ...flags,
    cwd,
    newProject:
      newProject === undefined ? undefined : { path: resolve(cwd, newProject), makesStack: makesStack !== "never" },
  };
}

interface RecoveryIo {
  readonly lock: LockIdentity;
  readonly onRecovered: (report: RecoveryReport) => void;
  /** If it is aborted, the command stops waiting for reads, because a backend may never respond. */
  readonly signal: AbortSignal;
}

/**
 * Opens a project. If a commit was interrupted, recovers the commit and opens the project again. Throws the errors of `open` and `recoverJournal`.
 */
async function recovered<S extends Pick<Workspace, "project" | "location">>(
  open: () => Promise<S>,
  io: RecoveryIo,
): Promise<S> {
  const opened = await unlessAborted(open(), io.signal);
  const journal = commitJournalPath(opened);
  if ((await readOptional(journal)) === undefined && (await readOptional(journalLockOf(journal))) === undefined)
    return opened;
  await withJournal(journal, io.lock, async () => {
    // Another process may have finished the commit while this one waited.
    if ((await readOptional(journal)) === undefined) return;
    const report = await recoverJournal(journal, opened.location, { identity: io.lock, holds: false });
    if (report !== undefined) io.onRecovered(report);
  });
  return await unlessAborted(open(), io.signal);
}

interface OpenState extends LazyState, Pick<Workspace, "project" | "location"> {
  readonly place: string;
}

/** Opens a state without configuration. Throws the errors of `openStack`, and FILE_UNREADABLE if a state file does not exist. */
async function openState(flags: Omit<WorkspaceFlags, "config">, environment: Environment): Promise<OpenState> {
  const { cwd, state } = flags;
  if (state === undefined || flags.stack !== undefined) {
    const { project, location, parsed, state } = await openStack(flags, environment);
    return { project, location, parsed, state, place: statePlace(location) };
  }
  const path = resolve(cwd, state);
  const stored = await readStateFile(path);
  if (stored === undefined) throw ImpError.of("FILE_UNREADABLE", { path, reason: "ENOENT" });
  const project = (await findProject(cwd)) ?? { name: "", root: cwd, plugins: [] };
  return { project, location: { kind: "file", path }, place: path, ...lazyState(path, stored.json) };
}
