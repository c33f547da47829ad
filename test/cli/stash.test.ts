/** Stashes: values that Pulumi itself keeps in a state. imp leaves them out, and says so, because the next `pulumi up` would delete them. */
import assert from "node:assert/strict";
import { type CliProject, checkpoint, makeProject, showRun } from "../support/cli-project.ts";
import { specsOf, vpc } from "../support/quickstart-specs.ts";

interface Entry {
  readonly urn: string;
  readonly type: string;
}

/** A project with one imported resource, and a stash next to it in the state. */
async function withStash(test: (project: CliProject, state: string) => Promise<void>): Promise<void> {
  const project = makeProject({ specs: JSON.parse(specsOf(vpc)) });
  try {
    const ran = await project.run(["specs.json", "--yes"]);
    assert.equal(ran.code, 0, showRun(ran));
    const state = project.json(checkpoint) as { readonly checkpoint: { readonly latest: { resources: Entry[] } } };
    const { latest } = state.checkpoint;
    const stash = {
      urn: "urn:pulumi:dev::orchard::pulumi:pulumi:Stash::kept",
      custom: true,
      id: "kept",
      type: "pulumi:pulumi:Stash",
      inputs: { input: "a" },
      outputs: { input: "a", output: "a" },
      parent: latest.resources[0]?.urn,
    };
    latest.resources.push(stash);
    await test(project, JSON.stringify(state));
  } finally {
    await project.remove();
  }
}

describe("report 10: a stash in a state", () => {
  it("is named as left out by imp generate", () =>
    withStash(async (project, state) => {
      project.write(checkpoint, state);
      const ran = await project.imp(["generate", "--out", "fresh", "--yes"]);
      assert.match(`${ran.stdout}${ran.stderr}`.replace(/\s+/g, " "), /Stash.*kept|kept.*Stash/, showRun(ran));
      assert.doesNotMatch(project.read("fresh/index.ts"), /Stash/);
    }));

  it("is named as left out by --from-stack", () =>
    withStash(async (project, state) => {
      const other = state
        .replaceAll("urn:pulumi:dev::orchard", "urn:pulumi:old::meadow")
        .replace("organization/orchard/dev", "organization/meadow/old");
      const { latest } = JSON.parse(other).checkpoint;
      project.write("other.json", JSON.stringify({ version: 3, deployment: latest }));
      project.write(checkpoint, '{"version":0,"checkpoint":{"stack":"organization/orchard/dev"}}');
      const ran = await project.run(["--from-stack", "other.json", "--plan-only"]);
      assert.match(`${ran.stdout}${ran.stderr}`.replace(/\s+/g, " "), /Stash.*kept|kept.*Stash/, showRun(ran));
    }));
});
