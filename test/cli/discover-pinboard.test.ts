/** The provider runs on Pulumi's Node.js server, which doesn't support List. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { exitsWith, makeProject, simcloud } from "../support/cli-project.ts";
import { projectRoot } from "../support/imp-process.ts";

const pinboard = join(projectRoot, "fixtures", "pinboard", "pulumi-resource-pinboard");
const providers = ["--provider", `pinboard=${pinboard}`, "--provider", `simcloud=${simcloud}`];

describe("imp discover if the provider does not implement List", () => {
  it("suggests --from-terraform and --from", async () => {
    const project = makeProject();
    const ran = await exitsWith(1, project.plain(["discover", "pinboard", ...providers]));
    assert.match(ran.stderr, /LIST_UNSUPPORTED[\s\S]*pinboard[\s\S]*--from-terraform[\s\S]*discover --from FILE/);
    await project.assertTidy();
    await project.remove();
  });
});
