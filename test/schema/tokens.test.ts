import assert from "node:assert/strict";
import { compileModuleFormat, readToken } from "../../src/schema/tokens.ts";

describe("tokens", () => {
  // Expected values: docs/programs.md#tokens-and-modules.
  const tokens: readonly (readonly [format: string | undefined, token: string, module: string])[] = [
    [undefined, "p:index:T", ""],
    [undefined, "p:apps/v1:T", "apps/v1"],
    ["(.*)(?:/[^/]*)", "p:s3/bucket:T", "s3"],
    ["(.*)(?:/[^/]*)", "p:index/pet:T", ""],
    ["(.*)(?:/[^/]*)", "p:flat:T", ""],
    ["(.*)_.*", "p:index_Resource:T", ""],
    ["(.*)_.*", "p:indexMine/nested_T:T", "indexMine/nested"],
    ["(?P<module>.*)_.*", "p:mod_T:T", "mod"],
  ];
  for (const [format, token, module] of tokens) {
    it(`reads the module of ${token} with the module format ${format ?? "none"}`, () => {
      const { member, ...read } = readToken(token, compileModuleFormat(format));
      assert.deepEqual(read, { token, package: "p", module });
      assert.equal(member, "T");
    });
  }
});
