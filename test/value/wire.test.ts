import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { StructSchema } from "../../src/plugin/proto/gen/struct_pb.ts";
import { equalMaps } from "../../src/value/compare.ts";
import { fromPlain, fromPlainMap, type Plain } from "../../src/value/plain.ts";
import { signatureKey, signatures, unknownSentinels } from "../../src/value/signatures.ts";
import { listValue, mapValue, type PropertyMap, secretValue, stringValue, type Value } from "../../src/value/value.ts";
import { fromWire, toWire, WireError, type WireOptions } from "../../src/value/wire.ts";
import type { WireStruct } from "../../src/value/wire-struct.ts";
import { runs } from "../support/runs.ts";
import { anyMap } from "./arbitrary-value.ts";

const all: WireOptions = {
  unknowns: "keep",
  secrets: true,
  resources: true,
  outputs: true,
  bytes: true,
  elideAssets: false,
};

const none: WireOptions = { ...all, secrets: false, resources: false, outputs: false };

function overTheWire(struct: WireStruct): WireStruct {
  return fromBinary(StructSchema, toBinary(StructSchema, struct), { recursionLimit: 1000 });
}

function roundTrip(map: PropertyMap, options: WireOptions = all): PropertyMap {
  return fromWire(overTheWire(toWire(map, options)));
}

function mapOf(value: Value): PropertyMap {
  return new Map([["p", value]]);
}

describe("wire round trips", () => {
  it("keeps every value over the wire", () => {
    fc.assert(
      fc.property(anyMap("all"), (map) => {
        assert.deepEqual(roundTrip(map), map);
      }),
      { numRuns: runs(500) },
    );
  });

  it("distinguishes -0, NaN, null and a missing key over the wire", () => {
    const map: PropertyMap = new Map<string, Value>([
      ["minus", { kind: "number", value: -0 }],
      ["nan", { kind: "number", value: Number.NaN }],
      ["null", { kind: "null" }],
    ]);
    const result = roundTrip(map);
    const minus = result.get("minus");
    assert.ok(minus?.kind === "number" && Object.is(minus.value, -0));
    assert.deepEqual(result, map);
    assert.equal(result.has("absent"), false);
  });

  it("sorts keys by bytes on the wire, whatever the input order", () => {
    const struct = toWire(fromPlainMap({ b: 1, "😀": 2, "\uff5e": 3, a: { z: 1, y: 2 } }), all);
    struct.fields.reverse();
    assert.deepEqual([...fromWire(struct).keys()], ["a", "b", "\uff5e", "😀"]);
  });

  it("keeps the last of two entries with the same key, like a protobuf map", () => {
    const struct = toWire(fromPlainMap({ a: 1 }), all);
    struct.fields.push(...toWire(fromPlainMap({ a: 2 }), all).fields);
    assert.deepEqual(fromWire(struct), fromPlainMap({ a: 2 }));
  });

  it("reads an entry without a value, and a value without a kind, as null", () => {
    const struct: WireStruct = {
      $typeName: "pulumirpc.Struct",
      fields: [
        { $typeName: "pulumirpc.Entry", key: "a" },
        { $typeName: "pulumirpc.Entry", key: "b", value: { $typeName: "pulumirpc.Value", kind: { case: undefined } } },
      ],
    };
    assert.deepEqual(fromWire(overTheWire(struct)), fromPlainMap({ a: null, b: null }));
  });
});

describe("wire compatibility with Pulumi's messages", () => {
  const require = createRequire(import.meta.url);
  const { Struct } = require("google-protobuf/google/protobuf/struct_pb.js") as {
    Struct: {
      fromJavaScript(json: object): { serializeBinary(): Uint8Array };
      deserializeBinary(bytes: Uint8Array): { toJavaScript(): Record<string, unknown> };
    };
  };
  const runtime = require("@pulumi/pulumi/runtime/rpc.js") as {
    serializeProperties(label: string, props: object, options?: object): Promise<Record<string, unknown>>;
    deserializeProperties(struct: unknown, keepUnknowns?: boolean): Record<string, unknown>;
  };
  const pulumi = require("@pulumi/pulumi") as typeof import("@pulumi/pulumi");
  const { unknown } = require("@pulumi/pulumi/output.js") as { unknown: unknown };
  const state = require("@pulumi/pulumi/runtime/state.js") as { getStore(): { supportsSecrets: boolean } };

  // Google's JavaScript library drops the key `__proto__` at any depth, so no key is `__proto__`.
  const plainBag = fc
    .dictionary(fc.string({ unit: "grapheme", maxLength: 5 }), fc.jsonValue({ maxDepth: 3, stringUnit: "grapheme" }), {
      maxKeys: 5,
      noNullPrototype: true,
    })
    .filter((bag) => !JSON.stringify(bag).includes('"__proto__":') && Object.getPrototypeOf(bag) === Object.prototype);

  it("writes google.protobuf.Struct", () => {
    fc.assert(
      fc.property(plainBag, (bag) => {
        const bytes = toBinary(StructSchema, toWire(fromPlainMap(bag as { [key: string]: Plain }), all));
        assert.deepEqual(Struct.deserializeBinary(bytes).toJavaScript(), structuredClone(bag));
      }),
    );
  });

  it("reads google.protobuf.Struct", () => {
    fc.assert(
      fc.property(plainBag, (bag) => {
        const bytes = Struct.fromJavaScript(bag).serializeBinary();
        assert.deepEqual(fromWire(fromBinary(StructSchema, bytes)), fromPlainMap(bag as { [key: string]: Plain }));
      }),
    );
  });

  it("reads secrets, assets and archives of the Node SDK", async () => {
    state.getStore().supportsSecrets = true;
    const sent = await runtime.serializeProperties("t", {
      secret: pulumi.secret({ a: [1, "x"] }),
      asset: new pulumi.asset.StringAsset("text"),
      file: new pulumi.asset.FileAsset("./f"),
      archive: new pulumi.asset.AssetArchive({ "a/b": new pulumi.asset.RemoteAsset("https://example.com/x") }),
    });
    const bytes = Struct.fromJavaScript(sent).serializeBinary();
    const expected: PropertyMap = new Map<string, Value>([
      ["secret", secretValue(fromPlain({ a: [1, "x"] }))],
      ["asset", { kind: "asset", source: { from: "text", text: "text" }, hash: "" }],
      ["file", { kind: "asset", source: { from: "path", path: "./f" }, hash: "" }],
      [
        "archive",
        {
          kind: "archive",
          source: {
            from: "assets",
            assets: new Map([
              ["a/b", { kind: "asset", source: { from: "uri", uri: "https://example.com/x" }, hash: "" }],
            ]),
          },
          hash: "",
        },
      ],
    ]);
    assert.deepEqual(fromWire(fromBinary(StructSchema, bytes)), expected);
  });

  it("writes secrets and unknowns for the Node SDK", () => {
    const map: PropertyMap = new Map<string, Value>([
      ["plain", stringValue("x")],
      ["secret", secretValue(stringValue("hidden"))],
      ["unknown", { kind: "unknown", of: "string" }],
      ["asset", { kind: "asset", source: { from: "text", text: "t" }, hash: "" }],
    ]);
    const struct = Struct.deserializeBinary(toBinary(StructSchema, toWire(map, all)));
    const result = runtime.deserializeProperties(struct, true);
    assert.equal(result.plain, "x");
    assert.deepEqual(result.secret, { [signatureKey]: signatures.secret, value: "hidden" });
    assert.equal(result.unknown, unknown);
    assert.ok(pulumi.asset.Asset.isInstance(result.asset));
  });
});

describe("wire downgrades", () => {
  const resource = (id?: string | { unknown: true }): Value => ({
    kind: "resource",
    urn: "urn:x",
    ...(id !== undefined && { id }),
    packageVersion: "",
  });
  const output = (value: Value | undefined, secret: boolean): Value => ({
    kind: "output",
    ...(value && { value }),
    secret,
    dependencies: ["urn:x"],
  });
  const cases: readonly [string, Value, WireOptions, Value | undefined][] = [
    ["replaces a secret with its value", secretValue(stringValue("s")), none, stringValue("s")],
    [
      "replaces secrets inside lists and secrets",
      listValue([{ kind: "secret", value: { kind: "secret", value: stringValue("s") } }]),
      none,
      listValue([stringValue("s")]),
    ],
    ["sends the ID of a reference that has an ID", resource("i-1"), none, stringValue("i-1")],
    ["sends the URN of a reference that has no ID", resource(), none, stringValue("urn:x")],
    [
      "sends an unknown value for a reference whose ID is unknown",
      resource({ unknown: true }),
      none,
      { kind: "unknown", of: "string" },
    ],
    ["replaces a known output with its value", output(stringValue("v"), false), none, stringValue("v")],
    [
      "replaces an unknown output with an unknown value",
      output(undefined, false),
      none,
      { kind: "unknown", of: "string" },
    ],
    [
      "replaces a secret output with a secret if secrets are accepted",
      output(stringValue("v"), true),
      { ...none, secrets: true },
      secretValue(stringValue("v")),
    ],
    [
      "replaces a secret output with its value if secrets are not accepted",
      output(stringValue("v"), true),
      none,
      stringValue("v"),
    ],
    ["omits an unknown value", { kind: "unknown", of: "map" }, { ...all, unknowns: "drop" }, undefined],
    [
      "omits an unknown element of a list",
      listValue([stringValue("a"), { kind: "unknown", of: "string" }, stringValue("b")]),
      { ...all, unknowns: "drop" },
      listValue([stringValue("a"), stringValue("b")]),
    ],
    [
      "replaces an asset with its hash",
      { kind: "asset", source: { from: "text", text: "long" }, hash: "ab" },
      { ...all, elideAssets: true },
      { kind: "asset", source: { from: "elided" }, hash: "ab" },
    ],
    [
      "replaces an archive with its hash",
      { kind: "archive", source: { from: "assets", assets: new Map() }, hash: "cd" },
      { ...all, elideAssets: true },
      { kind: "archive", source: { from: "elided" }, hash: "cd" },
    ],
  ];
  for (const [title, value, options, expected] of cases) {
    it(`${title} on the wire`, () => assert.deepEqual(roundTrip(mapOf(value), options).get("p"), expected));
  }

  it("sends no secret marks at any depth if the provider does not accept secrets", () => {
    fc.assert(
      fc.property(anyMap("all"), (map) => {
        const bytes = Buffer.from(toBinary(StructSchema, toWire(map, none)));
        assert.equal(bytes.includes(signatures.secret), false);
      }),
    );
  });

  it("reports every sent secret, even if the provider does not accept secrets", () => {
    const seen: Value[] = [];
    const map = fromPlainMap({});
    const bag = new Map([
      ...map,
      ["a", secretValue(stringValue("one"))],
      ["b", mapValue(mapOf(secretValue(stringValue("two"))))],
    ] as const);
    toWire(bag, { ...none, onSecret: (value) => seen.push(value) });
    assert.deepEqual(seen, [stringValue("one"), stringValue("two")]);
  });
});

describe("wire encoding", () => {
  function problem(run: () => unknown): string {
    try {
      run();
    } catch (error) {
      assert.ok(error instanceof WireError, String(error));
      return `${error.problem} at ${error.path}`;
    }
    return "nothing";
  }
  const special = (entries: Record<string, Plain>): PropertyMap => fromPlainMap({ p: entries });

  it("rejects an unknown value if unknowns are rejected", () => {
    const map = mapOf(listValue([stringValue("a"), { kind: "unknown", of: "number" }]));
    assert.equal(
      problem(() => toWire(map, { ...all, unknowns: "reject" })),
      "unknown at p[1]",
    );
    const struct = toWire(map, all);
    assert.equal(
      problem(() => fromWire(struct, { unknowns: "reject", outputs: true })),
      "unknown at p[1]",
    );
  });

  it("rejects an unknown value inside a secret if unknowns are dropped", () => {
    const map = mapOf(secretValue({ kind: "unknown", of: "string" }));
    assert.equal(
      problem(() => toWire(map, { ...all, unknowns: "drop" })),
      "unknown at p",
    );
    const struct = toWire(map, all);
    assert.equal(
      problem(() => fromWire(struct, { unknowns: "drop", outputs: true })),
      "malformed at p",
    );
  });

  it("rejects bytes for a plugin that accepts only UTF-8", () => {
    assert.equal(
      problem(() => toWire(mapOf({ kind: "bytes", value: new Uint8Array([255]) }), { ...all, bytes: false })),
      "bytes at p",
    );
  });

  it("rejects a lone surrogate in values and keys", () => {
    assert.equal(
      problem(() => toWire(mapOf(stringValue("a\ud800")), all)),
      "surrogate at p",
    );
    assert.equal(
      problem(() => toWire(mapOf(mapValue(new Map([["\udc00", stringValue("")]]))), all)).split(" ")[0],
      "surrogate",
    );
    assert.equal(
      problem(() => toWire(mapOf(stringValue("\ud83d\ude00")), all)),
      "nothing",
    );
  });

  for (const [title, entries] of [
    ["rejects an unknown signature", { [signatureKey]: "x" }],
    ["rejects a signature that is not a string", { [signatureKey]: 1 }],
    ["rejects a secret without a value", { [signatureKey]: signatures.secret }],
    ["rejects bytes that are not base64", { [signatureKey]: signatures.bytes, value: "*" }],
    ["rejects a reference without a URN", { [signatureKey]: signatures.resource }],
    ["rejects an asset with a number as content", { [signatureKey]: signatures.asset, text: 1 }],
    ["rejects an archive with other content", { [signatureKey]: signatures.archive, assets: { a: "text" } }],
  ] as const) {
    it(`${title} on the wire`, () => {
      const found = problem(() => fromWire(toWire(special(entries), all)));
      assert.equal(found.split(" ")[0], "malformed");
    });
  }

  it("rejects extremely deep values in both directions, without a stack overflow", () => {
    let value: Value = stringValue("deep");
    for (let level = 0; level < 400; level += 1) value = level % 2 === 0 ? listValue([value]) : mapValue(mapOf(value));
    assert.equal(problem(() => toWire(mapOf(value), all)).split(" ")[0], "depth");
    let fine: Value = stringValue("deep");
    for (let level = 0; level < 290; level += 1) fine = mapValue(mapOf(fine));
    assert.ok(equalMaps(roundTrip(mapOf(fine)), mapOf(fine)));
  });

  it("rejects an invalid value with an error that does not quote it", () => {
    const secret = "s3cr3t";
    try {
      toWire(mapOf(secretValue(listValue([stringValue(secret), stringValue(`${secret}\ud800`)]))), all);
      assert.fail("The value was converted");
    } catch (error) {
      assert.ok(error instanceof WireError);
      assert.equal(error.message.includes(secret), false);
    }
  });
});

describe("responses on the wire", () => {
  it("converts output values to their content", () => {
    const map = new Map<string, Value>([
      ["a", { kind: "output", value: stringValue("v"), secret: true, dependencies: [] }],
      ["b", { kind: "output", secret: false, dependencies: [] }],
    ]);
    const received = fromWire(toWire(map, all), { unknowns: "keep", outputs: false });
    assert.deepEqual(received.get("a"), secretValue(stringValue("v")));
    assert.deepEqual(received.get("b"), { kind: "unknown", of: "string" });
  });

  it("drops unknown values from maps, and replaces them with null in lists", () => {
    const map = fromPlainMap({ a: unknownSentinels.number, b: ["x", unknownSentinels.list] });
    assert.deepEqual(fromWire(toWire(map, all), { unknowns: "drop", outputs: true }), fromPlainMap({ b: ["x", null] }));
  });

  it("reads an asset without content as empty only if its hash is that of an empty string", () => {
    const asset = (hash: string): PropertyMap => fromPlainMap({ p: { [signatureKey]: signatures.asset, hash } });
    const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert.deepEqual(fromWire(toWire(asset(empty), all)).get("p"), {
      kind: "asset",
      source: { from: "text", text: "" },
      hash: empty,
    });
    assert.deepEqual(fromWire(toWire(asset("ab"), all)).get("p"), {
      kind: "asset",
      source: { from: "elided" },
      hash: "ab",
    });
  });
});
