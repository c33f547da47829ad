import assert from "node:assert/strict";
import { actualType } from "../../../src/links/input-strings.ts";
import { isFreeForm, listElement, memberPath } from "../../../src/links/ownership/members.ts";
import { fromPlain } from "../../../src/value/plain.ts";
import { schemas } from "../../lower/lowered.ts";
import { listOf, mapOf, objectOf, string, trigger } from "../../lower/tiny-schema.ts";

describe("the union member of a value", () => {
  it("chooses the object of a union that the discriminator names", () => {
    for (const [kind, member] of [
      ["cron", "Cron"],
      ["sqs", "Queue"],
    ] as const) {
      const type = actualType(fromPlain({ kind, url: "x" }), trigger, schemas);
      assert.equal(type?.kind === "object" && type.name.member, member);
    }
    const type = actualType(fromPlain({ kind: "sqs", url: "x" }), trigger, schemas);
    assert.deepEqual(memberPath("url", ["on"], type, schemas), { path: ["on", "url"], type: string });
  });

  it("chooses the list, the map, or the object type of a union that fits the value", () => {
    const union = { kind: "union", members: [objectOf("tiny:index:Rule"), mapOf(string), listOf(string)] } as const;
    assert.equal(listElement(actualType(fromPlain(["a"]), union, schemas)), string);
    assert.equal(isFreeForm(actualType(fromPlain({ any: "a" }), union, schemas)), true);
    assert.equal(isFreeForm(actualType(fromPlain({ port: 3 }), union, schemas)), false);
  });
});
