/** SDKs and the engine pass the provider of a parent to its children. So the printed child of a parent must have the parent's provider. */
import assert from "node:assert/strict";
import { type CliProject, checkpoint, exitsWith } from "../support/cli-project.ts";
import { specsOf, subnetA } from "../support/quickstart-specs.ts";
import { type Entry, makeProviderProject, writeOddState } from "./inherited-provider.ts";

describe("inheritance of an explicit provider", () => {
  let project: CliProject;
  before(async () => {
    project = await makeProviderProject();
  });
  after(() => project.remove());

  const resources = (): Entry[] => {
    const state = project.json(checkpoint) as { checkpoint: { latest: { resources: Entry[] } } };
    return state.checkpoint.latest.resources;
  };
  const named = (name: string): Entry => resources().find(({ urn }) => urn.endsWith(`::${name}`)) ?? assert.fail(name);

  it("imports a resource with the provider of its parent, which only the state has", async () => {
    project.write("second.json", specsOf({ ...subnetA, parent: named("main").urn }));
    await exitsWith(0, project.run(["second.json", "--yes"]));
    assert.equal(named("a").provider, named("main").provider);
    assert.ok(!resources().some(({ urn }) => urn.includes("::default")));
  });

  it("omits a resource whose parent has another provider, in imp generate", async () => {
    writeOddState(project, "odd.json");
    const ran = await exitsWith(3, project.imp(["generate", "--state", "odd.json", "--out", "odd", "--yes"]));
    assert.match(ran.stdout, /PROVIDER_INHERITED[\s\S]*::a\n[\s\S]*south/);
  });

  it("prints the resource after its provider in the state was corrected", async () => {
    writeOddState(project, "fixed.json");
    const text = project.read("fixed.json");
    const reference = named("main").provider ?? assert.fail();
    project.write("fixed.json", text.replace(/"provider":"[^"]*::default::11aa"/, `"provider":"${reference}"`));
    await exitsWith(0, project.imp(["generate", "--state", "fixed.json", "--out", "fixed", "--yes"]));
    assert.match(project.read("fixed/index.ts"), /parent: main,\s*provider: south/);
  });
});
