import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openProgramLocation } from "../../src/workspace/program/program-location.ts";

describe("the program location", () => {
  it("puts the appended file into the folder of each language's main file", async () => {
    const path = mkdtempSync(join(tmpdir(), "imp-target-"));
    try {
      const languages = [{ fileName: "index.ts" }, { fileName: "src/main/java/myproject/App.java" }];
      const place = { path, project: "p", stack: "s", languages, appendFile: "network.ts" };
      const { names } = await openProgramLocation(place, undefined);
      assert.deepEqual([...names.values()], ["network.ts", "src/main/java/myproject/network.java"]);
    } finally {
      rmSync(path, { recursive: true, force: true });
    }
  });
});
