/** `imp generate` prints an asset in a secret input if the state has the asset in plain text. */
import assert from "node:assert/strict";
import { type CliProject, makeProject, showRun } from "../support/cli-project.ts";

const prefix = "urn:pulumi:dev::orchard::";
const provider = `${prefix}pulumi:providers:pinboard::default_1_2_3`;
const plugin = ["--provider", `pinboard=${process.cwd()}/fixtures/pinboard/pulumi-resource-pinboard`];

const signature = "4dabf18193072939515e22adb298388d";
const assetOf = (source: object): object => ({
  [signature]: "c44067f5952c0a294b673a41bacd8c17",
  hash: "9f86d081884c7d659a2feaa0c55ad015",
  ...source,
});
const file = assetOf({ path: "./beach.jpg" });

describe("assets in secret inputs (imp generate)", () => {
  let project: CliProject;
  before(() => {
    project = makeProject();
  });
  after(() => project.remove());

  async function generate(name: string, inputs: object, language = "typescript") {
    const photo = {
      urn: `${prefix}pinboard:index:Photo::beach`,
      custom: true,
      id: "photo-of-beach",
      provider: `${provider}::6f3c`,
      type: "pinboard:index:Photo",
      inputs,
      outputs: inputs,
    };
    const first = { urn: provider, custom: true, id: "6f3c", type: "pulumi:providers:pinboard", inputs: {} };
    const manifest = { time: "2026-01-15T10:20:30Z", magic: "", version: "" };
    project.write(`${name}.json`, JSON.stringify({ version: 3, deployment: { manifest, resources: [first, photo] } }));
    const words = ["generate", "--state", `${name}.json`, "--out", name, "--language", language, ...plugin];
    return await project.plain(words);
  }

  it("prints a plain asset of the state in every language", async () => {
    const ran = await generate("clear", { file }, "typescript,python,go,csharp,java,yaml,pcl");
    assert.equal(ran.code, 0, showRun(ran));
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
