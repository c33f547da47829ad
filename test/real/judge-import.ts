/** Judges one `imp run` by the real Pulumi: it previews, updates and imports from what the run wrote. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Verdict } from "../../src/graph.ts";
import { bindPcl } from "./bind-pcl.ts";
import { compareStates, showDifferences } from "./compare-states.ts";
import { findLeaks } from "./find-leaks.ts";
import { clearJournal, readJournal } from "./journal.ts";
import { projectRoot } from "./project-root.ts";
import { describe, type Ran, runProcess } from "./run-process.ts";
import { simcloudSchema } from "./simcloud.ts";
import { type Checkpoint, type RealStack, resourcesOf } from "./stack.ts";
import type { Tools } from "./tools.ts";

/** The document that `imp run --json` prints. */
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
  /** The state as `imp` left it, secrets shown. */
  readonly state: Checkpoint;
}

/** Runs the compiled `imp` in a stack's project, whatever the exit code. */
export function imp(stack: RealStack, ...args: string[]): Promise<Ran> {
  const main = join(projectRoot, "dist", "bundle", "main.js");
  return runProcess([process.execPath, main, ...args], { cwd: stack.directory, env: stack.env, timeout: 240_000 });
}

/** `imp run --yes --json`; fails unless it ends with `exit`. The journal begins anew. */
export async function importSpecs(
  stack: RealStack,
  specs: string,
  exit: number,
  ...flags: string[]
): Promise<Imported> {
  clearJournal(stack.env);
  const ran = await imp(stack, "run", specs, "--yes", "--json", "--language", "typescript,pcl", ...flags);
  assert.equal(ran.code, exit, describe(ran));
  assertOnlyReads(stack);
  return { ran, report: JSON.parse(ran.stdout) as Report, state: await stack.exportState({ showSecrets: true }) };
}

/** An import makes nothing, changes nothing, removes nothing: previews do not either, where Configure announced them. */
export function assertOnlyReads(stack: RealStack): void {
  const calls = readJournal(stack.env);
  for (const method of ["Create", "Update", "Delete", "error"])
    assert.equal(calls.get(method) ?? 0, 0, `${method} was called`);
}

/** Name -> verdict, of everything that the report has. */
export function verdictsOf(report: Report): Readonly<Record<string, Verdict>> {
  return Object.fromEntries(report.resources.map(({ name, verdict }) => [name, verdict]));
}

/** The generated program compiles, the preview is empty, `up` changes nothing, the state stays ours, the preview is empty again. */
export async function assertNothingToChange(stack: RealStack, ours: Checkpoint): Promise<void> {
  await stack.compile();
  await assertEngineAgrees(stack, ours);
}

/** The part that is the same for programs of any runtime, which have to be ready to run. */
export async function assertEngineAgrees(stack: RealStack, ours: Checkpoint): Promise<void> {
  const preview = await stack.previewExpectingNoChanges();
  assert.equal(preview.code, 0, describe(preview));
  // Only the simulated providers write one.
  const hasJournal = stack.env.SIMCLOUD_JOURNAL !== undefined;
  if (hasJournal) clearJournal(stack.env);
  touch(stack);
  assert.deepEqual(Object.keys(await stack.up()), ["same"]);
  if (hasJournal) assertOnlyReads(stack);
  const after = await stack.exportState({ showSecrets: true });
  assert.equal(showDifferences(compareStates(ours, after)), "");
  const again = await stack.previewExpectingNoChanges();
  assert.equal(again.code, 0, describe(again));
}

/**
 * Takes the protection of one resource out of the state, for `up` to put back: the engine keeps a state file in which nothing changed,
 * and writes all of it anew, with the program's values of each resource, where anything did.
 */
export function touch(stack: RealStack): void {
  const backend = String(stack.env.PULUMI_BACKEND_URL).replace("file://", "");
  const file = join(backend, ".pulumi", "stacks", stack.project, `${stack.stack}.json`);
  writeFileSync(file, readFileSync(file, "utf8").replace(/"protect":\s*true,?/, ""));
}

/** The .pp file of the run binds strictly, and has every resource and every component that a program registers. */
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

/** No planted secret is readable in what was written or printed. The cloud and the import files hold them by right. */
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
