import assert from "node:assert/strict";
import { join } from "node:path";
import { exitsWith, makeProject, simcloud } from "../support/cli-project.ts";
import { projectRoot } from "../support/imp-process.ts";

const pinboard = join(projectRoot, "fixtures", "pinboard", "pulumi-resource-pinboard");
const providers = ["--provider", `pinboard=${pinboard}`, "--provider", `simcloud=${simcloud}`];

describe("imp discover if a provider does not implement List", () => {
  it("lists the objects of the other packages", async () => {
    const project = makeProject();
    const ran = await exitsWith(0, project.plain(["discover", "pinboard", "simcloud:storage", ...providers]));
    assert.match(ran.stdout, /The provider cannot list 4 types/);
    assert.match(ran.stdout, /Wrote 3 resources to imp-found\.json/);
    await project.assertTidy();
    await project.remove();
  });
});
