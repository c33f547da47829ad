/** `imp generate` prints an asset in a secret input if the state has the asset in plain text. */
import assert from "node:assert/strict";
import { type CliProject, exitsWith, makeProject } from "../support/cli-project.ts";
import { file, generate } from "./generate-assets.ts";

describe("assets in secret inputs (imp generate)", () => {
  let project: CliProject;
  before(() => {
    project = makeProject();
  });
  after(() => project.remove());

  it("prints an asset, which is not secret itself, in every language", async () => {
    await exitsWith(0, generate(project, "clear", { file }, "typescript,python,go,csharp,java,yaml,pcl"));
    const printed: Readonly<Record<string, string>> = {
      "index.ts": 'file: new pulumi.asset.FileAsset("./beach.jpg")',
      "__main__.py": 'file=pulumi.FileAsset("./beach.jpg")',
      "main.go": 'File: pulumi.NewFileAsset("./beach.jpg")',
      "Program.cs": 'File = new FileAsset("./beach.jpg")',
      "src/main/java/myproject/App.java": '.file(new FileAsset("./beach.jpg"))',
      "Main.yaml": "file:\n        fn::fileAsset: ./beach.jpg",
      "main.pp": 'file = fileAsset("./beach.jpg")',
    };
    for (const [name, text] of Object.entries(printed)) {
      assert.ok(project.read(`clear/${name}`).includes(text), project.read(`clear/${name}`));
    }
  });
});
