/**
 * Proves the whole program before the commit: runs it as it is and as it will be, and compares the steps of the next update. This covers what
 * only a run knows: transforms, loops, and wiring in every language.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { StackConfig } from "../domain/stack-config.ts";
import { nameOf, rootStackType, typeOf } from "../domain/urn.ts";
import { verdicts } from "../domain/verdicts.ts";
import { ImpError } from "../errors.ts";
import type { ConfigValue, Urn } from "../graph.ts";
import type { Host } from "../plugin/host.ts";
import { type ProgramDifference, programDifferences } from "../preview/program-differences.ts";
import { isInternalStep } from "../preview/step.ts";
import { readDeployment } from "../state/deployment.ts";
import { statePlace } from "../workspace/backend/read-state.ts";
import { copyProject } from "../workspace/program/project-copy.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { withHost } from "./plugins.ts";
import {
  findRunner,
  isInstalled,
  type PreviewedProgram,
  previewProgram,
  type Runner,
  resourcesOfState,
} from "./preview-program.ts";
import type { PrintedRun } from "./summary.ts";

/** The result of the proof. */
export type WholeProgram =
  | { readonly verified: true; readonly resources: number }
  | { readonly verified: false; readonly reason: string };

/**
 * Runs the program before and after the changes of a run. Returns undefined if the run does not change the project's program and state.
 *
 * @throws VERIFY_CHANGED if the plan of another resource changes or an imported resource is not unchanged, VERIFY_BROKEN if the changed
 * program fails
 */
export async function verifyWholeProgram(run: PrintedRun): Promise<WholeProgram | undefined> {
  const { options, io, program, changes } = run;
  const { workspace, writing, target } = program;
  const isHere = target.path === workspace.programDir && workspace.project.file !== undefined;
  if (!options.verify || writing !== "all" || !isHere || changes.state === undefined || options.program.isNew)
    return undefined;
  const runner = runnerOf(run);
  if (typeof runner === "string") return hasUserCode(run) ? { verified: false, reason: runner } : undefined;
  io.progress.phase("Verifying the whole program", 0);
  const copy = await copyProject(workspace.project.root);
  if (copy === undefined) return { verified: false, reason: "the project has too many files to copy" };
  const inCopy = (path: string): string => join(copy.root, relative(workspace.project.root, path));
  const copied = {
    ...workspace,
    project: { ...workspace.project, root: copy.root },
    programDir: inCopy(workspace.programDir),
  };
  try {
    return await withHost(options.plugins, io, workspace, async (host) => {
      const before = await beforeChanges(copied, runner, host, run);
      if (typeof before === "string") return { verified: false, reason: before };
      for (const { path, after, part } of changes.files)
        if (part === "program" || part === "project") await writeTo(inCopy(path), after);
      return await afterChanges(run, copied, runner, before, host);
    });
  } finally {
    await copy.remove();
    io.progress.stop();
  }
}

/** Returns false for a new program, and for a program that only imp has written: the proofs of its resources are enough. */
function hasUserCode({ program, appended }: PrintedRun): boolean {
  const { location, insertion, changed } = program;
  if (insertion !== undefined || changed !== undefined || appended.length > 0) return true;
  return location.existing === undefined && [...location.contents.values()].some((bytes) => bytes !== undefined);
}

/** Returns how the program is started, or why it cannot be. */
function runnerOf({ program, io }: PrintedRun): Runner | string {
  const { workspace, languages } = program;
  try {
    const runner = findRunner(languages, workspace, io);
    return isInstalled(runner, workspace) ? runner : "its dependencies are not installed";
  } catch (error) {
    if (!(error instanceof ImpError)) throw error;
    return `imp cannot run ${workspace.project.runtime ?? "its"} programs here`;
  }
}

/** Returns the steps of the unchanged program by URN, or why it cannot be run. */
async function beforeChanges(
  workspace: Workspace,
  runner: Runner,
  host: Host,
  run: PrintedRun,
): Promise<ReadonlyMap<Urn, string> | string> {
  const { io } = run;
  const state = workspace.state();
  const olds = state === undefined ? [] : await resourcesOfState(state, workspace);
  try {
    const previewed = await previewProgram(workspace, runner, olds, host, io);
    if (previewed.failed)
      return `the program already fails without the import: ${firstProblem(previewed, workspace, run)}`;
    return stepsByUrn(differencesOf(previewed, workspace));
  } catch (error) {
    if (!(error instanceof ImpError) || io.signal.aborted) throw error;
    return `the program cannot be run: ${error.explanation.what}`;
  }
}

async function afterChanges(
  run: PrintedRun,
  workspace: Workspace,
  runner: Runner,
  before: ReadonlyMap<Urn, string>,
  host: Host,
): Promise<WholeProgram> {
  const { changes, io, config, plan } = run;
  const state = readDeployment(changes.state ?? new Uint8Array(), statePlace(workspace.location));
  const olds = await resourcesOfState(state, workspace);
  const changed = { ...workspace, config: withNewValues(workspace.config, config) };
  const previewed = await previewProgram(changed, runner, olds, host, io);
  const where = run.program.workspace.programDir;
  if (previewed.failed) throw ImpError.of("VERIFY_BROKEN", { where, reason: firstProblem(previewed, workspace, run) });
  const steps = differencesOf(previewed, workspace);
  const imported = new Set(plan.entries.map(({ urn }) => urn));
  const after = stepsByUrn(steps);
  if (imported.size > 0 && [...imported].every((urn) => (after.get(urn) ?? "").startsWith("delete")))
    return {
      verified: false,
      reason:
        "the program that runs does not register the new resources. Compile it if necessary, then run `imp verify`",
    };
  const expected = new Set(
    plan.outcomes.flatMap(({ urn, verdict }) => (verdicts[verdict].effect === undefined ? [] : [urn])),
  );
  const wrong = steps.filter(
    ({ op, urn }) =>
      op !== "same" &&
      op !== "read" &&
      !expected.has(urn) &&
      typeOf(urn) !== rootStackType &&
      after.get(urn) !== before.get(urn),
  );
  if (wrong.length > 0) throw ImpError.of("VERIFY_CHANGED", { where, changes: wrong.map(changeText) });
  return { verified: true, resources: new Set(steps.map(({ urn }) => urn)).size };
}

function differencesOf({ plan }: PreviewedProgram, { project }: Workspace): readonly ProgramDifference[] {
  return programDifferences(
    plan.steps.filter((step) => !isInternalStep(step)),
    project.root,
  );
}

/** Returns the operations of each resource with the paths that differ, without values. */
function stepsByUrn(steps: readonly ProgramDifference[]): ReadonlyMap<Urn, string> {
  const byUrn = new Map<Urn, string>();
  for (const { op, urn, differences } of steps) {
    const words = [op, ...differences.map(({ path, kind }) => `${kind} ${path}`).sort()].join(" ");
    byUrn.set(urn, [byUrn.get(urn), words].filter((text) => text !== undefined).join("; "));
  }
  return byUrn;
}

function changeText({ op, urn, differences, where }: ProgramDifference): string {
  const paths = differences.map(({ path }) => path).filter((path) => path !== "");
  const about = paths.length === 0 ? "" : `: ${paths.slice(0, 5).join(", ")}`;
  return `${op} ${typeOf(urn)} ${nameOf(urn)}${where === undefined ? "" : ` (${where})`}${about}`;
}

/** Returns the first error of a program, with the paths of the project instead of those of its copy. */
function firstProblem({ problems }: PreviewedProgram, copy: Workspace, { program }: PrintedRun): string {
  const message = problems.find(({ severity }) => severity === "error")?.message.trim() ?? "";
  if (message === "") return "the program ended without a message";
  return message.replaceAll(copy.project.root, program.workspace.project.root);
}

function withNewValues(config: StackConfig, values: readonly ConfigValue[]): StackConfig {
  const added = new Map(config);
  for (const { key, value } of values) {
    const text = value.kind === "string" ? value.value : "";
    added.set(key, { text, secret: true, object: false, source: "stack" });
  }
  return added;
}

async function writeTo(path: string, bytes: Uint8Array | undefined): Promise<void> {
  if (bytes === undefined) return await rm(path, { force: true });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
}
