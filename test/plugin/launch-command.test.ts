import assert from "node:assert/strict";
import { pluginCommand } from "../../src/plugin/launch.ts";

describe("pluginCommand", () => {
  const address = "127.0.0.1:1234";

  for (const [executable, platform] of [
    ["/bin/pulumi-resource-random", "linux"],
    ["/bin/odd.cmd", "linux"],
    ["C:\\bin\\pulumi-resource-random.exe", "win32"],
  ] as const)
    it(`starts ${executable} directly on ${platform}`, () => {
      const command = { file: executable, args: [address], isVerbatim: false };
      assert.deepEqual(pluginCommand(executable, address, platform), command);
    });

  it("starts a .cmd file on Windows with the command interpreter, and quotes its path", () => {
    const command = pluginCommand("C:\\my plugins\\pulumi-resource-random.CMD", address, "win32");
    const line = '""C:\\my plugins\\pulumi-resource-random.CMD" 127.0.0.1:1234"';
    assert.deepEqual(command, { file: "cmd.exe", args: ["/d", "/s", "/c", line], isVerbatim: true });
  });
});
