import assert from "node:assert/strict";
import { type CliProject, exitsWith, showRun, stackFile } from "../support/cli-project.ts";
import { specsOf, subnetA } from "../support/quickstart-specs.ts";
import { makeProviderProject, writeOddState } from "./inherited-provider.ts";

describe("inheritance of an explicit provider", () => {
  let project: CliProject;
  before(async () => {
    project = await makeProviderProject();
  });
  after(() => project.remove());

  it("fails a resource whose parent has another provider, in imp run --from-stack", async () => {
    const parent = "urn:pulumi:dev::orchard::simcloud:network/vpc:Vpc::main";
    project.write("second.json", specsOf({ ...subnetA, parent }));
    await exitsWith(0, project.run(["second.json", "--yes"]));
    writeOddState(project, "there.json");
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
