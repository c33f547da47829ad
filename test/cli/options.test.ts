import assert from "node:assert/strict";
import { makeQuirkEstate } from "../../fixtures/simcloud/estate.ts";
import { type CliProject, checkpoint, exitsWith, makeProject } from "../support/cli-project.ts";
import { record, specsOf, subnetA, subnetB, vpc } from "../support/quickstart-specs.ts";
import { resourcesOf, withProject } from "./options.ts";

describe("predicted replacements", () => {
  const { cloud, specs } = makeQuirkEstate();
  const entry = specs.resources.filter(({ name }) => name === "quirk-replacer");
  let project: CliProject;
  before(() => {
    project = makeProject({ cloud, specs: { resources: entry } });
  });
  after(() => project.remove());

  it("rejects a predicted replacement with exit code 1, and names --allow-replace", async () => {
    const ran = await exitsWith(1, project.run(["specs.json", "--yes"]));
    assert.match(
      ran.stdout.replace(/\s+/g, " "),
      /\(REPLACE_REFUSED\).*generation.*--allow-replace.*Nothing was written\./,
    );
  });

  it("imports and reports a predicted replacement with --allow-replace", async () => {
    const ran = await exitsWith(3, project.run(["specs.json", "--yes", "--allow-replace"]));
    assert.match(ran.stdout, /would replace 1 resource\n.* quirk-replacer\n +~ generation: 1, forces replacement/);
    assert.match(ran.stdout, /^Wrote:$[\s\S]*pulumi preview {4}shows only the differences above$/m);
    assert.match(project.read(checkpoint), /quirk-replacer/);
  });
});

describe("import specs", () => {
  it("sets the `properties` of an import spec, whether or not they are needed", () =>
    withProject(specsOf({ ...vpc, properties: ["enableDnsHostnames", "tags.app"] }), async (project) => {
      const ran = await exitsWith(0, project.run(["specs.json", "--yes", "--json"]));
      assert.equal(resourcesOf(ran).get("main")?.inputs.enableDnsHostnames, "asked");
      assert.match(project.read("index.ts"), /enableDnsHostnames: true/);
    }));

  it("sets the name of a resource with `logicalName`", () =>
    withProject(specsOf({ ...vpc, logicalName: "the-network" }, { ...subnetA, parent: "main" }), async (project) => {
      await exitsWith(0, project.run(["specs.json", "--yes"]));
      assert.match(project.read("index.ts"), /"the-network",[\s\S]*parent: theNetwork/);
    }));
});

describe("import specs that fail", () => {
  it("fails only import specs with a missing object, parent, package, or type", () => {
    const entries = [
      { ...vpc, id: "vpc-0" },
      { ...subnetA, parent: "main" },
      { type: "shop:index:Cluster", name: "cluster", component: true, remote: true },
      { ...subnetB, parent: "cluster" },
      { type: "weather:index:Station", name: "station", id: "s" },
      { type: "simcloud:network/vpc:Vcp", name: "typo", id: "v" },
      record,
    ];
    return withProject(specsOf(...entries), async (project) => {
      const ran = await exitsWith(3, project.run(["specs.json", "--yes", "--json"]));
      const resources = resourcesOf(ran);
      const codes = [...resources].map(([name, { verdict, error }]) => [name, verdict, error?.code]);
      assert.deepEqual(codes, [
        ["main", "failed", "RESOURCE_NOT_FOUND"],
        ["a", "failed", "PARENT_FAILED"],
        ["cluster", "failed", "REMOTE_COMPONENT"],
        ["b", "failed", "PARENT_FAILED"],
        ["station", "failed", "PLUGIN_NOT_FOUND"],
        ["typo", "failed", "UNKNOWN_RESOURCE_TYPE"],
        ["www", "clean", undefined],
      ]);
      assert.match(
        resources.get("station")?.error?.hint ?? "",
        /pulumi plugin install resource weather.*--provider weather=/,
      );
      assert.match(resources.get("typo")?.error?.hint ?? "", /Did you mean simcloud:network\/vpc:Vpc/);
      assert.equal(project.read("index.ts").match(/new simcloud/g)?.length, 1);
      await project.assertTidy();
    });
  });

  it("reports a name that another object has in the state", () =>
    withProject(specsOf(subnetA), async (project) => {
      assert.equal((await project.run(["specs.json", "--yes"])).code, 0);
      project.write("other.json", specsOf({ ...subnetB, name: "a" }));
      const untouched = project.files();
      const ran = await exitsWith(1, project.run(["other.json", "--yes", "--json"]));
      assert.equal(resourcesOf(ran).get("a")?.error?.code, "URN_TAKEN");
      assert.deepEqual(project.files(), untouched);
    }));
});
