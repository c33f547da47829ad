import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeUtf8 } from "../../../src/value/json/utf8.ts";

describe("UTF-8 decoding", () => {
  const text = fc.string({ unit: "grapheme" });

  it("decodes UTF-8 to the string that was encoded", () => {
    fc.assert(
      fc.property(text, (written) => {
        assert.deepEqual(decodeUtf8(Buffer.from(written)), { text: written });
      }),
    );
  });

  it("reports the location of the first invalid UTF-8 bytes", () => {
    const bad = fc.constantFrom([0xff], [0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xef, 0xbf], [0xed, 0xa0, 0x80]);
    const before = fc.array(fc.oneof(text, fc.constantFrom("\n", "\ufffd", "\ufeff"))).map((all) => all.join(""));
    fc.assert(
      fc.property(before, bad, text, (head, bytes, tail) => {
        const whole = Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(`.${tail}`)]);
        assert.equal(decodeUtf8(whole).badOffset, head.length);
      }),
    );
  });
});
