import assert from "node:assert/strict";
import { largeProgram } from "../support/large-program.ts";
import { codes } from "./own-program.ts";

describe("a user's TypeScript program", () => {
  it("finds the variables of 800 resources in 5,000 lines and 40 files", async () => {
    const { files, resources, lines } = largeProgram();
    assert.ok(lines >= 5000, String(lines));
    const found = await codes(files, resources);
    assert.equal(found["part7-3"], "part7.thing3");
    assert.equal(Object.keys(found).length, 800);
  });
});
