import assert from "node:assert/strict";
import { type CliProject, checkpoint, makeProject, showRun, stackFile } from "../support/cli-project.ts";
import { specsOf, vpc } from "../support/quickstart-specs.ts";

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

  it("does not move a resource to a stack without that provider", async () => {
    odd("there.json");
    project.write("Pulumi.qa.yaml", stackFile);
    const words = ["--from-stack", "./there.json", "--stack", "qa", "--create-stack", "--out", "qa", "--yes", "--json"];
    const ran = await project.run(words);
    const report = JSON.parse(ran.stdout) as {
      resources: { name: string; verdict: string; error?: { code: string } }[];
    };
    const resource = report.resources.find(({ name }) => name === "a");
    assert.deepEqual([resource?.verdict, resource?.error?.code], ["failed", "PROVIDER_INHERITED"], showRun(ran));
  });
});
