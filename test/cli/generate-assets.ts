import type { CliProject } from "../support/cli-project.ts";

const prefix = "urn:pulumi:dev::orchard::";
const provider = `${prefix}pulumi:providers:pinboard::default_1_2_3`;
const plugin = ["--provider", `pinboard=${process.cwd()}/fixtures/pinboard/pulumi-resource-pinboard`];

const signature = "4dabf18193072939515e22adb298388d";
export const assetOf = (source: object): object => ({
  [signature]: "c44067f5952c0a294b673a41bacd8c17",
  hash: "9f86d081884c7d659a2feaa0c55ad015",
  ...source,
});
export const file = assetOf({ path: "./beach.jpg" });

/** Runs `imp generate` on a state that has a photo with these inputs, and writes to the folder `name`. */
export async function generate(project: CliProject, name: string, inputs: object, language = "typescript") {
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
