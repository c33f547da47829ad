import assert from "node:assert/strict";
import { findLeaks, type Leak } from "../real/find-leaks.ts";
import { type CliProject, checkpoint, exitsWith, projectFileOf, showRun } from "../support/cli-project.ts";
import { canaries, everySecret, projectsOfTest, specification, text } from "./provider-descriptions.ts";

interface State {
  readonly additionalSecretOutputs?: readonly string[];
}

describe("--schema", function () {
  this.timeout(120_000);
  const addProject = projectsOfTest();

  const leaksOf = (one: CliProject, ran: { readonly stdout: string; readonly stderr: string }): readonly Leak[] =>
    findLeaks(
      [one.directory, one.env.HOME ?? ""],
      Object.values(canaries),
      new Map([
        ["stdout", ran.stdout],
        ["stderr", ran.stderr],
      ]),
    );

  for (const language of ["typescript,python,go,csharp,java,pcl", "yaml"])
    it(`hides secrets that only a --schema document marks: ${language}`, async () => {
      const project = addProject(everySecret());
      if (language === "yaml") project.write("Pulumi.yaml", projectFileOf(language));
      const words = [
        "specs.json",
        "--yes",
        "--verbose",
        "--explain",
        "--language",
        language,
        "--schema",
        "simcloud.json",
      ];
      const ran = await exitsWith(0, project.run(words, { SIMCLOUD_TALK: "1" }));
      assert.deepEqual(leaksOf(project, ran), []);
      const state = project.json(checkpoint) as { checkpoint: { latest: { resources: readonly State[] } } };
      const named = state.checkpoint.latest.resources.map((entry) => entry.additionalSecretOutputs ?? []);
      assert.deepEqual(named.flat(), ["description", "uniqueId", "environment", "records"]);
    });

  it("writes the same values in plain text without the document", async () => {
    const one = addProject(everySecret());
    const ran = await exitsWith(0, one.run(["specs.json", "--yes"]));
    const found = new Set(leaksOf(one, ran).map((leak) => leak.secret));
    assert.deepEqual([...found].sort(), Object.values(canaries).sort());
  });

  it("reads `schemas:` documents in JSON and YAML relative to each import file", async () => {
    const { cloud, specs, files } = everySecret();
    const [role, handler, record] = specs.resources;
    const yaml = (resources: readonly unknown[], schema: string): string =>
      `# entries\nschemas:\n  - ${schema}\nresources: ${JSON.stringify(resources)}\n`;
    const project = addProject({
      cloud,
      files: {
        "docs/simcloud.json": files["simcloud.json"],
        "specs/role.json": JSON.stringify({ schemas: ["../docs/simcloud.json"], resources: [role] }),
        "docs/rest.yaml": yaml([handler, record], "./simcloud.json"),
      },
    });
    const ran = await exitsWith(0, project.run(["specs/role.json", "docs/rest.yaml", "--yes"]));
    assert.deepEqual(
      leaksOf(project, ran).filter(({ file }) => !file.includes("/docs/")),
      [],
    );
    await exitsWith(2, project.run(["other.json", "--yes"]));
  });

  it("hides the same values with --schema in `imp import` and `imp snippet`", async () => {
    const project = addProject(everySecret());
    const words = ["simcloud:iam/role:Role", "runner", "bookshop-order-runner", "--schema", "simcloud.json"];
    const printed = await exitsWith(0, project.imp(["snippet", ...words]));
    assert.deepEqual(leaksOf(project, printed), []);
    assert.match(printed.stdout, /additionalSecretOutputs/);
    const imported = await exitsWith(0, project.imp(["import", ...words, "--yes"]));
    assert.deepEqual(leaksOf(project, imported), []);
  });
  describe("errors before a plugin starts or a file is written", () => {
    const good = JSON.stringify(specification({ iam_role: [text("description")] }));
    const broken: Readonly<Record<string, string | Buffer>> = {
      empty: "",
      "only whitespace": " \n\t ",
      "only a byte order mark": "\ufeff",
      "UTF-16": Buffer.from(good, "utf16le"),
      "invalid UTF-8": Buffer.concat([
        Buffer.from(good.slice(0, 40)),
        Buffer.from([0xff, 0xfe]),
        Buffer.from(good.slice(40)),
      ]),
      "only zero bytes": Buffer.alloc(64),
      "random bytes": Buffer.from(Array.from({ length: 512 }, (_, i) => (i * 197 + 31) % 256)),
      "a truncated document": good.slice(0, -5),
      "the first half of a document": good.slice(0, good.length >> 1),
      "two documents": good + good,
      "a trailing comma": good.replace(/\}$/, ",}"),
      "a comment": `// provider\n${good}`,
      YAML: 'version: "0.1"\nprovider:\n  name: simcloud\n',
      HCL: 'resource "simcloud_iam_role" "a" {\n  name = "a"\n}\n',
      HTML: "<!doctype html><title>404</title>",
      null: "null",
      "a number": "42",
      "a string": '"simcloud"',
      "a list": `[${good}]`,
      "an empty object": "{}",
      "a package.json": '{"version":"1.0.0","private":true}',
      "a Terraform state": '{"version":4,"terraform_version":"1.11.4","serial":1,"lineage":"a","resources":[]}',
      "a Terraform plan": '{"format_version":"1.2","planned_values":{},"resource_changes":[]}',
      "a Pulumi state": '{"version":3,"deployment":{"resources":[]}}',
      "an import file": '{"resources":[{"type":"a:b:C","name":"a","id":"b"}]}',
      "an OpenAPI document": '{"openapi":"3.1.0","info":{"title":"x","version":"1"},"paths":{}}',
      "version 0.1.0": good.replace('"0.1"', '"0.1.0"'),
      "version 0.2": good.replace('"0.1"', '"0.2"'),
      "version 1 as a number": good.replace('"0.1"', "1"),
      "no version": good.replace('"version":"0.1",', ""),
      "no provider": good.replace('"provider":{"name":"simcloud"},', ""),
      "an attribute of an unknown kind": good.replace('"string"', '"strings"'),
      "an attribute with two kinds": good.replace(
        '"string":',
        '"bool":{"computed_optional_required":"optional"},"string":',
      ),
      "a name with a capital letter": good.replace('"description"', '"Description"'),
      "a duplicate attribute": JSON.stringify(specification({ iam_role: [text("a"), text("a")] })),
      "provider schemas without a provider": '{"format_version":"1.0","provider_schemas":{}}',
      "a provider that is not an object": '{"format_version":"1.0","provider_schemas":{"a/b/simcloud":7}}',
      "objects that nest too deeply": `{"provider_schemas":{"a":${'{"a":'.repeat(900)}1${"}".repeat(900)}}}`,
      "lists that nest too deeply": "[".repeat(100_000),
      "a package schema whose resources are not an object": '{"name":"simcloud","resources":7}',
    };
    assert.ok(Object.keys(broken).length >= 30);

    it("rejects a --schema file that is not a supported document", async () => {
      const project = addProject({ files: { "good.json": good } });
      const before = project.files();
      for (const [name, content] of Object.entries(broken)) {
        project.write("simcloud.json", content);
        const ran = await project.run(["specs.json", "--yes", "--schema", "good.json", "--schema", "simcloud.json"]);
        assert.equal(ran.code, 2, `${name}: ${showRun(ran)}`);
        assert.match(ran.stderr, /OVERLAY_SOURCE/, name);
        assert.match(ran.stderr, /where {1,2}simcloud\.json/, name);
        assert.match(ran.stderr, /hint/, name);
        const { "simcloud.json": _, ...after } = project.files();
        assert.deepEqual(after, before, name);
      }
      assert.deepEqual(project.calls(), []);
    });
  });
});
