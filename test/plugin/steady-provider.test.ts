/** SteadyProvider restarts a plugin that ended, and finds the resource whose call ended it. Calls for other resources succeed. */
import assert from "node:assert/strict";
import {
  type ConfigureRequest,
  ProviderError,
  type ProviderProcess,
  type ReadResult,
} from "../../src/plugin/provider.ts";
import { type SteadyLimits, SteadyProvider } from "../../src/plugin/steady-provider.ts";

type Behaviour = "answers" | "is killed" | "ends the process" | "hangs" | "freezes the process" | "ends it late";

/** The behavior of the plugin for each listed ID. Reads of other IDs succeed. */
type Cloud = Readonly<Record<string, Behaviour>>;

const quick: Partial<SteadyLimits> = { aloneMs: 40, answerMs: 10 };

/** Launches simulated plugins. A call without a response times out after 150 milliseconds. */
class World {
  readonly asked: string[] = [];
  readonly configured: (ConfigureRequest | undefined)[] = [];
  readonly causes: string[] = [];
  readonly #cloud: Cloud;
  readonly #timeout = 150;
  launches = 0;
  /** The versions of the launched plugins, in order. All later plugins have the last version. */
  versions: readonly string[] = [];
  /** The number of the first launch that fails. */
  failsFrom = Number.POSITIVE_INFINITY;
  /** How often the process is killed while it reads an ID with the behavior "is killed". */
  kills = 0;

  constructor(cloud: Cloud) {
    this.#cloud = cloud;
  }

  async open(limits: Partial<SteadyLimits> = quick): Promise<SteadyProvider> {
    const launch = (): Promise<ProviderProcess> => this.#launch();
    return new SteadyProvider(await launch(), { launch, limits, onReplace: (cause) => this.causes.push(cause) });
  }

  async #launch(): Promise<ProviderProcess> {
    this.launches += 1;
    if (this.launches >= this.failsFrom) throw new Error("the file is gone");
    const number = this.launches - 1;
    let [dead, frozen] = [false, false];
    const ends = new Set<() => void>();
    let fromOutside = false;
    const died = (): ProviderError => new ProviderError("died", "Read", "the plugin ended", { fromOutside });
    const end = (): void => {
      dead = true;
      for (const report of ends) report();
    };
    const read = (id: string): Promise<ReadResult> =>
      new Promise((resolve, reject) => {
        this.asked.push(id);
        if (dead) return reject(died());
        const behaviour = this.#cloud[id] ?? "answers";
        const report = (): void => reject(died());
        ends.add(report);
        const timer = setTimeout(() => reject(new ProviderError("timeout", "Read", "no answer")), this.#timeout);
        const answer = (): void => {
          setTimeout(() => {
            if (frozen || dead) return;
            clearTimeout(timer);
            ends.delete(report);
            resolve({ id, outputs: new Map(), inputs: new Map(), initErrors: [], refreshBeforeUpdate: false });
          }, 4);
        };
        if (behaviour === "freezes the process") frozen = true;
        if (behaviour === "ends the process") setTimeout(end, 2);
        if (behaviour === "is killed" && this.kills-- > 0) {
          fromOutside = true;
          setTimeout(end, 2);
        } else if (behaviour === "is killed") return answer();
        if (behaviour === "ends it late") setTimeout(end, 90);
        if (behaviour === "answers") answer();
      });
    const version = this.versions[Math.min(number, this.versions.length - 1)];
    return {
      package: "p",
      ...(version !== undefined && { version }),
      read: ({ id }) => read(id),
      configure: async (request: ConfigureRequest) => {
        this.configured[number] = request;
      },
      responds: async () => !dead && !frozen,
      kill: async () => end(),
      close: async () => end(),
    } as Partial<ProviderProcess> as ProviderProcess;
  }
}

/** Reads all IDs at once. Returns the IDs of failed reads, each with its failure. */
async function failuresOf(provider: SteadyProvider, ids: readonly string[], type = (id: string) => id) {
  const results = await Promise.allSettled(ids.map((id) => provider.read({ id, urn: id, name: id, type: type(id) })));
  return results.flatMap((result, i) => (result.status === "rejected" ? [`${ids[i]}: ${result.reason.failure}`] : []));
}

const innocents = Array.from({ length: 12 }, (_, i) => `n${i}`);

describe("a provider whose plugin is restarted after a failure", () => {
  it("fails only the resource whose call ends the plugin, and reads all other resources", async () => {
    const world = new World({ bad: "ends the process" });
    const provider = await world.open();
    assert.deepEqual(await failuresOf(provider, [...innocents, "bad", "late"]), ["bad: died"]);
    assert.equal(world.asked.filter((id) => id === "bad").length, 2);
    assert.deepEqual(await failuresOf(provider, ["after"]), []);
    assert.equal(world.launches, 3);
  });

  it("configures a restarted plugin as before", async () => {
    const world = new World({ bad: "ends the process" });
    const provider = await world.open();
    const request = { urn: "u", id: "i", name: "n", inputs: new Map() };
    await provider.configure(request);
    await failuresOf(provider, ["bad", "good"]);
    await failuresOf(provider, ["good"]);
    assert.deepEqual(world.configured, [request, request, request]);
  });

  it("does not use a restarted plugin that has another version", async () => {
    const world = new World({ bad: "ends the process" });
    world.versions = ["1.0.0", "1.1.0"];
    const provider = await world.open();
    assert.deepEqual(await failuresOf(provider, ["bad"]), ["bad: died"]);
    await assert.rejects(provider.read({ id: "good", urn: "u", name: "n", type: "t" }), /1\.1\.0.*1\.0\.0/);
    assert.equal(world.asked.includes("good"), false);
    assert.equal(world.launches, 2);
  });

  it("finds each resource whose call ends the plugin, even if other calls hang", async () => {
    const world = new World({ bad: "ends the process", worse: "ends the process", hung: "hangs" });
    const provider = await world.open();
    const failed = await failuresOf(provider, ["hung", ...innocents, "bad", "worse"]);
    assert.deepEqual(failed.sort(), ["bad: died", "hung: timeout", "worse: died"]);
  });

  it("restarts a plugin that stops responding", async () => {
    const world = new World({ ice: "freezes the process" });
    const provider = await world.open();
    assert.deepEqual(await failuresOf(provider, [...innocents, "ice"]), ["ice: timeout"]);
    assert.deepEqual(world.causes.slice(0, 1), ["the plugin no longer responds"]);
  });

  it("fails only the resource whose call ends the plugin, even if it runs for a long time", async () => {
    const world = new World({ slow: "ends it late", hung: "hangs" });
    const provider = await world.open();
    assert.deepEqual((await failuresOf(provider, ["slow", "hung", ...innocents])).sort(), [
      "hung: timeout",
      "slow: died",
    ]);
  });

  it("retries a read if another process kills the plugin, until the fifth kill", async () => {
    for (const [kills, expected] of [
      [4, []],
      [5, ["shot: died"]],
    ] as const) {
      const world = new World({ shot: "is killed" });
      world.kills = kills;
      assert.deepEqual(await failuresOf(await world.open(), [...innocents, "shot"]), expected);
    }
  });

  it("limits the restarts of a plugin for each resource type", async () => {
    const bad = Array.from({ length: 20 }, (_, i) => `bad${i}`);
    const world = new World(Object.fromEntries(bad.map((id) => [id, "ends the process"])));
    const provider = await world.open({ ...quick, culprits: 3 });
    const failed = await failuresOf(provider, [...bad, ...innocents], (id) => id.replace(/\d+/, ""));
    assert.deepEqual(failed.sort(), bad.map((id) => `${id}: died`).sort());
    assert.ok(world.launches <= 5, `${world.launches} launches`);
  });

  it("fails after the maximum number of restarts, or if the plugin does not start", async () => {
    const bad = Array.from({ length: 9 }, (_, i) => `bad${i}`);
    const world = new World(Object.fromEntries(bad.map((id) => [id, "ends the process"])));
    const provider = await world.open({ ...quick, restarts: 4 });
    assert.equal((await failuresOf(provider, bad)).length, 9);
    assert.equal(world.launches, 5);
    await assert.rejects(
      provider.read({ id: "x", urn: "x", name: "x", type: "x" }),
      /already restarted the plugin 4 times/,
    );

    const broken = new World({ bad: "ends the process" });
    const other = await broken.open();
    broken.failsFrom = 2;
    assert.equal((await failuresOf(other, ["bad", ...innocents])).length, 13);
    assert.equal(broken.launches, 3);
    await other.close();
  });
});
