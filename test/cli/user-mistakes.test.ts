import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type CliProject, checkpoint, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { bucket, specsOf, vpc } from "../support/quickstart-specs.ts";

describe("imp run after a user's mistake", () => {
  let project: CliProject;
  before(async () => {
    project = makeProject({ specs: JSON.parse(specsOf(bucket)) });
    project.write("wrong.json", specsOf({ ...vpc, inputs: { cidrBlock: "10.99.0.0/16" } }));
    project.write("typo.json", specsOf({ ...vpc, inputs: { cidrblock: "10.20.0.0/16" } }));
    await exitsWith(0, project.run(["specs.json", "--yes"]));
  });
  after(() => project.remove());

  it("prints a deleted program again, and does not change the state", async () => {
    const program = project.read("index.ts");
    const state = project.read(checkpoint);
    rmSync(join(project.directory, "index.ts"));
    const ran = await exitsWith(0, project.run(["specs.json", "--yes"]));
    assert.equal(project.read("index.ts"), program);
    assert.equal(project.read(checkpoint), state);
    assert.match(ran.stdout, /Wrote:\n {2}index\.ts/);
  });

  it("rejects a path as the name of an appended file", async () => {
    for (const name of ["../x", "a/b", ".x", "/tmp/x"]) {
      const ran = await exitsWith(2, project.run(["wrong.json", "--yes", "--append-file", name]));
      assert.match(ran.stderr, /is a path, not a file name/);
    }
  });

  it("rejects a pipe at the path of the program, and does not wait for it", async () => {
    project.write("piped/readme", "");
    execFileSync("mkfifo", [join(project.directory, "piped", "index.ts")]);
    const ran = await exitsWith(1, project.run(["specs.json", "--yes", "--out", "piped"]));
    assert.match(showRun(ran), /FILE_UNREADABLE[\s\S]*not a regular file/);
  });

  it("reports a wrong value in the import file as a replacement, not as ignoreChanges", async () => {
    const ran = await project.run(["wrong.json", "--yes", "--json"]);
    const [resource] = JSON.parse(ran.stdout).resources;
    assert.equal(resource.verdict, "replace", showRun(ran));
    assert.equal(ran.code, 1);
  });

  it("rejects an input that the resource type does not have, with a suggestion", async () => {
    const ran = await exitsWith(1, project.run(["typo.json", "--yes"]));
    assert.match(ran.stdout, /UNKNOWN_INPUT[\s\S]*Did you mean "cidrBlock"/);
  });

  it("reports a --provider whose package no resource uses", async () => {
    const ran = await exitsWith(0, project.run(["specs.json", "--plan-only", "--provider", "simclod=/nowhere"]));
    assert.match(ran.stderr, /^--provider simclod=\.\.\. has no effect: /m);
    assert.doesNotMatch(ran.stderr, /--provider simcloud/);
  });

  it("recommends --config for missing configuration of a --state run", async () => {
    const ran = await exitsWith(
      1,
      project.run(["specs.json", "--yes", "--state", "s.json", "--stack-name", "none", "--project", "elsewhere"], {
        SIMCLOUD_REGION: "",
      }),
    );
    assert.match(ran.stdout, /PROVIDER_CONFIG_MISSING[\s\S]*--config simcloud:region=VALUE/);
  });

  it("finds an object with another provider's region, or lists the searched providers", async () => {
    const otherPlace = makeProject({
      specs: {
        resources: [
          { type: "pulumi:providers:simcloud", name: "east", inputs: { region: "us-east-1" } },
          { ...vpc, name: "strayed" },
          { ...vpc, name: "settled", id: "vpc-nowhere", provider: "east" },
        ],
      },
      files: { "Pulumi.dev.yaml": "config:\n  simcloud:region: eu-west-2\n" },
    });
    const ran = await otherPlace.run(["specs.json", "--yes", "--json"]);
    const [, strayed, nowhere] = JSON.parse(ran.stdout).resources;
    assert.equal(strayed.error.code, "WRONG_PROVIDER", showRun(ran));
    assert.match(
      strayed.error.where,
      /strayed \(ID "vpc-.*"\), by the default provider \(simcloud \S+, region eu-west-2\)/,
    );
    assert.match(strayed.error.message, /provider east \(simcloud \S+, region us-east-1\) found one/);
    assert.match(strayed.error.hint, /"provider": "east"/);
    assert.equal(nowhere.error.code, "RESOURCE_NOT_FOUND");
    assert.match(
      nowhere.error.message,
      /did not find it either: the default provider \(simcloud \S+, region eu-west-2\)/,
    );
    await otherPlace.remove();
  });
});
