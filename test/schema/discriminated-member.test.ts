/** Projection and lowering choose the same member of a union: by a secret discriminator, and by one without a mapping. */
import assert from "node:assert/strict";
import type { UnionType } from "../../src/ir/type.ts";
import { unionMember } from "../../src/lower/union-member.ts";
import { chooseMember } from "../../src/schema/match-type.ts";
import { fromPlainMap } from "../../src/value/plain.ts";
import { secretValue, stringValue, type Value } from "../../src/value/value.ts";
import { listOf, mapOf, objectOf, string, tiny } from "../lower/tiny-schema.ts";

const cron = objectOf("tiny:index:Cron");
const queue = objectOf("tiny:index:Queue");

/** A union of objects that differ in the constant of `kind` alone. */
function unionOf(mapping: Readonly<Record<string, string>>): UnionType {
  return {
    kind: "union",
    members: [cron, queue],
    discriminator: { property: "kind", mapping: new Map(Object.entries(mapping)) },
  };
}

function withKind(kind: Value): Value {
  return { kind: "map", entries: new Map([["kind", kind]]) };
}

function chosen(value: Value, union: UnionType): readonly unknown[] {
  return [chooseMember(value, union, tiny), unionMember(value, union, (type) => tiny.objectType(type.name.token))];
}

describe("the member of a union", () => {
  it("is the one that a secret discriminator maps to", () => {
    const union = unionOf({ sqs: "tiny:index:Queue" });
    assert.deepEqual(chosen(withKind(secretValue(stringValue("sqs"))), union), [queue, queue]);
    assert.deepEqual(chosen(secretValue(withKind(stringValue("sqs"))), union), [queue, queue]);
  });

  it("is the one that a discriminator names where it has no mapping: by its token, or by its last part", () => {
    const union = unionOf({});
    assert.deepEqual(chosen(withKind(stringValue("tiny:index:Queue")), union), [queue, queue]);
    assert.deepEqual(chosen(withKind(stringValue("Queue")), union), [queue, queue]);
    assert.deepEqual(chosen(withKind(secretValue(stringValue("Queue"))), union), [queue, queue]);
  });

  it("is chosen by a secret constant where there is no discriminator", () => {
    const union: UnionType = { kind: "union", members: [cron, queue] };
    assert.deepEqual(chosen(withKind(secretValue(stringValue("queue"))), union), [queue, queue]);
  });

  it("is the list whose elements fit, secret or not", () => {
    const union: UnionType = { kind: "union", members: [listOf(mapOf(string)), listOf(string)] };
    const items = [...fromPlainMap({ a: "x" }).values()].map((item) => secretValue(item));
    assert.deepEqual(chosen({ kind: "list", items }, union), [listOf(string), listOf(string)]);
  });
});
