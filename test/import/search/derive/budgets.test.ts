/** The maximum number of provider calls for the first resource of a type (the sample), and for each later resource. */
import assert from "node:assert/strict";
import { derive as deriveIn, deriveOne } from "../../honest.ts";
import { detailed, type Json, type JsonObject, ModelCloud, type ModelType, refuse, urnOf } from "../../model-cloud.ts";

import { objects, wide, wideInputs } from "./wide-type.ts";

const text = { type: "string" };

describe("limits of provider calls", () => {
  /** A type for which each program has a difference, each time in another property. */
  const endless: ModelType = {
    inputProperties: Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`p${i}`, text])),
    diff: ({ news }) => ({ changes: "some", diffs: [`p${Object.keys(news).length}`] }),
  };
  const inputs: { [key: string]: Json } = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`p${i}`, "x"]));

  /** The maximum numbers of Check calls. Each sum counts the calls of one or two searches, and of the proof. */
  const limits = {
    // The first search calls Check twice for each program, and the fallback search once.
    minimal: { sample: 2 * 20 + 40 + 8, other: 2 * 8 + 40 + 8, refused: 20 + 41 + 3 },
    smallest: { sample: 40 + 8, other: 12 + 8, refused: 41 },
  } as const;

  for (const mode of ["minimal", "smallest"] as const) {
    const { sample, other, refused } = limits[mode];

    it(`ends a search after ${sample} calls of Check, or ${other} for later resources of a type, in mode ${mode}`, async () => {
      const objects = ["sample", "second"].map((name) => ({ name, inputs }));
      const { calls, derivations } = await deriveIn(endless, objects, { mode });
      assert.deepEqual(
        derivations.map(({ proof, remarks }) => [proof.verdict, remarks]),
        [
          ["update", [{ kind: "budget" }]],
          ["update", [{ kind: "budget" }]],
        ],
      );
      assert.ok((calls.get("sample")?.check ?? 999) <= sample, JSON.stringify([...calls]));
      assert.ok((calls.get("second")?.check ?? 999) <= other, JSON.stringify([...calls]));
    });

    it(`ends a search after ${refused} calls of Check if every program is rejected, in mode ${mode}`, async () => {
      const type: ModelType = {
        ...endless,
        check: () => ({ failures: [{ property: "", reason: "never" }] }),
      };
      const { proof, calls } = await deriveOne(type, { inputs }, { mode });
      assert.equal(proof.verdict, "failed");
      assert.ok((calls.get("one")?.check ?? 999) <= refused, JSON.stringify([...calls]));
    });

    it(`needs no more calls per resource for 320 resources than for 20, in mode ${mode}`, async () => {
      const counted = async (count: number): Promise<number> => {
        const { cloud } = await deriveIn(
          { ...wide, diff: ({ olds, news }) => detailed(olds, news) },
          objects(count, wideInputs),
          { mode },
        );
        return cloud.calls.length;
      };
      const [few, many] = [await counted(20), await counted(320)];
      assert.equal(many - few, 300 * (mode === "minimal" ? 4 : 3));
    });
  }

  /** Derives a resource, and returns the provider calls that were made more than once. */
  async function askedTwice(mode: "minimal", requiredInputs: readonly string[]) {
    const seen = new Map<string, number>();
    const noted = (method: string, olds: JsonObject | undefined, news: JsonObject): void => {
      const key = JSON.stringify([method, olds, news]);
      seen.set(key, (seen.get(key) ?? 0) + 1);
    };
    const type: ModelType = {
      ...wide,
      requiredInputs,
      check: (olds, news, seed) => {
        noted("Check", olds, news);
        return wide.check?.(olds, news, seed) ?? {};
      },
      create: (news) => {
        noted("Create", undefined, news);
        return news;
      },
    };
    await deriveOne(type, { inputs: wideInputs(0) }, { mode });
    assert.ok(seen.size > 0);
    return [...seen].filter(([, times]) => times > 1);
  }

  it("repeats no call in mode minimal", async () => {
    assert.deepEqual(await askedTwice("minimal", ["p6", "p7", "p8", "p9", "p10", "p11"]), []);
    assert.deepEqual(await askedTwice("minimal", []), []);
  });

  it("checks the empty program only once in mode smallest", async () => {
    const seen = new Map<string, number>();
    const type: ModelType = {
      ...wide,
      check: (olds, news, seed) => {
        const key = JSON.stringify([olds, news]);
        seen.set(key, (seen.get(key) ?? 0) + 1);
        return wide.check?.(olds, news, seed) ?? {};
      },
    };
    const [object] = objects(1, wideInputs);
    assert.ok(object);
    await deriveIn(type, [object], { mode: "smallest" });
    // The search starts with the empty program, and could try it again when it omits values.
    assert.equal(seen.get(JSON.stringify([object.inputs, {}])), 1);
  });

  for (const mode of ["minimal", "smallest"] as const)
    it(`fails a resource after one call that times out, ends the plugin, or is denied, in mode ${mode}`, async () => {
      for (const [failure, code] of [
        ["died", "PLUGIN_DIED"],
        ["timeout", "CALL_TIMEOUT"],
        ["unauthorised", "CALL_UNAUTHORISED"],
        ["throttled", "CALL_THROTTLED"],
        ["malformed", "ANSWER_MALFORMED"],
      ] as const) {
        const cloud = new ModelCloud({ Thing: { inputProperties: { a: text }, check: () => refuse(failure) } }, [
          { inputs: { a: "1" } },
        ]);
        const derivation = (await cloud.derive({ mode })).get(urnOf("one"));
        assert.ok(derivation?.kind === "failed");
        assert.equal(derivation.error.code, code);
        assert.equal(cloud.calls.filter(({ method }) => method === "Check").length, 1);
      }
    });
});
