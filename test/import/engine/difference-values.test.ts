/** Reported differences hide both the old and the new value if one of them is marked as secret. */

import assert from "node:assert/strict";
import type { Difference } from "../../../src/domain/graph.ts";
import { withValues } from "../../../src/import/engine/difference-values.ts";
import { fromPlainMap, type Plain } from "../../../src/value/plain.ts";
import { mapValue, type PropertyMap, secretValue, stringValue, type Value } from "../../../src/value/value.ts";
import { withoutUndefined } from "../../support/without-undefined.ts";

type Bag = { readonly [key: string]: Plain };
const bag = (plain: Bag, ...more: readonly (readonly [string, Value])[]): PropertyMap =>
  new Map([...fromPlainMap(plain), ...more]);
const secret = secretValue(stringValue("canary"));

function shown(path: string, kind: Difference["kind"], outputs: PropertyMap, stored: PropertyMap): object | undefined {
  return withoutUndefined(withValues([{ path, kind }], { outputs, projected: new Map() }, { stored })[0]);
}

describe("old and new values of a difference", () => {
  it("hides the old and the new value if only one of them is secret, even inside maps", () => {
    const marked = bag({}, ["login", mapValue(new Map([["word", secret]]))]);
    const plain = bag({ login: { word: "canary", user: "me" } });
    const both = { old: "[secret]", new: "[secret]" };
    assert.deepEqual(shown("login.word", "update", plain, marked), { path: "login.word", kind: "update", ...both });
    assert.deepEqual(shown("login", "update", plain, marked), {
      path: "login",
      kind: "update",
      old: { word: "[secret]", user: "me" },
      new: { word: "[secret]" },
    });
    assert.deepEqual(shown("login.word", "delete", plain, marked), {
      path: "login.word",
      kind: "delete",
      old: "[secret]",
    });
  });

  it("hides a whole old list if the new list has a secret, because elements can move", () => {
    const marked: PropertyMap = new Map([["words", { kind: "list", items: [stringValue("a"), secret] }]]);
    assert.deepEqual(shown("words", "update", bag({ words: ["canary", "a"] }), marked), {
      path: "words",
      kind: "update",
      old: "[secret]",
      new: ["a", "[secret]"],
    });
  });

  it("shows no old and new values if the path is empty or has no value", () => {
    assert.deepEqual(shown("", "update", bag({ a: 1 }), bag({ a: 2 })), { path: "", kind: "update" });
    assert.deepEqual(shown("b", "add", bag({}), bag({})), { path: "b", kind: "add" });
  });
});
