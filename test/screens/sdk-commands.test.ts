/** The commands that bring the SDKs a program needs. */
import assert from "node:assert/strict";
import { type MissingSdk, sdkCommands } from "../../src/cli/sdk-commands.ts";

describe("commands for SDKs that are not installed", () => {
  const random: MissingSdk = { package: "random", npmName: "@pulumi/random", version: "4.21.2" };
  const gadgets: MissingSdk = {
    ...{ package: "gadgets", npmName: "@pulumi/gadgets", version: "2.1.0" },
    plugin: { name: "simcloud", version: "1.0.0" },
  };
  const none: ReadonlyMap<string, string> = new Map();

  it("install what is published, in the version that proved", () => {
    assert.deepEqual(sdkCommands([{ npmName: "@pulumi/pulumi" }, random], none), [
      "npm install @pulumi/pulumi",
      "npm install @pulumi/random@4.21.2",
    ]);
  });

  it("generate what is not: from a plugin of the user's own, from one with a parameter", () => {
    assert.deepEqual(sdkCommands([random], new Map([["random", "bin/my plugin"]])), [
      "pulumi package add './bin/my plugin'",
    ]);
    const those = "PARAMETERS    (those of gadgets)";
    assert.deepEqual(sdkCommands([gadgets], none), [`pulumi package add simcloud@1.0.0 ${those}`]);
    assert.deepEqual(sdkCommands([gadgets], new Map([["simcloud", "/x/sim"]])), [`pulumi package add /x/sim ${those}`]);
  });
});
