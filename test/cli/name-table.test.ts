/** The keys of `nameTable` are variables of the user's program. New code refers to them in every language. */
import assert from "node:assert/strict";
import { type CliProject, exitsWith } from "../support/cli-project.ts";
import { bucket, role, specsOf } from "../support/quickstart-specs.ts";
import { makeNameTableProject } from "./name-table.ts";

describe("nameTable variables of a user's program", () => {
  let project: CliProject;
  let nameTable: Readonly<Record<string, string>>;
  before(async () => {
    ({ project, nameTable } = await makeNameTableProject());
  });
  after(() => project.remove());

  it("prints nameTable variables of an earlier run again", async () => {
    const flags = ["--append-file", "later", "--yes", "--code-only"];
    await exitsWith(0, project.run(["child.json", ...flags]));
    project.write("another.json", specsOf(role));
    await exitsWith(0, project.run(["another.json", ...flags]));
    const text = project.read("later.ts");
    assert.match(text, /later\(net: [\s\S]*parent: net,[\s\S]*new simcloud\.iam\.Role\(/);
  });

  it("requires nameTable variables for resources of the program, unless no code is written", async () => {
    project.write("by-urn.json", specsOf({ ...bucket, parent: nameTable.net, provider: nameTable.eastern }));
    const named = await exitsWith(1, project.run(["by-urn.json", "--plan-only", "--append-file", "more"]));
    assert.match(named.stdout.replace(/\s+/g, " "), /NOT_IN_PROGRAM.*"nameTable": \{"VARIABLE": "URN"\}/);
    const snippet = await project.imp(["snippet", "by-urn.json"]);
    assert.match(snippet.stderr, /NOT_IN_PROGRAM/);
    await exitsWith(0, project.run(["by-urn.json", "--yes", "--state-only"]));
  });

  it("rejects imp snippet if the selected stack does not exist", async () => {
    const ran = await exitsWith(1, project.imp(["snippet", "child.json", "--stack", "nowhere"]));
    assert.match(ran.stderr, /STACK_NOT_FOUND/);
  });
});
