import assert from "node:assert/strict";
import { compareSchemas } from "../../src/schema/diff/compare-schemas.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { readAwsSchema } from "../support/published-schemas.ts";

describe("comparing two versions of a large package", () => {
  it("finds the only changed property between two schemas of 60 MB", () => {
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
