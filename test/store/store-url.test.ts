import assert from "node:assert/strict";
import { ImpError } from "../../src/domain/errors.ts";
import { objectScheme, readStoreUrl } from "../../src/store/store-url.ts";

/** Parses a URL. Fails unless its scheme is that of an object store. */
const read = (url: string) => readStoreUrl(objectScheme(url) ?? assert.fail(url), url);

describe("readStoreUrl", () => {
  for (const [url, bucket, prefix] of [
    ["s3://orchard", "orchard", ""],
    ["s3://orchard/", "orchard", ""],
    ["s3://orchard/team/a", "orchard", "team/a/"],
    ["s3://orchard///team/", "orchard", "team/"],
    ["s3://orchard/te%20am?region=eu-west-1", "orchard", "te am/"],
    ["gs://orchard.example.com/x", "orchard.example.com", "x/"],
    ["azblob://states/x/y?storage_account=orchard", "states", "x/y/"],
  ] as const)
    it(`reads the bucket URL ${url}`, () => {
      const { bucket: found, prefix: below } = read(url);
      assert.deepEqual([found, below], [bucket, prefix]);
    });

  for (const [url, why] of [
    ["s3://", /not the URL of a bucket/],
    ["s3:///team", /not the URL of a bucket/],
    ["s3://orchard?reigon=eu", /no option "reigon" for s3/],
    ["gs://orchard?region=eu", /no option "region" for gs/],
    ["s3://orchard/a/../b", /"\.\."/],
    ["s3://orchard/a//b", /empty part/],
    ["s3://key:canary@orchard", /contains a user name/],
  ] as const)
    it(`rejects the bucket URL ${url}`, () => {
      assert.throws(
        () => read(url),
        (error: unknown) => {
          assert.ok(error instanceof ImpError);
          assert.equal(error.code, "BACKEND_URL");
          assert.match(error.explanation.why, why);
          assert.doesNotMatch(JSON.stringify(error), /canary/);
          return true;
        },
      );
    });

  it("does not treat URLs with other schemes as bucket URLs", () => {
    for (const url of ["file://.", "https://api.pulumi.com", "postgres://h/db", "S3://x", "s3:/x"])
      assert.equal(objectScheme(url), undefined);
  });
});
