import assert from "node:assert/strict";
import { checkpoint, exitsWith, makeProject, projectFile } from "../support/cli-project.ts";
import { record, specsOf } from "../support/quickstart-specs.ts";

describe("--config", () => {
  it("adds values to the stack file, and keeps its comments", async () => {
    const stackFile = "# of the shop\nconfig:\n  # where the cloud is\n  simcloud:region: eu-west-2 # for now\n";
    const declared = `${projectFile}config:\n  greeting: hello\n`;
    const project = makeProject({
      specs: JSON.parse(specsOf(record)),
      files: { "Pulumi.dev.yaml": stackFile, "Pulumi.yaml": declared },
    });
    const config = ["--config", "simcloud:region=us-east-1", "--config", "colour=a b: c", "--config", "greeting=hello"];
    const ran = await exitsWith(0, project.run(["specs.json", "--yes", ...config]));
    assert.match(ran.stdout, /^ {2}Pulumi\.dev\.yaml$/m);
    const written = project.read("Pulumi.dev.yaml");
    assert.match(
      written,
      /^# of the shop\nconfig:\n {2}# where the cloud is\n {2}simcloud:region: us-east-1 # for now\n/,
    );
    assert.match(written, /^ {2}orchard:colour: "?'?a b: c"?'?$/m);
    assert.match(project.read(checkpoint), /"region":"us-east-1"/);
    await project.remove();
  });
});
