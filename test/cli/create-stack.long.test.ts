import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type CliProject, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { projectRoot } from "../support/imp-process.ts";

describe("imp run --create-stack", () => {
  let project: CliProject;
  const words = ["specs.json", "--yes", "--stack", "fresh"];
  const settings = ["--config", "simcloud:region=us-east-1"];
  beforeEach(() => {
    project = makeProject();
  });
  afterEach(() => project.remove());
  it("creates no stack if the other files cannot be written", async () => {
    const preload = `--import=${pathToFileURL(join(projectRoot, "test", "support", "write-points.mjs"))}`;
    const watching = (directory: string) => ({ NODE_OPTIONS: preload, IMP_WATCHED: directory });
    const reference = makeProject();
    const copies = join(reference.root, "copies");
    mkdirSync(copies);
    const made = [...words, ...settings, "--create-stack"];
    assert.equal((await reference.run(made, { ...watching(reference.directory), IMP_COPIES: copies })).code, 0);
    const points = readFileSync(join(copies, "names"), "utf8").split("\n");
    const point = points.findIndex((name) => /^open .*index\.ts/.test(name));
    assert.ok(point > points.findIndex((name) => /^link .*fresh\.json/.test(name)), points.join("\n"));
    const before = Object.keys(project.files());
    const full = await project.run(made, { ...watching(project.directory), IMP_FULL_AT: String(point) });
    assert.match(full.stderr, /\(COMMIT_FAILED\)[\s\S]*Nothing was written/, showRun(full));
    assert.deepEqual(Object.keys(project.files()), before);
    await exitsWith(0, project.run(made));
    await reference.remove();
  });
});
