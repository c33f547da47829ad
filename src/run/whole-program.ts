/**
 * Verifies the whole program before the commit: runs it without and with the changes, and compares the steps of the next update. Unlike the proofs
 * of single resources, this also covers transforms and loops in the user's code.
 */
import { relative } from "node:path";
import { ImpError } from "../domain/errors.ts";
import type { ConfigValue, Urn } from "../domain/graph.ts";
import type { StackConfig } from "../domain/stack-config.ts";
import { rootStackType, typeOf } from "../domain/urn.ts";
import { verdicts } from "../domain/verdicts.ts";
import type { Host } from "../plugin/host.ts";
import { readDeployment } from "../state/deployment.ts";
import { statePlace } from "../workspace/backend/read-state.ts";
import { writeCopied } from "../workspace/program/project-copy.ts";
import { withHost } from "./plugins.ts";
import { type PreviewedProgram, resourcesOfState } from "./preview-program.ts";
import { changeTexts, isRegistered, isSamePlan, isUnchanged, type Plan, planOf } from "./program-plan.ts";
import { type CopiedProgram, hasUserCode, isTried, mustBeCompiled } from "./program-trial.ts";
import type { PrintedRun } from "./summary.ts";

/** The result of the verification. `pending` counts the resources that are not imported, and that the next update changes. */
export type WholeProgram =
  | { readonly verified: true; readonly resources: number; readonly pending: number }
  | { readonly verified: false; readonly reason: string };

/**
 * Runs the program without and with the changes of a run. Returns undefined with `--no-verify`, for a new project, and if the run does not write
 * both the state and the project's program.
 *
 * @throws VERIFY_CHANGED if the next update would change an imported resource, or if its steps for another resource differ from those without the
 * changes; VERIFY_BROKEN if the changed program fails
 */
export async function verifyWholeProgram(run: PrintedRun): Promise<WholeProgram | undefined> {
  const { options, io, program, changes, trial } = run;
  if (!isTried(options, program) || changes.state === undefined) return undefined;
  if (lacksPackages(run) && !hasUserCode(program)) return undefined;
  const copied = await trial.copied();
  if (typeof copied === "string") return hasUserCode(program) ? unverified(copied) : undefined;
  io.progress.phase("Verifying the whole program", 0);
  try {
    const files = await copiedChanges(run, copied);
    if (typeof files === "string") return unverified(files);
    const verification = { run, copied, files };
    return await withHost(options.plugins, io, program.workspace, (host) => verify(verification, host));
  } finally {
    io.progress.stop();
  }
}

/** Returns true if the new code cannot run before the user installs packages. */
function lacksPackages({ install }: PrintedRun): boolean {
  return install.some(({ isUnsure }) => isUnsure !== true);
}

function unverified(reason: string): WholeProgram {
  return { verified: false, reason };
}

interface Verification {
  readonly run: PrintedRun;
  readonly copied: CopiedProgram;
  /** The changes of the program, with the paths of the files in the copy. */
  readonly files: readonly CopiedChange[];
}

interface CopiedChange {
  readonly path: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

/** Returns the changes of the program with paths in the copy. Returns a string with the reason if a file is not in the copy. */
async function copiedChanges(
  { changes, io }: PrintedRun,
  { copy }: CopiedProgram,
): Promise<readonly CopiedChange[] | string> {
  const files: CopiedChange[] = [];
  for (const { path, before, after, part } of changes.files) {
    if (part !== "program" && part !== "project") continue;
    const copied = await copy.pathOf(path);
    if (copied === undefined) return `${relative(io.cwd, path)} is outside the directory of Pulumi.yaml`;
    files.push({ path: copied, before, after });
  }
  return files;
}

async function verify(verification: Verification, host: Host): Promise<WholeProgram> {
  const { run, copied, files } = verification;
  const { compiled } = copied;
  const previewedBefore = await run.trial.before(host);
  if (typeof previewedBefore === "string")
    return unverified(compiled === undefined ? previewedBefore : `${mustBeCompiled(compiled)}: ${previewedBefore}`);
  const before = planOf(previewedBefore);
  for (const { path, after } of files) await writeCopied(path, after);
  const previewed = await previewAfter(verification, host);
  const after = planOf(previewed);
  const imported = new Set(run.plan.entries.map(({ urn }) => urn));
  // If the program registers none of the imported resources, the preview deletes them, or fails if they are protected.
  const isMissing = [...imported].every((urn) => !after.get(urn)?.some(isRegistered));
  const excuse = imported.size > 0 && isMissing ? whyMissing(verification) : undefined;
  if (excuse !== undefined) return unverified(excuse);
  const where = run.program.workspace.programDir;
  if (previewed.failed) {
    const reason = run.trial.firstProblem(previewed, copied);
    if (isExpectedFailure(previewed, run)) return unverified(reason);
    if (lacksPackages(run)) return unverified("its dependencies are not installed");
    throw ImpError.of("VERIFY_BROKEN", { where, reason });
  }
  const changed = changedResources(before, after, imported).filter((urn) => !isExpected(urn, run));
  const unstable = changed.some((urn) => !imported.has(urn)) ? await unstableResources(verification, before, host) : [];
  const wrong = changed.filter((urn) => imported.has(urn) || !unstable.includes(urn));
  if (wrong.length > 0)
    throw ImpError.of("VERIFY_CHANGED", {
      where,
      changes: changeTexts(wrong, before, after, copied.workspace.project.root),
    });
  const pending = [...after].filter(
    ([urn, steps]) => !imported.has(urn) && typeOf(urn) !== rootStackType && !steps.every(isUnchanged),
  );
  return { verified: true, resources: after.size, pending: pending.length };
}

async function previewAfter({ run, copied }: Verification, host: Host): Promise<PreviewedProgram> {
  const { changes, config, program, trial } = run;
  const { workspace } = copied;
  const state = readDeployment(changes.state ?? new Uint8Array(), statePlace(workspace.location));
  const olds = await resourcesOfState(state, workspace);
  return await trial.preview(copied, olds, host, withNewValues(program.workspace.config, config));
}

/**
 * Returns the reason if the program is correct but cannot register the imported resources, for example because it doesn't load the new file yet.
 * Otherwise, returns undefined.
 */
function whyMissing({ run, copied: { compiled } }: Verification): string | undefined {
  if (compiled !== undefined) return mustBeCompiled(compiled);
  const unloaded = run.appended.filter(({ isLoaded }) => !isLoaded).map(({ file }) => file);
  return unloaded.length === 0 ? undefined : `the program does not load ${unloaded.join(", ")}`;
}

/** Returns true if the plan of the import already shows that the next update changes the resource, or if the resource is the root stack. */
function isExpected(urn: Urn, { plan }: PrintedRun): boolean {
  if (typeOf(urn) === rootStackType) return true;
  return plan.outcomes.some((outcome) => outcome.urn === urn && verdicts[outcome.verdict].effect !== undefined);
}

/** Returns true if the update fails because of a change that the user accepted. An example is `--allow-replace` for a protected resource. */
function isExpectedFailure({ problems }: PreviewedProgram, run: PrintedRun): boolean {
  const urn = problems.find(({ severity }) => severity === "error")?.urn;
  return urn !== undefined && isExpected(urn, run);
}

/** Returns the imported resources that the next update changes, and the other resources whose steps differ between the two plans. */
function changedResources(before: Plan, after: Plan, imported: ReadonlySet<Urn>): readonly Urn[] {
  const changed = [...after].flatMap(([urn, steps]) => {
    if (steps.every(isUnchanged)) return [];
    return !imported.has(urn) && isSamePlan(before.get(urn) ?? [], steps) ? [] : [urn];
  });
  const vanished = [...before].filter(([urn, steps]) => !after.has(urn) && steps.some(isRegistered));
  return [...changed, ...vanished.map(([urn]) => urn)];
}

/**
 * Runs the program without the changes again. Returns the resources whose steps differ between these two runs, for example because of random inputs.
 */
async function unstableResources(verification: Verification, before: Plan, host: Host): Promise<readonly Urn[]> {
  for (const file of verification.files) await writeCopied(file.path, file.before);
  const previewed = await verification.run.trial.beforeAgain(host);
  if (typeof previewed === "string") return [];
  const again = planOf(previewed);
  const urns = new Set([...before.keys(), ...again.keys()]);
  return [...urns].filter((urn) => !isSamePlan(before.get(urn) ?? [], again.get(urn) ?? []));
}

function withNewValues(config: StackConfig, values: readonly ConfigValue[]): StackConfig {
  const added = new Map(config);
  for (const { key, value } of values) {
    const text = value.kind === "string" ? value.value : "";
    added.set(key, { text, secret: true, object: false, source: "stack" });
  }
  return added;
}
