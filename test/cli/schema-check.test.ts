import assert from "node:assert/strict";
import { type CliProject, exitsWith, showRun } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";
import { makeSchemaProject, parseDocument, servePlugin } from "./schema-check.ts";

const refersTo = (reference: string): string =>
  JSON.stringify({ name: "pkg", types: { "pkg:index:T": { type: "object", properties: { a: { $ref: reference } } } } });
describe("imp schema check", () => {
  let project: CliProject;
  const check = (...words: readonly string[]): Promise<Ran> => project.plain(["schema", "check", ...words]);
  before(() => {
    project = makeSchemaProject();
  });
  after(() => project.remove());

  it("exits with 0 for a schema file without errors, whatever its name", async () => {
    for (const file of ["sound.json", "./sound.json", "sound.txt"]) {
      const ran = await exitsWith(0, check(file));
      const words = ran.stdout.split(/\s+/).join(" ");
      assert.equal(words, `${file}: package orchard 1.2.0, 1 resource, 0 functions, 0 types, no errors. `);
    }
  });

  it("exits with 1 for a schema file with errors, and shows their locations", async () => {
    const ran = await exitsWith(1, check("faulty.json"));
    assert.equal(
      ran.stdout,
      `faulty.json: 2 errors: Pulumi rejects the schema.

Warning at line 4, column 3: unknown-key
  path  colour
  why   "colour" is not a key of a package, so Pulumi ignores it.
  hint  Remove the key. Known keys: name, displayName, version, description,
        homepage, license, attribution, repository, logoUrl, pluginDownloadURL,
        publisher, namespace, keywords, meta, allowedPackageNames, language,
        config, types, provider, resources, functions, dependencies,
        parameterization, extensionParameterization.

Error at line 7, column 48: type-kind
  path  resources["orchard:index:Tree"].inputProperties.height.type
  why   "banana" is not one of boolean, integer, number, string, array, object.
  hint  Change the value to one of boolean, integer, number, string, array,
        object.

Error at line 8, column 26: required
  path  resources["orchard:index:Tree"].requiredInputs[0]
  why   "heigth" is required, but is not a property of \`inputProperties\`.
  hint  Did you mean \`height\`?
`,
    );
  });
  it("reads other packages from installed plugins, and warns about missing ones", async () => {
    const cases = [
      ["/simcloud/v1.0.0/schema.json#/resources/simcloud:network/vpc:Vpc", 0, []],
      ["/simcloud/v1.0.0/schema.json#/resources/simcloud:network/vpc:Gone", 1, ["reference"]],
      ["/absent/v1.0.0/schema.json#/types/absent:index:T", 0, ["package-not-loaded"]],
      ["/simcloud/v9.0.0/schema.json#/resources/simcloud:network/vpc:Vpc", 0, ["package-not-loaded"]],
    ] as const;
    for (const [reference, code, rules] of cases) {
      project.write("refers.json", refersTo(reference));
      const ran = await exitsWith(code, check("refers.json", "--json"));
      assert.deepEqual(
        parseDocument(ran).faults.map(({ rule }) => rule),
        rules,
        showRun(ran),
      );
    }
  });

  it("reports a GetSchema response that is not JSON", async () => {
    const ran = await exitsWith(1, check(servePlugin(project, "garbage", '{"name": "garbage", '), "--json"));
    assert.deepEqual(
      parseDocument(ran).faults.map(({ rule, line, column }) => [rule, line, column]),
      [["json-syntax", 1, 21]],
    );
  });
});
