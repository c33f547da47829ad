import assert from "node:assert/strict";
import { type CliProject, checkpoint, exitsWith } from "../support/cli-project.ts";
import { bucket } from "../support/quickstart-specs.ts";
import { makeSharedBackend, stackPath } from "./check-stacks.ts";

describe("--check-stacks", () => {
  let project: CliProject;
  before(() => {
    project = makeSharedBackend();
  });
  after(() => project.remove());
  it("reads other stacks only with the flag, and never reports the stack of --from-stack", async () => {
    const silent = await exitsWith(0, project.run(["specs.json", "--yes"]));
    assert.doesNotMatch(silent.stdout + silent.stderr, /also managed|orchard\/broken/);
    project.write(stackPath("orchard/qa"), '{"version":0,"checkpoint":{"stack":"organization/orchard/qa"}}');
    project.write("Pulumi.qa.yaml", project.read("Pulumi.dev.yaml"));
    const into = ["--stack", "qa", "--out", "qa", "--plan-only", "--check-stacks"];
    const moved = await project.run(["--from-stack", "dev", ...into]);
    assert.match(moved.stdout.replace(/\s+/g, " "), /managed by stack orchard\/packed and stack shop\/prod, if/);
    const copied = await project.run(["specs.json", ...into]);
    assert.match(copied.stdout.replace(/\s+/g, " "), /managed by stack orchard\/dev and stack orchard\/packed and/);
    assert.ok(project.read(checkpoint).includes(bucket.id));
  });
});
