/** The benchmark runs from dist, where module paths differ from the sources. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { projectRoot } from "./support/imp-process.ts";

describe("npm run bench", () => {
  it("loads all benchmarks, and rejects a wrong --sizes", () => {
    const bench = join(projectRoot, "dist", "test", "bench", "bench.js");
    const { stderr } = spawnSync(process.execPath, [bench, "--no-peer", "--sizes", "none"], { encoding: "utf8" });
    assert.match(stderr, /Expected a positive integer, found none/);
  });
});
