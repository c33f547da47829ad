/** If a component of the user's program registers the imported resources, `imp run` changes only the state. */
import assert from "node:assert/strict";
import { type CliProject, checkpoint, exitsWith, showRun } from "../support/cli-project.ts";
import { networkProgram, openNetwork } from "./registered.ts";

interface Checkpoint {
  readonly checkpoint: { readonly latest: { readonly resources: readonly Entry[] } };
}

interface Entry {
  readonly urn: string;
  readonly id?: string;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly parent?: string;
  readonly protect?: boolean;
  readonly dependencies?: readonly string[];
}

function entries(project: CliProject): readonly Entry[] {
  return (project.json(checkpoint) as Checkpoint).checkpoint.latest.resources;
}

describe("imp run for the children of a component in the program", () => {
  let project: CliProject;

  before(() => {
    project = openNetwork();
  });
  after(async () => await project?.remove());

  it("reports the error of a failing program without colors and stack frames", async () => {
    project.write(
      "index.ts",
      networkProgram().replace("this.registerOutputs", 'throw new Error("\\u001b[31mNo zones"); this.registerOutputs'),
    );
    const { stderr } = await exitsWith(1, project.run(["network.json", "--yes"]));
    assert.match(stderr, /the program already fails without the import: [^\n]*\n[^\n]*No zones/);
    assert.doesNotMatch(stderr, /\u001b|\n\s+at /);
    project.write("index.ts", networkProgram());
  });

  it("imports the children into the state, and writes no code", async () => {
    const ran = await exitsWith(0, project.run(["network.json", "--yes"]));
    assert.match(ran.stdout, /Verified: the next update changes nothing else/, showRun(ran));
    assert.match(ran.stdout.replace(/\s+/g, " "), /already declares this resource, so imp added no code/);
    assert.equal(project.read("index.ts"), networkProgram());
    const byName = new Map(entries(project).map((entry) => [entry.urn.split("::").at(-1), entry]));
    const [component, vpc, subnet] = ["network", "main", "a"].map((name) => byName.get(name));
    assert.deepEqual(component?.inputs, { zones: ["a"] });
    assert.deepEqual(component?.outputs, { vpcId: "vpc-cbaa8a527bac7177e" });
    assert.equal(subnet?.parent, component?.urn);
    assert.deepEqual(subnet?.dependencies, [vpc?.urn]);
    assert.equal(subnet?.protect, undefined);
    await exitsWith(0, project.imp(["verify"]));
  });
});
