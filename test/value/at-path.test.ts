import assert from "node:assert/strict";
import fc from "fast-check";
import { getAt, getThroughSecrets, resetPath, resetPaths, setAt } from "../../src/value/at-path.ts";
import { type Path, parsePath } from "../../src/value/path.ts";
import { fromPlain, fromPlainMap, type Plain } from "../../src/value/plain.ts";
import { mapValue, nullValue, type PropertyMap, secretValue, type Value } from "../../src/value/value.ts";
import { anyMap, anyValue, hostileKey, relatedMaps } from "./arbitrary-value.ts";

const secret = (json: Plain): Value => secretValue(fromPlain(json));
const bag = (json: { readonly [key: string]: Plain | Value }): PropertyMap =>
  new Map(Object.entries(json).map(([key, value]) => [key, isValue(value) ? value : fromPlain(value as Plain)]));

function isValue(value: unknown): value is Value {
  return typeof value === "object" && value !== null && "kind" in value;
}

function path(text: string): Path {
  const parsed = parsePath(text);
  assert.ok(parsed !== undefined, text);
  return parsed;
}

describe("setting a value at a path", () => {
  const anyPath = fc.array(fc.oneof(hostileKey, fc.nat({ max: 3 })), { minLength: 1, maxLength: 4 });

  it("sets the value at a path, and changes no other property", () => {
    fc.assert(
      fc.property(anyMap("plain"), anyPath, anyValue("plain"), (map, at, value) => {
        const before = structuredClone(map);
        const after = setAt(map, at, value);
        assert.deepEqual(map, before);
        if (after === undefined) return;
        const found = getThroughSecrets(after, at);
        assert.deepEqual(found === undefined ? found : open(found), open(value));
      }),
    );
  });

  it("finds values inside secrets only on request, and then marks them as secret", () => {
    const map = bag({ a: secret({ b: 1 }) });
    assert.equal(getAt(map, ["a", "b"]), undefined);
    assert.deepEqual(getThroughSecrets(map, ["a", "b"]), secret(1));
    assert.deepEqual(setAt(map, ["a", "b"], fromPlain(2)), bag({ a: secret({ b: 2 }) }));
  });

  it("creates missing parents of a path, and returns undefined if a parent has another type", () => {
    assert.deepEqual(setAt(new Map(), ["a", 1, "b"], fromPlain(1)), fromPlainMap({ a: [null, { b: 1 }] }));
    assert.equal(setAt(fromPlainMap({ a: 1 }), ["a", "b"], nullValue), undefined);
    assert.equal(setAt(fromPlainMap({ a: [] }), ["a", "b"], nullValue), undefined);
    assert.equal(setAt(fromPlainMap({ a: [] }), ["a", -1], nullValue), undefined);
    assert.equal(setAt(new Map(), [], nullValue), undefined);
  });
});

describe("resetPath", () => {
  const cases: readonly [string, PropertyMap, PropertyMap, string, PropertyMap][] = [
    ["uses the old value", bag({ a: 1 }), bag({ a: 2 }), "a", bag({ a: 1 })],
    ["deletes a key that the old inputs do not have", bag({}), bag({ a: 2, b: 1 }), "a", bag({ b: 1 })],
    ["adds a key that the new inputs do not have", bag({ a: 1 }), bag({}), "a", bag({ a: 1 })],
    ["creates no missing map", bag({ a: { b: 1 } }), bag({}), "a.b", bag({})],
    [
      "deletes a key inside a map that the old inputs do not have",
      bag({}),
      bag({ a: { b: 1, c: 2 } }),
      "a.b",
      bag({ a: { c: 2 } }),
    ],
    ["replaces an element", bag({ a: [1, 2] }), bag({ a: [3, 4] }), "a[1]", bag({ a: [3, 2] })],
    ["adds no element", bag({ a: [1, 2] }), bag({ a: [3] }), "a[1]", bag({ a: [3] })],
    ["deletes no element", bag({ a: [1] }), bag({ a: [3, 4] }), "a[1]", bag({ a: [3, 4] })],
    ["ignores a negative index", bag({ a: [1] }), bag({ a: [3] }), "a[-1]", bag({ a: [3] })],
    [
      "replaces every key of a map",
      bag({ a: { b: 1, c: 2 } }),
      bag({ a: { b: 3, d: 4 } }),
      "a.*",
      bag({ a: { b: 1, c: 2 } }),
    ],
    ["replaces every element", bag({ a: [1, 2] }), bag({ a: [3, 4] }), "a[*]", bag({ a: [1, 2] })],
    ["changes nothing if the lengths differ", bag({ a: [1, 2] }), bag({ a: [3] }), "a[*]", bag({ a: [3] })],
    [
      "replaces a member of every element",
      bag({ a: [{ b: 1 }, { b: 2 }] }),
      bag({ a: [{ b: 3, c: 0 }, {}] }),
      "a[*].b",
      bag({ a: [{ b: 1, c: 0 }, { b: 2 }] }),
    ],
    ["replaces all properties", bag({ a: 1 }), bag({ a: 2, b: 3 }), "*", bag({ a: 1 })],
    [
      "marks a value from an old secret as secret",
      bag({ a: secret({ b: 1 }) }),
      bag({ a: { b: 2 } }),
      "a.b",
      bag({ a: mapValue(new Map([["b", secret(1)]])) }),
    ],
    [
      "does not wrap a secret twice",
      bag({ a: secret({ b: 1 }) }),
      bag({ a: secret({ b: 2 }) }),
      "a.b",
      bag({ a: secret({ b: 1 }) }),
    ],
    [
      "replaces a value inside a new secret",
      bag({ a: { b: 1 } }),
      bag({ a: secret({ b: 2, c: 3 }) }),
      "a.b",
      bag({ a: secret({ b: 1, c: 3 }) }),
    ],
    ["uses an old secret unchanged", bag({ a: secret(1) }), bag({ a: 2 }), "a", bag({ a: secret(1) })],
    ["changes nothing if the types differ", bag({ a: { b: 1 } }), bag({ a: 2 }), "a.b", bag({ a: 2 })],
  ];
  for (const [title, olds, news, text, expected] of cases) {
    it(`${title} when a path is reset`, () => assert.deepEqual(resetPath(olds, news, path(text)), expected));
  }

  it("resets a key to its old value, and changes neither the other keys nor its arguments", () => {
    fc.assert(
      fc.property(relatedMaps("plain"), hostileKey, ([olds, news], key) => {
        if (key === "*") return;
        const before = structuredClone(news);
        const result = resetPath(olds, news, [key]);
        assert.deepEqual(result.get(key), olds.get(key));
        for (const [other, value] of news) if (other !== key) assert.deepEqual(result.get(other), value);
        assert.deepEqual(news, before);
      }),
    );
  });

  it("changes nothing if a path is reset twice", () => {
    const anyPath = fc.array(fc.oneof(hostileKey, fc.nat({ max: 2 }), fc.constant("*")), { maxLength: 3 });
    fc.assert(
      fc.property(relatedMaps("plain"), anyPath, ([olds, news], at) => {
        const once = resetPath(olds, news, at);
        assert.deepEqual(resetPath(olds, once, at), once);
      }),
    );
  });

  it("resets several paths in order", () => {
    const result = resetPaths(fromPlainMap({ a: 1 }), fromPlainMap({ a: 2, b: 3 }), [path("a"), path("b")]);
    assert.deepEqual(result, fromPlainMap({ a: 1 }));
  });
});

function open(value: Value): Value {
  return value.kind === "secret" ? open(value.value) : value;
}
