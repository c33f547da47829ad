import assert from "node:assert/strict";
import fc from "fast-check";
import { applyDelta, deltaOf, type Piece } from "../../../src/store/commit/delta.ts";

/** Returns the number of bytes inside the pieces of a delta. */
function held(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + ("bytes" in piece ? piece.bytes.length : 0), 0);
}

/** Returns a compact state with similar resources. */
function stateOf(count: number, time: string, more: string): Uint8Array {
  const parent = "urn:pulumi:dev::orchard::pulumi:pulumi:Stack::orchard-dev";
  const resources = Array.from({ length: count }, (_, index) =>
    JSON.stringify({ urn: `urn:pulumi:dev::orchard::a:b:C::r${index}`, custom: true, parent, protect: true }),
  );
  return Buffer.from(`{"manifest":{"time":"${time}"},"resources":[${resources.join(",")}${more}],"metadata":{}}`);
}

describe("deltaOf", () => {
  it("restores any content from any other content and the delta", () => {
    const content = fc
      .array(
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          fc.constantFrom(new Uint8Array(700).fill(7), Buffer.alloc(300, "ab")),
        ),
        { maxLength: 8 },
      )
      .map((parts) => Buffer.concat(parts));
    fc.assert(
      fc.property(content, content, (from, to) => {
        assert.ok(applyDelta(from, deltaOf(from, to)).every((byte, index) => byte === to[index]));
        assert.equal(applyDelta(from, deltaOf(from, to)).length, to.length);
      }),
    );
  });

  it("stores only the different bytes in a delta, at both ends and in the middle", () => {
    const before = stateOf(20_000, "2026-01-15T10:20:30.123Z", "");
    const after = stateOf(20_000, "2026-01-16T11:21:31.456Z", ',{"urn":"urn:pulumi:dev::orchard::a:b:C::new"}');
    const pieces = deltaOf(after, before);
    assert.deepEqual(applyDelta(after, pieces), Buffer.from(before));
    assert.ok(held(pieces) < 100, `${held(pieces)} bytes of ${before.length}`);
    assert.ok(pieces.length < 8);
  });

  it("stores a whole content that has nothing in common with the other, in under 2 s", () => {
    const from = Buffer.alloc(20_000_000, "a");
    const to = Buffer.alloc(20_000_000, "b");
    const started = performance.now();
    assert.equal(held(deltaOf(from, to)), to.length);
    assert.ok(performance.now() - started < 2000);
  });
});
