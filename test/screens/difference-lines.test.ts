import assert from "node:assert/strict";
import { differenceLines } from "../../src/cli/difference-lines.ts";
import type { Difference } from "../../src/domain/graph.ts";

const equal: Difference = { path: "redrivePolicy", kind: "update", old: '{"a":1}', new: '{"a":1}' };
const cause: Difference = { path: "delaySeconds", kind: "update", old: 0, new: 30 };

describe("differences of a preview on the screen", () => {
  it("marks a reported change of equal values, and prints real changes first", () => {
    assert.deepEqual(differenceLines([equal, cause], 80), [
      "~ delaySeconds: 0 => 30",
      '~ redrivePolicy: "{\\"a\\":1}" (equal, but the provider reports a change)',
    ]);
  });

  it("does not reveal that hidden secrets are equal", () => {
    const hidden: Difference = { path: "password", kind: "update", old: "[secret]", new: "[secret]" };
    assert.deepEqual(differenceLines([hidden], 80), ["~ password: [secret] => [secret]"]);
  });

  it("escapes line breaks in keys", () => {
    assert.deepEqual(differenceLines([{ ...cause, path: 'tags["a\r\nb"]' }], 80), ['~ tags["a\\r\\nb"]: 0 => 30']);
  });

  it("keeps a change of equal values within the width", () => {
    const long: Difference = { ...equal, old: "x".repeat(300), new: "x".repeat(300), kind: "update-replace" };
    const [line = ""] = differenceLines([long], 120);
    assert.ok(line.length <= 122, line);
    assert.match(line, /…" ?|…/);
    assert.match(line, /\(equal, but the provider reports a change\), forces replacement$/);
  });
});
