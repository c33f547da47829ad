import assert from "node:assert/strict";
import fc from "fast-check";
import { findLeaks, type Leak } from "./find-leaks.ts";

describe("findLeaks", () => {
  const secret = fc.string({ unit: "grapheme", minLength: 12, maxLength: 60 });
  const around = fc.string({ maxLength: 20 });
  const formsIn = (text: string, of: string): readonly Leak["form"][] =>
    findLeaks([], [of], new Map([["text", text]])).map(({ form }) => form);

  it("finds a secret in plain text, JSON, nested JSON, and ASCII escapes", () => {
    fc.assert(
      fc.property(around, secret, around, (before, word, after) => {
        const whole = before + word + after;
        const json = JSON.stringify({ whole });
        const ascii = json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
        for (const text of [whole, json, JSON.stringify(json), ascii]) assert.notDeepEqual(formsIn(text, word), []);
      }),
    );
  });

  it("finds a secret in base64 at any offset", () => {
    fc.assert(
      fc.property(around, secret, around, (before, word, after) => {
        for (const encoding of ["base64", "base64url"] as const) {
          assert.ok(formsIn(Buffer.from(before + word + after).toString(encoding), word).includes("base64"));
        }
      }),
    );
  });

  it("finds a secret in URLs and forms", () => {
    const word = 'a "b"/&$ c';
    for (const text of [`?q=${encodeURIComponent(word)}`, new URLSearchParams({ word }).toString(), encodeURI(word)]) {
      assert.deepEqual([...new Set(formsIn(text, word))], ["url"], text);
    }
  });

  it("finds a secret whose characters are escaped in a programming language", () => {
    assert.deepEqual(formsIn("'a \\\"b\\\" \\x24 0123456789ab'", 'a "b" $ 0123456789ab'), ["piece"]);
  });

  it("finds nothing if there is no secret", () => {
    assert.deepEqual(formsIn('{"token": {"secure": "v1:aaaa:bbbb"}}', "canary-0001"), []);
    assert.throws(() => findLeaks(["/does/not/exist"], ["x"]), /does not exist/);
  });
});
