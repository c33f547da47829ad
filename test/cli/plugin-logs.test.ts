/** What a plugin logs is told once, also when it answers with the same words. */
import assert from "node:assert/strict";
import { type PluginLogs, pluginLogs } from "../../src/cli/plugin-logs.ts";

describe("logs of plugins", () => {
  const told: string[] = [];
  const log = (logs: PluginLogs, severity: string, message: string): void =>
    logs.add({ plugin: "p", severity, message });
  beforeEach(() => {
    told.length = 0;
  });

  it("warnings at once; errors when no reason says the same, and each once", () => {
    const logs = pluginLogs((line) => told.push(line), false);
    log(logs, "debug", "checking");
    log(logs, "warning", "an old API");
    log(logs, "error", "reading subnet:\n  rate exceeded");
    log(logs, "error", "the disk is full");
    log(logs, "error", "the disk is full");
    assert.deepEqual(told, ["p: warning: an old API"]);
    logs.tellErrors(["Reading subnet: rate exceeded."]);
    logs.tellErrors([]);
    assert.deepEqual(told, ["p: warning: an old API", "p: error: the disk is full"]);
  });

  it("everything at once when asked for", () => {
    const logs = pluginLogs((line) => told.push(line), true);
    log(logs, "debug", "checking");
    log(logs, "error", "the disk is full");
    assert.deepEqual(told, ["p: debug: checking", "p: error: the disk is full"]);
    logs.tellErrors([]);
    assert.equal(told.length, 2);
  });
});
