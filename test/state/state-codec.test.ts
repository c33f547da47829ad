import assert from "node:assert/strict";
import { createCipheriv, createDecipheriv, pbkdf2Sync } from "node:crypto";
import fc from "fast-check";
import { ImpError } from "../../src/domain/errors.ts";
import { fromState, propertiesFromState, toState } from "../../src/state/state-codec.ts";
import { signatureKey } from "../../src/value/signatures.ts";
import { compareUtf8, printStateJson } from "../../src/value/state-json.ts";
import type { AssetValue, Value } from "../../src/value/value.ts";
import { valueArbitrary } from "./values.ts";

const plain = (text: string): string => text;
const sealed = (text: string): string => `sealed:${Buffer.from(text, "utf8").toString("hex")}`;
const opened = (text: string): string => Buffer.from(text.replace(/^sealed:/, ""), "hex").toString("utf8");

const text = (value: string): Value => ({ kind: "string", value });
const number = (value: number): Value => ({ kind: "number", value });
const map = (entries: Record<string, Value>): Value => ({ kind: "map", entries: new Map(Object.entries(entries)) });
const secret = (value: Value): Value => ({ kind: "secret", value });

const read = (json: unknown): Value => fromState(json, plain, "urn");
const print = (value: Value): string => printStateJson(toState(value, sealed));

describe("secrets in the state, compared with published ciphertexts", () => {
  // Expected values: docs/state.md#encryption-with-a-passphrase
  const key = pbkdf2Sync("orchard-lantern-42", Buffer.from("0102030405060708", "hex"), 1_000_000, 32, "sha256");
  const seal = (nonce: string, plaintext: string): string => {
    const bytes = Buffer.from(nonce, "hex");
    const cipher = createCipheriv("aes-256-gcm", key, bytes);
    const body = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final(), cipher.getAuthTag()]);
    return `v1:${bytes.toString("base64")}:${body.toString("base64")}`;
  };
  const open = (ciphertext: string): string => {
    const [, nonce = "", body = ""] = ciphertext.split(":");
    const bytes = Buffer.from(body, "base64");
    const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64"));
    decipher.setAuthTag(bytes.subarray(-16));
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString("utf8");
  };
  const vectors: readonly (readonly [string, string, Value, string])[] = [
    ["a string", "202122232425262728292a2b", text("s3cr3t"), "v1:ICEiIyQlJicoKSor:qWylOjeogHH9nElCtRW592lmSGZ6XkIY"],
    [
      "an object",
      "303132333435363738393a3b",
      map({
        b: { kind: "list", items: [number(1), { kind: "boolean", value: true }, { kind: "null" }] },
        a: text("x"),
      }),
      "v1:MDEyMzQ1Njc4OTo7:nzsqDcJilvWpjetdu1lE7cq0xo5f0x5YhTwUqPLndEdsahnQBZLNWh8OOQ==",
    ],
    [
      "a secret in a secret",
      "404142434445464748494a4b",
      map({ plain: number(1), inner: secret(text("deep")) }),
      "v1:QEFCQ0RFRkdISUpL:bq3JE0T+oN5pkSJzstM5f00lTuwOyuZYpeiFzqGor/gwzlZdpKqxyuKpB+sjkADEupMM9ni/lrW38Q7jRgjlPq0XlUoMV3k7mpq2iz+GnceAHnv4HssmrmUnTLLwgSit/7tRUXM+pgxywwphGMQIMzetGZhVMVzpLnteBAaezkrosK4=",
    ],
  ];
  for (const [name, nonce, value, ciphertext] of vectors) {
    it(`encrypts and decrypts ${name} like Pulumi`, () => {
      const json = { [signatureKey]: "1b47061264138c4ac30d75fd1eb44270", ciphertext };
      assert.equal(printStateJson(toState(secret(value), (plaintext) => seal(nonce, plaintext))), JSON.stringify(json));
      assert.deepEqual(fromState(json, open, "urn"), secret(value));
    });
  }
});

describe("values in the state", () => {
  const sign = (signature: string, members: object): object => ({ [signatureKey]: signature, ...members });
  const asset = (members: object): object => sign("c44067f5952c0a294b673a41bacd8c17", members);
  const archive = (members: object): object => sign("0def7320c3a5731c473e5ecbe6d01bc7", members);
  const reference = (members: object): object => sign("5cf8f73096256a8f31e491e813e4eb8e", members);
  const emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  const emptyText: AssetValue = { kind: "asset", source: { from: "text", text: "" }, hash: emptyHash };

  const both: readonly (readonly [string, object | unknown[], Value])[] = [
    ["null in a list", [null], { kind: "list", items: [{ kind: "null" }] }],
    ["null in an object", { a: null }, map({ a: { kind: "null" } })],
    ["empty objects and lists", { a: {}, b: [] }, map({ a: map({}), b: { kind: "list", items: [] } })],
    ["NaN", sign("8ad145fe-0d11-4827-bfd7-1abcbf086f5c", { value: "7ff8000000000000" }), number(Number.NaN)],
    ["-Inf", sign("8ad145fe-0d11-4827-bfd7-1abcbf086f5c", { value: "fff0000000000000" }), number(-Infinity)],
    [
      "bytes",
      sign("803fd3297a5875dc03ca845dda5d2a98", { value: "//4=" }),
      { kind: "bytes", value: new Uint8Array([255, 254]) },
    ],
    [
      "a text asset",
      asset({ hash: "ab", text: "hi" }),
      { kind: "asset", source: { from: "text", text: "hi" }, hash: "ab" },
    ],
    ["an empty text asset", asset({ hash: emptyHash }), emptyText],
    ["an asset with only a hash", asset({ hash: "ab" }), { kind: "asset", source: { from: "elided" }, hash: "ab" }],
    [
      "a path asset",
      asset({ hash: "ab", path: "./x" }),
      { kind: "asset", source: { from: "path", path: "./x" }, hash: "ab" },
    ],
    [
      "a URI asset",
      asset({ uri: "https://x" }),
      { kind: "asset", source: { from: "uri", uri: "https://x" }, hash: "" },
    ],
    [
      "an archive of assets",
      archive({ assets: { a: asset({ hash: emptyHash }) }, hash: "cd" }),
      { kind: "archive", source: { from: "assets", assets: new Map([["a", emptyText]]) }, hash: "cd" },
    ],
    ["a path archive", archive({ path: "./d" }), { kind: "archive", source: { from: "path", path: "./d" }, hash: "" }],
    [
      "an archive with only a hash",
      archive({ hash: "cd" }),
      { kind: "archive", source: { from: "elided" }, hash: "cd" },
    ],
    [
      "a reference to a component",
      reference({ packageVersion: "", urn: "u" }),
      { kind: "resource", urn: "u", packageVersion: "" },
    ],
    [
      "a reference to a resource",
      reference({ id: "i", packageVersion: "1.0.0", urn: "u" }),
      { kind: "resource", urn: "u", id: "i", packageVersion: "1.0.0" },
    ],
    [
      "a reference to a resource without a known ID",
      reference({ id: "", packageVersion: "", urn: "u" }),
      { kind: "resource", urn: "u", id: { unknown: true }, packageVersion: "" },
    ],
  ];
  for (const [name, json, value] of both) {
    it(`reads and prints ${name}`, () => {
      assert.deepEqual(read(json), value);
      assert.equal(print(value), JSON.stringify(json));
    });
  }

  const leniencies: readonly (readonly [string, unknown, Value])[] = [
    [
      "a reference with the ID {V: null} as one to a component",
      reference({ urn: "u", id: { V: null } }),
      { kind: "resource", urn: "u", packageVersion: "" },
    ],
    [
      "a reference with the ID {V: string}",
      reference({ urn: "u", id: { V: "i" } }),
      { kind: "resource", urn: "u", id: "i", packageVersion: "" },
    ],
    [
      "a reference with the ID {V: object} as one with an unknown ID",
      reference({ urn: "u", id: { V: {} } }),
      { kind: "resource", urn: "u", id: { unknown: true }, packageVersion: "" },
    ],
    [
      "only the path of an archive that also has a URI and assets",
      archive({ assets: {}, uri: "u", path: "p" }),
      { kind: "archive", source: { from: "path", path: "p" }, hash: "" },
    ],
    ["a plaintext secret", sign("1b47061264138c4ac30d75fd1eb44270", { plaintext: '"a\\u003cb"' }), secret(text("a<b"))],
    ["the placeholder of unknown values", "04da6b54-80e4-46f7-96ec-b56ff0331ba9", { kind: "unknown", of: "string" }],
    ["an unpaired surrogate as U+FFFD", "a\ud800", text("a\ufffd")],
    ["bytes that are UTF-8 as a string", sign("803fd3297a5875dc03ca845dda5d2a98", { value: "aGk=" }), text("hi")],
  ];
  for (const [name, json, value] of leniencies)
    it(`reads ${name} from a state`, () => assert.deepEqual(read(json), value));

  it("keeps -0, and prints floats like Go", () => {
    assert.ok(Object.is((read(JSON.parse("-0")) as { value: number }).value, -0));
    assert.equal(print(number(-0)), "-0");
    assert.equal(print(number(1e21)), "1e+21");
  });

  it("reads and prints keys such as __proto__ as data", () => {
    const json: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":{},"toString":"x"}');
    const value = read(json);
    assert.equal(print(value), '{"__proto__":{"a":1},"constructor":{},"toString":"x"}');
    assert.equal(({} as { a?: number }).a, undefined);
  });

  const refused: readonly (readonly [string, unknown])[] = [
    ["an unknown signature", sign("d0e6a833031e9bbcd3f4e8bde6ca49a4", {})],
    [
      "a secret with both plaintext and ciphertext",
      sign("1b47061264138c4ac30d75fd1eb44270", { plaintext: '"hunter2"', ciphertext: "hunter2" }),
    ],
    ["a secret with an empty plaintext", sign("1b47061264138c4ac30d75fd1eb44270", { plaintext: "" })],
    ["a secret that is not JSON", sign("1b47061264138c4ac30d75fd1eb44270", { plaintext: "{hunter2" })],
    [
      "an invalid value in a secret",
      sign("1b47061264138c4ac30d75fd1eb44270", { plaintext: `{"hunter2":{"${signatureKey}":"hunter2"}}` }),
    ],
    ["a float that is not hex", sign("8ad145fe-0d11-4827-bfd7-1abcbf086f5c", { value: "zz" })],
    ["base64 without padding", sign("803fd3297a5875dc03ca845dda5d2a98", { value: "//4" })],
    ["an archive of strings", archive({ assets: { a: "x" } })],
    ["a reference without a URN", reference({ id: "i" })],
    ["an asset whose text is a number", asset({ text: 1 })],
  ];
  for (const [name, json] of refused) {
    it(`rejects ${name}, and shows the location but no secrets`, () => {
      assert.throws(
        () => propertiesFromState({ outer: [json] }, plain, "the-urn"),
        (error) => {
          assert.ok(error instanceof ImpError && error.code === "STATE_VALUE");
          assert.match(error.explanation.where ?? "", /^the-urn, property outer\[0\]/);
          assert.ok(!JSON.stringify(error.explanation).includes("hunter2"));
          return true;
        },
      );
    });
  }
});

describe("random values in the state", () => {
  it("reads back every value that it printed", () => {
    fc.assert(
      fc.property(valueArbitrary, (value) => {
        assert.deepEqual(fromState(JSON.parse(print(value)), opened, "urn"), value);
      }),
    );
  });

  it("never prints a secret in plain text", () => {
    fc.assert(
      fc.property(valueArbitrary, (value) => {
        const canary = map({ canary7f3a: text("canary7f3a"), value });
        assert.ok(!print({ kind: "list", items: [secret(canary), secret(secret(canary))] }).includes("canary7f3a"));
      }),
    );
  });

  it("sorts keys by their UTF-8 bytes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
        assert.equal(Math.sign(compareUtf8(a, b)), Buffer.compare(Buffer.from(a, "utf8"), Buffer.from(b, "utf8")));
      }),
    );
    assert.equal(print(map({ "\u{1f600}": text("a"), "\uffee": text("b") })), '{"\uffee":"b","\u{1f600}":"a"}');
  });

  it("prints valid JSON, compact or indented", () => {
    fc.assert(
      fc.property(valueArbitrary, (value) => {
        const json = toState(value, sealed);
        const indented = printStateJson(json, { lead: "\n", unit: "    " });
        assert.deepEqual(JSON.parse(indented), JSON.parse(printStateJson(json, undefined, true)));
        assert.ok(!/[<>&\u2028\u2029]/.test(printStateJson(json, undefined, true)));
      }),
    );
  });

  it("indents JSON like Go's encoder", () => {
    const json = { a: [], b: {}, c: [1, { d: null }], e: "<&>" };
    assert.equal(
      printStateJson(toState(read(json), plain), { lead: "\n", unit: "    " }),
      JSON.stringify(json, undefined, 4),
    );
  });
});
