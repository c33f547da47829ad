/**
 * The proof of what was found: a stable Check, history, ignoreChanges, and verdicts that are what a preview shows.
 */
import assert from "node:assert/strict";
import { deriveOne as deriveIn, reasonsOf } from "../honest.ts";
import { detailed, type JsonObject, type ModelObject, type ModelType, plainMap, refuse } from "../model-cloud.ts";
import { lenient } from "./bridged.ts";

const text = { type: "string" };
const number = { type: "number" };

describe("the proof of a program", () => {
  for (const mode of ["minimal"] as const) {
    describe(`in mode ${mode}`, () => {
      proofs(mode);
    });
  }

  history();
  identity();
});

/** What holds of the program that is found, however it was found. */
function proofs(mode: "minimal"): void {
  const deriveOne = (type: ModelType, object: ModelObject) => deriveIn(type, object, { mode });

  it("stores the inputs that Check answers, also those that Read did not return", async () => {
    const type: ModelType = {
      inputProperties: { a: text, mode: text },
      check: (_, news) => ({ inputs: { mode: "auto", ...news } }),
      diff: ({ olds, news }) => detailed({ a: olds.a ?? null, mode: "auto" }, news),
    };
    const { proof, verdict } = await deriveOne(type, { inputs: { a: "1" } });
    assert.equal(verdict, "clean");
    assert.deepEqual(plainMap(proof.stored), { mode: "auto", a: "1" });
  });

  it("repeats Check with its own answer until the answer repeats", async () => {
    const type: ModelType = {
      inputProperties: { a: text, generation: number },
      check: (olds, news) => ({ inputs: { ...news, generation: Math.min(3, Number(olds.generation ?? 0) + 1) } }),
      diff: ({ olds, news }) => detailed({ a: olds.a ?? null }, { a: news.a ?? null }),
    };
    const { proof, verdict } = await deriveOne(type, { inputs: { a: "1", generation: 0 } });
    assert.equal(verdict, "clean");
    assert.deepEqual(plainMap(proof.stored), { a: "1", generation: 3 });
  });

  it("gives the verdict update with a remark where Check never repeats its answer", async () => {
    const type: ModelType = {
      inputProperties: { a: text, stamp: number },
      check: (_, news, seed) => ({ inputs: { ...news, stamp: seed } }),
      diff: ({ oldInputs, news }) => detailed(oldInputs, news),
    };
    const { proof } = await deriveOne(type, { inputs: { a: "1" } });
    assert.equal(proof.verdict, "update");
    assert.equal(proof.cause, "unstable-check");
  });

  it("fails where Check refuses its own answer", async () => {
    const type: ModelType = {
      inputProperties: { a: text },
      check: (olds, news) =>
        olds.sealed === true
          ? { failures: [{ property: "a", reason: "is sealed" }] }
          : { inputs: { ...news, sealed: true } },
      diff: () => ({ changes: "none" }),
    };
    const { proof } = await deriveOne(type, { inputs: { a: "1" } });
    assert.equal(proof.verdict, "failed");
    assert.deepEqual(proof.failures, [{ property: "a", reason: "is sealed" }]);
  });

  describe("a difference that no program avoids", () => {
    const phantom = (honours: boolean, kind: "update" | "update-replace" = "update"): ModelType => ({
      inputProperties: { a: text, hash: text },
      diff: ({ olds, news, ignoreChanges }) => {
        const found = new Map(detailed({ a: olds.a ?? null }, { a: news.a ?? null }).detailed);
        if (!honours || !ignoreChanges.includes("hash")) found.set("hash", { kind, inputDiff: false });
        return { changes: found.size > 0 ? "some" : "none", detailed: found };
      },
    });

    it("is ignored where the provider honours ignoreChanges", async () => {
      const { proof, program } = await deriveOne(phantom(true), { inputs: { a: "1", hash: "x" } });
      assert.equal(proof.verdict, "ignored");
      assert.deepEqual(proof.ignoreChanges, [["hash"]]);
      assert.equal(program.a, "1");
    });

    it("is ignored also when it would replace", async () => {
      const { proof } = await deriveOne(phantom(true, "update-replace"), { inputs: { a: "1", hash: "x" } });
      assert.equal(proof.verdict, "ignored");
    });

    it("is an update where the provider does not honour ignoreChanges", async () => {
      const { proof } = await deriveOne(phantom(false), { inputs: { a: "1", hash: "x" } });
      assert.equal(proof.verdict, "update");
      assert.deepEqual(proof.differences, [{ path: "hash", kind: "update" }]);
      assert.deepEqual(proof.ignoreChanges, []);
    });

    it("is a replacement where the provider does not honour ignoreChanges and cannot update in place", async () => {
      const { proof } = await deriveOne(phantom(false, "update-replace"), { inputs: { a: "1", hash: "x" } });
      assert.equal(proof.verdict, "replace");
    });

    it("is an update where ignoring it is answered with an error", async () => {
      const type = phantom(false);
      const { proof } = await deriveOne(
        {
          ...type,
          diff: (request) => (request.ignoreChanges.length > 0 ? refuse("other") : (type.diff?.(request) ?? {})),
        },
        { inputs: { a: "1", hash: "x" } },
      );
      assert.equal(proof.verdict, "update");
    });

    it("is an update without paths where Diff names nothing", async () => {
      const type: ModelType = { inputProperties: { a: text }, diff: () => ({ changes: "some" }) };
      const { proof } = await deriveOne(type, { inputs: { a: "1" } });
      assert.equal(proof.verdict, "update");
      assert.deepEqual(proof.differences, []);
    });
  });

  it("accepts a drift that the engine would not show", async () => {
    // Compares inputs only: what Check normalises differs from what Read returned, but not from what is stored.
    const type: ModelType = {
      inputProperties: { policy: text },
      check: (_, news) => ({
        inputs: { ...news, ...(news.policy !== undefined && { policy: String(news.policy).trim() }) },
      }),
      diff: ({ oldInputs, news }) => detailed(oldInputs, news),
    };
    const { proof, program } = await deriveOne(type, { inputs: { policy: " allow " } });
    assert.equal(proof.verdict, "clean");
    assert.deepEqual(program, { policy: " allow " });
    assert.deepEqual(plainMap(proof.stored), { policy: "allow" });
  });

  it("gives the verdict update after a failed initialization", async () => {
    const type: ModelType = { inputProperties: { a: text } };
    const { proof } = await deriveOne(type, { inputs: { a: "1" }, initErrors: ["probe failed"] });
    assert.equal(proof.verdict, "update");
    assert.equal(proof.cause, "init-errors");
  });

  it("keeps secrets secret in program and state", async () => {
    const type: ModelType = {
      inputProperties: { user: text, password: { ...text, secret: true } },
      requiredInputs: ["password"],
    };
    const { proof, verdict } = await deriveOne(type, { inputs: { user: "u", password: "p" } });
    assert.equal(verdict, "clean");
    assert.equal(proof.program.get("password")?.kind, "secret");
    assert.equal(proof.stored.get("password")?.kind, "secret");
  });
}

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
