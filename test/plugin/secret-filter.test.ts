/** A text that was sent as a secret is blanked out of texts, in whatever form and surroundings, and nothing else is. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { SecretFilter } from "../../src/plugin/secret-filter.ts";
import { stringValue } from "../../src/value/value.ts";
import { findLeaks } from "../real/find-leaks.ts";

function filterOf(...secrets: readonly string[]): SecretFilter {
  const filter = new SecretFilter();
  for (const secret of secrets) filter.add(stringValue(secret));
  return filter;
}

describe("SecretFilter", () => {
  const word = 'pass "q" $d\nline <2> & \\ 0123456789ab';

  it("blanks out each form in which libraries log what they send", () => {
    const json = JSON.stringify({ word });
    const logged = [
      word,
      json,
      JSON.stringify(json),
      `line two: ${word.split("\n")[1]}`,
      `/?a=${encodeURIComponent(word)}&b=1`,
      `a=1&${new URLSearchParams({ word })}`,
      ...["", "a", "ad", "admin:"].map((user) => `Basic ${Buffer.from(`${user}${word}${user}`).toString("base64")}`),
      Buffer.from(`>?${word}`).toString("base64url"),
    ];
    for (const text of logged) {
      const reported = filterOf(word).redact(`before ${text} after`);
      assert.match(reported, /^before .*\[secret\].* after$/s);
      assert.deepEqual(findLeaks([], [word], new Map([["log", reported]])), []);
    }
  });

  it("blanks out secrets that overlap or touch as one", () => {
    const filter = filterOf("abcdef", "defghi", "abcd", "xyz1");
    assert.equal(filter.redact("1abcdefghi2"), "1[secret]2");
    assert.equal(filter.redact("abcdxyz1"), "[secret]");
    assert.equal(filter.redact("abcdefabcd-xyz1"), "[secret]-[secret]");
    assert.equal(filter.redact("abc defg xyz"), "abc defg xyz");
  });

  it("removes every secret from any text, and changes no text without one", () => {
    const secret = fc.string({ minLength: 4, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(secret, { maxLength: 4 }), fc.array(fc.string(), { maxLength: 4 }), (secrets, rest) => {
        const filter = filterOf(...secrets);
        const reported = filter.redact(rest.flatMap((text, index) => [text, secrets[index] ?? ""]).join(" | "));
        for (const each of secrets) assert.ok(!reported.replaceAll("[secret]", "\n\n\n").includes(each), reported);
        assert.equal(new SecretFilter().redact(reported), reported);
      }),
    );
  });

  it("takes no longer for a hundred thousand secrets than for one", () => {
    const many = filterOf(...Array.from({ length: 100_000 }, (_, index) => `${index}-secret-of-someone`));
    const started = performance.now();
    for (let line = 0; line < 10_000; line += 1) many.redact(`debug: request ${line} was answered after a while`);
    assert.ok(performance.now() - started < 5000);
  });
});
