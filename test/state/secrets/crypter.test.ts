import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { type ErrorCode, ImpError } from "../../../src/domain/errors.ts";
import { deriveCrypter, newSalt, type SaltedCrypter } from "../../../src/state/secrets/crypter.ts";

/** The passphrase and salt string of `vectors`, which another implementation wrote. */
const orchard = {
  passphrase: "orchard-lantern-42",
  salt: "v1:AQIDBAUGBwg=:v1:EBESExQVFhcYGRob:z5SZ8yMTINPJlR0P+vPyfUY/yyF3DA==",
};
const secretInSecret =
  '{"inner":{"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270","ciphertext":"\\"deep\\""},"plain":1}';
const vectors: readonly (readonly [nonce: string, text: string, cipher: string])[] = [
  ["202122232425262728292a2b", '"s3cr3t"', "v1:ICEiIyQlJicoKSor:qWylOjeogHH9nElCtRW592lmSGZ6XkIY"],
  [
    "303132333435363738393a3b",
    '{"a":"x","b":[1,true,null]}',
    "v1:MDEyMzQ1Njc4OTo7:nzsqDcJilvWpjetdu1lE7cq0xo5f0x5YhTwUqPLndEdsahnQBZLNWh8OOQ==",
  ],
  [
    "404142434445464748494a4b",
    secretInSecret,
    "v1:QEFCQ0RFRkdISUpL:bq3JE0T+oN5pkSJzstM5f00lTuwOyuZYpeiFzqGor/gwzlZdpKqxyuKpB+sjkADEupMM9ni/lrW38Q7jRgjlPq0XlUoMV3k7mpq2iz+GnceAHnv4HssmrmUnTLLwgSit/7tRUXM+pgxywwphGMQIMzetGZhVMVzpLnteBAaezkrosK4=",
  ],
  ["505152535455565758595a5b", "s3cr3t", "v1:UFFSU1RVVldYWVpb:f2hbrhYVcYKcfc/aHAb+gTT2lWYODw=="],
];

const code =
  (expected: ErrorCode) =>
  (error: unknown): boolean =>
    error instanceof ImpError && error.code === expected;

/** Returns a random source that returns the given bytes in order, and then none. */
function dealt(...hex: readonly string[]): (bytes: number) => Uint8Array {
  const rest = hex.map((text) => Buffer.from(text, "hex"));
  return () => rest.shift() ?? new Uint8Array();
}

describe("the passphrase crypter", () => {
  let crypter: SaltedCrypter;
  before(async () => {
    crypter = await deriveCrypter(orchard.passphrase, orchard.salt, randomBytes);
  });

  it("decrypts and encrypts the documented ciphertexts", async () => {
    for (const [, text, cipher] of vectors) assert.equal(crypter.decrypt(cipher), text);
    const nonces = dealt(...vectors.map(([nonce]) => nonce));
    const sealing = await deriveCrypter(orchard.passphrase, orchard.salt, nonces);
    for (const [, text, cipher] of vectors) assert.equal(sealing.encrypt(text), cipher);
  });

  it("creates the documented salt string from the documented random bytes", async () => {
    const made = await newSalt(orchard.passphrase, dealt("0102030405060708", "101112131415161718191a1b"));
    assert.equal(made.salt, orchard.salt);
    assert.equal(made.crypter.salt, orchard.salt);
    assert.equal(made.crypter.decrypt(vectors[3]?.[2] ?? ""), "s3cr3t");
  });
  it("accepts an empty passphrase", async () => {
    const { salt, crypter: made } = await newSalt("", randomBytes);
    const again = await deriveCrypter("", salt, randomBytes);
    assert.equal(again.decrypt(made.encrypt("x")), "x");
  });

  it("rejects malformed salt strings", async () => {
    const [, a, , b, c] = orchard.salt.split(":");
    const broken = ["", "v1", `v1:${a}`, `v2:${a}:v1:${b}:${c}`, `v1:${a}:v2:${b}:${c}`, `v1:${a}=:v1:${b}:${c}`];
    broken.push(`v1:${a}:v1:${b}:${c}:x`, `v1:${a}:v1:${b?.slice(1)}:${c}`, `v1:AQIDBAUGBw:v1:${b}:${c}`, `v1: ${a}`);
    broken.push(`v1:${a}:v1:${b}:${c?.replaceAll("/", "_")}`);
    for (const salt of broken)
      await assert.rejects(deriveCrypter(orchard.passphrase, salt, randomBytes), code("SALT_MALFORMED"), salt);
  });

  it("rejects malformed and altered ciphertexts, and does not quote them", () => {
    const cipher = crypter.encrypt("canary-5151");
    const [, nonce, body = ""] = cipher.split(":");
    const altered = `${body.startsWith("A") ? "B" : "A"}${body.slice(1)}`;
    const broken = ["", "v1", body, `v2:${nonce}:${body}`, `v1:${nonce}:${body}:`, `v1:${nonce}:`, `v1::${body}`];
    broken.push(`v1:${nonce}:${altered}`, `v1:${nonce}AAAA:${body}`, `v1:${nonce}: ${body}`);
    for (const each of broken)
      assert.throws(
        () => crypter.decrypt(each, "orchard:apiToken"),
        (error: unknown) =>
          error instanceof ImpError &&
          error.code === "SECRET_UNREADABLE" &&
          error.explanation.where === "orchard:apiToken" &&
          !JSON.stringify(error.explanation).includes(body) &&
          !error.message.includes("canary"),
      );
  });

  it("decrypts every string that it encrypted, and uses a new nonce each time", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("", "\uFEFFx", "a\u0000b")), (text) => {
        const first = crypter.encrypt(text);
        const second = crypter.encrypt(text);
        assert.notEqual(first, second);
        assert.match(first, /^v1:[A-Za-z0-9+/]{16}:[A-Za-z0-9+/]+={0,2}$/);
        assert.equal(crypter.decrypt(first), text);
        assert.equal(crypter.decrypt(second), text);
      }),
    );
  });

  it("encrypts and decrypts a secret of several megabytes", () => {
    const text = "é".repeat(3_000_000);
    assert.equal(crypter.decrypt(crypter.encrypt(text)), text);
  });
});
