/** Programs in mode `minimal`: values that Check takes from the old inputs, and values that identify a resource. */
import assert from "node:assert/strict";
import { deriveOne as deriveIn, reasonsOf } from "../../honest.ts";
import { detailed, type JsonObject, type ModelObject, type ModelType } from "../../model-cloud.ts";

const text = { type: "string" };
const number = { type: "number" };

const deriveOne = (type: ModelType, object: ModelObject) => deriveIn(type, object, { mode: "minimal" });

describe("values that Check copies from the old inputs, in mode minimal", () => {
  const generating: ModelType = {
    inputProperties: { name: text, size: number },
    check: (olds, news, seed) => ({
      inputs: { size: 1, ...news, name: news.name ?? olds.name ?? `generated-${seed}` },
    }),
  };

  it("sets a name that Check would otherwise generate again", async () => {
    const { program, proof } = await deriveOne(generating, { id: "x-1", inputs: { name: "generated-7", size: 1 } });
    assert.deepEqual(program, { name: "generated-7" });
    assert.deepEqual(reasonsOf(proof), { name: "recreate" });
    assert.equal(proof.verdict, "clean");
  });

  it("sets a value that Check requires when it gets no old inputs", async () => {
    const type: ModelType = {
      inputProperties: { engine: text, size: number },
      check: (olds, news) => {
        const engine = news.engine ?? olds.engine;
        return engine === undefined
          ? { failures: [{ property: "engine", reason: "is required" }] }
          : { inputs: { size: 1, ...news, engine } };
      },
    };
    const { program, proof } = await deriveOne(type, { inputs: { engine: "x", size: 1 } });
    assert.deepEqual(program, { engine: "x" });
    assert.equal(proof.verdict, "clean");
  });

  it("omits a value that Check copies from the old inputs if setting it causes a difference", async () => {
    const type: ModelType = {
      ...generating,
      diff: ({ olds, news }) =>
        news.name === "generated-7" && news.size === 1 ? detailed(olds, news) : { changes: "some", diffs: ["name"] },
      check: (olds, news, seed) =>
        news.name === undefined
          ? { inputs: { size: 1, ...news, name: olds.name ?? `generated-${seed}` } }
          : { inputs: { ...news, size: 2 } },
    };
    const { program, proof } = await deriveOne(type, { id: "x-1", inputs: { name: "generated-7", size: 1 } });
    assert.deepEqual(program, {});
    assert.equal(proof.verdict, "clean");
  });
});

describe("properties that identify a resource, in mode minimal", () => {
  const plain: ModelType = {
    inputProperties: { name: text, path: text, zone: text, size: number },
    check: (olds, news) => ({ inputs: { ...olds, ...news } }),
  };
  const stays =
    (answer: JsonObject): NonNullable<ModelType["check"]> =>
    (_, news) => ({ inputs: { ...answer, ...news } });

  for (const [id, kept] of [
    ["main", ["name"]],
    ["projects/p/networks/main", ["name"]],
    ["arn:cloud:net:eu:1:main", ["name"]],
    ["main/other", []],
    ["mainly", []],
    ["/a/b", ["path"]],
  ] as const) {
    it(`sets ${kept.join() || "no property"} as the identity for ID ${id}`, async () => {
      const inputs = { name: "main", path: "/a/b", zone: "eu", size: 3 };
      const { proof } = await deriveOne({ ...plain, check: stays(inputs) }, { id, inputs });
      const names = Object.entries(reasonsOf(proof)).filter(([, reason]) => reason === "identity");
      assert.deepEqual(
        names.map(([name]) => name),
        kept,
      );
    });
  }

  it("sets a property that replaces the resource if a new deployment would have another value", async () => {
    const inputs = { name: "main", zone: "eu", size: 3 };
    const type: ModelType = {
      inputProperties: {
        name: { ...text, replaceOnChanges: true },
        zone: { ...text, willReplaceOnChanges: true },
        size: number,
      },
      check: stays({ ...inputs, zone: "us" }),
    };
    const { program, proof } = await deriveOne(type, { id: "i-1", inputs });
    assert.deepEqual(program, { zone: "eu" });
    assert.deepEqual(reasonsOf(proof), { zone: "identity" });
  });

  it("omits a property that replaces the resource if a new deployment would have the same value", async () => {
    const inputs = { name: "main", zone: "eu", size: 3 };
    const type: ModelType = {
      inputProperties: { name: text, zone: text, size: number },
      check: stays(inputs),
      diff: ({ olds, news }) => detailed(olds, news, ["zone"]),
    };
    const { program, verdict } = await deriveOne(type, { id: "i-1", inputs });
    assert.deepEqual([program, verdict], [{}, "clean"]);
  });

  it("omits empty properties, even if they would identify the resource", async () => {
    const inputs = { name: "", zone: null, size: 3 };
    const type: ModelType = {
      inputProperties: {
        name: { ...text, willReplaceOnChanges: true },
        zone: { ...text, willReplaceOnChanges: true },
        size: number,
      },
      check: stays({ size: 3 }),
      diff: () => ({ changes: "none" }),
    };
    assert.deepEqual((await deriveOne(type, { id: "", inputs })).program, {});
  });
});
