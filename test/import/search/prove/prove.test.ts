/** imp proves a program with repeated calls of Check, and with `ignoreChanges` if needed. */
import assert from "node:assert/strict";
import type { Mode } from "../../../../src/import/search/index.ts";
import { deriveOne as deriveIn } from "../../honest.ts";
import { detailed, type ModelObject, type ModelType, plainMap, refuse } from "../../model-cloud.ts";

const text = { type: "string" };
const number = { type: "number" };

for (const mode of ["minimal", "smallest"] as const) {
  describe(`a derived program, checked with the provider in mode ${mode}`, () => {
    proofs(mode);
  });
}

function proofs(mode: Mode): void {
  const deriveOne = (type: ModelType, object: ModelObject) => deriveIn(type, object, { mode });

  it("stores the inputs that Check returns, even those that Read does not return", async () => {
    const type: ModelType = {
      inputProperties: { a: text, mode: text },
      check: (_, news) => ({ inputs: { mode: "auto", ...news } }),
      diff: ({ olds, news }) => detailed({ a: olds.a ?? null, mode: "auto" }, news),
    };
    const { proof, verdict } = await deriveOne(type, { inputs: { a: "1" } });
    assert.equal(verdict, "clean");
    assert.deepEqual(plainMap(proof.stored), { mode: "auto", a: "1" });
  });

  it("repeats Check until it returns the same inputs", async () => {
    const type: ModelType = {
      inputProperties: { a: text, generation: number },
      check: (olds, news) => ({ inputs: { ...news, generation: Math.min(3, Number(olds.generation ?? 0) + 1) } }),
      diff: ({ olds, news }) => detailed({ a: olds.a ?? null }, { a: news.a ?? null }),
    };
    const { proof, verdict } = await deriveOne(type, { inputs: { a: "1", generation: 0 } });
    assert.equal(verdict, "clean");
    assert.deepEqual(plainMap(proof.stored), { a: "1", generation: 3 });
  });

  it("gives the verdict update if Check returns different inputs in every call", async () => {
    const type: ModelType = {
      inputProperties: { a: text, stamp: number },
      check: (_, news, seed) => ({ inputs: { ...news, stamp: seed } }),
      diff: ({ oldInputs, news }) => detailed(oldInputs, news),
    };
    const { proof } = await deriveOne(type, { inputs: { a: "1" } });
    assert.equal(proof.verdict, "update");
    assert.equal(proof.cause, "unstable-check");
  });

  it("fails if Check rejects inputs that it returned", async () => {
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

  describe("a difference that every program has", () => {
    const phantom = (honours: boolean, kind: "update" | "update-replace" = "update"): ModelType => ({
      inputProperties: { a: text, hash: text },
      diff: ({ olds, news, ignoreChanges }) => {
        const found = new Map(detailed({ a: olds.a ?? null }, { a: news.a ?? null }).detailed);
        if (!honours || !ignoreChanges.includes("hash")) found.set("hash", { kind, inputDiff: false });
        return { changes: found.size > 0 ? "some" : "none", detailed: found };
      },
    });

    it("gives the verdict ignored if the provider supports ignoreChanges", async () => {
      const { proof, program } = await deriveOne(phantom(true), { inputs: { a: "1", hash: "x" } });
      assert.equal(proof.verdict, "ignored");
      assert.deepEqual(proof.ignoreChanges, [["hash"]]);
      assert.equal(program.a, "1");
    });

    it("gives the verdict ignored if ignoreChanges hides a replacement", async () => {
      const { proof } = await deriveOne(phantom(true, "update-replace"), { inputs: { a: "1", hash: "x" } });
      assert.equal(proof.verdict, "ignored");
    });

    it("gives the verdict update if the provider does not support ignoreChanges", async () => {
      const { proof } = await deriveOne(phantom(false), { inputs: { a: "1", hash: "x" } });
      assert.equal(proof.verdict, "update");
      assert.deepEqual(proof.differences, [{ path: "hash", kind: "update" }]);
      assert.deepEqual(proof.ignoreChanges, []);
    });

    it("gives the verdict replace if ignoreChanges does not hide a replacement", async () => {
      const { proof } = await deriveOne(phantom(false, "update-replace"), { inputs: { a: "1", hash: "x" } });
      assert.equal(proof.verdict, "replace");
    });

    it("gives the verdict update if Diff fails with ignoreChanges", async () => {
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

    it("gives the verdict update without paths if Diff names no property", async () => {
      const type: ModelType = { inputProperties: { a: text }, diff: () => ({ changes: "some" }) };
      const { proof } = await deriveOne(type, { inputs: { a: "1" } });
      assert.equal(proof.verdict, "update");
      assert.deepEqual(proof.differences, []);
    });
  });

  it("gives the verdict clean if Check normalizes a value, and Diff compares inputs", async () => {
    // The normalized value differs from the read value, but not from the value that imp stores in the state.
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

  it("keeps secret values secret in the program and the state", async () => {
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
