/**
 * Proves the whole program before the commit: runs it before and after the changes, and compares the steps of the next update. Unlike the proofs of
 * single resources, this covers transforms and loops in the user's code.
 */
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { ImpError } from "../domain/errors.ts";
import type { ConfigValue, Urn } from "../domain/graph.ts";
import type { StackConfig } from "../domain/stack-config.ts";
import { rootStackType, typeOf } from "../domain/urn.ts";
import { verdicts } from "../domain/verdicts.ts";
import type { Host } from "../plugin/host.ts";
import { readDeployment } from "../state/deployment.ts";
import { statePlace } from "../workspace/backend/read-state.ts";
import { copyProject, type ProjectCopy, workspaceInCopy, writeCopied } from "../workspace/program/project-copy.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { withHost } from "./plugins.ts";
import {
  findRunner,
  isInstalled,
  languageOf,
  type PreviewedProgram,
  previewProgram,
  programOf,
  type Runner,
  resourcesOfState,
} from "./preview-program.ts";
import { changeTexts, isRegistered, isSamePlan, isUnchanged, type Plan, planOf } from "./program-plan.ts";
import type { PrintedRun } from "./summary.ts";

/** The result of the proof. */
export type WholeProgram =
  | { readonly verified: true; readonly resources: number }
  | { readonly verified: false; readonly reason: string };

/**
 * Runs the program before and after the changes of a run. Returns undefined with `--no-verify`, for a new project, and if the run does not write both
 * the state and the project's program.
 *
 * @throws VERIFY_CHANGED if the next update would change an imported resource, or handle another resource differently than before; VERIFY_BROKEN if
 * the changed program fails
 */
export async function verifyWholeProgram(run: PrintedRun): Promise<WholeProgram | undefined> {
  const { options, io, program, changes } = run;
  const { workspace, writing, target } = program;
  const isHere = target.path === workspace.programDir && workspace.project.file !== undefined;
  if (!options.verify || writing !== "all" || !isHere || changes.state === undefined || options.program.isNew)
    return undefined;
  const runner = findInstalledRunner(run);
  if (typeof runner === "string") return hasUserCode(run) ? unverified(runner) : undefined;
  io.progress.phase("Verifying the whole program", 0);
  const copy = await copyProject(workspace.project.root, io.identity());
  if (typeof copy === "string") return unverified(copy);
  try {
    const verification = await openVerification(run, runner, copy);
    if (typeof verification === "string") return unverified(verification);
    return await withHost(options.plugins, io, workspace, (host) => verify(verification, host));
  } finally {
    await copy.remove();
    io.progress.stop();
  }
}

function unverified(reason: string): WholeProgram {
  return { verified: false, reason };
}

/** Returns false if the project has no program, or if only imp wrote it: then, the proofs of the single resources are enough. */
function hasUserCode({ program, appended }: PrintedRun): boolean {
  const { location, insertion, changed } = program;
  if (insertion !== undefined || changed !== undefined || appended.length > 0) return true;
  return location.existing === undefined && [...location.contents.values()].some((bytes) => bytes !== undefined);
}

/** Returns the runner of the program, or the reason why the program cannot run. */
function findInstalledRunner({ program, io }: PrintedRun): Runner | string {
  const { workspace, languages } = program;
  try {
    const runner = findRunner(languages, workspace, io);
    return isInstalled(runner, workspace) ? runner : "its dependencies are not installed";
  } catch (error) {
    if (!(error instanceof ImpError)) throw error;
    return `imp cannot run ${workspace.project.runtime ?? "its"} programs here`;
  }
}

interface Verification {
  readonly run: PrintedRun;
  readonly runner: Runner;
  /** The workspace of the copy. */
  readonly copied: Workspace;
  /** The changed files of the program, with paths in the copy. */
  readonly files: readonly CopiedChange[];
  /** The compiled file that Node.js runs instead of the source code, relative to the program's directory. */
  readonly compiled: string | undefined;
}

interface CopiedChange {
  readonly path: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

/** Opens the copy. Returns the reason as a string if the program or a changed file is not in the copy. */
async function openVerification(run: PrintedRun, runner: Runner, copy: ProjectCopy): Promise<Verification | string> {
  const { workspace, languages } = run.program;
  const copied = await workspaceInCopy(workspace, copy);
  if (typeof copied === "string") return copied;
  const files: CopiedChange[] = [];
  for (const { path, before, after, part } of run.changes.files) {
    if (part !== "program" && part !== "project") continue;
    const file = await copy.pathOf(path);
    if (file === undefined) return `${relative(run.io.cwd, path)} is outside the directory of Pulumi.yaml`;
    files.push({ path: file, before, after });
  }
  const compiled = languageOf(languages, copied)?.compiledMain?.(programOf(copied));
  // Without this check, the SDK for Node.js would never exit if the file is missing.
  if (compiled !== undefined && !existsSync(join(copied.programDir, compiled))) return mustBeCompiled(compiled);
  return { run, runner, copied, files, compiled };
}

async function verify(verification: Verification, host: Host): Promise<WholeProgram> {
  const { run, copied, files, compiled } = verification;
  const before = await planBefore(verification, host);
  if (typeof before === "string")
    return unverified(compiled === undefined ? before : `${mustBeCompiled(compiled)}: ${before}`);
  for (const { path, after } of files) await writeCopied(path, after);
  const previewed = await previewAfter(verification, host);
  const after = planOf(previewed);
  const imported = new Set(run.plan.entries.map(({ urn }) => urn));
  // If the program does not register an imported resource, the preview deletes the resource, or fails if it is protected.
  const isMissing = [...imported].every((urn) => !after.get(urn)?.some(isRegistered));
  const excuse = imported.size > 0 && isMissing ? whyMissing(verification) : undefined;
  if (excuse !== undefined) return unverified(excuse);
  const where = run.program.workspace.programDir;
  if (previewed.failed) throw ImpError.of("VERIFY_BROKEN", { where, reason: firstProblem(previewed, copied, run) });
  const changed = changedResources(before, after, imported).filter((urn) => !isExpected(urn, run));
  const unstable = changed.some((urn) => !imported.has(urn)) ? await unstableResources(verification, before, host) : [];
  const wrong = changed.filter((urn) => imported.has(urn) || !unstable.includes(urn));
  if (wrong.length > 0)
    throw ImpError.of("VERIFY_CHANGED", { where, changes: changeTexts(wrong, before, after, copied.project.root) });
  return { verified: true, resources: after.size };
}

/** Returns the steps of the unchanged program, or the reason why it cannot run. */
async function planBefore({ run, runner, copied }: Verification, host: Host): Promise<Plan | string> {
  const { io } = run;
  const state = copied.state();
  const olds = state === undefined ? [] : await resourcesOfState(state, copied);
  try {
    const previewed = await previewProgram(copied, runner, olds, host, io);
    if (previewed.failed)
      return `the program already fails without the import: ${withoutFrames(firstProblem(previewed, copied, run))}`;
    return planOf(previewed);
  } catch (error) {
    if (!(error instanceof ImpError) || io.signal.aborted) throw error;
    return `the program cannot be run: ${error.explanation.what}`;
  }
}

async function previewAfter({ run, runner, copied }: Verification, host: Host): Promise<PreviewedProgram> {
  const { changes, config, io } = run;
  const state = readDeployment(changes.state ?? new Uint8Array(), statePlace(copied.location));
  const olds = await resourcesOfState(state, copied);
  return await previewProgram({ ...copied, config: withNewValues(copied.config, config) }, runner, olds, host, io);
}

/** Returns why even a correct program would not register the imported resources, or undefined if there is no such reason. */
function whyMissing({ run, compiled }: Verification): string | undefined {
  if (compiled !== undefined) return mustBeCompiled(compiled);
  const unloaded = run.appended.filter(({ isLoaded }) => !isLoaded).map(({ file }) => file);
  return unloaded.length === 0 ? undefined : `the program does not load ${unloaded.join(", ")}`;
}

function mustBeCompiled(file: string): string {
  return `the project runs ${file}, which must be compiled before \`imp verify\``;
}

/** Returns true if the plan of the import already shows that the next update changes the resource. Also returns true for the root stack. */
function isExpected(urn: Urn, { plan }: PrintedRun): boolean {
  if (typeOf(urn) === rootStackType) return true;
  return plan.outcomes.some((outcome) => outcome.urn === urn && verdicts[outcome.verdict].effect !== undefined);
}

/** Returns the imported resources that the next update changes, and the other resources whose steps differ from before. */
function changedResources(before: Plan, after: Plan, imported: ReadonlySet<Urn>): readonly Urn[] {
  const changed = [...after].flatMap(([urn, steps]) => {
    if (steps.every(isUnchanged)) return [];
    return !imported.has(urn) && isSamePlan(before.get(urn) ?? [], steps) ? [] : [urn];
  });
  const vanished = [...before].filter(([urn, steps]) => !after.has(urn) && steps.some(isRegistered));
  return [...changed, ...vanished.map(([urn]) => urn)];
}

/** Runs the unchanged program again. Returns the resources whose steps differ between the two runs, for example because of random inputs. */
async function unstableResources(verification: Verification, before: Plan, host: Host): Promise<readonly Urn[]> {
  for (const file of verification.files) await writeCopied(file.path, file.before);
  const again = await planBefore(verification, host);
  if (typeof again === "string") return [];
  const urns = new Set([...before.keys(), ...again.keys()]);
  return [...urns].filter((urn) => !isSamePlan(before.get(urn) ?? [], again.get(urn) ?? []));
}

/** Returns the first error of a program. Replaces paths in the copy with paths in the project. */
function firstProblem({ problems }: PreviewedProgram, copy: Workspace, { program }: PrintedRun): string {
  const message = problems.find(({ severity }) => severity === "error")?.message.trim() ?? "";
  if (message === "") return "the program ended without a message";
  return message.replaceAll(copy.project.root, program.workspace.project.root);
}

/** Removes the lines of stack traces. */
function withoutFrames(message: string): string {
  return message.replace(/(?:\n\s+at .*)+/g, "");
}

function withNewValues(config: StackConfig, values: readonly ConfigValue[]): StackConfig {
  const added = new Map(config);
  for (const { key, value } of values) {
    const text = value.kind === "string" ? value.value : "";
    added.set(key, { text, secret: true, object: false, source: "stack" });
  }
  return added;
}
