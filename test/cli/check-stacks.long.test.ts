import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { type CliProject, checkpoint, makeProject, showRun } from "../support/cli-project.ts";
import { bucket, record, role, specsOf } from "../support/quickstart-specs.ts";

const stateOf = (project: string, stack: string, ...resources: readonly object[]): string => {
  const list = resources.map((resource, index) => ({
    urn: `urn:pulumi:${stack}::${project}::a:b:C::r${index}`,
    ...resource,
  }));
  const latest = { manifest: { time: "2026-01-15T10:20:30Z", magic: "", version: "" }, resources: list, metadata: {} };
  return JSON.stringify({ version: 3, checkpoint: { stack: `organization/${project}/${stack}`, latest } });
};

describe("--check-stacks", () => {
  const other = (name: string): string => `.pulumi/stacks/${name}.json`;
  const same = { custom: true, type: bucket.type, id: bucket.id };
  let project: CliProject;
  before(() => {
    project = makeProject({
      specs: JSON.parse(specsOf(bucket, record)),
      files: {
        [other("shop/prod")]: stateOf("shop", "prod", same),
        [other("shop/reads")]: stateOf("shop", "reads", { ...same, external: true }),
        [other("shop/leaves")]: stateOf("shop", "leaves", { ...same, delete: true }),
        [other("shop/else")]: stateOf("shop", "else", { ...same, id: "another" }, { ...same, type: role.type }),
        [other("orchard/empty")]: '{"version":0,"checkpoint":{"stack":"organization/orchard/empty"}}',
        [other("orchard/broken")]: "{",
      },
    });
    project.write(".pulumi/stacks/orchard/packed.json.gz", gzipSync(stateOf("orchard", "packed", same)));
  });
  after(() => project.remove());
  it("does nothing without the flag, and never reports the source stack", async () => {
    const silent = await project.run(["specs.json", "--yes"]);
    assert.equal(silent.code, 0, showRun(silent));
    assert.doesNotMatch(silent.stdout + silent.stderr, /also managed|orchard\/broken/);
    project.write(other("orchard/qa"), '{"version":0,"checkpoint":{"stack":"organization/orchard/qa"}}');
    project.write("Pulumi.qa.yaml", project.read("Pulumi.dev.yaml"));
    const into = ["--stack", "qa", "--out", "qa", "--plan-only", "--check-stacks"];
    const moved = await project.run(["--from-stack", "dev", ...into]);
    assert.match(moved.stdout.replace(/\s+/g, " "), /managed by stack orchard\/packed and stack shop\/prod, if/);
    const copied = await project.run(["specs.json", ...into]);
    assert.match(copied.stdout.replace(/\s+/g, " "), /managed by stack orchard\/dev and stack orchard\/packed and/);
    assert.ok(project.read(checkpoint).includes(bucket.id));
  });
});
