import assert from "node:assert/strict";
import { type CliProject, copyProject, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { component, record, role, specsOf, subnetA, vpc } from "../support/quickstart-specs.ts";
import { productOf, saltedFiles } from "../support/stable-state.ts";
import { runWithInput } from "./import.ts";

const words = [record.type, record.name, record.id];

describe("imp import", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ specs: JSON.parse(specsOf(record)), files: saltedFiles });
  });
  afterEach(() => project.remove());

  for (const name of ["import", "add"]) {
    it(`writes the same state and program as imp run with an import file: imp ${name}`, async () => {
      const other = copyProject(project);
      try {
        const run = await other.run(["specs.json", "--yes"]);
        await exitsWith(0, project.imp([name, ...words, "--yes"]));
        assert.equal(run.code, 0, showRun(run));
        assert.match(project.read("index.ts"), /new simcloud\.dns\.Record\(\n\s+"www"/);
        assert.deepEqual(await productOf(project), await productOf(other));
        await project.assertTidy();
      } finally {
        await other.remove();
      }
    });
  }
  it("accepts short types in any case, and suggests similar types", async () => {
    for (const type of [
      "simcloud:dns:Record",
      "simcloud:Record",
      "simcloud:dns.record",
      "simcloud:RECORD",
      "simcloud.dns.Record",
      "simcloud.record",
    ]) {
      const ran = await exitsWith(0, project.imp(["import", type, record.name, record.id, "--plan-only", "--json"]));
      const { resources } = JSON.parse(ran.stdout) as { readonly resources: readonly { readonly type: string }[] };
      assert.deepEqual(
        resources.map((resource) => resource.type),
        [record.type],
      );
    }
    for (const type of ["simcloud:record", "simcloud.dns.record"]) {
      const snippet = await exitsWith(0, project.imp(["snippet", type, record.name, record.id]));
      assert.match(snippet.stdout, /new simcloud\.dns\.Record\(/);
    }
    const typo = await exitsWith(1, project.imp(["import", "simcloud:Recrod", record.name, record.id, "--plan-only"]));
    assert.match(typo.stdout + typo.stderr, /Did you mean simcloud:dns\/record:Record/);
  });
  it("uses a parent and a provider that the program declares", async () => {
    const west = { type: "pulumi:providers:simcloud", name: "west", inputs: { region: "us-east-1" } };
    project.write("specs.json", specsOf(component, west, { ...vpc, parent: component.name, provider: west.name }));
    await exitsWith(0, project.run(["specs.json", "--yes"]));
    const urn = (type: string, name: string) => `urn:pulumi:dev::orchard::${type}::${name}`;
    const referents = [
      "--parent",
      urn(component.type, component.name),
      "--provider-urn",
      `west=${urn(west.type, west.name)}`,
    ];
    await exitsWith(0, project.imp(["add", subnetA.type, subnetA.name, subnetA.id, "--yes", ...referents]));
    const code = project.read("index.ts");
    assert.match(code.slice(code.indexOf("new simcloud.network.Subnet(")), /parent: network,[\s\S]*provider: west,/);
  });
});

describe("imp run -", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject();
  });
  afterEach(() => project.remove());

  it("imports JSON or YAML from standard input (imp run -)", async () => {
    const json = await runWithInput(project, specsOf(record), ["run", "-"]);
    assert.equal(json.code, 0, json.printed);
    const yaml = await runWithInput(project, `resources:\n  - ${JSON.stringify(role)}\n`, ["run", "-"]);
    assert.equal(yaml.code, 0, yaml.printed);
    assert.match(project.read("index.ts"), /dns\.Record[\s\S]*iam\.Role/);
  });
});
