/** SDKs and the engine pass the provider of a parent to its children, so a printed child must have that provider. */
import assert from "node:assert/strict";
import { type CliProject, checkpoint, makeProject, showRun } from "../support/cli-project.ts";
import { specsOf, subnetA, vpc } from "../support/quickstart-specs.ts";

interface Entry {
  urn: string;
  type: string;
  provider?: string;
}

const south = { type: "pulumi:providers:simcloud", name: "south", inputs: { region: "us-east-1" } };

describe("inheritance of an explicit provider", () => {
  let project: CliProject;
  before(async () => {
    project = makeProject();
    project.write("first.json", specsOf(south, { ...vpc, provider: "south" }));
    const ran = await project.run(["first.json", "--yes"]);
    assert.equal(ran.code, 0, showRun(ran));
  });
  after(() => project.remove());

  const resources = (): Entry[] => {
    const state = project.json(checkpoint) as { checkpoint: { latest: { resources: Entry[] } } };
    return state.checkpoint.latest.resources;
  };
  const named = (name: string): Entry => resources().find(({ urn }) => urn.endsWith(`::${name}`)) ?? assert.fail(name);

  it("imports a resource with its parent's provider, also if only the state has it", async () => {
    project.write("second.json", specsOf({ ...subnetA, parent: named("main").urn }));
    const ran = await project.run(["second.json", "--yes"]);
    assert.equal(ran.code, 0, showRun(ran));
    assert.equal(named("a").provider, named("main").provider);
    assert.ok(!resources().some(({ urn }) => urn.includes("::default")));
  });

  /** Changes the subnet in the state of the project to the default provider. */
  function odd(name: string): void {
    const state = project.json(checkpoint) as { version: number; checkpoint: { latest: { resources: Entry[] } } };
    const urn = "urn:pulumi:dev::orchard::pulumi:providers:simcloud::default";
    const entry = { urn, custom: true, id: "11aa", type: "pulumi:providers:simcloud", inputs: { region: "us-east-1" } };
    const [stack = assert.fail(), ...others] = state.checkpoint.latest.resources;
    const changed = others.map((one) => (one.urn.endsWith("::a") ? { ...one, provider: `${urn}::11aa` } : one));
    const latest = { ...state.checkpoint.latest, resources: [stack, entry, ...changed] };
    project.write(name, JSON.stringify({ version: 3, deployment: latest }));
  }

  it("omits a resource with a default provider in imp generate", async () => {
    odd("odd.json");
    const ran = await project.imp(["generate", "--state", "odd.json", "--out", "odd", "--yes"]);
    assert.equal(ran.code, 3, showRun(ran));
    assert.match(ran.stdout, /PROVIDER_INHERITED[\s\S]*::a\n[\s\S]*south/);
  });

  it("prints a resource with its parent's provider, as the hint recommends", async () => {
    odd("fixed.json");
    const text = project.read("fixed.json");
    const reference = named("main").provider ?? assert.fail();
    project.write("fixed.json", text.replace(/"provider":"[^"]*::default::11aa"/, `"provider":"${reference}"`));
    const ran = await project.imp(["generate", "--state", "fixed.json", "--out", "fixed", "--yes"]);
    assert.equal(ran.code, 0, showRun(ran));
    assert.match(project.read("fixed/index.ts"), /parent: main,\s*provider: south/);
  });
});
