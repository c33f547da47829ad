import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { type ErrorCode, ImpError } from "../../../src/domain/errors.ts";
import { deriveCrypter } from "../../../src/state/secrets/crypter.ts";

/** Salt strings that the Pulumi CLI wrote. */
const published: readonly (readonly [passphrase: string, salt: string])[] = [
  ["password", "v1:fozI5u6B030=:v1:F+6ZduKKd8G0/V7L:PGMFeIzwobWRKmEAzUdaQHqC5mMRIQ=="],
  ["abc123", "v1:4iF78gb0nF0=:v1:Co6IbTWYs/UdrjgY:FSrAWOFZnj9ealCUDdJL7LrUKXX9BA=="],
  ["123abc", "v1:C7H2a7/Ietk=:v1:yfAd1zOi6iY9DRIB:dumdsr+H89VpHIQWdB01XEFqYaYjAg=="],
  ["TestConfigRoundtripComments", "v1:ThS5UPxP9qc=:v1:UZYAXF+ylaJ0rGhv:9OTvBnOEDFgxs7btjzSu+LZ470vLpg=="],
  ["correct horse battery staple", "v1:3ZcVRCMzEbk=:v1:A4wYnaSVLIkK0AhS:2SrOnSDh9wVGmoyZt97KYJN3WfDDHA=="],
];

const code =
  (expected: ErrorCode) =>
  (error: unknown): boolean =>
    error instanceof ImpError && error.code === expected;

describe("the passphrase crypter", () => {
  it("accepts published salts with their passphrases, and rejects wrong passphrases", async () => {
    const opened = await Promise.all(
      published.map(([passphrase, salt]) => deriveCrypter(passphrase, salt, randomBytes)),
    );
    assert.deepEqual(
      opened.map((each) => each.salt),
      published.map(([, salt]) => salt),
    );
    const cipher = "v1:T1ftqhY0hqr+EJK6:+jvd5PMecFx80tcavzuZY4tLatgIfoe/xR72GA==";
    assert.equal(opened[3]?.decrypt(cipher), "secret-value");
    const salt = published[0]?.[1] ?? "";
    for (const wrong of ["password123", "", "password "])
      await assert.rejects(deriveCrypter(wrong, salt, randomBytes), code("PASSPHRASE_WRONG"));
  });
});
