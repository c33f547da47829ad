/** Entries that name an object which the state or another entry has already. */
import assert from "node:assert/strict";
import type { CloudResource } from "../../../src/import/read/cloud-resource.ts";
import type { ReadOutcome } from "../../../src/import/read/read-all.ts";
import { refuseSameObjects } from "../../../src/import/read/same-object.ts";
import { type PropertyMap, stringValue } from "../../../src/value/value.ts";

describe("one object under two names", () => {
  const region = (text: string): PropertyMap => new Map([["region", stringValue(text)]]);
  const state = [
    { urn: "urn:old", type: "p:m:T", id: "i-1", provider: "urn:provider", outputs: () => region("north") },
  ];

  it("is refused if the state has it, whatever the object looks like now", () => {
    assert.deepEqual(verdicts([read("a", "i-1", "i-1", region("south"))], state), ["SAME_OBJECT"]);
  });
  it("is refused if the state has it and another id leads to the same outputs", () => {
    assert.deepEqual(verdicts([read("a", "alias", "i-1", region("north"))], state), ["SAME_OBJECT"]);
  });
  it("is not seen where a provider gives all objects one id", () => {
    assert.deepEqual(verdicts([read("a", "secret", "i-1", region("south"))], state), ["read"]);
  });
  it("is not seen across providers and types", () => {
    const other = read("a", "i-1", "i-1", region("north"), "urn:other");
    assert.deepEqual(verdicts([other], state), ["read"]);
  });
  it("is refused if the state has it under an old token of its type, or with another version of its default provider", () => {
    const provider = (name: string): string => `urn:pulumi:s::p::pulumi:providers:p::${name}`;
    const old = state.map((object) => ({ ...object, type: "p:old:T", provider: provider("default_1_0_0") }));
    const readWith = (name: string) => verdicts([read("a", "i-1", "i-1", region("north"), provider(name))], old);
    assert.deepEqual([readWith("default_2_0_0"), readWith("mine")], [["SAME_OBJECT"], ["read"]]);
  });
  it("is refused for both of its entries in one run", () => {
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
