/** The keys of `nameTable` are variables of the user's program, which new code uses in every language. */
import assert from "node:assert/strict";
import { type CliProject, showRun } from "../support/cli-project.ts";
import { bucket, role, specsOf } from "../support/quickstart-specs.ts";
import { makeNameTableProject } from "./name-table.ts";

describe("nameTable variables of a user's program", () => {
  let project: CliProject;
  let nameTable: Readonly<Record<string, string>>;
  before(async () => {
    ({ project, nameTable } = await makeNameTableProject());
  });
  after(() => project.remove());

  it("are recorded, so later runs print the references again", async () => {
    const flags = ["--append-file", "later", "--yes", "--code-only"];
    const first = await project.run(["child.json", ...flags]);
    assert.equal(first.code, 0, showRun(first));
    project.write("another.json", specsOf(role));
    const second = await project.run(["another.json", ...flags]);
    assert.equal(second.code, 0, showRun(second));
    const text = project.read("later.ts");
    assert.match(text, /later\(net: [\s\S]*parent: net,[\s\S]*new simcloud\.iam\.Role\(/);
  });

  it("are required only for code, and the error explains how to name them", async () => {
    project.write("by-urn.json", specsOf({ ...bucket, parent: nameTable.net, provider: nameTable.eastern }));
    const named = await project.run(["by-urn.json", "--plan-only", "--append-file", "more"]);
    assert.equal(named.code, 1, showRun(named));
    assert.match(named.stdout.replace(/\s+/g, " "), /NOT_IN_PROGRAM.*"nameTable": \{"VARIABLE": "URN"\}/);
    const snippet = await project.imp(["snippet", "by-urn.json"]);
    assert.match(snippet.stderr, /NOT_IN_PROGRAM/);
    const state = await project.run(["by-urn.json", "--yes", "--state-only"]);
    assert.equal(state.code, 0, showRun(state));
  });

  it("are those of the stack that imp snippet selects", async () => {
    const ran = await project.imp(["snippet", "child.json", "--stack", "nowhere"]);
    assert.equal(ran.code, 1, showRun(ran));
    assert.match(ran.stderr, /STACK_NOT_FOUND/);
  });
});
