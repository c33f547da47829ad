/**
 * The proof of a program: a repeated Check, `ignoreChanges`, and verdicts that match a preview.
 */
import assert from "node:assert/strict";
import type { Mode } from "../../../../src/import/search/index.ts";
import { deriveOne as deriveIn } from "../../honest.ts";
import { detailed, type ModelObject, type ModelType, plainMap, refuse } from "../../model-cloud.ts";

const text = { type: "string" };
const number = { type: "number" };

for (const mode of ["minimal", "smallest"] as const) {
  describe(`the proof of a program in mode ${mode}`, () => {
    proofs(mode);
  });
}

function proofs(mode: Mode): void {
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
    // Compares inputs only: values that Check normalizes differ from the read ones, but not from the stored ones.
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
