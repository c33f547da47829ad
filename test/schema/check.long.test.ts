/** Package schemas that `imp schema check` refuses, each at its place. */
import assert from "node:assert/strict";
import { checkSchema } from "../../src/schema/check/check.ts";
import { readAwsSchema } from "../support/published-schemas.ts";

describe("a sound package schema", () => {
  it("of 60 MB has none either", async () => {
    const bytes = readAwsSchema();
    const { errors, faults } = await checkSchema(bytes, "json", async () => undefined);
    assert.equal(errors, 0, JSON.stringify(faults.slice(0, 3)));
  });
});
