/** `--schema` and `schemas:` supplement a package schema with another document. The provider's answers decide. */
import assert from "node:assert/strict";
import { type CliProject, makeProject, showRun } from "../support/cli-project.ts";
import { everySecret, secret, specification, text } from "./provider-descriptions.ts";

describe("--schema", function () {
  this.timeout(120_000);
  const projects: CliProject[] = [];
  const addProject = (options: Parameters<typeof makeProject>[0]): CliProject => {
    const made = makeProject(options);
    projects.push(made);
    return made;
  };
  afterEach(async () => {
    await Promise.all(projects.splice(0).map((one) => one.remove()));
  });

  it("reports once what only the document has, with its location", async () => {
    const { cloud, specs } = everySecret();
    const unknown = {
      iam_role: [text("description", secret), text("no_such_thing", secret), text("no_other_thing")],
      iam_rule: [text("name")],
      iam_ruler: [text("name")],
    };
    const other = { version: "0.1", provider: { name: "othercloud" } };
    const project = addProject({
      cloud,
      specs,
      files: {
        "simcloud.json": JSON.stringify(specification(unknown), undefined, 2),
        "other.json": JSON.stringify(other),
      },
    });
    const ran = await project.run(["specs.json", "--yes", "--schema", "simcloud.json", "--schema", "other.json"]);
    assert.equal(ran.code, 0, showRun(ran));
    const lines = `${ran.stdout}${ran.stderr}`.replace(/\s+/g, " ");
    assert.match(
      lines,
      /simcloud\.json:34:5: package simcloud has no resource for simcloud_iam_rule and 1 more; they are left out\./,
    );
    assert.match(
      lines,
      /simcloud\.json:18:11: package simcloud has no property for simcloud_iam_role\.no_such_thing and 1 more; they are left out\./,
    );
    assert.match(lines, /other\.json describes provider othercloud, and nothing that is imported is of its package/);
    assert.equal(lines.split("is left out").length + lines.split("are left out").length, 4);
  });

  it("escapes control characters in names of a document", async () => {
    const { cloud, specs } = everySecret();
    const other = { provider_schemas: { "registry.example/a/\u001b]0;x\u0007\nother\u202e": {} } };
    const unusual = { provider_schemas: { "a/b/simcloud": { resource_schemas: { "simcloud_\u001b[31m\nx": {} } } } };
    const project = addProject({
      cloud,
      specs,
      files: { "a.json": JSON.stringify(other), "b.json": JSON.stringify(unusual) },
    });
    const ran = await project.run(["specs.json", "--yes", "--schema", "a.json", "--schema", "b.json"]);
    assert.equal(ran.code, 0, showRun(ran));
    assert.doesNotMatch(`${ran.stdout}${ran.stderr}`, /[\u001b\u0007\u202e]/);
    assert.match(ran.stdout, /describes provider/);
    assert.match(ran.stdout, /has no resource for/);
  });

  describe("errors before a plugin starts or a file is written", () => {
    const good = JSON.stringify(specification({ iam_role: [text("description")] }));
    const broken: Readonly<Record<string, string | Buffer>> = {
      empty: "",
      blanks: " \n\t ",
      "a byte order mark alone": "\ufeff",
      "another encoding": Buffer.from(good, "utf16le"),
      "no UTF-8": Buffer.concat([
        Buffer.from(good.slice(0, 40)),
        Buffer.from([0xff, 0xfe]),
        Buffer.from(good.slice(40)),
      ]),
      "no bytes but 0": Buffer.alloc(64),
      random: Buffer.from(Array.from({ length: 512 }, (_, i) => (i * 197 + 31) % 256)),
      "a truncated document": good.slice(0, -5),
      "half of a document": good.slice(0, good.length >> 1),
      "two documents": good + good,
      "a trailing comma": good.replace(/\}$/, ",}"),
      "a comment": `// provider\n${good}`,
      YAML: 'version: "0.1"\nprovider:\n  name: simcloud\n',
      HCL: 'resource "simcloud_iam_role" "a" {\n  name = "a"\n}\n',
      HTML: "<!doctype html><title>404</title>",
      null: "null",
      "a number": "42",
      "a text": '"simcloud"',
      "a list": `[${good}]`,
      "an empty object": "{}",
      "a package.json": '{"version":"1.0.0","private":true}',
      "a state of Terraform": '{"version":4,"terraform_version":"1.11.4","serial":1,"lineage":"a","resources":[]}',
      "a plan of Terraform": '{"format_version":"1.2","planned_values":{},"resource_changes":[]}',
      "a state of Pulumi": '{"version":3,"deployment":{"resources":[]}}',
      "an import file": '{"resources":[{"type":"a:b:C","name":"a","id":"b"}]}',
      "an OpenAPI document": '{"openapi":"3.1.0","info":{"title":"x","version":"1"},"paths":{}}',
      "version 0.1.0": good.replace('"0.1"', '"0.1.0"'),
      "version 0.2": good.replace('"0.1"', '"0.2"'),
      "version 1 as a number": good.replace('"0.1"', "1"),
      "no version": good.replace('"version":"0.1",', ""),
      "no provider": good.replace('"provider":{"name":"simcloud"},', ""),
      "an attribute of no kind": good.replace('"string"', '"strings"'),
      "an attribute of two kinds": good.replace(
        '"string":',
        '"bool":{"computed_optional_required":"optional"},"string":',
      ),
      "a name in capitals": good.replace('"description"', '"Description"'),
      "an attribute twice": JSON.stringify(specification({ iam_role: [text("a"), text("a")] })),
      "providers without one": '{"format_version":"1.0","provider_schemas":{}}',
      "a provider that is no object": '{"format_version":"1.0","provider_schemas":{"a/b/simcloud":7}}',
      "blocks without an end": `{"provider_schemas":{"a":${'{"a":'.repeat(900)}1${"}".repeat(900)}}}`,
      "a list without an end": "[".repeat(100_000),
      "a package schema whose resources are no object": '{"name":"simcloud","resources":7}',
    };
    assert.ok(Object.keys(broken).length >= 30);
    it("rejects an unreadable file, wherever it is named", async () => {
      const project = addProject({
        files: {
          "more.json": JSON.stringify({ schemas: ["docs"], resources: [{ type: "a:b:C", name: "a", id: "b" }] }),
        },
      });
      project.write("docs/readme.txt", "");
      for (const words of [
        ["specs.json", "--schema", "nowhere.json"],
        ["specs.json", "--schema", "docs"],
        ["specs.json", "--schema", "-"],
        ["more.json"],
      ]) {
        const ran = await project.run([...words, "--yes"]);
        assert.equal(ran.code, 2, showRun(ran));
        assert.match(ran.stderr, /DOCUMENT_UNREADABLE|USAGE/, words.join(" "));
      }
      assert.deepEqual(project.calls(), []);
    });
  });
});
