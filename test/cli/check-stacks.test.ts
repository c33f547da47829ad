/** `--check-stacks` reports resources that other stacks of the backend manage. It only reads those stacks. */
import assert from "node:assert/strict";
import { type CliProject, exitsWith } from "../support/cli-project.ts";
import { bucket, record } from "../support/quickstart-specs.ts";
import { makeSharedBackend } from "./check-stacks.ts";

interface Reported {
  readonly resources: readonly {
    readonly name: string;
    readonly remarks?: readonly { readonly kind: string; readonly stacks?: readonly string[] }[];
  }[];
}

describe("--check-stacks", () => {
  let project: CliProject;
  before(() => {
    project = makeSharedBackend();
  });
  after(() => project.remove());

  it("reports other stacks that manage the object, and stacks that it cannot read", async () => {
    const before = project.files();
    const ran = await exitsWith(0, project.run(["specs.json", "--plan-only", "--check-stacks"]));
    const reported = ran.stdout.replace(/\s+/g, " ");
    assert.match(
      reported,
      /Warning: Also managed by stack orchard\/packed and stack shop\/prod, if [^.]*\. [^.]*\. To move the resource to this stack, use --from-stack [^ ]*Bucket covers/,
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
