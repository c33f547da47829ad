/** imp adds the secret marks, and the inputs that Read does not return, from the state of the other stack. */
import assert from "node:assert/strict";
import { asRefresh, unreadInputs } from "../../../src/import/read/source-stack.ts";
import type { SourceResource } from "../../../src/import-file/import-specs.ts";
import type { ReadResult } from "../../../src/plugin/provider.ts";
import { loadSchema } from "../../../src/schema/load.ts";
import { fromPlainMap, type Plain } from "../../../src/value/plain.ts";
import {
  listValue,
  mapValue,
  type PropertyMap,
  secretValue,
  stringValue,
  type Value,
} from "../../../src/value/value.ts";

const text = { type: "string" };
const properties = { name: text, password: text, tags: { type: "object", additionalProperties: text }, size: text };
const schema = loadSchema(
  Buffer.from(
    JSON.stringify({ name: "shop", resources: { "shop:index:Box": { inputProperties: properties, properties } } }),
  ),
);
const resource = schema.resource("shop:index:Box");
assert.ok(resource);

const word = secretValue(stringValue("canary"));

function originWith(inputs: PropertyMap, outputs: PropertyMap = inputs): SourceResource {
  const options = { dependencies: [], additionalSecretOutputs: [], replaceOnChanges: [], ignoreChanges: [] };
  return {
    urn: "urn:pulumi:prod::shop::shop:index:Box::a",
    stack: "prod",
    inputs,
    outputs,
    options,
    madeOf: new Map(),
    notes: [],
  };
}

function answerWith(inputs: Record<string, Plain> | undefined, outputs: Record<string, Plain>, id = "a"): ReadResult {
  const plain = { id, outputs: fromPlainMap(outputs), initErrors: [], refreshBeforeUpdate: false };
  return { ...plain, inputs: inputs === undefined ? undefined : fromPlainMap(inputs) };
}

const entry = (map: PropertyMap | undefined, name: string, key: string): Value | undefined => {
  const value = map?.get(name);
  return value?.kind === "map" ? value.entries.get(key) : undefined;
};

describe("a resource of another stack that is read for --from-stack", () => {
  it("marks the same values as secret as the source state, at any depth", () => {
    const tags = mapValue([
      ["owner", stringValue("me")],
      ["key", word],
    ]);
    const answer = { name: "a", tags: { owner: "me", key: "changed" } };
    const { inputs, outputs } = asRefresh(answerWith(answer, answer), originWith(new Map([["tags", tags]]), new Map()));
    for (const map of [inputs, outputs]) {
      assert.deepEqual(entry(map, "tags", "key"), secretValue(stringValue("changed")));
      assert.deepEqual(entry(map, "tags", "owner"), stringValue("me"));
      assert.deepEqual(map?.get("name"), stringValue("a"));
    }
  });

  it("marks the same list elements as secret, or the whole list if its elements changed", () => {
    const list = (first: Value) => listValue([first, mapValue([["deep", word]])]);
    const origin = originWith(new Map([["tags", list(stringValue("me"))]]));
    const answer = (first: string): ReadResult => {
      const tags = new Map([["tags", list(stringValue(first))]]);
      return { id: "a", inputs: tags, outputs: tags, initErrors: [], refreshBeforeUpdate: false };
    };
    assert.deepEqual(asRefresh(answer("me"), origin).inputs, origin.inputs);
    const changed = listValue([stringValue("you"), mapValue([["deep", stringValue("canary")]])]);
    const { inputs, outputs } = asRefresh(answer("you"), origin);
    for (const map of [inputs, outputs]) assert.deepEqual(map?.get("tags"), secretValue(changed));
  });

  it("marks outputs as secret if only the outputs of the source state are secret", () => {
    const origin = originWith(new Map(), new Map([["password", word]]));
    const { inputs, outputs } = asRefresh(answerWith({ name: "a" }, { password: "canary" }), origin);
    assert.deepEqual(outputs?.get("password"), word);
    assert.deepEqual(inputs, fromPlainMap({ name: "a" }));
  });

  it("keeps the source inputs if Read returns none, and drops outputs if Read returns no ID", () => {
    const origin = originWith(new Map([["password", word]]));
    assert.deepEqual(asRefresh(answerWith(undefined, { name: "a" }), origin).inputs, origin.inputs);
    assert.equal(asRefresh(answerWith({}, { name: "a" }, ""), origin).outputs, undefined);
  });

  it("keeps source inputs that Read omits, except provider defaults", () => {
    const inputs = new Map([
      ...fromPlainMap({ name: "old", size: "5", other: "x", tags: null, __defaults: ["size"] }),
      ["password", word] as const,
    ]);
    const read = fromPlainMap({ name: "new", password: null });
    assert.deepEqual(unreadInputs(originWith(inputs), read, resource, schema), new Map([["password", word]]));
  });
});
