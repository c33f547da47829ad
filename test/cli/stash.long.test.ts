import assert from "node:assert/strict";
import { checkpoint, showRun } from "../support/cli-project.ts";
import { withStash } from "./stash.ts";

describe("pulumi:index:Stash resources in a state", () => {
  it("are reported as omitted by imp run --from-stack", () =>
    withStash(async (project, state) => {
      const other = state
        .replaceAll("urn:pulumi:dev::orchard", "urn:pulumi:old::meadow")
        .replace("organization/orchard/dev", "organization/meadow/old");
      const { latest } = JSON.parse(other).checkpoint;
      project.write("other.json", JSON.stringify({ version: 3, deployment: latest }));
      project.write(checkpoint, '{"version":0,"checkpoint":{"stack":"organization/orchard/dev"}}');
      const ran = await project.run(["--from-stack", "other.json", "--plan-only"]);
      assert.match(`${ran.stdout}${ran.stderr}`.replace(/\s+/g, " "), /Stash.*kept|kept.*Stash/, showRun(ran));
    }));
});
