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

  it("prints an asset inside a list, next to a configuration value", async () => {
    const copies = [file, assetOf({ text: "a drawing" }), assetOf({ uri: "https://example.com/beach.jpg" })];
    const ran = await generate("list", { file, copies, caption: "canary-0042" });
    assert.equal(ran.code, 0, showRun(ran));
    const program = project.read("list/index.ts");
    assert.match(program, /new pulumi\.asset\.StringAsset\("a drawing"\)/);
    assert.match(program, /new pulumi\.asset\.RemoteAsset\("https:\/\/example\.com\/beach\.jpg"\)/);
    assert.match(program, /caption: config\.requireSecret\(|caption: \w+,/);
    assert.doesNotMatch(program, /canary/);
  });

  it("rejects an asset with only a hash, and suggests another command", async () => {
    const ran = await generate("gone", { file: assetOf({}) });
    assert.equal(ran.code, 1, showRun(ran));
    assert.match(ran.stderr, /LOWER_CANNOT_EXPRESS/);
    assert.match(ran.stderr, /only\s+the\s+hash/);
    assert.match(ran.stderr, /--target/);
    assert.doesNotMatch(ran.stderr, /import\s+file/);
  });
});
