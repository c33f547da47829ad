import assert from "node:assert/strict";
import { type CliProject, exitsWith, makeProject } from "../support/cli-project.ts";
import { assetOf, file, generate } from "./generate-assets.ts";

describe("assets in secret inputs (imp generate)", () => {
  let project: CliProject;
  before(() => {
    project = makeProject();
  });
  after(() => project.remove());

  it("prints assets in a list, and a secret next to them as a configuration value", async () => {
    const copies = [file, assetOf({ text: "a drawing" }), assetOf({ uri: "https://example.com/beach.jpg" })];
    await exitsWith(0, generate(project, "list", { file, copies, caption: "canary-0042" }));
    const program = project.read("list/index.ts");
    assert.match(program, /new pulumi\.asset\.StringAsset\("a drawing"\)/);
    assert.match(program, /new pulumi\.asset\.RemoteAsset\("https:\/\/example\.com\/beach\.jpg"\)/);
    assert.match(program, /caption: config\.requireSecret\(|caption: \w+,/);
    assert.doesNotMatch(program, /canary/);
  });

  it("rejects an asset if the state has only its hash", async () => {
    const ran = await exitsWith(1, generate(project, "gone", { file: assetOf({}) }));
    assert.match(ran.stderr, /LOWER_CANNOT_EXPRESS/);
    assert.match(ran.stderr, /with\s+unknown\s+content/);
    assert.match(ran.stderr, /--target/);
    assert.doesNotMatch(ran.stderr, /import\s+file/);
  });
});
