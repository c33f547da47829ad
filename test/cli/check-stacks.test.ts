/** `--check-stacks`: resources that other stacks of the backend manage too are reported, and those stacks are only read. */
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { type CliProject, makeProject, showRun } from "../support/cli-project.ts";
import { bucket, record, role, specsOf } from "../support/quickstart-specs.ts";

const stateOf = (project: string, stack: string, ...resources: readonly object[]): string => {
  const list = resources.map((resource, index) => ({
    urn: `urn:pulumi:${stack}::${project}::a:b:C::r${index}`,
    ...resource,
  }));
  const latest = { manifest: { time: "2026-01-15T10:20:30Z", magic: "", version: "" }, resources: list, metadata: {} };
  return JSON.stringify({ version: 3, checkpoint: { stack: `organization/${project}/${stack}`, latest } });
};

interface Reported {
  readonly resources: readonly {
    readonly name: string;
    readonly remarks?: readonly { readonly kind: string; readonly stacks?: readonly string[] }[];
  }[];
}

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

  it("pain 35: names each stack that has an object of the type and id, and each that cannot be read", async () => {
    const before = project.files();
    const ran = await project.run(["specs.json", "--plan-only", "--check-stacks"]);
    assert.equal(ran.code, 0, showRun(ran));
    const reported = ran.stdout.replace(/\s+/g, " ");
    assert.match(
      reported,
      /Warning: Also managed by stack orchard\/packed and stack shop\/prod, if [^.]*\. [^.]*\. To move it, use --from-stack [^ ]*Bucket covers/,
    );
    assert.equal(reported.match(/Also managed/g)?.length, 1);
    assert.match(ran.stderr, /^Cannot read stack orchard\/broken, so/m);
    assert.deepEqual(project.files(), before);
    const json = await project.run(["specs.json", "--plan-only", "--check-stacks", "--json"]);
    const { resources } = JSON.parse(json.stdout) as Reported;
    assert.deepEqual(
      resources.map(({ name, remarks }) => [name, remarks]),
      [
        [bucket.name, [{ kind: "managed-elsewhere", stacks: ["orchard/packed", "shop/prod"] }]],
        [record.name, undefined],
      ],
    );
  });
});
