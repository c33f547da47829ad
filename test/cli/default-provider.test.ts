import assert from "node:assert/strict";
import { type CliProject, checkpoint, exitsWith, makeProject, stackFile } from "../support/cli-project.ts";
import { record, role, specsOf } from "../support/quickstart-specs.ts";

interface Entry {
  readonly urn: string;
  readonly type: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

describe("the default provider", () => {
  let project: CliProject;
  before(async () => {
    const lock = { packages: { "node_modules/@pulumi/simcloud": { version: "0.9.0" } } };
    project = makeProject({
      specs: JSON.parse(specsOf(record)),
      files: { "package-lock.json": JSON.stringify(lock), "role.json": specsOf(role) },
    });
    await exitsWith(0, project.run(["specs.json", "--yes"]));
  });
  after(() => project.remove());

  const providers = (): readonly Entry[] => {
    const state = project.json(checkpoint) as { checkpoint: { latest: { resources: readonly Entry[] } } };
    return state.checkpoint.latest.resources.filter(({ type }) => type === "pulumi:providers:simcloud");
  };

  it("creates the default provider with the version of the program's SDK", () => {
    const [provider, ...others] = providers();
    assert.deepEqual(others, []);
    assert.match(provider?.urn ?? "", /::default_0_9_0$/);
    assert.equal(provider?.inputs.version, "0.9.0");
  });

  it("writes nothing if a changed setting would replace the default provider", async () => {
    project.write("Pulumi.dev.yaml", stackFile.replace("us-east-1", "eu-west-2"));
    const untouched = project.files();
    const ran = await exitsWith(1, project.run(["role.json", "--yes"]));
    assert.match(
      ran.stdout.replace(/\s+/g, " "),
      /\(PROVIDER_REPLACED\).*default_0_9_0.* region\..*Nothing was written/,
    );
    assert.deepEqual(project.files(), untouched);
  });

  it("reuses the default provider if a changed setting does not replace it", async () => {
    const known = providers();
    project.write("Pulumi.dev.yaml", `${stackFile}  simcloud:token: another\n`);
    await exitsWith(0, project.run(["role.json", "--yes"]));
    assert.deepEqual(providers(), known);
    await project.assertTidy();
  });
});
