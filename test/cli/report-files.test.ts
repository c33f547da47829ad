import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { type CliProject, exitsWith, makeProject } from "../support/cli-project.ts";

describe("--report", () => {
  let project: CliProject;
  afterEach(() => project.remove());
  it("rejects unknown extensions, and reports a path that it cannot write after the import", async () => {
    project = makeProject();
    const other = await exitsWith(2, project.run(["specs.json", "--yes", "--report", "r.pdf"]));
    assert.match(other.stderr, /\.md \(Markdown\) or \.html \(HTML\)/);
    mkdirSync(project.path("sub"));
    project.write("sub/file", "");
    const ran = await exitsWith(1, project.run(["specs.json", "--yes", "--report", "sub/file/r.md"]));
    assert.match(ran.stdout, /Error: Cannot write the report sub\/file\/r\.md/);
    const again = await project.run(["specs.json", "--yes", "--json"]);
    const verdicts = JSON.parse(again.stdout).resources.map(({ verdict }: { verdict: string }) => verdict);
    assert.deepEqual(new Set(verdicts), new Set(["unchanged"]));
  });
});
