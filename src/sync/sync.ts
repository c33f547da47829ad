/** Runs `imp sync`: finds the resources that were changed in the cloud, and writes program and state together, or neither. */
import { isUtf8 } from "node:buffer";
import { join, relative } from "node:path";
import type { ChangedFile, ProgramFolder } from "../../generators/generator.ts";
import type { Reporter } from "../cli/reports/report.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { SyncFacts } from "../cli/sync-screen.ts";
import { ImpError } from "../domain/errors.ts";
import type { Urn } from "../domain/graph.ts";
import { type SyncChoice, syncChoices } from "../domain/sync-choice.ts";
import type { SyncOptions } from "../options/sync-options.ts";
import type { Host, PluginDescriptor } from "../plugin/host.ts";
import { refreshedResources } from "../preview/refresh.ts";
import { dependenciesOf, type Resource } from "../preview/resource.ts";
import type { Step } from "../preview/step.ts";
import { withHost } from "../run/plugins.ts";
import {
  compiledFile,
  findRunner,
  languageOf,
  type PreviewedProgram,
  previewProgram,
  type Runner,
  requiredState,
  resourcesOfState,
} from "../run/preview-program.ts";
import { changeTexts, isSamePlan, isUnchanged, type Plan, planOf } from "../run/program-plan.ts";
import { withEnvironment } from "../run/with-environment.ts";
import { type Deployment, readDeployment } from "../state/deployment.ts";
import { refreshEntries } from "../state/refresh-entries.ts";
import { remainingDependents } from "../state/remove-resources.ts";
import { holdsSecret } from "../value/restore-secrets.ts";
import { statePlace } from "../workspace/backend/read-state.ts";
import type { RunChanges } from "../workspace/commit/changes.ts";
import { commitRun } from "../workspace/commit/commit-run.ts";
import { shownChanges } from "../workspace/commit/shown-changes.ts";
import { chosenStack, openChosenWorkspace } from "../workspace/open-chosen.ts";
import { programFolder } from "../workspace/program/program-folder.ts";
import { copyProject, workspaceInCopy, writeCopied } from "../workspace/program/project-copy.ts";
import { readRegular } from "../workspace/settings/read-file.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type Drift, findDrift, hasSameValues, pendingDifferences, type Refreshed } from "./drift.ts";
import { type Chosen, editProgram, type ProgramEditor, type SyncedProgram } from "./program-edits.ts";
import { selectedResources } from "./selected-resources.ts";

/** A stack whose program runs in a copy of its project. */
interface OpenSync {
  readonly options: SyncOptions;
  readonly io: RunIo;
  readonly workspace: Workspace;
  /** The workspace of the copy. */
  readonly copied: Workspace;
  readonly runner: Runner;
  readonly state: Deployment;
  readonly host: Host;
}

/** Returns the exit code: 0 if neither drift nor other pending changes of the program are left, 1 if the user declines, and 3 otherwise. */
export async function syncProgram(options: SyncOptions, outside: RunIo, reporter: Reporter): Promise<number> {
  if (!options.dryRun && !options.yes && outside.askYes === undefined)
    throw ImpError.of("NOT_CONFIRMED", { files: ["program and state"], look: "--dry-run" });
  const workspace = await openChosenWorkspace(await chosenStack(options.stack, outside), outside);
  const io = withEnvironment(outside, workspace);
  const runner = findRunner(options.languages, workspace, io);
  const state = requiredState(workspace);
  await workspace.unlock();
  const copy = await copyProject(workspace.project.root, io.identity());
  if (typeof copy === "string") throw syncRefused(workspace, copy);
  try {
    const copied = await workspaceInCopy(workspace, copy);
    if (typeof copied === "string") throw syncRefused(workspace, copied);
    return await withHost(options.plugins, io, workspace, (host) =>
      syncIn({ options, io, workspace, copied, runner, state, host }, reporter),
    );
  } finally {
    await copy.remove();
  }
}

async function syncIn(sync: OpenSync, reporter: Reporter): Promise<number> {
  const { options, io, copied } = sync;
  const refreshed = await refresh(sync);
  const drifts = findDrift(refreshed);
  const editor = await openEditor(sync);
  const chosen = await chooseAll(drifts, sync, editor, reporter);
  const { edited, changes } = await provenChanges(chosen, editor, refreshed, sync);
  const synced = {
    ...factsOf(edited, changes, sync),
    pending: pendingDifferences(refreshed.before, drifts, copied.project.root),
  };
  const exitCode = synced.resources.every(({ isSettled }) => isSettled) && synced.pending.length === 0 ? 0 : 3;
  if (options.dryRun || changes === undefined) {
    reporter.end({ kind: "synced", facts: synced, stage: options.dryRun ? "dry" : "done" });
    return exitCode;
  }
  if (!(await askToWrite(synced, sync, reporter))) {
    reporter.end({ kind: "declined" });
    return 1;
  }
  io.signal.throwIfAborted();
  const runId = await commitRun(sync.workspace, changes, io);
  reporter.end({ kind: "synced", facts: { ...synced, runId }, stage: "done" });
  return exitCode;
}

interface ProvenChanges {
  readonly edited: SyncedProgram;
  /** Undefined if nothing changes. */
  readonly changes: RunChanges | undefined;
}

/** Edits the program, and runs it. Leaves the resources that cause unexpected steps, and edits the original program for the other resources. */
async function provenChanges(
  chosen: readonly Chosen[],
  editor: ProgramEditor,
  refreshed: Refreshed,
  sync: OpenSync,
): Promise<ProvenChanges> {
  const edited = await editProgram(chosen, editor);
  const settledUrns = new Set(edited.resources.filter(({ isSettled }) => isSettled).map(({ urn }) => urn));
  const settled = chosen.filter(({ drift }) => settledUrns.has(drift.urn));
  if (settled.length === 0) return { edited, changes: undefined };
  const changes = await changesOf(settled, edited.files, sync);
  const wrong = await unexpectedSteps(settled, edited.files, changes, refreshed, sync);
  if (wrong.length === 0) return { edited, changes };
  const blamed = blamedResources(wrong, settledUrns);
  if (blamed.size === 0) {
    const { programDir } = sync.workspace;
    throw ImpError.of("SYNC_UNPROVEN", { where: programDir, changes: wrong.flatMap(({ texts }) => texts) });
  }
  const kept = chosen.map((each) => {
    const texts = blamed.get(each.drift.urn);
    return texts === undefined ? each : { ...each, blocked: `the next update would then ${texts.join(", ")}` };
  });
  return await provenChanges(kept, editor, refreshed, sync);
}

/**
 * Returns the settled resources that cause the steps, with a text for each step. The causes of a step are the resources that the differing inputs
 * refer to, or else the resource of the step, or else its dependencies.
 */
function blamedResources(
  wrong: readonly UnexpectedSteps[],
  settled: ReadonlySet<Urn>,
): ReadonlyMap<Urn, readonly string[]> {
  const blamed = new Map<Urn, readonly string[]>();
  for (const { urn, steps, texts } of wrong) {
    const names = new Set(steps.flatMap(({ decision }) => (decision?.paths ?? []).map(([name]) => String(name))));
    const registered = steps.flatMap((step) => step.new ?? []);
    const referents = registered.flatMap(({ propertyDependencies }) =>
      [...names].flatMap((name) => propertyDependencies.get(name) ?? []),
    );
    const dependencies = registered.flatMap((resource) => dependenciesOf(resource).map(([, dependency]) => dependency));
    const isSettled = (each: Urn): boolean => settled.has(each);
    const causes =
      [referents, [urn], dependencies].map((urns) => urns.filter(isSettled)).find((urns) => urns.length > 0) ?? [];
    for (const cause of causes) blamed.set(cause, [...(blamed.get(cause) ?? []), ...texts]);
  }
  return blamed;
}

/** Runs the program with the state, and reads the resources. If a read value differs from the state, also runs the program with the read values. */
async function refresh(sync: OpenSync): Promise<Refreshed> {
  const { options, io, copied, state, host } = sync;
  const olds = await resourcesOfState(state, copied);
  const selected = selectedResources(olds, options.filters);
  io.progress.phase("Running the program, and reading the resources", 0);
  const launch = (descriptor: PluginDescriptor) => host.launch(descriptor);
  const [previewed, refreshed] = await Promise.all([
    preview(olds, sync),
    refreshedResources(olds, launch, ({ urn }) => selected.has(urn)),
  ]);
  const before = planOf(previewed);
  const isSame = refreshed.length === olds.length && refreshed.every((now, index) => hasSameValues(now, olds[index]));
  if (!isSame) io.progress.phase("Running the program with the read values", 0);
  const after = isSame ? before : planOf(await preview(refreshed, sync));
  io.progress.stop();
  return { olds, refreshed, before, after, root: copied.project.root };
}

/** Returns the preview of the program. Throws SYNC_REFUSED if the program fails. */
async function preview(olds: readonly Resource[], sync: OpenSync): Promise<PreviewedProgram> {
  const { copied, runner, host, io, workspace } = sync;
  const previewed = await previewProgram(copied, runner, olds, host, io);
  if (!previewed.failed) return previewed;
  const reason = previewed.problems.find(({ severity }) => severity === "error")?.message.trim() ?? "";
  throw syncRefused(workspace, reason.replaceAll(copied.project.root, workspace.project.root));
}

function syncRefused({ programDir }: Workspace, reason: string): ImpError {
  return ImpError.of("SYNC_REFUSED", { where: programDir, reason });
}

async function openEditor({ options, copied }: OpenSync): Promise<ProgramEditor> {
  const folder = editableFolder(copied.project.root);
  const language = languageOf(options.languages, copied);
  const compiled = compiledFile(options.languages, copied);
  if (compiled !== undefined)
    return {
      folder,
      edit: undefined,
      why: `the project runs ${compiled}, and imp edits only TypeScript that runs without a build`,
    };
  const generator = await language?.load();
  return {
    folder,
    edit: generator?.editResources,
    why: `imp does not edit ${language?.name ?? copied.project.runtime} programs`,
  };
}

/** Returns the folder of a program without the files that are not UTF-8 text, because edits would change their other bytes too. */
function editableFolder(root: string): ProgramFolder {
  const folder = programFolder(root);
  return {
    ...folder,
    text: async (name) => {
      const bytes = await readRegular(join(root, name));
      return bytes === undefined || !isUtf8(bytes) ? undefined : folder.text(name);
    },
  };
}

/** Returns the choice for each resource: from the command line, or from the user. */
async function chooseAll(
  drifts: readonly Drift[],
  sync: OpenSync,
  editor: ProgramEditor,
  reporter: Reporter,
): Promise<readonly Chosen[]> {
  const { options, io } = sync;
  if (options.take !== undefined || io.askSync === undefined || options.dryRun)
    return withBlocked(
      drifts.map((drift) => ({ drift, choice: options.take })),
      sync.state,
    );
  const chosen: Omit<Chosen, "blocked">[] = [];
  for (const drift of drifts) {
    const inCode = await editProgram([{ drift, choice: "cloud", blocked: undefined }], editor);
    await reporter.show({ kind: "synced", facts: factsOf(inCode, undefined, sync), stage: "asked" });
    const isEditable = inCode.resources.every(({ isSettled }) => isSettled);
    chosen.push({ drift, choice: await io.askSync(offeredChoices(drift, isEditable)) });
  }
  return withBlocked(chosen, sync.state);
}

function offeredChoices({ refreshed, isInProgram }: Drift, isEditable: boolean): readonly SyncChoice[] {
  if (isInProgram) return ["cloud"];
  if (refreshed === undefined) return ["program"];
  return isEditable ? syncChoices : ["program", "ignore"];
}

/** Adds the reason to each choice for which the state entry cannot change. */
function withBlocked(chosen: readonly Omit<Chosen, "blocked">[], state: Deployment): readonly Chosen[] {
  const needed = neededResources(chosen, state);
  return chosen.map((each) => {
    const { urn, refreshed } = each.drift;
    const values = [...(refreshed?.inputs.values() ?? []), ...(refreshed?.outputs.values() ?? [])];
    const isOpen = state.secretsProvider === undefined && values.some(holdsSecret);
    return { ...each, blocked: needed.has(urn) ? neededReason : isOpen ? openReason : undefined };
  });
}

const neededReason = "other resources in the state refer to it, so only `pulumi refresh` can remove it";
const openReason = "it has secrets, and the state has no key to encrypt them before the next `pulumi up`";

/** Returns the deleted resources that remaining entries of the state refer to. */
function neededResources(chosen: readonly Omit<Chosen, "blocked">[], { resources }: Deployment): ReadonlySet<Urn> {
  const deleted = chosen.filter(({ drift, choice }) => drift.refreshed === undefined && choice === "program");
  const removed = new Set(deleted.map(({ drift }) => drift.urn));
  const needed = new Set<Urn>();
  for (;;) {
    const dependents = remainingDependents(resources, removed);
    if (dependents.length === 0) return needed;
    for (const { on } of dependents) {
      needed.add(on);
      removed.delete(on);
    }
  }
}

function factsOf(
  { resources, files }: SyncedProgram,
  changes: RunChanges | undefined,
  { workspace, io }: OpenSync,
): SyncFacts {
  const { project, stack } = workspace;
  return {
    project: project.name,
    stack,
    resources,
    pending: [],
    diffs: files.map(({ file, before, text }) => {
      return { file: relative(io.cwd, join(project.root, file)), before, after: text };
    }),
    files: changes === undefined ? [] : shownChanges(changes, workspace, io.cwd),
  };
}

/** Returns the edited files, and a state with the cloud's values for the settled resources, in the form that `pulumi refresh` writes. */
async function changesOf(
  settled: readonly Chosen[],
  files: readonly ChangedFile[],
  { workspace, state, io }: OpenSync,
): Promise<RunChanges> {
  const { encrypt } = await workspace.stateCrypter();
  const entries = new Map(settled.map(({ drift }) => [drift.urn, drift.refreshed]));
  return {
    files: files.map(({ file, before, text }) => ({
      path: join(workspace.project.root, file),
      before: Buffer.from(before, "utf8"),
      after: Buffer.from(text, "utf8"),
      part: "program",
    })),
    state: refreshEntries(state, entries, { encrypt, now: io.now() }),
    update: { kind: "refresh", message: `imp: ${settled.length} synced`, updated: settled.length },
    made: {
      resources: [],
      replaced: settled.map(({ drift }) => ({ urn: drift.urn, id: drift.id })),
      registered: [],
      outputs: [],
    },
  };
}

/** Steps of a resource that the edited program should not have. */
interface UnexpectedSteps {
  readonly urn: Urn;
  readonly steps: readonly Step[];
  readonly texts: readonly string[];
}

/**
 * Runs the edited program with the new state, and restores the copy. Returns the steps of resources that change although they took the cloud's values
 * or ignore the changes, and of other resources whose steps equal neither those with the old state nor those with the read values.
 *
 * @throws SYNC_REFUSED
 */
async function unexpectedSteps(
  settled: readonly Chosen[],
  files: readonly ChangedFile[],
  { state = new Uint8Array() }: RunChanges,
  { before, after }: Refreshed,
  sync: OpenSync,
): Promise<readonly UnexpectedSteps[]> {
  const { copied, io } = sync;
  const { root } = copied.project;
  const write = async (side: "before" | "text"): Promise<void> => {
    for (const changed of files) await writeCopied(join(root, changed.file), Buffer.from(changed[side], "utf8"));
  };
  io.progress.phase("Verifying the whole program", 0);
  await write("text");
  const olds = await resourcesOfState(readDeployment(state, statePlace(copied.location)), copied);
  const plan = planOf(await preview(olds, sync));
  await write("before");
  io.progress.stop();
  const inCode = new Set(settled.flatMap(({ drift, choice }) => (choice === "program" ? [] : [drift.urn])));
  const urns = new Set([...plan.keys(), ...before.keys()]);
  const wrong = [...urns].filter((urn) => !isExpected(urn, plan, inCode.has(urn), [before, after]));
  return wrong.map((urn) => ({ urn, steps: plan.get(urn) ?? [], texts: changeTexts([urn], before, plan, root) }));
}

/**
 * Returns true if the steps of a resource are correct after the sync. Accepts any steps if they differed between the earlier runs, for example
 * because of random inputs.
 */
function isExpected(urn: Urn, plan: Plan, isInCode: boolean, [before, after]: readonly [Plan, Plan]): boolean {
  const steps = plan.get(urn) ?? [];
  const old = before.get(urn) ?? [];
  const refreshed = after.get(urn) ?? [];
  if (steps.length > 0 && steps.every(isUnchanged)) return true;
  if (isInCode) return false;
  const isUnstable = !isSamePlan(old, refreshed) && !old.every(isUnchanged) && !refreshed.every(isUnchanged);
  return isUnstable || isSamePlan(old, steps) || isSamePlan(refreshed, steps);
}

/** Shows the changes and asks for confirmation. Returns true with `--yes`. */
async function askToWrite(synced: SyncFacts, { io }: OpenSync, reporter: Reporter): Promise<boolean> {
  if (io.askYes === undefined) return true;
  await reporter.show({ kind: "synced", facts: synced, stage: "asked" });
  return await io.askYes("Write these changes?");
}
