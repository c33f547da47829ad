/** Runs imp in a stack, and asserts that previews and updates of the real Pulumi confirm the result. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Verdict } from "../../src/domain/graph.ts";
import { bindPcl } from "./bind-pcl.ts";
import { compareStates, showDifferences } from "./compare-states.ts";
import { findLeaks } from "./find-leaks.ts";
import { clearJournal, readJournal } from "./journal.ts";
import { projectRoot } from "./project-root.ts";
import { exitsWith, type Ran, runProcess } from "./run-process.ts";
import { simcloudSchema } from "./simcloud.ts";
import { type Checkpoint, type RealStack, resourcesOf } from "./stack.ts";
import type { Tools } from "./tools.ts";

/** The document of `imp run --json`. */
export interface Report {
  readonly version: 1;
  readonly resources: readonly {
    readonly name: string;
    readonly type: string;
    readonly id?: string;
    readonly urn: string;
    readonly verdict: Verdict;
    readonly differences: readonly { readonly path: string; readonly kind: string }[];
    readonly inputs: Readonly<Record<string, string>>;
    readonly read: number;
    readonly error?: { readonly code: string; readonly message: string; readonly hint: string };
  }[];
  readonly files: readonly string[];
  readonly calls: { readonly read: number; readonly check: number; readonly diff: number };
}

export interface Imported {
  readonly ran: Ran;
  readonly report: Report;
  /** The state after the run, with plain secrets. */
  readonly state: Checkpoint;
}

/** Runs the compiled `imp` in the project of a stack, whatever the exit code. */
export function imp(stack: RealStack, ...args: string[]): Promise<Ran> {
  const main = join(projectRoot, "dist", "bundle", "main.js");
  return runProcess([process.execPath, main, ...args], { cwd: stack.directory, env: stack.env, timeout: 240_000 });
}

/** Runs `imp run --yes --json` with a new journal. Fails unless it exits with `exit`. */
export async function importSpecs(
  stack: RealStack,
  specs: string,
  exit: number,
  ...flags: string[]
): Promise<Imported> {
  clearJournal(stack.env);
  const ran = await exitsWith(
    exit,
    imp(stack, "run", specs, "--yes", "--json", "--language", "typescript,pcl", ...flags),
  );
  assertOnlyReads(stack);
  return { ran, report: JSON.parse(ran.stdout) as Report, state: await stack.exportState({ showSecrets: true }) };
}

/** Asserts that an import only reads. Previews are allowed if Configure announced them. */
export function assertOnlyReads(stack: RealStack): void {
  const calls = readJournal(stack.env);
  for (const method of ["Create", "Update", "Delete", "error"])
    assert.equal(calls.get(method) ?? 0, 0, `${method} was called`);
}

/** Returns the verdicts of a report by name. */
export function verdictsOf(report: Report): Readonly<Record<string, Verdict>> {
  return Object.fromEntries(report.resources.map(({ name, verdict }) => [name, verdict]));
}

/** Asserts that the program compiles, the preview is empty, `up` changes nothing, the state is unchanged, and the next preview is empty. */
export async function assertNothingToChange(stack: RealStack, ours: Checkpoint): Promise<void> {
  await stack.compile();
  await assertEngineAgrees(stack, ours);
}

/** Asserts the same as `assertNothingToChange`, for a program in any language that is already compiled. */
export async function assertEngineAgrees(stack: RealStack, state: Checkpoint): Promise<void> {
  await exitsWith(0, stack.previewExpectingNoChanges());
  // Only the simulated providers write a journal.
  const hasJournal = stack.env.SIMCLOUD_JOURNAL !== undefined;
  if (hasJournal) clearJournal(stack.env);
  touch(stack);
  assert.deepEqual(Object.keys(await stack.up()), ["same"]);
  if (hasJournal) assertOnlyReads(stack);
  const after = await stack.exportState({ showSecrets: true });
  assert.equal(showDifferences(compareStates(state, after)), "");
  await exitsWith(0, stack.previewExpectingNoChanges());
}

/**
 * Removes the protection of one resource from the state, so that `up` restores it and writes the whole state again. The engine writes no state
 * if nothing changed.
 */
export function touch(stack: RealStack): void {
  const backend = String(stack.env.PULUMI_BACKEND_URL).replace("file://", "");
  const file = join(backend, ".pulumi", "stacks", stack.project, `${stack.stack}.json`);
  writeFileSync(file, readFileSync(file, "utf8").replace(/"protect":\s*true,?/, ""));
}

/** Asserts that the .pp file binds in strict mode, with every resource and component of the program. */
export async function assertPclBinds(tools: Tools, stack: RealStack, { report, state }: Imported): Promise<void> {
  const file = report.files.find((name) => name.endsWith(".pp"));
  assert.ok(file, `no .pp file among ${report.files.join(", ")}`);
  const bound = await bindPcl(tools, dirname(resolve(stack.directory, file)), [await simcloudSchema(tools)]);
  assert.deepEqual(bound.errors, []);
  const registered = resourcesOf(state).filter(
    ({ urn, type }) => type !== "pulumi:pulumi:Stack" && !/::pulumi:providers:\w+::default/.test(urn),
  );
  const resources = registered.filter(({ custom }) => custom === true);
  assert.deepEqual(
    { resources: bound.resources, components: bound.components },
    { resources: resources.length, components: registered.length - resources.length },
  );
}

/** Asserts that no secret is readable in output or files, except in the cloud file and in import files. */
export function assertNoLeaks(stack: RealStack, secrets: readonly string[], rans: readonly Ran[]): void {
  const mayHold = /^(cloud|specs)[^/]*\.json/;
  const paths = readdirSync(stack.root)
    .filter((name) => !mayHold.test(name))
    .map((name) => join(stack.root, name));
  const texts = rans.flatMap((ran, index) => [
    [`stdout of run ${index + 1}`, ran.stdout] as const,
    [`stderr of run ${index + 1}`, ran.stderr] as const,
  ]);
  assert.deepEqual(findLeaks(paths, secrets, new Map(texts)), []);
}
