import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./real/project-root.ts";
import { realSuitesOfEveryRun, suitesOfRun } from "./support/rotation.ts";

const everyRun = ["estate", "rabbitmq"];
const suites = ["estate", "rabbitmq", "a", "b", "c", "d", "e", "f", "g"];

describe("suite rotation in CI", () => {
  it("runs every suite within three consecutive CI runs", () => {
    for (const run of [0, 1, 2, 7, 4631]) {
      const ran = [run, run + 1, run + 2].flatMap((number) => suitesOfRun(suites, number, everyRun));
      assert.deepEqual([...new Set(ran)].sort(), [...suites].sort());
    }
  });

  it("runs the suites of real systems in every CI run, without duplicates", () => {
    for (const run of [0, 1, 2]) {
      const chosen = suitesOfRun(suites, run, everyRun);
      assert.deepEqual(chosen.slice(0, 2), ["estate", "rabbitmq"]);
      assert.equal(new Set(chosen).size, chosen.length);
      assert.ok(chosen.length <= 5, `${chosen.length} suites`);
    }
  });

  it("lists only existing suites of test/real", () => {
    const files = readdirSync(join(projectRoot, "test", "real")).filter((name) => name.endsWith(".test.ts"));
    const names = files.map((name) => name.replace(".test.ts", ""));
    for (const name of realSuitesOfEveryRun) assert.ok(names.includes(name), name);
  });

  it("starts with another suite in each cycle of CI runs", () => {
    const firsts = [0, 3, 6, 9].map((run) => suitesOfRun(suites, run, everyRun)[2]);
    assert.deepEqual(firsts, ["a", "d", "g", "a"]);
  });
});
