import assert from "node:assert/strict";
import type { MissingSdk } from "../../generators/generator.ts";
import { sdkCommands } from "../../src/cli/sdk-commands.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");

describe("commands that install missing SDKs", () => {
  const random: MissingSdk = { kind: "generated", package: "random" };
  const gadgets: MissingSdk = {
    kind: "generated",
    package: "gadgets",
    plugin: { name: "simcloud", version: "1.0.0", parameter: base64("any bytes") },
  };
  const none: ReadonlyMap<string, string> = new Map();

  const shown = (missing: readonly MissingSdk[], executables: ReadonlyMap<string, string>): readonly string[] =>
    sdkCommands(missing, executables).map((command) => command.shown);

  it("prints the package manager's command for published SDKs", () => {
    const npm: MissingSdk = { kind: "published", command: ["npm", "install", "@pulumi/random@4.21.2"] };
    const pip: MissingSdk = { kind: "published", command: ["pip", "install", "a b"], isUnsure: true };
    assert.deepEqual(shown([npm, pip], none), [
      "npm install @pulumi/random@4.21.2",
      "pip install 'a b'    (if it is not installed)",
    ]);
  });

  it("prints `pulumi package add` with a plugin's path or parameters for other SDKs", () => {
    assert.deepEqual(shown([random], new Map([["random", "bin/my plugin"]])), ["pulumi package add './bin/my plugin'"]);
    const those = "PARAMETERS    (the ones used to add gadgets)";
    assert.deepEqual(shown([gadgets], none), [`pulumi package add simcloud@1.0.0 ${those}`]);
    assert.deepEqual(shown([gadgets], new Map([["simcloud", "/x/sim"]])), [`pulumi package add /x/sim ${those}`]);
  });

  const terraform = (value: unknown): MissingSdk => ({
    kind: "generated",
    package: "b2",
    plugin: { name: "terraform-provider", version: "0.10.0", parameter: base64(JSON.stringify(value)) },
  });
  const remote = { url: "registry.opentofu.org/backblaze/b2", version: "0.8.9" };

  it("prints the Terraform provider and its version from the plugin's parameter", () => {
    const [command] = sdkCommands([terraform({ remote })], none);
    const words = ["package", "add", "terraform-provider@0.10.0", "registry.opentofu.org/backblaze/b2", "0.8.9"];
    assert.deepEqual(command, { shown: `pulumi ${words.join(" ")}`, words });
    assert.deepEqual(shown([terraform({ local: { path: "./bin/my provider" } })], none), [
      "pulumi package add terraform-provider@0.10.0 './bin/my provider'",
    ]);
  });

  it("removes control characters from a printed command, and does not run that command", () => {
    assert.deepEqual(sdkCommands([random], new Map([["random", "/x/\u001b[2J"]])), [
      { shown: "pulumi package add '/x/'" },
    ]);
  });

  for (const [title, value] of Object.entries({
    "more than a provider": { remote, includes: ["b2_bucket"] },
    "no version": { remote: { url: remote.url } },
    "a version that is a flag": { remote: { ...remote, version: "--help" } },
    "a path that is read as a name": { local: { path: "b2" } },
    "a list instead of an object": [remote],
    "a control character": { remote: { ...remote, url: "r/\u0000x" } },
    "an escape sequence": { remote: { ...remote, url: "r/\u001b[2J" } },
    "a bidi mark": { remote: { ...remote, url: "r/\u202eb" } },
    "a line break": { remote: { ...remote, url: "r/b2\nrm -rf /" } },
    "an unterminated URL": { remote: { ...remote, url: "r".repeat(200_000) } },
  }))
    it(`prints PARAMETERS for a Terraform provider's parameter with ${title}`, () => {
      const [command] = sdkCommands([terraform(value)], none);
      assert.match(command?.shown ?? "", / PARAMETERS {4}\(the ones used to add b2\)$/);
      assert.equal(command?.words, undefined);
    });
});
