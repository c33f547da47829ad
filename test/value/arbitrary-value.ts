/** Random property values of all kinds, with special keys, special strings and numbers, and nested secrets. */
import fc from "fast-check";
import type { ArchiveValue, AssetValue, PropertyMap, Value } from "../../src/value/value.ts";

/** Any string as a key, often one that breaks code that uses objects as maps. */
export const hostileKey: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "__defaults",
    "",
    "a.b",
    "a[0]",
    '"',
    "\\",
    "*",
    "\u0000",
    "\ufeffbom",
    "é",
    "😀",
    "length",
  ),
  fc.string({ unit: "grapheme", maxLength: 6 }),
);

const text = fc.oneof(fc.string({ unit: "binary", maxLength: 12 }), hostileKey);

const number = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, Number.NaN, Infinity, -Infinity, 2 ** 53 + 2, 5e-324),
  fc.integer(),
);

/** Invalid UTF-8: it starts with a continuation byte. */
const bytes = fc.uint8Array({ maxLength: 8 }).map((tail) => new Uint8Array([0x80, ...tail]));

const hash = fc.stringMatching(/^[0-9a-f]{64}$/);
const filled = text.filter((t) => t !== "");

const asset: fc.Arbitrary<AssetValue> = fc
  .tuple(
    fc.oneof(
      filled.map((value) => ({ from: "text" as const, text: value })),
      filled.map((path) => ({ from: "path" as const, path })),
      filled.map((uri) => ({ from: "uri" as const, uri })),
      fc.constant({ from: "elided" as const }),
    ),
    hash,
  )
  .map(([source, digest]) => ({ kind: "asset", source, hash: digest }));

const archive: fc.Arbitrary<ArchiveValue> = fc.letrec<{ archive: ArchiveValue }>((tie) => ({
  archive: fc
    .tuple(
      fc.oneof(
        { depthSize: "small", maxDepth: 2 },
        filled.map((path) => ({ from: "path" as const, path })),
        fc.constant({ from: "elided" as const }),
        fc
          .array(fc.tuple(hostileKey, fc.oneof(asset, tie("archive"))), { maxLength: 3 })
          .map((entries) => ({ from: "assets" as const, assets: new Map(entries) })),
      ),
      hash,
    )
    .map(([source, digest]) => ({ kind: "archive", source, hash: digest })),
})).archive;

const unknown: fc.Arbitrary<Value> = fc
  .constantFrom("boolean", "number", "string", "list", "asset", "archive", "map")
  .map((of) => ({ kind: "unknown", of }) as Value);

const resource: fc.Arbitrary<Value> = fc
  .record(
    {
      urn: text,
      id: fc.oneof(filled, fc.constant({ unknown: true } as const)),
      packageVersion: text,
    },
    { requiredKeys: ["urn", "packageVersion"] },
  )
  .map((parts) => ({ kind: "resource", ...parts }) as Value);

const leaf: fc.Arbitrary<Value> = fc.oneof(
  fc.constant<Value>({ kind: "null" }),
  fc.boolean().map((value): Value => ({ kind: "boolean", value })),
  number.map((value): Value => ({ kind: "number", value })),
  text.map((value): Value => ({ kind: "string", value })),
);

const special: fc.Arbitrary<Value> = fc.oneof(
  bytes.map((value): Value => ({ kind: "bytes", value })),
  asset,
  archive,
  resource,
  unknown,
);

/** Returns a generator of values. With "plain", the values are JSON values and secrets. */
export function anyValue(kinds: "all" | "plain"): fc.Arbitrary<Value> {
  return fc.letrec<{ value: Value; map: PropertyMap }>((tie) => ({
    map: propertyMapOf(tie("value")),
    value: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      leaf,
      ...(kinds === "all" ? [special] : []),
      fc.array(tie("value"), { maxLength: 4 }).map((items): Value => ({ kind: "list", items })),
      tie("map").map((entries): Value => ({ kind: "map", entries })),
      tie("value").map((value): Value => ({ kind: "secret", value })),
      ...(kinds === "all"
        ? [
            fc
              .record({ value: tie("value"), secret: fc.boolean(), dependencies: fc.array(text, { maxLength: 2 }) })
              .map((parts): Value => ({ kind: "output", ...parts })),
            fc.constant<Value>({ kind: "output", secret: true, dependencies: [] }),
          ]
        : []),
    ),
  })).value;
}

export function anyMap(kinds: "all" | "plain"): fc.Arbitrary<PropertyMap> {
  return propertyMapOf(anyValue(kinds));
}

/** Returns a generator of two property maps that are partly equal: they share keys and values at several depths. */
export function relatedMaps(kinds: "all" | "plain"): fc.Arbitrary<readonly [PropertyMap, PropertyMap]> {
  return fc.tuple(anyMap(kinds), anyMap(kinds), fc.infiniteStream(fc.nat({ max: 5 }))).map(([a, b, dice]) => {
    const roll = (): number => dice.next().value ?? 0;
    return [a, new Map([...variant(a, roll), ...(roll() === 0 ? b : [])])] as const;
  });
}

function variant(map: PropertyMap, roll: () => number): PropertyMap {
  const kept = [...map].filter(() => roll() > 0);
  return new Map(kept.map(([key, value]) => [key, variantOf(value, roll)]));
}

function variantOf(value: Value, roll: () => number): Value {
  if (roll() === 0) return { kind: "string", value: "another" };
  if (roll() === 0) return value.kind === "secret" ? value.value : { kind: "secret", value };
  if (value.kind === "map") return { kind: "map", entries: variant(value.entries, roll) };
  if (value.kind !== "list") return value;
  const items = value.items.map((item) => variantOf(item, roll));
  return { kind: "list", items: roll() === 0 ? items.slice(1) : items };
}

function propertyMapOf(value: fc.Arbitrary<Value>): fc.Arbitrary<PropertyMap> {
  return fc.array(fc.tuple(hostileKey, value), { maxLength: 4 }).map((entries) => new Map(entries));
}
