import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { findLeaks } from "../real/find-leaks.ts";
import { type CliProject, exitsWith, makeProject } from "../support/cli-project.ts";
import { record } from "../support/quickstart-specs.ts";
import { makeSecretEstate } from "../support/secret-estate.ts";

describe("imp snippet", () => {
  let project: CliProject;
  before(() => {
    project = makeProject();
  });
  after(() => project.remove());

  it("prints the same snippet in colors on a terminal", async () => {
    for (const language of ["typescript", "python", "go", "csharp", "java", "yaml", "pcl"]) {
      const words = ["snippet", record.type, record.name, record.id, "--language", language];
      const plain = await project.imp(words);
      const { code, stdout } = await project.imp(words, { FORCE_COLOR: "1", NO_COLOR: "" });
      assert.equal(code, 0);
      assert.equal(stripVTControlCharacters(stdout), plain.stdout);
      assert.equal(
        stdout === plain.stdout,
        language === "pcl",
        `code is colored in all languages but PCL: ${language}`,
      );
    }
  });
  it("prints the resources of an import file, even if the state has them", async () => {
    await exitsWith(0, project.run(["specs.json", "--yes", "--out", "made"]));
    const files = project.files();
    const ran = await exitsWith(0, project.imp(["snippet", "specs.json", "--language", "python", "--no-protect"]));
    assert.match(ran.stdout, /^import json\n\nimport pulumi\nimport pulumi_simcloud as simcloud\n/);
    assert.equal(ran.stdout.match(/ = simcloud\./g)?.length, 11);
    assert.match(ran.stdout, /vpc_id=main\.id/);
    assert.doesNotMatch(ran.stdout, /protect/);
    assert.deepEqual(project.files(), files);
  });
  it("prints secrets as configuration values, and the commands that set them", async () => {
    const { cloud, specs, canaries } = makeSecretEstate();
    const secret = makeProject({ cloud, specs: {} });
    try {
      mkdirSync(join(secret.root, "specs"));
      writeFileSync(join(secret.root, "specs", "estate.json"), JSON.stringify(specs));
      const ran = await exitsWith(0, secret.imp(["snippet", "../specs/estate.json"]));
      assert.match(ran.stdout, /config\.requireSecret\("/);
      assert.match(ran.stderr, /pulumi config set --secret orchard:/);
      const texts = new Map([["the run", `${ran.stdout}\n${ran.stderr}`]]);
      assert.ok(canaries.length >= 4);
      assert.deepEqual(findLeaks([secret.directory, `${secret.root}/tmp`], canaries, texts), []);
    } finally {
      await secret.remove();
    }
  });
});
