import assert from "node:assert/strict";
import { type CliProject, exitsWith, makeProject, showRun } from "../support/cli-project.ts";

const resource = {
  mode: "managed",
  type: "aws_s3_bucket",
  name: "logs",
  provider: 'provider["registry.example.com/hashicorp/aws"]',
  instances: [{ schema_version: 0, attributes: { id: "my-logs", secret: "hunter2" }, sensitive_attributes: [] }],
};
const tfstate = {
  version: 4,
  terraform_version: "1.9.0",
  serial: 7,
  lineage: "6f0c",
  outputs: {},
  resources: [resource],
};
const shown = { format_version: "1.0", terraform_version: "1.9.0", values: { root_module: { resources: [resource] } } };

describe("a Terraform state instead of an import file or a Pulumi state", () => {
  let project: CliProject;
  before(() => {
    project = makeProject();
    project.write("terraform.tfstate", JSON.stringify(tfstate, undefined, 2));
    project.write("state.json", JSON.stringify(tfstate));
    project.write("shown.json", JSON.stringify(shown));
    project.write("wrong.json", '{"resource": []}');
  });
  after(() => project.remove());

  for (const words of [
    ["run", "terraform.tfstate", "--yes"],
    ["run", "state.json", "--yes"],
    ["run", "shown.json", "--yes"],
    ["run", "specs.json", "wrong.json", "terraform.tfstate", "--yes"],
    ["snippet", "terraform.tfstate"],
    ["run", "--from-stack", "./terraform.tfstate", "--yes"],
    ["run", "specs.json", "--state", "terraform.tfstate", "--yes"],
    ["state", "verify", "--state", "state.json"],
    ["generate", "--state", "state.json", "--yes"],
  ])
    it(`is rejected with the hint to use --from-terraform: imp ${words.join(" ")}`, async () => {
      const before = project.files();
      const ran = await exitsWith(2, project.plain(words));
      assert.equal(ran.stdout, "");
      const screen = ran.stderr.replace(/\s+/g, " ");
      assert.equal(screen.match(/Error:/g)?.length, 1, showRun(ran));
      assert.match(
        screen,
        /Error: The file is a Terraform state, not an import file or a Pulumi state \(TERRAFORM_STATE\) where \S*(terraform\.tfstate|\w+\.json) why /,
      );
      assert.match(
        screen,
        /hint `imp run --from-terraform \S+` imports the resources of the Terraform state; `imp terraform imports \S+` writes an import file/,
      );
      assert.doesNotMatch(screen, /key|hunter2/);
      assert.deepEqual(project.files(), before);
    });
});
