import assert from "node:assert/strict";
import { ImpError } from "../../src/domain/errors.ts";
import { directoryOfUrl } from "../../src/store/store-url.ts";

describe("directoryOfUrl", () => {
  const [cwd, home] = ["/srv/orchard", "/srv/ada"];
  // The real Pulumi CLI opens these directories.
  for (const [url, directory] of [
    ["file:///states", "/states"],
    ["file:///states/", "/states"],
    ["file:////states", "/states"],
    ["file://.", "/srv/orchard"],
    ["file://", "/srv/orchard"],
    ["file://../states", "/srv/states"],
    ["file://states", "/srv/orchard/states"],
    ["file://./a%20b", "/srv/orchard/a b"],
    ["file:///a b", "/a b"],
    ["file:///a+ü", "/a+ü"],
    ["file://~", "/srv/ada"],
    ["file://~/states", "/srv/ada/states"],
    ["file:///states?no_tmp_dir=true&metadata=skip&dir_file_mode=448", "/states"],
    ["file:///states#/../part", "/states"],
    ["file://C:/states", "/srv/orchard/C:/states"],
  ] as const)
    it(`finds the directory of ${url}`, () => {
      assert.equal(directoryOfUrl(url, cwd, home, "linux"), directory);
    });

  // Pulumi's massageBlobPath finds these directories on Windows.
  for (const [url, directory] of [
    ["file://C:/states", "C:\\states"],
    ["file:///C:/states", "C:\\states"],
    ["file:///states", "D:\\states"],
    ["file://./states", "D:\\orchard\\states"],
    ["file://~", "C:\\Users\\ada"],
    ["file://~/states", "C:\\Users\\ada\\states"],
  ] as const)
    it(`finds the directory of ${url} on Windows`, () => {
      assert.equal(directoryOfUrl(url, "D:\\orchard", "C:\\Users\\ada", "win32"), directory);
    });

  it("rejects backslashes in a URL on Windows, like Pulumi", () => {
    assert.throws(() => directoryOfUrl("file://C:\\states", "D:\\orchard", "C:\\Users\\ada", "win32"), ImpError);
  });

  it("decodes percent signs in the working directory, like Pulumi", () => {
    assert.equal(directoryOfUrl("file://./states", "/srv/or%63hard", home, "linux"), "/srv/orchard/states");
  });

  for (const [url, why] of [
    ["file:///states?nonsense=canary", /no option "nonsense" for file/],
    ["file:///states?metadata=bogus", /metadata/],
    ["file:///states?dir_file_mode=zz", /dir_file_mode/],
    ["file:///a%zz", /two hexadecimal digits/],
    ["file://a%20b", /cannot parse it/],
    ["file://a b", /cannot parse it/],
    ["file://a:b", /cannot parse it/],
    ["file://C:\\states", /cannot parse it/],
    ["file:///a\nb", /cannot parse it/],
  ] as const)
    it(`rejects the backend URL ${JSON.stringify(url)}`, () => {
      assert.throws(
        () => directoryOfUrl(url, cwd, home, "linux"),
        (error: unknown) => {
          assert.ok(error instanceof ImpError);
          assert.equal(error.code, "BACKEND_URL");
          assert.match(error.explanation.why, why);
          assert.doesNotMatch(JSON.stringify(error), /canary/);
          return true;
        },
      );
    });
});
