/** SecretFilter replaces the secrets that imp sent to a plugin, in all usual encodings, but no other text. */
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

describe("secrets in log lines", () => {
  const word = 'pass "q" $d\nline <2> & \\ 0123456789ab';

  it("replaces secrets in all forms in which libraries log them", () => {
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

  it("replaces overlapping or adjacent secrets with one placeholder", () => {
    const filter = filterOf("abcdef", "defghi", "abcd", "xyz1");
    assert.equal(filter.redact("1abcdefghi2"), "1[secret]2");
    assert.equal(filter.redact("abcdxyz1"), "[secret]");
    assert.equal(filter.redact("abcdefabcd-xyz1"), "[secret]-[secret]");
    assert.equal(filter.redact("abc defg xyz"), "abc defg xyz");
  });

  it("replaces only the secret parts of URLs, connection strings, and documents", () => {
    const secrets = ["postgres://shop:first-pa55@db/shop", "Server=db;Password=second-pa55", '{"apiKey":"third-pa55"}'];
    const filter = filterOf(...secrets);
    assert.equal(filter.redact("login shop with first-pa55 or second-pa55"), "login shop with [secret] or [secret]");
    assert.equal(filter.redact("key third-pa55 was refused"), "key [secret] was refused");
  });

  it("replaces unknown passwords in typical messages, but no other words", () => {
    const filter = new SecretFilter();
    const cases = [
      ["dial amqp://mq:pa55@mq: refused", "dial amqp://mq:[secret]@mq: refused"],
      ["dial shop:pa55@tcp(db:3306)/shop: refused", "dial shop:[secret]@tcp(db:3306)/shop: refused"],
      ["cache:6380,password=pa55,ssl=True", "cache:6380,password=[secret],ssl=True"],
      ["dial postgres://p:p@h", "dial postgres://p:[secret]@h"],
      ["cannot open: Server=db;Password=pa55;Port=1", "cannot open: Server=db;Password=[secret];Port=1"],
      [`Authorization: Basic ${Buffer.from("shop:pa55word").toString("base64")}`, "Authorization: Basic [secret]"],
      ["Authorization: Bearer abcdefgh12345678", "Authorization: Bearer [secret]"],
      ["key -----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----.", "key [secret]."],
    ] as const;
    for (const [text, reported] of cases) assert.equal(filter.redact(text), reported);
    for (const text of ["password = required", "https://user@host:8080/a@b", "a token is missing", "secret=$NAME"])
      assert.equal(filter.redact(text), text);
  });

  it("replaces values of secret environment variables, unless they are short", () => {
    const filter = new SecretFilter();
    const env = {
      SHOP_TOKEN: "abcdefgh",
      PASSWORD: "guest",
      HOME: "/home/shop",
      DSN: "mq://u:pa55word@h",
      ZONE: "berry",
    };
    filter.addEnvironment(env, new Set(["ZONE"]));
    assert.equal(
      filter.redact("abcdefgh guest /home/shop pa55word berry"),
      "[secret] guest /home/shop [secret] [secret]",
    );
  });

  it("removes every secret from any text, and changes no text without secrets", () => {
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
});
