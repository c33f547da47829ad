import assert from "node:assert/strict";
import { replaceWaits } from "../../../src/store/commit/files.ts";

describe("replaceWaits", () => {
  it("waits a second for open files on Windows, and not at all on other systems", () => {
    assert.equal(
      replaceWaits("win32").reduce((sum, wait) => sum + wait, 0),
      1000,
    );
    assert.deepEqual(replaceWaits("linux"), []);
    assert.deepEqual(replaceWaits("darwin"), []);
  });
});
