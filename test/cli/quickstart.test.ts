import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { type CliProject, checkpoint, copyProject, exitsWith, makeProject } from "../support/cli-project.ts";

describe("imp run on the quickstart", () => {
  let project: CliProject;
  before(() => {
    project = makeProject();
  });
  after(() => project.remove());

  it("writes program and state, prints a table with full IDs, and lists next steps", async () => {
    const before = project.files();
    const ran = await exitsWith(0, project.run(["specs.json", "--yes"]));
    const after = project.files();
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    assert.deepEqual(
      changed.map((name) => name.replace(/\d{19}|\d{8}-\d{6}-\d{3}/, "TIME")),
      [
        ".imp/orchard.dev.json",
        ".imp/runs/.gitignore",
        ".imp/runs/orchard.dev.TIME.json",
        ".pulumi/backups/orchard/dev/dev.TIME.json",
        ".pulumi/history/orchard/dev/dev-TIME.checkpoint.json",
        ".pulumi/history/orchard/dev/dev-TIME.history.json",
        checkpoint,
        `${checkpoint}.bak`,
        "index.ts",
      ],
    );
    assert.equal(ran.stdout.match(/ clean +\d+\/\d+$/gm)?.length, 11, ran.stdout);
    assert.match(
      ran.stdout,
      /^Wrote:\n {2}index\.ts\n {2}\.pulumi\/stacks\/orchard\/dev\.json\n\nNext steps:\n {2}npm install @pulumi\/pulumi\n {2}pulumi package add \/.*\/pulumi-resource-simcloud\n {2}pulumi preview/m,
    );
    const ids = JSON.parse(project.read("specs.json")).resources.flatMap((entry: { id?: string }) => entry.id ?? []);
    assert.deepEqual(
      ids.filter((id: string) => !ran.stdout.includes(` ${id} `)),
      [],
      "IDs are not shortened in a pipe",
    );
    // Each command is printed on one line, so that it can be copied.
    const [, below = ""] = ran.stdout.split("12 resources: ");
    for (const line of `${below}${ran.stderr}`.split("\n"))
      assert.ok(line.length <= 80 || line.startsWith("  pulumi package add "), line);
    assert.match(ran.stderr, /^Reading resources \(12\)$/m);
    await project.assertTidy();
  });

  it("reports in a second run that nothing changes", async () => {
    const before = project.files();
    const ran = await exitsWith(0, project.run(["specs.json", "--yes"]));
    assert.deepEqual(project.files(), before);
    assert.match(ran.stdout, /^No changes: all selected resources are already in the state\.$/m);
    assert.equal(ran.stdout.match(/ {2}unchanged$/gm)?.length, 12);
    await project.assertTidy();
  });

  it("warns if the state has all resources, but the program and its record are missing", async () => {
    const bare = copyProject(project);
    for (const name of [".imp", "index.ts"]) rmSync(bare.path(name), { recursive: true });
    const ran = await exitsWith(0, bare.run(["specs.json", "--yes"]));
    assert.match(
      ran.stdout,
      /^No changes: .*\nWarning: index\.ts does not exist\. `pulumi up` would delete the\nresources that are in the state but not in a program\.$/m,
    );
    await bare.remove();
  });

  it("never calls Create, Update or Delete", () => {
    const calls = project.calls();
    assert.ok(calls.includes("Read") && calls.includes("Check") && calls.includes("Diff"));
    assert.deepEqual(
      calls.filter((method) => ["Create", "Update", "Delete"].includes(method)),
      [],
    );
  });
});
