/** The parameter of a package can come from the import file, or from an SDK next to the program. */
import assert from "node:assert/strict";
import { type CliProject, checkpoint, exitsWith, makeProject } from "../support/cli-project.ts";
import { specsOf } from "../support/quickstart-specs.ts";
import { cloud } from "./parameterized.ts";

const parameter = Buffer.from("any bytes").toString("base64");
const jetty = { type: "harbour:index/thing:Thing", name: "jetty", id: "jetty" };
/** The part of an SDK's package.json, as `pulumi package add` writes it, that imp reads. */
const sdk = {
  name: "@pulumi/harbour",
  version: "2.1.0",
  pulumi: {
    resource: true,
    name: "simcloud",
    version: "1.0.0",
    parameterization: { name: "harbour", version: "2.1.0", value: parameter },
  },
};
const config = "config:\n  harbour:region: us-east-1\n";

interface Entry {
  readonly urn: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

describe("parameterized packages", () => {
  let importedByFile: readonly Entry[];
  const importInto = async (project: CliProject): Promise<readonly Entry[]> => {
    try {
      await exitsWith(0, project.run(["specs.json", "--yes"]));
      const state = project.json(checkpoint) as { checkpoint: { latest: { resources: readonly Entry[] } } };
      return state.checkpoint.latest.resources.slice(1);
    } finally {
      await project.remove();
    }
  };

  it("imports a parameterized package with the parameter of the import file", async () => {
    const parameterization = { pluginName: "simcloud", pluginVersion: "1.0.0", value: parameter };
    const entry = { ...jetty, version: "2.1.0", parameterization };
    const files = { "Pulumi.dev.yaml": config };
    importedByFile = await importInto(makeProject({ cloud, specs: JSON.parse(specsOf(entry)), files }));
    assert.deepEqual(
      importedByFile.map(({ urn }) => urn.split("::").slice(2).join("::")),
      ["pulumi:providers:harbour::default_2_1_0", "harbour:index/thing:Thing::jetty"],
    );
    assert.deepEqual(importedByFile[0]?.inputs.__internal, {
      name: "simcloud",
      version: "1.0.0",
      parameterization: parameter,
    });
  });

  it("imports a parameterized package with the parameter of the program's SDK", async () => {
    const files = { "Pulumi.dev.yaml": config, "node_modules/@pulumi/harbour/package.json": JSON.stringify(sdk) };
    const entries = await importInto(makeProject({ cloud, specs: JSON.parse(specsOf(jetty)), files }));
    const lasting = (entry: Entry | undefined) => [entry?.urn, entry?.inputs];
    assert.deepEqual(entries.map(lasting), importedByFile.map(lasting));
  });

  it("imports a parameterized package with an explicit provider and plugin version", async () => {
    const parameterization = { pluginName: "simcloud", pluginVersion: "1.0.0", value: parameter };
    const provider = {
      type: "pulumi:providers:harbour",
      name: "quay",
      version: "2.1.0",
      parameterization,
      inputs: { region: "us-east-1" },
    };
    const specs = JSON.parse(specsOf(provider, { ...jetty, provider: "quay" }));
    const [quay] = await importInto(makeProject({ cloud, specs }));
    assert.match(String(quay?.urn), /::quay$/);
    assert.equal(quay?.inputs.version, "1.0.0");
    assert.deepEqual(quay?.inputs.__internal, importedByFile[0]?.inputs.__internal);
  });

  it("finds the parameterized package of a Terraform resource among the program's SDKs", async () => {
    const resource = {
      mode: "managed",
      type: "harbour_thing",
      name: "jetty",
      provider: 'provider["registry.example.com/acme/harbour"]',
      instances: [{ schema_version: 0, attributes: { id: "jetty", name: "jetty", size: 3 } }],
    };
    const state = { version: 4, terraform_version: "1.11.4", resources: [resource] };
    const files = {
      "Pulumi.dev.yaml": config,
      "node_modules/@pulumi/harbour/package.json": JSON.stringify(sdk),
      "terraform.tfstate": JSON.stringify(state),
    };
    const project = makeProject({ cloud, files });
    try {
      const ran = await exitsWith(0, project.run(["--from-terraform", "terraform.tfstate", "--yes"]));
      assert.doesNotMatch(ran.stderr, /is a guess/);
      const printed = await exitsWith(0, project.imp(["terraform", "imports", "terraform.tfstate"]));
      assert.doesNotMatch(printed.stderr, /is a guess/);
    } finally {
      await project.remove();
    }
  });
});
