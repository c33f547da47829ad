import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { type CliProject, makeProject, showRun } from "../support/cli-project.ts";

describe("--report", () => {
  let project: CliProject;
  afterEach(() => project.remove());
  it("rejects unknown extensions, and exits with 1 if the report cannot be written", async () => {
    project = makeProject();
    const other = await project.run(["specs.json", "--yes", "--report", "r.pdf"]);
    assert.equal(other.code, 2, showRun(other));
    assert.match(other.stderr, /\.md \(Markdown\) or \.html \(HTML\)/);
    mkdirSync(project.path("sub"));
    project.write("sub/file", "");
    const ran = await project.run(["specs.json", "--yes", "--report", "sub/file/r.md"]);
    assert.equal(ran.code, 1, showRun(ran));
    assert.match(ran.stdout, /Error: The report sub\/file\/r\.md could not be written/);
    const again = await project.run(["specs.json", "--yes", "--json"]);
    const verdicts = JSON.parse(again.stdout).resources.map(({ verdict }: { verdict: string }) => verdict);
    assert.deepEqual(new Set(verdicts), new Set(["unchanged"]));
  });
});
