import assert from "node:assert/strict";
import { answeredEstate } from "../support/answered-estate.ts";
import { type CliProject, exitsWith, makeProject, showRun } from "../support/cli-project.ts";

describe("--functions", () => {
  const { cloud, specs } = answeredEstate();
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ cloud, specs });
  });
  afterEach(() => project.remove());

  it("prints function calls in imp import and imp snippet", async () => {
    const type = "simcloud:iam/user:User";
    await exitsWith(0, project.imp(["import", type, "bounded", "bounded", "--yes", "--functions"]));
    assert.match(project.read("index.ts"), /getCallerIdentityOutput\(\)/);
    const snippet = await project.imp(["snippet", type, "bounded", "bounded", "--functions", "--language", "python"]);
    assert.match(snippet.stdout, /simcloud\.get_caller_identity_output\(\)\.account_id/, showRun(snippet));
  });
});
