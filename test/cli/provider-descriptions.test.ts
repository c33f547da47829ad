/** The flag `--schema` and the key `schemas` supplement a package schema with a document. Responses of the provider take precedence over it. */
import assert from "node:assert/strict";
import { exitsWith } from "../support/cli-project.ts";
import { everySecret, projectsOfTest, secret, specification, text } from "./provider-descriptions.ts";

describe("--schema", function () {
  this.timeout(120_000);
  const addProject = projectsOfTest();

  it("reports resources of the document that the package lacks, once for each document", async () => {
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
    const ran = await exitsWith(
      0,
      project.run(["specs.json", "--yes", "--schema", "simcloud.json", "--schema", "other.json"]),
    );
    const lines = `${ran.stdout}${ran.stderr}`.replace(/\s+/g, " ");
    assert.match(
      lines,
      /simcloud\.json:34:5: package simcloud has no resource for simcloud_iam_rule and 1 more, so they are ignored\./,
    );
    assert.match(
      lines,
      /simcloud\.json:18:11: package simcloud has no property for simcloud_iam_role\.no_such_thing and 1 more, so they are ignored\./,
    );
    assert.match(lines, /other\.json describes provider othercloud, but no resource to import is of its package/);
    assert.equal(lines.split("it is ignored").length + lines.split("they are ignored").length, 4);
  });

  it("escapes control characters in names of the document", async () => {
    const { cloud, specs } = everySecret();
    const other = { provider_schemas: { "registry.example/a/\u001b]0;x\u0007\nother\u202e": {} } };
    const unusual = { provider_schemas: { "a/b/simcloud": { resource_schemas: { "simcloud_\u001b[31m\nx": {} } } } };
    const project = addProject({
      cloud,
      specs,
      files: { "a.json": JSON.stringify(other), "b.json": JSON.stringify(unusual) },
    });
    const ran = await exitsWith(0, project.run(["specs.json", "--yes", "--schema", "a.json", "--schema", "b.json"]));
    assert.doesNotMatch(`${ran.stdout}${ran.stderr}`, /[\u001b\u0007\u202e]/);
    assert.match(ran.stdout, /describes provider/);
    assert.match(ran.stdout, /has no resource for/);
  });

  describe("errors before a plugin starts or a file is written", () => {
    it("rejects an unreadable document of --schema or of `schemas` in the import file", async () => {
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
        const ran = await exitsWith(2, project.run([...words, "--yes"]));
        assert.match(ran.stderr, /DOCUMENT_UNREADABLE|USAGE/, words.join(" "));
      }
      assert.deepEqual(project.calls(), []);
    });
  });
});
