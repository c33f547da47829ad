import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { type CliProject, checkpoint, exitsWith, makeProject, showRun, stackFile } from "../support/cli-project.ts";
import {
  bucket,
  component,
  policy,
  record,
  role,
  specsOf,
  subnetA,
  subnetB,
  vpc,
} from "../support/quickstart-specs.ts";

describe("a second import", () => {
  let project: CliProject;
  before(async () => {
    const inNetwork = { ...vpc, parent: "network" };
    project = makeProject({ specs: JSON.parse(specsOf(component, inNetwork, record)) });
    project.write("bucket.json", specsOf(bucket));
    project.write("subnets.json", specsOf(subnetA));
    project.write("more.json", specsOf(subnetB));
    project.write("policy.json", specsOf(policy));
    const named = { nameTable: { net: "urn:pulumi:dev::orchard::bookshop:index:Network::network" } };
    project.write("child.json", JSON.stringify({ ...named, resources: [{ ...role, name: "child", parent: "net" }] }));
    await project.run(["specs.json", "--yes"]);
  });
  after(() => project.remove());

  it("rejects new code in the program of another stack, but imports what it declares", async () => {
    const [empty, qa] = [
      '{"version":0,"checkpoint":{"stack":"organization/orchard/qa"}}',
      checkpoint.replace("dev", "qa"),
    ];
    project.write(qa, empty);
    project.write("Pulumi.qa.yaml", stackFile);
    const program = project.read("index.ts");
    const declared = await exitsWith(0, project.run(["specs.json", "--yes", "--stack", "qa"]));
    assert.match(declared.stdout, /Your program already declares this resource/);
    assert.match(declared.stdout, /\nWrote:\n {2}\S*qa\.json\n\n/);
    assert.equal(project.read("index.ts"), program);
    project.write(qa, empty);
    const refused = await exitsWith(1, project.run(["more.json", "--yes", "--stack", "qa"]));
    assert.match(
      refused.stderr,
      /belongs to another stack \(PROGRAM_CHANGED\)[\s\S]*imp wrote this program for stack dev\./,
    );
    const ran = await exitsWith(
      0,
      project.run(["specs.json", "--yes", "--stack", "qa", "--out", "qa", "--language", "python"]),
    );
    const next = ran.stdout.slice(ran.stdout.indexOf("Next"));
    assert.match(next, /^ {2}pulumi package add \S+\n {2}pip install pulumi {4}\(if it is not installed\)$/m);
    assert.match(next, /^ {2}create a project for qa/m);
    assert.match(next, /^ {2}pulumi preview --stack qa {4}/m);
    assert.doesNotMatch(next, /npm/);
    const generated = await project.imp(["generate", "--out", "made", "--language", "go,typescript", "--stack", "qa"]);
    const steps = generated.stdout.slice(generated.stdout.indexOf("Next"));
    assert.match(
      steps,
      /^ {2}go get github\.com\/pulumi\/pulumi\/sdk\/v3 {4}\(if it is not installed\)$/m,
      showRun(generated),
    );
    assert.match(steps, /`main: made`[\s\S]*^ {2}pulumi preview --stack qa /m);
    for (const name of ["qa", "made", "Pulumi.qa.yaml", checkpoint.replace("dev", "qa")])
      rmSync(project.path(name), { recursive: true });
  });
});
