import assert from "node:assert/strict";
import { registrationLine } from "../../src/preview/program-differences.ts";

describe("the line of a registration", () => {
  const lineOf = (position: string): string | undefined => registrationLine(position, "/shop");

  it("is relative to the project", () => {
    assert.equal(lineOf("project:///src/my%20file.ts#4,2"), "src/my file.ts:4:2");
    assert.equal(lineOf("file:///shop/main.go#7"), "main.go:7");
  });

  it("has no column if the SDK does not know it", () => {
    assert.equal(lineOf("project:///__main__.py#21,0"), "__main__.py:21");
  });

  it("is unknown for files of packages and files outside the project", () => {
    assert.equal(lineOf("project:///node_modules/acme/index.js#1,1"), undefined);
    assert.equal(lineOf("file:///home/index.ts#1,1"), undefined);
  });
});
