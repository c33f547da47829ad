/** Differences between two versions of a package. */
import assert from "node:assert/strict";
import { compareSchemas } from "../../src/schema/diff/compare-schemas.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { readAwsSchema } from "../support/published-schemas.ts";

describe("two versions of a package", () => {
  it("of 60 MB differ in the one property that was changed", () => {
    const bytes = readAwsSchema();
    const changed = Buffer.from(
      String(bytes)
        .replace('"bucketPrefix": {', '"bucketPrefixes": {')
        .replace('"bucketPrefix":{', '"bucketPrefixes":{'),
    );
    assert.notDeepEqual(changed.length, bytes.length);
    const difference = compareSchemas({ old: loadSchema(bytes), new: loadSchema(changed) });
    const parts = difference.changes.map(({ part, change }) => `${part?.name} ${change}`);
    assert.deepEqual(parts, ["bucketPrefix removed"]);
  });
});
