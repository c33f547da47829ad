/** An inventory of 10,000 objects: each is read once, also after interruptions. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { type CliProject, exitsWith, makeProject, simcloud } from "../support/cli-project.ts";
import { until } from "../support/imp-process.ts";
import { bucket, entriesOf } from "./discover.ts";

const words = ["discover", "simcloud", "--provider", `simcloud=${simcloud}`, "--from", "list.json"];

function inventoryProject(buckets: number): { readonly project: CliProject; readonly names: readonly string[] } {
  const names = Array.from({ length: buckets }, (_, i) => `bucket-${String(i).padStart(5, "0")}`);
  const arn = (name: string): string => `arn:sim:storage:::${name}`;
  const objects = names.map((name) => [`us-east-1|${bucket}|${name}`, { bucket: name, arn: arn(name) }] as const);
  const list = JSON.stringify({ ResourceTagMappingList: names.map((name) => ({ ResourceARN: arn(name), Tags: [] })) });
  const cloud = { version: 1, objects: Object.fromEntries(objects) };
  return { project: makeProject({ cloud, files: { "list.json": list } }), names };
}

describe("imp discover --from with many objects", function () {
  this.timeout(180_000);
  let project: CliProject;
  afterEach(async () => {
    await project.assertTidy();
    await project.remove();
  });

  const reads = (): number => project.calls().filter((method) => method === "Read").length;
  const found = () => entriesOf(project).map(({ id }) => id ?? "");
  const lines = (): number => {
    const part = project.path("imp-found.json.part");
    return existsSync(part) ? readFileSync(part, "utf8").split("\n").length - 1 : 0;
  };

  it("finds 10,000 objects with one Read each and a few guesses", async () => {
    const made = inventoryProject(10_000);
    project = made.project;
    await exitsWith(0, project.plain(words));
    assert.deepEqual(found().toSorted(), made.names);
    assert.ok(reads() <= 10_006, `${reads()} Reads`);
  });

  it("resumes after each of five kills and a Ctrl-C, finds each object once, and repeats few Reads", async () => {
    const made = inventoryProject(3000);
    project = made.project;
    for (const [point, signal] of [
      [1, "SIGKILL"],
      [3, "SIGKILL"],
      [400, "SIGKILL"],
      [900, "SIGKILL"],
      [1500, "SIGINT"],
      [2000, "SIGKILL"],
    ] as const) {
      const running = project.startPlain(words, { SIMCLOUD_LATENCY_MS: "4" });
      await until(() => lines() >= point || running.child.exitCode !== null, `the journal has ${point} lines`);
      running.child.kill(signal);
      await running.ended;
    }
    const ran = await exitsWith(0, project.plain(words));
    assert.match(ran.stderr, /Resuming the discovery of 20.*: \d+ objects are already listed/);
    assert.deepEqual(found().toSorted(), made.names);
    assert.ok(reads() <= 3000 + 7 * 30, `${reads()} Reads`);
    assert.equal(existsSync(project.path("imp-found.json.part")), false);
  });

  it("starts over if the inventory changed", async () => {
    const made = inventoryProject(1500);
    project = made.project;
    const running = project.startPlain(words, { SIMCLOUD_LATENCY_MS: "4" });
    await until(() => lines() >= 100, "the journal has 100 lines");
    running.child.kill("SIGKILL");
    await running.ended;
    project.write("list.json", project.read("list.json").replace(/bucket-00000/, "bucket-00001"));
    const ran = await exitsWith(0, project.plain(words));
    assert.match(ran.stderr, /with other flags or in another environment/);
    assert.deepEqual(found().toSorted(), made.names.slice(1));
  });
});
