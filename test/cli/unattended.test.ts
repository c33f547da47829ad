import assert from "node:assert/strict";
import { type CliProject, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { vpc } from "../support/quickstart-specs.ts";

describe("imp run without a terminal", () => {
  let project: CliProject;
  afterEach(() => project.remove());
  it("reports a missing import file before a missing confirmation", async () => {
    project = makeProject();
    for (const [words, code] of [
      [["run", "nowhere.json"], "SPEC_UNREADABLE"],
      [["run", "specs.json"], "NOT_CONFIRMED"],
    ] as const) {
      const ran = await exitsWith(2, project.imp(words));
      assert.match(ran.stderr, new RegExp(`\\(${code}\\)`));
    }
  });

  it("does not warn if the home directory does not exist", async () => {
    project = makeProject();
    for (const words of [["--version"], ["run", "--help"], ["import", vpc.type, vpc.name, vpc.id, "--plan-only"]]) {
      const ran = await (words.includes("import")
        ? project.imp(words, { HOME: "/dev/null" })
        : project.plain(words, { HOME: "/dev/null" }));
      assert.equal(ran.code, 0, showRun(ran));
      assert.doesNotMatch(ran.stderr, /Warning|ENOTDIR|trace-warnings/);
    }
  });
});
