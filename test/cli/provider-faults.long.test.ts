/** imp gives no wrong verdict if providers throttle, crash, hang, freeze, return garbage, or are killed. */
import assert from "node:assert/strict";
import { type Estate, makeEstate, makeQuirkEstate } from "../../fixtures/simcloud/estate.ts";
import { randomNumbers } from "../../fixtures/simcloud/switches.ts";
import { type CliProject, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { inParallel, main, processesWith, type Ran, until } from "../support/imp-process.ts";
import { type Product, productOf, saltedFiles } from "../support/stable-state.ts";

interface Reported {
  readonly name: string;
  readonly urn: string;
  readonly verdict: string;
  readonly error?: { readonly code: string };
}

function reportedBy(ran: Ran): readonly Reported[] {
  return (JSON.parse(ran.stdout) as { resources: readonly Reported[] }).resources;
}

/** Merges two simulated clouds. Their import specs alternate. */
function together(first: Estate, other: Estate): Estate {
  const [longer, shorter] = [first.specs.resources, other.specs.resources];
  const resources = longer.flatMap((entry, index) => [entry, ...shorter.slice(index, index + 1)]);
  assert.equal(resources.length, longer.length + shorter.length);
  return {
    specs: { resources },
    cloud: { version: 1, objects: { ...first.cloud.objects, ...other.cloud.objects } },
    expectedVerdict: { ...first.expectedVerdict, ...other.expectedVerdict },
    canaries: [...first.canaries, ...other.canaries],
  };
}

function only(estate: Estate, names: RegExp): Estate {
  const resources = estate.specs.resources.filter(({ name }) => names.test(name));
  return { ...estate, specs: { resources } };
}

const usual = makeEstate({ seed: 11, resources: 16, regions: ["us-east-1"] });

/** Sends a signal to every running plugin of a project. */
function signalPlugins(project: CliProject, signal: NodeJS.Signals): void {
  // imp's command line also contains the name of the plugin, so imp is excluded.
  const plugins = processesWith(`IMP_TEST_PROJECT=${project.root}`).filter((line) => !line.includes(main));
  for (const line of plugins) {
    try {
      process.kill(Number.parseInt(line, 10), signal);
    } catch {
      // The plugin has already exited.
    }
  }
}

describe("a faulty provider", () => {
  const projects: CliProject[] = [];
  let undisturbed: Product;
  const project = (estate: Estate): CliProject => {
    const made = makeProject({ cloud: estate.cloud, specs: estate.specs, files: saltedFiles });
    projects.push(made);
    return made;
  };

  before(async function () {
    this.timeout(120_000);
    const calm = project(usual);
    await exitsWith(0, calm.run(["specs.json", "--yes", "--json"]));
    undisturbed = await productOf(calm);
  });
  after(async () => {
    for (const one of projects) await one.remove();
  });

  /** Asserts that each resource either failed or has the same state as without the fault. */
  async function assertRight(target: CliProject, ran: Ran, seed: string): Promise<void> {
    const message = `${seed}: ${showRun(ran)}`;
    if (ran.code === 1) {
      assert.equal(target.files()["index.ts"], undefined, message);
      assert.match(ran.stdout, /"error"/, message);
      return;
    }
    const reported = reportedBy(ran);
    const failed = new Set(reported.filter(({ verdict }) => verdict === "failed").map(({ urn }) => urn));
    assert.equal(ran.code, failed.size === 0 ? 0 : 3, message);
    const product = await productOf(target);
    if (failed.size === 0) return assert.deepEqual(product, undisturbed, message);
    for (const { urn, verdict, error } of reported) {
      const [is, was] = [product.resources.get(urn), undisturbed.resources.get(urn)];
      if (verdict === "failed") {
        assert.equal(is, undefined, message);
        assert.match(
          error?.code ?? "",
          /^(PLUGIN_|CALL_TIMEOUT|PROVIDER_FAILED|PARENT_FAILED|CHILDREN_FAILED|PACKAGE_)/,
          message,
        );
      } else for (const key of ["id", "inputs", "outputs"]) assert.deepEqual(is?.[key], was?.[key], message);
    }
  }

  it("fails only the resources for which it crashes, hangs, or sends garbage", async function () {
    this.timeout(120_000);
    const faulty = together(makeQuirkEstate(true), only(makeQuirkEstate(), /^quirk-(throttled|slow)$/));
    const estate = together(usual, faulty);
    const target = project(estate);
    const ran = await target.run(["specs.json", "--yes", "--json", "--timeout", "15"]);
    const reported = reportedBy(ran);
    assert.deepEqual(
      reported.map(({ name, verdict }) => [name, verdict]),
      estate.specs.resources.map(({ name, logicalName }) => [logicalName ?? name, estate.expectedVerdict[name]]),
      showRun(ran),
    );
    const codes = reported.flatMap(({ name, error }) => (error === undefined ? [] : [`${name} ${error.code}`]));
    assert.deepEqual(codes.sort(), [
      "quirk-crash PLUGIN_DIED",
      "quirk-garbage ANSWER_MALFORMED",
      "quirk-garbage-bytes ANSWER_MALFORMED",
      "quirk-garbage-secret ANSWER_MALFORMED",
      "quirk-hang CALL_TIMEOUT",
    ]);
    assert.equal(ran.code, 3);
    const product = await productOf(target);
    for (const [urn, resource] of undisturbed.resources) assert.deepEqual(product.resources.get(urn), resource, urn);
    await target.assertTidy();
  });

  it("is restarted if it freezes, and does not block the run", async function () {
    this.timeout(120_000);
    const target = project(usual);
    const run = target.start(["specs.json", "--yes", "--json", "--timeout", "8"], { SIMCLOUD_LATENCY_MS: "40" });
    await until(() => target.calls().filter((method) => method === "Read").length > 3, "imp calls Read");
    signalPlugins(target, "SIGSTOP");
    const ran = await run.ended;
    assert.equal(ran.code, 0, showRun(ran));
    assert.deepEqual(await productOf(target), undisturbed);
    await target.assertTidy();
  });

  it("does not cause wrong verdicts if it is killed at any moment", async function () {
    const count = process.env.IMP_PROVE === "1" ? 200 : 12;
    this.timeout(count * 30_000);
    let whole = 0;
    await inParallel([...Array(count).keys()], async (index) => {
      const random = randomNumbers(index + 1);
      const parallel = ["32", "1", "8"][index % 3] ?? "";
      const target = project(usual);
      const run = target.start(["specs.json", "--yes", "--json", "--parallel", parallel], {
        SIMCLOUD_DELAY_SEED: String(index + 1),
        ...(index % 5 === 4 && { SIMCLOUD_THROTTLE: "0.3" }),
      });
      let over = false;
      const ended = run.ended.finally(() => {
        over = true;
      });
      // Kills happen after a number of calls, so that the test does not depend on the speed of the machine.
      const kills = 1 + Math.floor(random() * 3);
      for (let kill = 0; kill < kills; kill += 1) {
        const calls = target.calls().length + Math.floor(random() * 60);
        await until(() => over || target.calls().length >= calls, `the plugin got ${calls} calls`);
        signalPlugins(target, "SIGKILL");
      }
      const ran = await ended;
      await assertRight(target, ran, `run ${index}, ${kills} kills`);
      if (ran.code === 0) whole += 1;
      await target.assertTidy();
      await target.remove();
    });
    assert.ok(whole >= count / 2, `${whole} of ${count} runs imported everything`);
  });
});
