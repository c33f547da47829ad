import assert from "node:assert/strict";
import { type JsonObject, type ModelType, urnOf } from "../../model-cloud.ts";
import { lenient } from "./bridged.ts";
import { completeOne } from "./classes.ts";
import { list, number, old, ref, refusing, text } from "./model-parts.ts";

describe("properties that exclude each other", () => {
  const forms = [
    ["the first property", ["one"]],
    ["the second property", ["two"]],
    ["both properties", ["one", "two"]],
    ["no property", [""]],
  ] as const;

  /** Returns a type with two exclusive properties. Diff ignores the property that the program omits. */
  const excluding = (
    properties: readonly ("one" | "two" | "")[],
    names: { readonly one: string; readonly two: string },
    inputProperties: ModelType["inputProperties"],
    requiredInputs: readonly string[] = [],
  ): ModelType => ({
    inputProperties: { note: text, ...inputProperties },
    requiredInputs,
    check: (_, news) =>
      news[names.one] !== undefined && news[names.two] !== undefined
        ? {
            failures: properties.map((which) => ({
              property: which === "" ? "" : names[which],
              reason: `"${names.one}" conflicts with "${names.two}"`,
            })),
          }
        : { inputs: news },
    diff: lenient,
  });

  for (const [how, properties] of forms) {
    it(`of two exclusive properties, keeps the one that is not deprecated if Check names ${how}`, async () => {
      for (const names of [
        { one: "acl", two: "grants" },
        { one: "grants", two: "acl" },
      ]) {
        const type = excluding(properties, names, { acl: old, grants: list(text) });
        const inputs = { note: "n", acl: "private", grants: ["a", "b"] };
        const { program, classes, verdict } = await completeOne(type, { inputs });
        assert.equal(verdict, "clean");
        assert.deepEqual(program, { note: "n", grants: ["a", "b"] }, JSON.stringify(names));
        assert.equal(classes.acl, "unsettable: refused");
      }
    });

    it(`of two exclusive properties, keeps the one that the schema requires if Check names ${how}`, async () => {
      for (const names of [
        { one: "block", two: "blocks" },
        { one: "blocks", two: "block" },
      ]) {
        const type = excluding(properties, names, { block: text, blocks: list(text) }, ["blocks"]);
        const inputs = { note: "n", block: "x", blocks: ["y", "z"] };
        const { program } = await completeOne(type, { inputs });
        assert.deepEqual(program, { note: "n", blocks: ["y", "z"] }, JSON.stringify(names));
      }
    });

    it(`of two exclusive properties, keeps the one that is a reference if Check names ${how}`, async () => {
      for (const names of [
        { one: "groupId", two: "aName" },
        { one: "aName", two: "groupId" },
      ]) {
        const type = excluding(properties, names, { groupId: text, aName: text });
        const inputs = { note: "n", aName: "web", groupId: "sg-1" };
        const { program } = await completeOne(type, { inputs }, { linked: new Map([[urnOf("one"), [["groupId"]]]]) });
        assert.deepEqual(program, { note: "n", groupId: "sg-1" }, JSON.stringify(names));
      }
    });

    it(`of two exclusive properties, keeps the one with fewer values if Check names ${how}`, async () => {
      for (const names of [
        { one: "aRule", two: "zRule" },
        { one: "zRule", two: "aRule" },
      ]) {
        const objectTypes = { Rule: { properties: { x: text, y: text } } };
        const both = excluding(properties, names, { aRule: ref("Rule"), zRule: ref("Rule") });
        const fewer = { note: "n", aRule: { x: "1", y: "2" }, zRule: { x: "3" } };
        const same = { note: "n", aRule: { x: "1" }, zRule: { x: "3" } };
        assert.deepEqual((await completeOne(both, { inputs: fewer }, { objectTypes })).program, {
          note: "n",
          zRule: { x: "3" },
        });
        assert.deepEqual((await completeOne(both, { inputs: same }, { objectTypes })).program, {
          note: "n",
          aRule: { x: "1" },
        });
      }
    });
  }

  it("of two exclusive members, keeps the one that is a reference, or else the first by name", async () => {
    const inBlock: ModelType = {
      inputProperties: { note: text, block: ref("Block") },
      check: (_, news) => {
        const { aId, zName } = (news.block ?? {}) as JsonObject;
        const failures = ["block.aId", "block.zName"].map((property) => ({ property, reason: "only one of them" }));
        return aId !== undefined && zName !== undefined ? { failures } : { inputs: news };
      },
      diff: lenient,
    };
    const objectTypes = { Block: { properties: { zName: text, aId: text, size: number } } };
    const inputs = { note: "n", block: { aId: "a-1", zName: "web", size: 2 } };
    assert.deepEqual((await completeOne(inBlock, { inputs }, { objectTypes })).program, {
      note: "n",
      block: { aId: "a-1", size: 2 },
    });
    const linked = new Map([[urnOf("one"), [["block", "zName"]]]]);
    assert.deepEqual((await completeOne(inBlock, { inputs }, { objectTypes, linked })).program, {
      note: "n",
      block: { zName: "web", size: 2 },
    });
  });

  it("sets one of two exclusive properties that replace the resource", async () => {
    const type: ModelType = {
      inputProperties: {
        name: { ...text, willReplaceOnChanges: true },
        path: { ...text, willReplaceOnChanges: true },
        size: number,
      },
      check: (_, news) =>
        news.name !== undefined && news.path !== undefined
          ? refusing("", "either name or path")
          : { inputs: { size: 3, ...news } },
      diff: lenient,
    };
    const { program, verdict } = await completeOne(type, {
      id: "i-1",
      inputs: { name: "main", path: "/main", size: 3 },
    });
    assert.equal(verdict, "clean");
    assert.deepEqual(program, { name: "main" });
  });

  it("of two exclusive properties, keeps the one that is not 0", async () => {
    const type = excluding([""], { one: "capacity", two: "workers" }, { capacity: number, workers: number });
    assert.deepEqual((await completeOne(type, { inputs: { capacity: 0, workers: 4 } })).program, { workers: 4 });
    assert.deepEqual((await completeOne(type, { inputs: { capacity: 4, workers: 0 } })).program, { capacity: 4 });
  });

  it("keeps two properties that exclude a third one, instead of the third", async () => {
    const type: ModelType = {
      inputProperties: { capacity: number, workers: number, workerType: text },
      check: (_, news) => {
        const rival = ["workers", "workerType"].find((name) => news.capacity !== undefined && news[name] !== undefined);
        return rival === undefined
          ? { inputs: news }
          : { failures: [{ property: "", reason: `"capacity": conflicts with ${rival}` }] };
      },
      diff: lenient,
    };
    const inputs = { capacity: 4, workers: 4, workerType: "large" };
    const { program, classes } = await completeOne(type, { inputs });
    assert.deepEqual(program, { workers: 4, workerType: "large" });
    assert.equal(classes.capacity, "unsettable: refused");
  });
});
