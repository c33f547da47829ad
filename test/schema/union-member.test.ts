/** imp chooses the union member of a value by its discriminator, which can be secret or lack a mapping, or by its properties. */
import assert from "node:assert/strict";
import type { Type, UnionType } from "../../src/ir/type.ts";
import { objectTypesOf, unionMemberOf } from "../../src/schema/judge/judge.ts";
import { fromPlain, fromPlainMap, type Plain } from "../../src/value/plain.ts";
import { secretValue, stringValue, type Value } from "../../src/value/value.ts";
import { boolean, integer, listOf, mapOf, mode, number, objectOf, string, tiny } from "../lower/tiny-schema.ts";

const cron = objectOf("tiny:index:Cron");
const queue = objectOf("tiny:index:Queue");

/** A union of objects that differ only in the constant of `kind`. */
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

function chosen(value: Value, union: UnionType): unknown {
  return unionMemberOf(value, union, objectTypesOf(tiny));
}

describe("the member of a union", () => {
  it("chooses the union member that a secret discriminator maps to", () => {
    const union = unionOf({ sqs: "tiny:index:Queue" });
    assert.deepEqual(chosen(withKind(secretValue(stringValue("sqs"))), union), queue);
    assert.deepEqual(chosen(secretValue(withKind(stringValue("sqs"))), union), queue);
  });

  it("chooses a union member by a discriminator without a mapping, if it is a token or its last segment", () => {
    const union = unionOf({});
    assert.deepEqual(chosen(withKind(stringValue("tiny:index:Queue")), union), queue);
    assert.deepEqual(chosen(withKind(stringValue("Queue")), union), queue);
    assert.deepEqual(chosen(withKind(secretValue(stringValue("Queue"))), union), queue);
  });

  it("chooses a union member by a secret constant if there is no discriminator", () => {
    const union: UnionType = { kind: "union", members: [cron, queue] };
    assert.deepEqual(chosen(withKind(secretValue(stringValue("queue"))), union), queue);
  });

  it("chooses the list type of a union that fits the elements, even if they are secret", () => {
    const union: UnionType = { kind: "union", members: [listOf(mapOf(string)), listOf(string)] };
    const items = [...fromPlainMap({ a: "x" }).values()].map((item) => secretValue(item));
    assert.deepEqual(chosen({ kind: "list", items }, union), listOf(string));
  });

  it("chooses the narrowest union member that fits", () => {
    const rule = objectOf("tiny:index:Rule");
    const any: Type = { kind: "any" };
    const narrowest = (value: Plain, ...members: readonly Type[]): unknown =>
      chosen(fromPlain(value), { kind: "union", members });
    assert.equal(narrowest("on", any, { kind: "json" }, mode, string), string);
    assert.equal(narrowest(3, any, number, integer), integer);
    assert.equal(narrowest(3.5, any, integer, number), number);
    assert.equal(narrowest({ port: 1 }, mapOf(integer), any, rule), rule);
    assert.deepEqual(narrowest({ port: 1, more: 2 }, any, rule, mapOf(integer)), mapOf(integer));
    assert.equal(narrowest("", { kind: "union", members: [boolean, string] }, any), string);
  });

  it("chooses the nearest union member if none fits", () => {
    const rule = objectOf("tiny:index:Rule");
    const nearest = (value: Plain, ...members: readonly Type[]): unknown =>
      chosen(fromPlain(value), { kind: "union", members });
    assert.equal(nearest({ kind: "queue", when: "x", port: "1" }, cron, queue), queue);
    assert.equal(nearest({ port: "1", comment: "c", junk: 1 }, queue, rule), rule);
    assert.deepEqual(nearest([{ port: "1" }, "x"], listOf(integer), listOf(string)), listOf(string));
    assert.equal(nearest(true, integer, string), integer);
    assert.equal(nearest("x", boolean, mode), mode);
  });

  it("chooses the first of two union members whose last segment equals the discriminator", () => {
    const twins: UnionType = {
      kind: "union",
      members: [objectOf("tiny:a:Queue"), queue],
      discriminator: { property: "kind", mapping: new Map() },
    };
    assert.deepEqual(chosen(withKind(stringValue("Queue")), twins), objectOf("tiny:a:Queue"));
    assert.equal(chosen(withKind(stringValue("tiny:index:Queue")), twins), queue);
  });
});
