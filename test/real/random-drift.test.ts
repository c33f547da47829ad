/** Random changes in the cloud, `imp sync`, and the real Pulumi: the next preview and update do what the choice says. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Bag, isBag, type Plain } from "../../fixtures/simcloud/plain.ts";
import { typeOf } from "../../fixtures/simcloud/types/registry.ts";
import { type Draw, drawFrom } from "../support/mutate.ts";
import { imp } from "./judge-import.ts";
import { projectRoot } from "./project-root.ts";
import { changedSteps, changedUpdate, nameOf } from "./random-drift/changed-steps.ts";
import { type ChangedPath, drifted, visiblePaths } from "./random-drift/drifts.ts";
import { computed, handWritten, imports, referredTo } from "./random-drift/program.ts";
import { codeOf, commentsOf } from "./random-drift/statements.ts";
import { exitsWith, showRun } from "./run-process.ts";
import { openSimcloudStack, simcloudExecutable } from "./simcloud.ts";
import { type RealStack, resourcesOf, type StateResource } from "./stack.ts";
import { requireTools } from "./tools.ts";

const rounds = process.env.IMP_PROVE === "1" ? 15 : 2;
const driftsPerRound = 14;

interface Synced {
  readonly resources: readonly { readonly urn: string; readonly result: "synced" | "left"; readonly why?: string }[];
  readonly pending: readonly { readonly urn: string }[];
}

type Cloud = Record<string, Bag>;

/** A resource that the next update after a refresh changes back. */
interface Drift {
  readonly name: string;
  readonly paths: readonly ChangedPath[];
  readonly isDeleted: boolean;
}

describe("imp sync after random changes in the cloud", function () {
  this.timeout(3_600_000);
  const tools = requireTools();
  const files = ["index.ts", ...Object.keys(handWritten)];
  let stack: RealStack;
  let checkpoint: string;
  let program: ReadonlyMap<string, string>;
  let state: string;
  let cloud: Cloud;
  let resources: readonly StateResource[];

  before(async () => {
    stack = await openSimcloudStack(tools);
    for (const key of ["token", "password"])
      await exitsWith(0, stack.pulumi("config", "set", "--secret", key, `canary-${key}-7f3a9c2b`));
    const quickstart = join(projectRoot, "fixtures", "quickstart");
    writeFileSync(cloudFile(), readFileSync(join(quickstart, "cloud.json")));
    const specs = join(quickstart, "specs.json");
    await exitsWith(0, imp(stack, "run", specs, "--yes", "--no-protect", "--language", "typescript"));
    const printed = readFileSync(join(stack.directory, "index.ts"), "utf8");
    program = new Map([["index.ts", printed + imports], ...Object.entries(handWritten)]);
    restoreProgram();
    await stack.up();
    checkpoint = join(stack.root, "backend", ".pulumi", "stacks", stack.project, `${stack.stack}.json`);
    state = readFileSync(checkpoint, "utf8");
    cloud = readCloud();
    const skipped = /::pulumi:/;
    resources = resourcesOf(await stack.exportState({ showSecrets: true }))
      .filter(({ urn, custom }) => custom === true && !skipped.test(urn))
      .sort((one, other) => (one.urn < other.urn ? -1 : 1));
  });
  after(async () => await stack?.dispose());

  for (let seed = 1; seed <= rounds; seed += 1) {
    it(`takes the cloud's values, or keeps the program's (seed ${seed})`, async () => {
      // A replacement needs another name in many clouds, so only rounds without one are updated.
      const isUpdated = seed % 2 === 0;
      const drifts = changeCloud(drawFrom(seed), isUpdated);
      restore();
      await assertCloudTaken(drifts, seed % 3 === 0);
      restore();
      const kept = await assertProgramKept(drifts);
      if (isUpdated) await assertReverted(kept);
      else
        assert.deepEqual(
          (await changedSteps(stack)).filter((name) => isIn(drifts, name)),
          kept,
        );
    });
  }

  /** Changes objects in the cloud. Returns the resources whose changes show. */
  function changeCloud(draw: Draw, isUpdated: boolean): readonly Drift[] {
    const changed: Cloud = { ...cloud };
    const left = [...resources];
    const drifts: Drift[] = [];
    while (drifts.length < driftsPerRound) {
      const [resource] = left.splice(draw(left.length), 1);
      assert.ok(resource, "there are enough resources");
      const key = keyOf(resource);
      const { definition } = typeOf(resource.type) ?? {};
      const settings = cloud[key];
      assert.ok(definition && settings, `${resource.urn} is in the cloud`);
      const name = nameOf(resource.urn);
      if (draw(15) === 0 && !(isUpdated && isReferredTo(resource))) {
        delete changed[key];
        drifts.push({ name, paths: [], isDeleted: true });
        continue;
      }
      const inputs = inputsOf(resource);
      const after = drifted(definition, settings, inputs, isUpdated, draw);
      changed[key] = after.settings;
      if (visiblePaths(definition, after.settings, inputs).length > 0)
        drifts.push({ name, paths: after.paths, isDeleted: false });
    }
    writeFileSync(cloudFile(), JSON.stringify({ version: 1, objects: changed }));
    return drifts;
  }

  async function assertCloudTaken(drifts: readonly Drift[], isStateJudged: boolean): Promise<void> {
    const { ran, synced, results } = await sync("cloud", drifts);
    const left = new Set([...results].filter(([, result]) => result === "left").map(([name]) => name));
    assert.equal(ran.code, left.size === 0 ? 0 : 3, showRun(ran));
    for (const { name, paths, isDeleted } of drifts) {
      const story = `${name} ${JSON.stringify(paths)}\n${showRun(ran)}`;
      if (isDeleted || mustStay(name, paths)) assert.ok(left.has(name), `should stay: ${story}`);
      else if (mustSync(name, paths)) assert.ok(!left.has(name), `should be synced: ${story}`);
    }
    for (const { urn, result, why } of synced.resources) if (result === "left") assert.ok(why, `${urn} has a reason`);
    const synchronized = drifts.map(({ name }) => name).filter((name) => !left.has(name));
    assertOnlyTheirCode(new Set(synchronized));
    for (const name of left) assert.deepEqual(entryOf(name, readFileSync(checkpoint, "utf8")), entryOf(name, state));
    // If the next update replaces a resource that was left, inputs that refer to it are unknown.
    const changed = (await changedSteps(stack, "--refresh")).filter((name) => left.has(name) || !refersTo(name, left));
    assert.deepEqual(changed, [...left].sort(), showRun(ran));
    if (isStateJudged) assert.deepEqual(await changedSteps(stack), []);
  }

  /** Returns the names of the resources that the next update changes back. */
  async function assertProgramKept(drifts: readonly Drift[]): Promise<readonly string[]> {
    const { results } = await sync("program", drifts);
    assert.deepEqual(readProgram(), program);
    return [...results].flatMap(([name, result]) => (result === "synced" ? [name] : [])).sort();
  }

  /** Updates the stack. Asserts that the update changes exactly these resources back. */
  async function assertReverted(names: readonly string[]): Promise<void> {
    assert.deepEqual(await changedUpdate(stack), names);
    const after = readCloud();
    for (const resource of resources) {
      const { definition } = typeOf(resource.type) ?? {};
      const settings = after[keyOf(entryOf(nameOf(resource.urn), readFileSync(checkpoint, "utf8")) ?? resource)];
      assert.ok(definition && settings, `${resource.urn} is in the cloud`);
      assert.deepEqual(visiblePaths(definition, settings, inputsOf(resource)), [], resource.urn);
    }
  }

  function refersTo(name: string, names: ReadonlySet<string>): boolean {
    const dependencies = resources.find(({ urn }) => nameOf(urn) === name)?.dependencies ?? [];
    return (dependencies as readonly string[]).some((urn) => names.has(nameOf(urn)));
  }

  function isReferredTo({ urn }: StateResource): boolean {
    return resources.some(({ dependencies = [] }) => (dependencies as readonly string[]).includes(urn));
  }

  async function sync(choice: "cloud" | "program", drifts: readonly Drift[]) {
    // Without the language host of the tests, imp starts index.ts itself.
    const env = {
      ...stack.env,
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    };
    const provider = `simcloud=${simcloudExecutable}`;
    const ran = await imp({ ...stack, env }, "sync", "--take", choice, "--yes", "--json", "--provider", provider);
    assert.match(String(ran.code), /^[03]$/, `${JSON.stringify(drifts)}\n${showRun(ran)}`);
    assert.doesNotMatch(ran.stdout + ran.stderr, /canary|at .*\.js:\d/);
    const synced = JSON.parse(ran.stdout) as Synced;
    const results = new Map(synced.resources.map(({ urn, result }) => [nameOf(urn), result]));
    assert.deepEqual([...results.keys()].sort(), drifts.map(({ name }) => name).sort(), showRun(ran));
    assert.deepEqual(synced.pending, []);
    return { ran, synced, results };
  }

  /** Asserts that only the statements of these resources changed, and that no comment is lost except on lines that were removed. */
  function assertOnlyTheirCode(names: ReadonlySet<string>): void {
    for (const [file, text] of readProgram()) {
      const [before, after] = [codeOf(program.get(file) ?? ""), codeOf(text)];
      assert.equal(after.rest, before.rest, text);
      for (const [end, statement] of before.statements) {
        const now = after.statements.get(end) ?? "";
        if (now === statement) continue;
        assert.ok(
          [...names].some((name) => end !== "" && name.endsWith(end)),
          `${file}: ${now}`,
        );
        const kept = commentsOf(now).map(({ text }) => text);
        const lost = commentsOf(statement).filter(
          ({ text, line }) => !kept.includes(text) && (line === undefined || now.includes(line)),
        );
        assert.deepEqual(lost, [], now);
      }
    }
  }

  function restore(): void {
    restoreProgram();
    writeFileSync(checkpoint, state);
  }

  function restoreProgram(): void {
    for (const [file, text] of program) writeFileSync(join(stack.directory, file), text);
  }

  function readProgram(): ReadonlyMap<string, string> {
    return new Map(files.map((file) => [file, readFileSync(join(stack.directory, file), "utf8")]));
  }

  function cloudFile(): string {
    return String(stack.env.SIMCLOUD_FILE);
  }

  function readCloud(): Cloud {
    return (JSON.parse(readFileSync(cloudFile(), "utf8")) as { readonly objects: Cloud }).objects;
  }
});

/** Returns true if all changes concern code that is not a literal. */
function mustStay(name: string, paths: readonly ChangedPath[]): boolean {
  return (computed[name] ?? []).some((code) => paths.some((path) => code.every((key, index) => key === path[index])));
}

/** Returns true if no change is near code that is not a literal. */
function mustSync(name: string, paths: readonly ChangedPath[]): boolean {
  const unclear = [...(computed[name] ?? []), ...(referredTo[name] ?? [])];
  return unclear.every((code) => paths.every((path) => path[0] !== code[0]));
}

function isIn(drifts: readonly Drift[], name: string): boolean {
  return drifts.some((drift) => drift.name === name);
}

function inputsOf({ inputs }: StateResource): Bag {
  return openSecrets(inputs as Plain) as Bag;
}

function keyOf({ type, id }: StateResource): string {
  return `us-east-1|${type}|${String(id)}`;
}

function entryOf(name: string, text: string): StateResource | undefined {
  const { checkpoint } = JSON.parse(text) as {
    readonly checkpoint: { readonly latest: { readonly resources: readonly StateResource[] } };
  };
  return checkpoint.latest.resources.find(({ urn }) => nameOf(urn) === name);
}

/** Returns the values without the envelopes of secrets. */
function openSecrets(value: Plain): Plain {
  if (Array.isArray(value)) return value.map(openSecrets);
  if (!isBag(value)) return value;
  if (typeof value.plaintext === "string") return openSecrets(JSON.parse(value.plaintext) as Plain);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, openSecrets(item)]));
}
