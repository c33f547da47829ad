import assert from "node:assert/strict";
import { sendableSignal } from "../../src/domain/sendable-signal.ts";

describe("sendableSignal", () => {
  it("replaces the signals of the console on Windows, which processes cannot send", () => {
    assert.deepEqual([sendableSignal("SIGBREAK", "win32"), sendableSignal("SIGHUP", "win32")], ["SIGTERM", "SIGTERM"]);
    assert.equal(sendableSignal("SIGHUP", "linux"), "SIGHUP");
  });
});
