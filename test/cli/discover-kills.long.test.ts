import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSpecs } from "../../src/import-file/read.ts";
import { type CliProject, exitsWith, makeProject, simcloud } from "../support/cli-project.ts";
import { until } from "../support/imp-process.ts";

const bucket = "simcloud:storage/bucket:Bucket";
const queue = "simcloud:queue/queue:Queue";
const words = ["discover", "simcloud:storage:Bucket", "simcloud:queue:Queue", "--provider", `simcloud=${simcloud}`];

type Objects = Readonly<Record<string, object>>;

/** Returns objects of two types, which imp lists at the same time. `from` is the number of the first bucket. */
function objectsOf(buckets: number, queues: number, from = 0): Objects {
  const named = (type: string, count: number, first: number) =>
    Array.from({ length: count }, (_, i) => {
      const name = `${type.slice(-5)}-${String(first + i).padStart(5, "0")}`;
      return [`us-east-1|${type}|${name}`, { name, bucket: name }] as const;
    });
  return Object.fromEntries([...named(bucket, buckets, from), ...named(queue, queues, from)]);
}

function makeCloud(objects: Objects) {
  return { version: 1, objects };
}

describe("imp discover with 10,000 objects", () => {
  let project: CliProject;
  afterEach(async () => {
    await project.assertTidy();
    await project.remove();
  });

  const part = (): string => project.path("imp-found.json.part");
  const lines = (): number => (existsSync(part()) ? readFileSync(part(), "utf8").split("\n").length - 1 : 0);
  const discovered = () => readSpecs([{ path: "found", text: project.read("imp-found.json") }]).resources;
  const keys = () => discovered().map(({ type, id }) => `us-east-1|${type}|${id}`);
  const listCalls = (): number => project.calls().filter((method) => method === "List").length;
  const slow = { SIMCLOUD_LATENCY_MS: "4" };

  /** Starts the command, and sends the signal after `count` lines of the journal. */
  const endAt = async (count: number, signal: "SIGKILL" | "SIGINT", env: Readonly<Record<string, string>> = slow) => {
    const running = project.startPlain(words, env);
    await until(() => lines() >= count || running.child.exitCode !== null, `the journal has ${count} lines`);
    running.child.kill(signal);
    return await running.ended;
  };

  it("lists each of 10,000 objects once, and removes the progress file", async () => {
    const objects = objectsOf(8000, 2000);
    project = makeProject({ cloud: makeCloud(objects) });
    await exitsWith(0, project.plain(words));
    assert.deepEqual(keys().toSorted(), Object.keys(objects).toSorted());
    assert.equal(listCalls(), 100);
    assert.equal(existsSync(part()), false);
    const names = discovered().map(({ type, name }) => `${type} ${name}`);
    assert.equal(new Set(names).size, 10_000);
  });

  it("resumes a discovery after each of ten kills, and repeats at most two pages per type", async () => {
    const objects = objectsOf(8000, 2000);
    project = makeProject({ cloud: makeCloud(objects) });
    const points = [1, 2, 3, 9, 17, 30, 44, 58, 71, 90];
    for (const point of points) await endAt(point, "SIGKILL");
    // Adds an incomplete line to the end of the journal.
    writeFileSync(part(), `${readFileSync(part(), "utf8")}{"type":"${bucket}","items":[["half`);
    const ran = await exitsWith(0, project.plain(words));
    assert.match(ran.stderr, /Resuming the discovery of 20.*: \d+ objects are already listed/);
    assert.deepEqual(keys().toSorted(), Object.keys(objects).toSorted());
    // Each kill repeats at most two pages per type: one that was being listed, and one that was not yet written.
    assert.ok(listCalls() <= 100 + 4 * points.length, String(listCalls()));
    assert.equal(existsSync(part()), false);
  });

  it("resumes a discovery after Ctrl-C, and names the progress file", async () => {
    const objects = objectsOf(3000, 200);
    project = makeProject({ cloud: makeCloud(objects) });
    const ran = await exitsWith(130, endAt(8, "SIGINT"));
    assert.match(ran.stderr, /DISCOVERY_INTERRUPTED/);
    assert.match(ran.stderr, /imp-found\.json\.part/);
    assert.equal(existsSync(project.path("imp-found.json")), false);
    await exitsWith(0, project.plain(words));
    assert.deepEqual(keys().toSorted(), Object.keys(objects).toSorted());
  });

  it("starts the list again if the provider rejects its old continuation token", async () => {
    const objects = objectsOf(1500, 100);
    project = makeProject({ cloud: makeCloud(objects) });
    const session = { SIMCLOUD_LIST: `${bucket}=session` };
    await endAt(6, "SIGKILL", { ...slow, ...session });
    await exitsWith(0, project.plain(words, session));
    assert.deepEqual(keys().toSorted(), Object.keys(objects).toSorted());
  });

  it("lists each object once if objects are created and deleted before it resumes", async () => {
    project = makeProject({ cloud: makeCloud(objectsOf(1000, 50)) });
    await endAt(5, "SIGKILL");
    const later = objectsOf(1000, 50, 700);
    writeFileSync(join(project.root, "cloud.json"), JSON.stringify(makeCloud(later)));
    await exitsWith(0, project.plain(words));
    const all = keys();
    assert.equal(new Set(all).size, all.length);
    // An object that was deleted after it was listed fails at Read. A new object is listed if it is on a later page.
    for (const key of Object.keys(objectsOf(1000, 0, 700))) assert.ok(all.includes(key), key);
  });

  it("ignores the progress file of a discovery with other flags, or with --fresh", async () => {
    project = makeProject({ cloud: makeCloud(objectsOf(1000, 50)) });
    await endAt(5, "SIGKILL");
    const kept = readFileSync(part(), "utf8");
    const other = await project.plain([...words, "--limit", "100"]);
    assert.match(other.stderr, /with other flags/);
    assert.equal(discovered().length, 150);
    for (const more of [["--config", "simcloud:region=eu-west-1"], ["--fresh"]]) {
      writeFileSync(part(), kept);
      const ran = await exitsWith(0, project.plain([...words, ...more]));
      assert.doesNotMatch(ran.stderr, /Resuming the discovery/);
      assert.equal(existsSync(part()), false);
    }
    assert.equal(discovered().length, 1050);
  });

  it("writes no secret to the progress file of a discovery", async () => {
    project = makeProject({ cloud: makeCloud(objectsOf(800, 50)), env: { SIMCLOUD_LATENCY_MS: "4" } });
    const secret = "open sesame 4711";
    const running = project.startPlain([...words, "--config", `simcloud:token=${secret}`]);
    await until(() => lines() >= 4, "the journal has 4 lines");
    running.child.kill("SIGKILL");
    await running.ended;
    assert.doesNotMatch(readFileSync(part(), "utf8"), /sesame|4711/);
    const again = await project.plain([...words, "--config", `simcloud:token=${secret} other`]);
    assert.match(again.stderr, /Resuming the discovery/);
  });
});
