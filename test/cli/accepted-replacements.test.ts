import assert from "node:assert/strict";
import { type CliProject, exitsWith, makeProject } from "../support/cli-project.ts";
import { bucket, specsOf, subnetA, vpc } from "../support/quickstart-specs.ts";

/** The import file sets an address range that differs from the one of the network in the cloud (10.20.0.0/16). Only a replacement can change it. */
const wrong = { ...vpc, inputs: { cidrBlock: "10.99.0.0/16", enableDnsHostnames: false } };
const specs = JSON.parse(specsOf(wrong, { ...subnetA, parent: vpc.name }, bucket));

describe("accepted replacements", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ specs });
  });
  afterEach(() => project.remove());

  it("rejects a replacement if there is no terminal for a prompt", async () => {
    const ran = await exitsWith(3, project.run(["specs.json", "--yes"]));
    assert.match(ran.stdout, /\(REPLACE_REFUSED\)/);
  });
});
