/** Random property values of every kind in a state. */
import fc from "fast-check";
import type { ArchiveValue, AssetValue, PropertyMap, Value } from "../../src/value/value.ts";

const hostileKeys = fc.constantFrom(
  "__proto__",
  "constructor",
  "4",
  "\u{1f600}",
  "\uffee",
  "<&>",
  "\u2028",
  "",
  "a.b",
  "$x",
);
const keys = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: "binary", maxLength: 6 }) },
  { weight: 1, arbitrary: hostileKeys },
);
const hashes = fc.constantFrom("", "ab".repeat(32));

const assets: fc.Arbitrary<AssetValue> = fc.oneof(
  record({
    kind: fc.constant("asset" as const),
    source: record({ from: fc.constant("text" as const), text: fc.string({ unit: "binary", minLength: 1 }) }),
    hash: hashes,
  }),
  record({
    kind: fc.constant("asset" as const),
    source: record({ from: fc.constant("path" as const), path: fc.string({ minLength: 1 }) }),
    hash: hashes,
  }),
  record({
    kind: fc.constant("asset" as const),
    source: record({ from: fc.constant("uri" as const), uri: fc.string({ minLength: 1 }) }),
    hash: hashes,
  }),
  fc.constant<AssetValue>({ kind: "asset", source: { from: "elided" }, hash: "cd".repeat(32) }),
);

/** Random records with `Object.prototype`, because deepEqual compares prototypes. */
function record<T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> {
  return fc.record(model, { noNullPrototype: true }) as fc.Arbitrary<T>;
}

/** Random maps in the order of the codec, because deepEqual ignores the order of maps. */
function sortedMap<T>(members: fc.Arbitrary<T>): fc.Arbitrary<ReadonlyMap<string, T>> {
  return fc.array(fc.tuple(keys, members), { maxLength: 4 }).map((pairs) => {
    const sorted = [...new Map(pairs)].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    return new Map(sorted);
  });
}

const { archive } = fc.letrec<{ archive: ArchiveValue; member: AssetValue | ArchiveValue }>((tie) => ({
  member: fc.oneof({ maxDepth: 2 }, assets, tie("archive")),
  archive: fc.oneof(
    record({
      kind: fc.constant("archive" as const),
      source: record({ from: fc.constant("path" as const), path: fc.string({ minLength: 1 }) }),
      hash: hashes,
    }),
    record({
      kind: fc.constant("archive" as const),
      source: record({ from: fc.constant("assets" as const), assets: sortedMap(tie("member")) }),
      hash: hashes,
    }),
    fc.constant<ArchiveValue>({ kind: "archive", source: { from: "elided" }, hash: "ef".repeat(32) }),
  ),
}));

const invalidUtf8 = fc.uint8Array({ maxLength: 4 }).map((bytes) => new Uint8Array([0xff, ...bytes]));

/** Any value of a state: no unknowns, no outputs, and bytes only if they are not UTF-8. */
export const valueArbitrary: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constant<Value>({ kind: "null" }),
    fc.boolean().map((value): Value => ({ kind: "boolean", value })),
    fc.double().map((value): Value => ({ kind: "number", value })),
    fc.string({ unit: "binary" }).map((value): Value => ({ kind: "string", value })),
    invalidUtf8.map((value): Value => ({ kind: "bytes", value })),
    assets,
    archive,
    record({
      kind: fc.constant("resource" as const),
      urn: fc.string(),
      id: fc.oneof(fc.string({ minLength: 1 }), fc.constant({ unknown: true as const })),
      packageVersion: fc.string(),
    }),
    fc.array(tie("value"), { maxLength: 4 }).map((items): Value => ({ kind: "list", items })),
    sortedMap(tie("value")).map((entries): Value => ({ kind: "map", entries })),
    tie("value").map((value): Value => ({ kind: "secret", value })),
  ),
})).value;

export const propertiesArbitrary: fc.Arbitrary<PropertyMap> = sortedMap(valueArbitrary);
