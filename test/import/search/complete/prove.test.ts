/**
 * The proof of a program of mode `minimal`: values that only the old inputs hold, and values that identify a resource.
 */
import assert from "node:assert/strict";
import { deriveOne as deriveIn, reasonsOf } from "../../honest.ts";
import { detailed, type JsonObject, type ModelObject, type ModelType, refuse } from "../../model-cloud.ts";
import { lenient } from "./bridged.ts";

const text = { type: "string" };
const number = { type: "number" };

describe("the proof of a program", () => {
  history();
  identity();
});

function history(): void {
  const deriveOne = (type: ModelType, object: ModelObject) => deriveIn(type, object, { mode: "minimal" });

  describe("values that only the old inputs hold", () => {
    const generating: ModelType = {
      inputProperties: { name: text, size: number },
      check: (olds, news, seed) => ({
        inputs: { size: 1, ...news, name: news.name ?? olds.name ?? `generated-${seed}` },
      }),
    };

    it("are kept: a generated name", async () => {
      const { program, proof } = await deriveOne(generating, { id: "x-1", inputs: { name: "generated-7", size: 1 } });
      assert.deepEqual(program, { name: "generated-7" });
      assert.deepEqual(reasonsOf(proof), { name: "recreate" });
      assert.equal(proof.verdict, "clean");
    });

    it("are kept where a fresh Check names them as required", async () => {
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

    it("are not kept where the preview would not stay clean", async () => {
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

    it("are kept for a provider that cannot check without old inputs", async () => {
      const type: ModelType = {
        inputProperties: { a: text },
        check: (olds, news) => (Object.keys(olds).length === 0 ? refuse("other", "nil olds") : { inputs: news }),
      };
      const { program, verdict } = await deriveOne(type, { inputs: { a: "1" } });
      assert.deepEqual(program, { a: "1" });
      assert.equal(verdict, "clean");
    });
  });
}

function identity(): void {
  const deriveOne = (type: ModelType, object: ModelObject) => deriveIn(type, object, { mode: "minimal" });

  describe("the identity of a resource", () => {
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
      it(`is set for id ${id}: ${kept.join() || "nothing"}`, async () => {
        const inputs = { name: "main", path: "/a/b", zone: "eu", size: 3 };
        const { proof } = await deriveOne({ ...plain, check: stays(inputs) }, { id, inputs });
        const names = Object.entries(reasonsOf(proof)).filter(([, reason]) => reason === "identity");
        assert.deepEqual(
          names.map(([name]) => name),
          kept,
        );
      });
    }

    it("is set where the schema marks a property as replacing and a new deployment gives another value", async () => {
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

    it("is omitted where the provider would replace for it and a new deployment gives the same value", async () => {
      const inputs = { name: "main", zone: "eu", size: 3 };
      const type: ModelType = {
        inputProperties: { name: text, zone: text, size: number },
        check: stays(inputs),
        diff: ({ olds, news }) => detailed(olds, news, ["zone"]),
      };
      const { program, verdict } = await deriveOne(type, { id: "i-1", inputs });
      assert.deepEqual([program, verdict], [{}, "clean"]);
    });

    it("is omitted where it conflicts", async () => {
      const inputs = { name: "main", path: "/main", size: 3 };
      const type: ModelType = {
        inputProperties: {
          name: { ...text, willReplaceOnChanges: true },
          path: { ...text, willReplaceOnChanges: true },
          size: number,
        },
        check: (_, news) =>
          news.name !== undefined && news.path !== undefined
            ? { failures: [{ property: "", reason: "either name or path" }] }
            : { inputs: { size: 3, ...news } },
        diff: lenient,
      };
      const { program, verdict } = await deriveOne(type, { id: "i-1", inputs });
      assert.deepEqual(program, { name: "main" });
      assert.equal(verdict, "clean");
    });

    it("is never an empty value", async () => {
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
}
