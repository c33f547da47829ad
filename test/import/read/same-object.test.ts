/** Import specs for an object that is already in the state or in another import spec. */
import assert from "node:assert/strict";
import type { CloudResource } from "../../../src/import/read/cloud-resource.ts";
import type { ReadOutcome } from "../../../src/import/read/read-all.ts";
import { refuseSameObjects } from "../../../src/import/read/same-object.ts";
import { type PropertyMap, stringValue } from "../../../src/value/value.ts";

describe("two import specs for the same object", () => {
  const region = (text: string): PropertyMap => new Map([["region", stringValue(text)]]);
  const state = [
    { urn: "urn:old", type: "p:m:T", id: "i-1", provider: "urn:provider", outputs: () => region("north") },
  ];

  it("rejects an ID that is in the state, even with different outputs", () => {
    assert.deepEqual(verdicts([read("a", "i-1", "i-1", region("south"))], state), ["SAME_OBJECT"]);
  });
  it("rejects another form of an ID in the state if the outputs are equal", () => {
    assert.deepEqual(verdicts([read("a", "alias", "i-1", region("north"))], state), ["SAME_OBJECT"]);
  });
  it("accepts another form of an ID in the state if the outputs differ", () => {
    assert.deepEqual(verdicts([read("a", "secret", "i-1", region("south"))], state), ["read"]);
  });
  it("accepts an ID that is in the state with another provider", () => {
    const other = read("a", "i-1", "i-1", region("north"), "urn:other");
    assert.deepEqual(verdicts([other], state), ["read"]);
  });
  it("rejects an object that is in the state with an old type token or another default provider version", () => {
    const provider = (name: string): string => `urn:pulumi:s::p::pulumi:providers:p::${name}`;
    const old = state.map((object) => ({ ...object, type: "p:old:T", provider: provider("default_1_0_0") }));
    const readWith = (name: string) => verdicts([read("a", "i-1", "i-1", region("north"), provider(name))], old);
    assert.deepEqual([readWith("default_2_0_0"), readWith("mine")], [["SAME_OBJECT"], ["read"]]);
  });
  it("rejects both import specs if Read returns the same object", () => {
    const twins = [read("a", "one", "i-9", region("x")), read("b", "two", "i-9", region("x"))];
    assert.deepEqual(verdicts(twins, []), ["SAME_OBJECT_TWICE", "SAME_OBJECT_TWICE"]);
  });

  function verdicts(
    reads: readonly ReadOutcome[],
    managed: Parameters<typeof refuseSameObjects>[1],
  ): readonly string[] {
    return refuseSameObjects(reads, managed).map((r) => (r.kind === "failed" ? r.error.code : r.kind));
  }

  function read(name: string, asked: string, id: string, outputs: PropertyMap, provider = "urn:provider"): ReadOutcome {
    const request = { urn: `urn:${name}`, type: "p:m:T", name, id: asked };
    const resource = { name: { token: "p:m:T" }, aliases: [{ type: "p:old:T" }] };
    return {
      kind: "read",
      cloud: { request, resource, id, outputs, instance: { urn: provider } } as unknown as CloudResource,
    };
  }
});
