import assert from "node:assert/strict";
import fc from "fast-check";
import { compareInputs, equalMaps, equalValues } from "../../src/value/compare.ts";
import { formatPath } from "../../src/value/path.ts";
import { fromPlain, fromPlainMap, type Plain } from "../../src/value/plain.ts";
import { holdsSecret, restoreSecrets } from "../../src/value/restore-secrets.ts";
import { mapValue, type PropertyMap, secretValue, stringValue, type Value } from "../../src/value/value.ts";
import { anyMap, hostileKey, relatedMaps } from "./arbitrary-value.ts";

function differences(olds: PropertyMap, news: PropertyMap): readonly string[] {
  return compareInputs(olds, news, "alike").map(({ kind, path }) => `${kind} ${formatPath(path)}`);
}

const asset = (hash: string, text = ""): Value => ({ kind: "asset", source: { from: "text", text }, hash });
const secret = (json: Plain): Value => secretValue(fromPlain(json));

describe("equalValues", () => {
  const nan = fromPlain(Number.NaN);
  const reference = (id: string | undefined, packageVersion: string): Value => ({
    kind: "resource",
    urn: "urn:a",
    ...(id !== undefined && { id }),
    packageVersion,
  });
  const cases: readonly [string, Value, Value, boolean][] = [
    ["null and a missing key", fromPlain({ a: null, b: 1 }), fromPlain({ b: 1 }), true],
    ["null and a missing element", fromPlain([1, null]), fromPlain([1]), false],
    ["lists in different order", fromPlain([1, 2]), fromPlain([2, 1]), false],
    ["a secret and its plain value", secret("a"), fromPlain("a"), false],
    ["two secrets with the same value", secret("a"), secret("a"), true],
    ["NaN and NaN", nan, nan, false],
    ["-0 and 0", fromPlain(-0), fromPlain(0), true],
    ["a number and its string", fromPlain(1), fromPlain("1"), false],
    ["assets with the same hash", asset("ab", "x"), asset("ab", "y"), true],
    ["assets with different hashes", asset("ab", "x"), asset("cd", "x"), false],
    ["references with different package versions", reference("i", "1.0.0"), reference("i", "2.0.0"), true],
    ["references with different IDs", reference("i", ""), reference("j", ""), false],
    ["a reference with an ID and a reference without one", reference("i", ""), reference(undefined, ""), false],
    ["an unknown and a known value", { kind: "unknown", of: "string" }, fromPlain("x"), false],
    ["an empty map and an empty list", fromPlain({}), fromPlain([]), false],
  ];
  for (const [title, a, b, equal] of cases) {
    it(`treats ${title} as ${equal ? "equal" : "different"}`, () => {
      assert.equal(equalValues(a, b), equal);
      assert.equal(equalValues(b, a), equal);
    });
  }
});

describe("compareInputs", () => {
  const cases: readonly [string, PropertyMap, PropertyMap, readonly string[]][] = [
    ["reports no difference", fromPlainMap({ a: 1 }), fromPlainMap({ a: 1 }), []],
    ["ignores secrets around equal values", new Map([["a", secret({ b: 1 })]]), fromPlainMap({ a: { b: 1 } }), []],
    ["treats null like a missing key", fromPlainMap({ a: null }), fromPlainMap({}), []],
    ["treats a secret null like a missing key", new Map([["a", secret(null)]]), fromPlainMap({}), []],
    ["reports additions and deletions", fromPlainMap({ a: 1 }), fromPlainMap({ b: 1 }), ["delete a", "add b"]],
    ["reports null replaced by a value", fromPlainMap({ a: null }), fromPlainMap({ a: 0 }), ["add a"]],
    ["reports a value replaced by null", fromPlainMap({ a: 0 }), fromPlainMap({ a: null }), ["delete a"]],
    [
      "reports the deepest value",
      fromPlainMap({ a: { b: [1, { c: 1 }] } }),
      fromPlainMap({ a: { b: [1, { c: 2 }] } }),
      ["update a.b[1].c"],
    ],
    [
      "reports longer and shorter lists",
      fromPlainMap({ a: [1], b: [1, 2] }),
      fromPlainMap({ a: [1, null], b: [1] }),
      ["add a[1]", "delete b[1]"],
    ],
    [
      "compares null in a list",
      fromPlainMap({ a: [null, 1] }),
      fromPlainMap({ a: [1, null] }),
      ["add a[0]", "delete a[1]"],
    ],
    ["reports a difference of type", fromPlainMap({ a: [] }), fromPlainMap({ a: {} }), ["update a"]],
    [
      "compares inside a secret",
      new Map([["a", secret({ b: 1 })]]),
      new Map([["a", secret({ b: 2 })]]),
      ["update a.b"],
    ],
    [
      "quotes special keys",
      fromPlainMap({ "a.b": 1 }),
      fromPlainMap(
        new Map<string, Plain>([
          ["a.b", 1],
          ["__proto__", 2],
        ]),
      ),
      ["add __proto__"],
    ],
  ];
  for (const [title, olds, news, expected] of cases) {
    it(`${title} between inputs`, () => assert.deepEqual(differences(olds, news), expected));
  }

  it("treats an unknown output as unequal to any known value", () => {
    const unknown: PropertyMap = new Map([["a", { kind: "output", secret: false, dependencies: [] }]]);
    assert.deepEqual(differences(fromPlainMap({ a: "x" }), unknown), ["update a"]);
  });

  it("finds no changes if the properties are equal except for secret marks, and only then", () => {
    fc.assert(
      fc.property(relatedMaps("all"), ([a, b]) => {
        assert.equal(compareInputs(a, b, "alike").length === 0, equalMaps(stripped(a), stripped(b)));
      }),
    );
  });

  it("swaps additions and deletions if the arguments are swapped", () => {
    const other = { add: "delete", delete: "add", update: "update" } as const;
    fc.assert(
      fc.property(relatedMaps("all"), ([a, b]) => {
        const swapped = compareInputs(b, a, "alike").map(({ path, kind }) => ({ path, kind: other[kind] }));
        assert.deepEqual(compareInputs(a, b, "alike"), swapped);
      }),
    );
  });
});

describe("restoreSecrets", () => {
  it("marks values that were sent as secrets, and the whole list if one element was a secret", () => {
    const sent: PropertyMap = new Map<string, Value>([
      ["password", secret("p")],
      ["list", { kind: "list", items: [stringValue("a"), secret("b")] }],
      [
        "nested",
        mapValue(
          new Map([
            ["token", secret("t")],
            ["name", stringValue("n")],
          ]),
        ),
      ],
      ["plain", stringValue("x")],
      ["gone", secret("g")],
    ]);
    const answer = fromPlainMap({
      password: "p",
      list: ["a", "b"],
      nested: { token: "t", name: "n" },
      plain: "x",
      new: 1,
    });
    assert.deepEqual(
      restoreSecrets(answer, sent),
      new Map<string, Value>([
        ["password", secret("p")],
        ["list", secret(["a", "b"])],
        [
          "nested",
          mapValue(
            new Map([
              ["token", secret("t")],
              ["name", stringValue("n")],
            ]),
          ),
        ],
        ["plain", stringValue("x")],
        ["new", fromPlain(1)],
      ]),
    );
  });

  it("marks every key whose sent value contained a secret", () => {
    fc.assert(
      fc.property(anyMap("plain"), (sent) => {
        const restored = restoreSecrets(new Map([...sent].map(([key, value]) => [key, plain(value)])), sent);
        for (const [key, value] of sent) {
          const answered = restored.get(key);
          assert.ok(answered !== undefined);
          if (value.kind !== "map") assert.equal(holdsSecret(answered), holdsSecret(value));
        }
      }),
    );
  });
});

describe("fromPlain", () => {
  it("keeps every key of a plain value, even keys that are special in JavaScript", () => {
    fc.assert(
      fc.property(fc.uniqueArray(hostileKey, { maxLength: 6 }), (keys) => {
        const parsed = JSON.parse(`{${keys.map((key) => `${JSON.stringify(key)}:1`).join(",")}}`) as {
          [key: string]: Plain;
        };
        assert.deepEqual(new Set(fromPlainMap(parsed).keys()), new Set(keys));
        assert.deepEqual(fromPlain(new Map(keys.map((key) => [key, 1] as const))), fromPlain(parsed));
      }),
    );
  });
});

function stripped(map: PropertyMap): PropertyMap {
  return new Map([...map].map(([key, value]) => [key, plain(value)]));
}

function plain(value: Value): Value {
  switch (value.kind) {
    case "secret":
      return plain(value.value);
    case "output":
      return value.value === undefined ? { kind: "unknown", of: "string" } : plain(value.value);
    case "list":
      return { kind: "list", items: value.items.map(plain) };
    case "map":
      return mapValue(stripped(value.entries));
    default:
      return value;
  }
}
