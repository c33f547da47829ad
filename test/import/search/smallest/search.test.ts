/** The search of mode `smallest` adds values until there are no differences, repairs rejected programs, and omits values again. */
import assert from "node:assert/strict";
import { stringValue } from "../../../../src/value/value.ts";
import { deriveOne, reasonsOf } from "../../honest.ts";
import { detailed, type JsonObject, type ModelCheck, type ModelType, refuse, topLevel } from "../../model-cloud.ts";

const text = { type: "string" };
const number = { type: "number" };
const list = (items: unknown) => ({ type: "array", items });
const ref = (name: string) => ({ $ref: `#/types/model:index:${name}` });

/** Returns a Check that adds these defaults for omitted values. */
const filling =
  (defaults: JsonObject) =>
  (_: JsonObject, news: JsonObject): ModelCheck => ({ inputs: { ...defaults, ...news } });

describe("the search of mode smallest", () => {
  it("sets required inputs, and omits values that the provider adds", async () => {
    const type: ModelType = {
      inputProperties: { cidr: text, size: number, note: text },
      requiredInputs: ["cidr"],
      check: filling({ size: 3, note: "" }),
    };
    const { program, proof } = await deriveOne(type, { inputs: { cidr: "10.0.0.0/16", size: 3, note: "" } });
    assert.deepEqual(program, { cidr: "10.0.0.0/16" });
    assert.deepEqual(reasonsOf(proof), { cidr: "required" });
    assert.equal(proof.verdict, "clean");
  });

  it("adds the properties that a detailed diff names", async () => {
    const type: ModelType = { inputProperties: { cidr: text, size: number, note: text }, requiredInputs: ["cidr"] };
    const { program, proof } = await deriveOne(type, { inputs: { cidr: "10.0.0.0/16", size: 3 } });
    assert.deepEqual(program, { cidr: "10.0.0.0/16", size: 3 });
    assert.equal(reasonsOf(proof).size, "diff");
  });

  it("adds properties step by step if one difference hides another", async () => {
    const type: ModelType = {
      inputProperties: { a: text, b: text, c: text },
      diff: ({ olds, news }) => {
        const first = ["a", "b", "c"].find((name) => olds[name] !== news[name]);
        return first === undefined ? { changes: "none" } : { changes: "some", diffs: [first] };
      },
    };
    const { program, verdict } = await deriveOne(type, { inputs: { a: "1", b: "2", c: "3" } });
    assert.deepEqual(program, { a: "1", b: "2", c: "3" });
    assert.equal(verdict, "clean");
  });

  it("compares inputs like the engine if Diff returns unknown", async () => {
    const type: ModelType = {
      inputProperties: { a: text, b: text, c: text },
      check: filling({ c: "given" }),
      diff: () => ({ changes: "unknown" }),
    };
    const { program, verdict } = await deriveOne(type, { inputs: { a: "1", b: "2", c: "given" } });
    assert.deepEqual(program, { a: "1", b: "2" });
    assert.equal(verdict, "clean");
  });

  it("sets a whole list if a difference names one of its elements", async () => {
    const type: ModelType = {
      inputProperties: { ports: list(number), rules: list(ref("Rule")), note: text },
      check: filling({ ports: [1, 2, 9], rules: [{ port: 1 }, { port: 9 }], note: "" }),
      diff: ({ olds, news }) => detailed(olds, news),
    };
    const objectTypes = { Rule: { properties: { port: number, note: text }, required: ["port"] } };
    const rules: readonly JsonObject[] = [{ port: 1, note: "a" }, { port: 2 }];
    const inputs = { ports: [1, 2, 3], rules, note: "" };
    const { program, proof, calls } = await deriveOne(type, { inputs }, { objectTypes, mode: "smallest" });
    const { note: _, ...lists } = inputs;
    assert.deepEqual(program, lists);
    assert.deepEqual(reasonsOf(proof), { ports: "diff", 'rules["*"].port': "diff", 'rules["*"].note': "diff" });
    // Check is called for the empty program, for the lists, for the program without each of three values, and a few times for the proof.
    assert.ok((calls.get("one")?.check ?? 0) <= 8, JSON.stringify(calls.get("one")));
  });

  it("sets only the members of a nested object that differ", async () => {
    const type: ModelType = {
      inputProperties: { settings: ref("Settings") },
      requiredInputs: ["settings"],
      check: (_, news) => {
        const settings = news.settings as JsonObject;
        const deep = (settings.deep ?? {}) as JsonObject;
        return { inputs: { settings: { level: 1, ...settings, deep: { on: true, ...deep } } } };
      },
    };
    const objectTypes = {
      Settings: { properties: { mode: text, level: number, deep: ref("Deep") }, required: ["mode"] },
      Deep: { properties: { on: { type: "boolean" }, why: text } },
    };
    const inputs = { settings: { mode: "slow", level: 1, deep: { on: true, why: "so" } } };
    const { program, proof } = await deriveOne(type, { inputs }, { objectTypes });
    assert.deepEqual(program, { settings: { mode: "slow", deep: { why: "so" } } });
    assert.equal(reasonsOf(proof)["settings.deep.why"], "diff");
    assert.equal(reasonsOf(proof)["settings.mode"], "required");
  });

  it("sets only the needed members if Diff names a whole object", async () => {
    const type: ModelType = {
      inputProperties: { settings: ref("Settings") },
      check: (_, news) => ({
        inputs: { settings: { level: 1, mode: "slow", ...((news.settings ?? {}) as JsonObject) } },
      }),
      diff: ({ olds, news }) => topLevel(olds, news),
    };
    const objectTypes = { Settings: { properties: { mode: text, level: number, why: text } } };
    const inputs = { settings: { mode: "slow", level: 1, why: "so" } };
    const { program } = await deriveOne(type, { inputs }, { objectTypes });
    assert.deepEqual(program, { settings: { why: "so" } });
  });

  it("starts with all properties if Diff reports a change without naming a property", async () => {
    const type: ModelType = {
      inputProperties: { a: text, b: text, c: text, d: text },
      check: filling({ b: "2", d: "4" }),
      diff: ({ olds, news }) => ({ changes: topLevel(olds, news).changes ?? "none" }),
    };
    const { program, verdict } = await deriveOne(type, { inputs: { a: "1", b: "2", c: "3", d: "4" } });
    assert.deepEqual(program, { a: "1", c: "3" });
    assert.equal(verdict, "clean");
  });

  it("uses values from the read outputs that are not in the read inputs", async () => {
    const type: ModelType = { inputProperties: { a: text, b: text } };
    const { program, verdict } = await deriveOne(type, { inputs: { a: "1" }, outputs: { a: "1", b: "2", arn: "x" } });
    assert.deepEqual(program, { a: "1", b: "2" });
    assert.equal(verdict, "clean");
  });

  it("uses inputs of the import file instead of read values", async () => {
    const type: ModelType = {
      inputProperties: { a: text, b: text },
      check: filling({ a: "1" }),
      diff: () => ({ changes: "none" }),
    };
    const { program, proof } = await deriveOne(type, {
      inputs: { a: "1" },
      supplied: new Map([
        ["a", stringValue("1")],
        ["b", stringValue("2")],
      ]),
    });
    assert.deepEqual(program, { a: "1", b: "2" });
    assert.deepEqual(reasonsOf(proof), { a: "asked", b: "asked" });
  });

  it("sets the `properties` of the import file, as a whole or in part", async () => {
    const type: ModelType = { inputProperties: { a: text, tags: ref("Tags") }, diff: () => ({ changes: "none" }) };
    const objectTypes = { Tags: { properties: { x: text, y: text } } };
    const object = { inputs: { a: "1", tags: { x: "1", y: "2" } }, properties: [["tags", "x"]] };
    assert.deepEqual((await deriveOne(type, object, { objectTypes })).program, { tags: { x: "1" } });
    assert.deepEqual((await deriveOne(type, { ...object, properties: [["tags"]] }, { objectTypes })).program, {
      tags: { x: "1", y: "2" },
    });
  });

  describe("programs that the provider rejects, in mode smallest", () => {
    it("adds a missing property that the rejection names", async () => {
      const type: ModelType = {
        inputProperties: { a: text, b: text, c: text },
        check: (_, news) =>
          news.b === undefined ? { failures: [{ property: "b", reason: "is required" }] } : { inputs: news },
        diff: () => ({ changes: "none" }),
      };
      const { program, proof } = await deriveOne(type, { inputs: { a: "1", b: "2", c: "3" } });
      assert.deepEqual(program, { b: "2" });
      assert.deepEqual(reasonsOf(proof), { b: "check" });
    });

    it("adds a nested property that the rejection names", async () => {
      const type: ModelType = {
        inputProperties: { settings: ref("Settings"), c: text },
        check: (_, news) =>
          (news.settings as JsonObject | undefined)?.mode === undefined
            ? { failures: [{ property: "settings.mode", reason: "is required" }] }
            : { inputs: news },
        diff: () => ({ changes: "none" }),
      };
      const objectTypes = { Settings: { properties: { mode: text, level: number } } };
      const { program } = await deriveOne(
        type,
        { inputs: { settings: { mode: "x", level: 1 }, c: "" } },
        { objectTypes },
      );
      assert.deepEqual(program, { settings: { mode: "x" } });
    });

    it("finds a missing property that the rejection does not name", async () => {
      const type: ModelType = {
        inputProperties: { a: text, b: text, c: text },
        check: (_, news) =>
          news.b === undefined ? { failures: [{ property: "", reason: "something is missing" }] } : { inputs: news },
        diff: () => ({ changes: "none" }),
      };
      const { program, verdict } = await deriveOne(type, { inputs: { a: "1", b: "2", c: "3" } });
      assert.deepEqual(program, { b: "2" });
      assert.equal(verdict, "clean");
    });

    it("finds a missing property if Check fails with an error", async () => {
      const type: ModelType = {
        inputProperties: { a: text, b: text, c: text },
        check: (_, news) => (news.b === undefined ? refuse("other", "panic: nil") : { inputs: news }),
        diff: () => ({ changes: "none" }),
      };
      const { program, verdict } = await deriveOne(type, { inputs: { a: "1", b: "2", c: "3" } });
      assert.deepEqual(program, { b: "2" });
      assert.equal(verdict, "clean");
    });

    it("finds a missing property if Diff fails with an error", async () => {
      const type: ModelType = {
        inputProperties: { a: text, b: text },
        diff: ({ olds, news }) => (news.b === undefined ? refuse("invalid", "b must be set") : detailed(olds, news)),
      };
      const { program, verdict } = await deriveOne(type, { inputs: { a: "1", b: "2" } });
      assert.deepEqual(program, { a: "1", b: "2" });
      assert.equal(verdict, "clean");
    });

    for (const [how, properties] of [
      ["the list", ["blockList"]],
      ["the single property", ["block"]],
      ["both", ["block", "blockList"]],
      ["none of them", [""]],
    ] as const) {
      it(`omits one of two exclusive properties if Check names ${how}`, async () => {
        const type: ModelType = {
          inputProperties: { a: text, block: text, blockList: list(text) },
          check: (_, news) =>
            news.block !== undefined && news.blockList !== undefined
              ? { failures: properties.map((property) => ({ property, reason: "conflicts" })) }
              : { inputs: { ...news, ...(news.block !== undefined && { blockList: [news.block] }) } },
          diff: ({ olds, news }) =>
            JSON.stringify([olds.a, olds.blockList]) === JSON.stringify([news.a, news.blockList])
              ? { changes: "none" }
              : { changes: "some" },
        };
        const { program, verdict } = await deriveOne(type, { inputs: { a: "1", block: "x", blockList: ["x"] } });
        assert.equal(verdict, "clean");
        assert.equal(program.a, "1");
        assert.notEqual(program.block === undefined, program.blockList === undefined);
      });
    }

    it("omits a read value that the provider rejects", async () => {
      const type: ModelType = {
        inputProperties: { a: text, arn: text },
        check: (_, news) =>
          news.arn === undefined ? { inputs: news } : { failures: [{ property: "arn", reason: "is computed" }] },
        diff: ({ olds, news }) => ({ changes: olds.a === news.a ? "none" : "some" }),
      };
      const { program, verdict } = await deriveOne(type, { inputs: { a: "1", arn: "x" } });
      assert.deepEqual(program, { a: "1" });
      assert.equal(verdict, "clean");
    });
  });

  describe("a type with sixty properties, two of which the provider rejects", () => {
    const names = Array.from({ length: 60 }, (_, i) => `p${i}`);
    const all: JsonObject = Object.fromEntries(names.map((name) => [name, name.toUpperCase()]));
    const { p7: _, p41: _too, ...others } = all;
    const type: ModelType = {
      inputProperties: Object.fromEntries(names.map((name) => [name, text])),
      check: (_old, news) =>
        news.p7 === undefined && news.p41 === undefined
          ? { inputs: news }
          : { failures: [{ property: "", reason: "something is computed" }] },
      diff: ({ olds, news }) => ({
        changes: names.some((name) => name in others && olds[name] !== news[name]) ? "some" : "none",
      }),
    };

    for (const mode of ["smallest", "lossless"] as const) {
      it(`sets 58 of 60 properties if two are rejected without names, in mode ${mode}`, async () => {
        const { program, verdict } = await deriveOne(type, { inputs: all }, { mode });
        assert.equal(verdict, "clean");
        assert.deepEqual(program, others);
      });
    }

    it("sets 58 of 60 properties in mode lossless, even if Diff compares none", async () => {
      const { program } = await deriveOne(
        { ...type, diff: () => ({ changes: "none" }) },
        { inputs: all },
        { mode: "lossless" },
      );
      assert.deepEqual(program, others);
    });
  });

  describe("a type with sixty properties, some of which the provider requires or rejects", () => {
    const names = Array.from({ length: 60 }, (_, i) => `p${i}`);
    const inputs: JsonObject = Object.fromEntries(names.map((name) => [name, name.toUpperCase()]));
    const picky = (required: readonly string[], forbidden: readonly string[], property = ""): ModelType => ({
      inputProperties: Object.fromEntries(names.map((name) => [name, text])),
      check: (_, news) =>
        required.every((name) => name in news) && !forbidden.some((name) => name in news)
          ? { inputs: news }
          : { failures: [{ property, reason: "something is wrong" }] },
      diff: () => ({ changes: "none" }),
    });

    it("finds a required property by testing halves, within the limit of calls", async () => {
      const { program, verdict } = await deriveOne(picky(["p3"], ["p55"]), { inputs }, { mode: "smallest" });
      assert.equal(verdict, "clean");
      assert.deepEqual(program, { p3: "P3" });
    });

    it("tests single properties if both halves have a required property", async () => {
      const { program, verdict } = await deriveOne(picky(["p3", "p50"], ["p5"]), { inputs }, { mode: "smallest" });
      assert.equal(verdict, "clean");
      assert.deepEqual(program, { p3: "P3", p50: "P50" });
    });

    for (const property of ["p5", ""]) {
      it(`omits a property if Check rejects it ${property === "" ? "without its name" : "by name"}`, async () => {
        const few = { p3: "P3", p5: "main", p6: "P6" };
        const { program, verdict } = await deriveOne(picky(["p3"], ["p5"], property), { id: "x/main", inputs: few });
        assert.equal(verdict, "clean");
        assert.equal(program.p5, undefined);
        assert.equal(program.p3, "P3");
      });
    }

    it("omits two properties that every rejection names together", async () => {
      const type: ModelType = {
        inputProperties: { a: text, arn: text, url: text },
        check: (_, news) =>
          news.arn === undefined && news.url === undefined && news.a !== undefined
            ? { inputs: news }
            : { failures: ["arn", "url"].map((property) => ({ property, reason: "is computed" })) },
        diff: () => ({ changes: "none" }),
      };
      const { program, verdict } = await deriveOne(type, { inputs: { a: "1", arn: "x", url: "y" } });
      assert.equal(verdict, "clean");
      assert.deepEqual(program, { a: "1" });
    });
  });

  it("fails with the provider's reasons if no program is accepted", async () => {
    const type: ModelType = {
      inputProperties: { a: text, password: text },
      check: (_, news) =>
        news.password === undefined
          ? { failures: [{ property: "password", reason: "is required" }] }
          : { inputs: news },
    };
    const { proof } = await deriveOne(type, { inputs: { a: "1" } });
    assert.equal(proof.verdict, "failed");
    assert.deepEqual(proof.failures, [{ property: "password", reason: "is required" }]);
    assert.equal(proof.cause, "refused");
  });

  describe("search modes", () => {
    const type: ModelType = {
      inputProperties: {
        cidr: text,
        name: text,
        zone: { ...text, willReplaceOnChanges: true },
        note: text,
        kind: text,
      },
      requiredInputs: ["cidr"],
      check: (olds, news) => ({ inputs: { zone: "eu", kind: "plain", ...olds, ...news } }),
    };
    const object = {
      id: "vpc/main",
      inputs: { cidr: "10.0.0.0/16", name: "main", zone: "eu", note: "hello", kind: "plain" },
    };

    it("sets only values that a clean preview needs, in mode smallest", async () => {
      const { program, proof } = await deriveOne(type, object, { mode: "smallest" });
      assert.deepEqual(program, { cidr: "10.0.0.0/16" });
      assert.equal(proof.verdict, "clean");
    });

    it("sets all values that Check accepts, in mode lossless", async () => {
      const { program, proof } = await deriveOne(type, object, { mode: "lossless" });
      assert.deepEqual(program, object.inputs);
      assert.equal(proof.verdict, "clean");
    });

    it("omits values that Check rejects, in mode lossless", async () => {
      const refusing: ModelType = {
        ...type,
        check: (_, news) =>
          news.kind === undefined ? { inputs: news } : { failures: [{ property: "kind", reason: "is computed" }] },
        diff: ({ olds, news }) => detailed({ ...olds, kind: null }, news),
      };
      const { program, proof } = await deriveOne(refusing, object, { mode: "lossless" });
      const { kind: _, ...others } = object.inputs;
      assert.deepEqual(program, others);
      assert.equal(proof.verdict, "clean");
    });
  });
});
