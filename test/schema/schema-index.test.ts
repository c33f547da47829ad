/** imp finds the same resources and types with a saved index as with the complete schema, and rejects invalid indexes. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { loadSchema, openSchema } from "../../src/schema/load.ts";
import { capitalMember, scanIndex } from "../../src/schema/schema-index.ts";
import { decodeIndex, encodeIndex } from "../../src/schema/written-index.ts";
import { inMemory } from "../../src/value/json/byte-source.ts";
import { readSchema } from "../support/published-schemas.ts";

describe("the index of a schema", () => {
  for (const name of ["random", "command"])
    it(`finds the same resources and types with an index as without (package ${name})`, () => {
      const bytes = readSchema("packages", name);
      const [source, whole] = [inMemory(bytes), loadSchema(bytes)];
      const opened = openSchema(
        source,
        decodeIndex(encodeIndex(scanIndex(bytes)), source) ?? assert.fail("The index was rejected"),
      );
      assert.deepEqual(opened.resourceTokens(), whole.resourceTokens());
      const names = whole.resourceTokens().flatMap((token) => whole.resource(token)?.name ?? []);
      assert.ok(names.length > 0);
      for (const { token } of names) assert.deepEqual(opened.resource(token), whole.resource(token));
      const types = Object.keys(JSON.parse(bytes.toString()).types ?? {});
      for (const token of types) assert.deepEqual(opened.objectType(token), whole.objectType(token));
      assert.deepEqual(opened.rivals(names), whole.rivals(names));
      assert.deepEqual(opened.provider, whole.provider);
    });

  it("indexes any keys, and uses the last of duplicate keys", () => {
    const token = fc.string({ unit: "binary" });
    const keys = fc.array(
      fc.oneof(
        token,
        token.map((text) => `pkg:index:${text}`),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(keys, keys, (resources, types) => {
        const members = (all: readonly string[]) => all.map((key, i) => `${JSON.stringify(key)}: ${i}`).join(" ,\n");
        const text = Buffer.from(`{"name":"x", "resources": {${members(resources)}}, "types":{${members(types)}}}`);
        const { parts } =
          decodeIndex(encodeIndex(scanIndex(text)), inMemory(text)) ?? assert.fail("The index was rejected");
        const expected = JSON.parse(text.toString());
        for (const name of ["resources", "types"] as const) {
          const part = parts.get(name) ?? assert.fail(name);
          const all = Object.keys(expected[name]);
          assert.deepEqual([...part.keys()].sort(), all.sort());
          for (const key of all) {
            const { start, end } = part.range(key) ?? assert.fail(key);
            assert.equal(JSON.parse(text.subarray(start, end).toString()), expected[name][key]);
            const called = all.filter((other) => capitalMember(other) === capitalMember(key));
            assert.deepEqual([...part.called(capitalMember(key))].sort(), called.sort());
          }
          assert.equal(part.has("not there: 7"), false);
        }
      }),
    );
  });

  it("rejects an index that is truncated, changed, or for a longer schema", () => {
    const bytes = readSchema("packages", "random");
    const whole = encodeIndex(scanIndex(bytes));
    for (let length = 0; length < whole.length; length += 1)
      assert.equal(decodeIndex(whole.subarray(0, length), inMemory(bytes)), undefined, `${length}`);
    assert.equal(decodeIndex(whole, inMemory(bytes.subarray(0, bytes.length - 10))), undefined);
    assert.equal(decodeIndex(Buffer.concat([whole, Buffer.alloc(4)]), inMemory(bytes)), undefined);
    for (const text of ["", "null", "{}  ", "imp!"])
      assert.equal(decodeIndex(Buffer.from(text), inMemory(bytes)), undefined);
  });
});
