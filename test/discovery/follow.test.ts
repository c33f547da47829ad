import assert from "node:assert/strict";
import fc from "fast-check";
import { followReferences } from "../../src/discovery/follow.ts";
import type { FoundObject } from "../../src/discovery/found.ts";
import { fromPlainMap, type Plain } from "../../src/value/plain.ts";
import { emptyMap, secretValue, stringValue } from "../../src/value/value.ts";

const object = (id: string): FoundObject => ({ type: "pkg:m:T", id, name: "" });
const reading = (values: Readonly<Record<string, Readonly<Record<string, Plain>>>>) => ({
  read: async ({ id }: FoundObject) => {
    const value = values[id];
    return value === undefined ? undefined : { inputs: fromPlainMap(value), outputs: fromPlainMap(value) };
  },
});
const idsOf = (objects: readonly FoundObject[]): readonly string[] => objects.map(({ id }) => id);

describe("resources that refer to selected objects", () => {
  it("finds resources with an ID or address in lists or nested documents", async () => {
    const document = JSON.stringify({ Statement: [{ Resource: "arn:of:vpc-1" }] });
    const values = {
      "vpc-1": { arn: "arn:of:vpc-1" },
      "sub-1": { deep: [{ vpc: "vpc-1" }] },
      "pol-1": { policy: document },
      "pol-2": { policy: JSON.stringify({ inner: document.replace("vpc-1", "vpc-2") }) },
      other: { vpc: "vpc-11" },
    };
    const others = ["sub-1", "pol-1", "pol-2", "other", "gone"].map(object);
    const followed = await followReferences([object("vpc-1")], others, reading(values));
    assert.deepEqual(idsOf(followed.objects), ["sub-1", "pol-1"]);
    assert.deepEqual([followed.read, followed.unread], [5, 1]);
  });

  it("follows references through chains and cycles", async () => {
    const values = { one1: {}, two2: { to: "one1", back: "four" }, three: { to: "two2" }, four: { to: "three" } };
    const found = await followReferences([object("one1")], ["four", "three", "two2"].map(object), reading(values));
    assert.deepEqual(idsOf(found.objects), ["two2", "three", "four"]);
    assert.equal(found.rounds, 4);
  });

  it("treats an ID in a property like queueName as a reference, but not in the property name", async () => {
    const values = { orders: {}, "queue/orders": { name: "orders", tName: "orders" }, user: { queueName: "orders" } };
    const found = await followReferences([object("orders")], ["queue/orders", "user"].map(object), reading(values));
    assert.deepEqual(idsOf(found.objects), ["user"]);
  });

  it("does not follow a short ID or a secret", async () => {
    const secret = {
      read: async () => ({ inputs: emptyMap, outputs: new Map([["key", secretValue(stringValue("one1"))]]) }),
    };
    assert.deepEqual((await followReferences([object("one1")], [object("x")], secret)).objects, []);
    assert.deepEqual((await followReferences([object("1")], [object("x")], reading({ x: { size: "1" } }))).objects, []);
  });

  it("finds all resources that refer to an object, in whatever order they are listed", async () => {
    const edges = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(edges, fc.nat(9), fc.boolean(), async (all, start, isTurned) => {
        const name = (i: number): string => `object-${i}`;
        const values = Object.fromEntries(
          Array.from({ length: 10 }, (_, i) => [
            name(i),
            { to: all.flatMap(([from, to]) => (from === i ? [name(to)] : [])) },
          ]),
        );
        const reached = new Set([start]);
        for (let before = 0; before < reached.size; ) {
          before = reached.size;
          for (const [from, to] of all) if (reached.has(to)) reached.add(from);
        }
        reached.delete(start);
        const others = Array.from({ length: 10 }, (_, i) => object(name(i))).filter(({ id }) => id !== name(start));
        const followed = await followReferences(
          [object(name(start))],
          isTurned ? others.toReversed() : others,
          reading(values),
        );
        assert.deepEqual(idsOf(followed.objects).toSorted(), [...reached].map(name).toSorted());
      }),
    );
  });
});
