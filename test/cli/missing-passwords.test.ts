import assert from "node:assert/strict";
import { type CliProject, exitsWith, makeProject } from "../support/cli-project.ts";
import { database } from "./missing-passwords.ts";

describe("required passwords that Read returns as empty secrets", () => {
  const env = { SIMCLOUD_NULL_SECRETS: "password" };
  let project: CliProject;
  beforeEach(() => {
    project = makeProject(database());
  });
  afterEach(() => project.remove());
  it("get a placeholder with --placeholder", async () => {
    const ran = await exitsWith(0, project.run(["specs.json", "--yes", "--placeholder"], env));
    assert.match(
      ran.stdout.replace(/\s+/g, " "),
      /The required input password cannot be read, so it has a placeholder/,
    );
    assert.match(ran.stdout, /^ {4}pulumi config set --secret orchard:shopPassword$/m);
    assert.match(project.read("index.ts"), /ignoreChanges: \["password"\]/);
  });
});
