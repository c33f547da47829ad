import assert from "node:assert/strict";
import { checkpoint, showRun } from "../support/cli-project.ts";
import { withStash } from "./stash.ts";

describe("pulumi:index:Stash resources in a state", () => {
  it("are reported as omitted by imp generate", () =>
    withStash(async (project, state) => {
      project.write(checkpoint, state);
      const ran = await project.imp(["generate", "--out", "fresh", "--yes"]);
      assert.match(`${ran.stdout}${ran.stderr}`.replace(/\s+/g, " "), /Stash.*kept|kept.*Stash/, showRun(ran));
      assert.doesNotMatch(project.read("fresh/index.ts"), /Stash/);
    }));
});
