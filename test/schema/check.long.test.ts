/** `imp schema check` accepts the largest published schema. */
import assert from "node:assert/strict";
import { checkSchema } from "../../src/schema/check/check.ts";
import { readAwsSchema } from "../support/published-schemas.ts";

describe("checking a large package schema", () => {
  it("reports no errors in the AWS schema of 60 MB", async () => {
    const bytes = readAwsSchema();
    const { errors, faults } = await checkSchema(bytes, "json", async () => undefined);
    assert.equal(errors, 0, JSON.stringify(faults.slice(0, 3)));
  });
});
