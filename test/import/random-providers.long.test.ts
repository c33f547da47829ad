/** Random providers with simple rules. Verdicts match a preview, and programs set only values that Read returned. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Mode } from "../../src/import/search/index.ts";
import type { DiffResult, WireDifferenceKind } from "../../src/plugin/provider.ts";
import { runs } from "../support/runs.ts";
import { derive } from "./honest.ts";
import {
  detailed,
  type JsonObject,
  type ModelDiff,
  type ModelObject,
  type ModelType,
  refuse,
  topLevel,
} from "./model-cloud.ts";

/** The behavior of a provider for one property. */
interface Behaviour {
  readonly required: boolean;
  /** The value that Check adds if the program omits the property. */
  readonly fill: "no" | "default" | "old" | "generated";
  readonly forceNew: boolean;
  readonly flagged: boolean;
  readonly phantom: boolean;
  /** True if Check trims white space. */
  readonly trimmed: boolean;
  readonly refused: boolean;
  readonly mustBeGiven: boolean;
  readonly excludes: number | undefined;
}

interface Rules {
  readonly behaviours: readonly Behaviour[];
  readonly named: "property" | "nothing" | "error";
  readonly form: "detailed" | "names" | "replaces" | "unknown" | "unnamed";
  readonly base: "inputs" | "outputs";
  readonly honours: boolean;
}

const rare = fc.integer({ min: 0, max: 6 }).map((n) => n === 0);
const behaviour: fc.Arbitrary<Behaviour> = fc.record({
  required: rare,
  fill: fc.constantFrom("no", "no", "default", "old", "generated"),
  forceNew: rare,
  flagged: rare,
  phantom: rare,
  trimmed: rare,
  refused: rare,
  mustBeGiven: rare,
  excludes: fc.option(fc.integer({ min: 0, max: 5 }), { freq: 6, nil: undefined }),
});
const rules: fc.Arbitrary<Rules> = fc.record({
  behaviours: fc.array(behaviour, { minLength: 1, maxLength: 6 }),
  named: fc.constantFrom("property", "nothing", "error"),
  form: fc.constantFrom("detailed", "names", "replaces", "unknown", "unnamed"),
  base: fc.constantFrom("inputs", "outputs"),
  honours: fc.boolean(),
});
const values: fc.Arbitrary<readonly (string | null | undefined)[]> = fc.array(
  fc.constantFrom("x", " x ", "default", "", "y", null, undefined),
  { minLength: 6, maxLength: 6 },
);
const mode: fc.Arbitrary<Mode> = fc.constantFrom("minimal", "smallest", "lossless");

/** Rules without dependencies between properties. */
const plainRules = rules.map((some) => ({
  ...some,
  behaviours: some.behaviours.map((one) => ({
    ...one,
    refused: false,
    mustBeGiven: false,
    excludes: undefined,
    phantom: false,
  })),
}));

describe("random providers", () => {
  it("gives the same verdict as a preview, and sets only read values, in each mode", async () => {
    await fc.assert(
      fc.asyncProperty(rules, fc.array(values, { minLength: 1, maxLength: 3 }), mode, async (model, rows, how) => {
        const objects = rows.map((row, index) => objectOf(row, model.behaviours.length, index));
        const { proofs, programs } = await derive(typeOf(model), objects, { mode: how });
        for (const [index, program] of programs.entries()) {
          for (const [name, value] of Object.entries(program)) assert.equal(value, objects[index]?.inputs[name], name);
          if (proofs[index]?.verdict === "failed") continue;
          model.behaviours.forEach(({ required }, i) => {
            const value = objects[index]?.inputs[`p${i}`];
            if (required && value !== undefined) assert.equal(program[`p${i}`], value, `p${i} is required`);
          });
        }
      }),
      { numRuns: runs(400) },
    );
  });

  it("derives the same program in a second run", async () => {
    await fc.assert(
      fc.asyncProperty(plainRules, values, mode, async (given, row, how) => {
        const stable = { ...given, behaviours: given.behaviours.filter(({ fill }) => fill !== "generated") };
        const object = objectOf(row, stable.behaviours.length, 0);
        const [one, two] = [
          await derive(typeOf(stable), [object], { mode: how }),
          await derive(typeOf(stable), [object], { mode: how }),
        ];
        assert.deepEqual(one.proofs, two.proofs);
      }),
      { numRuns: runs(100) },
    );
  });

  it("sets no optional property that a clean program can omit, in mode smallest", async () => {
    await fc.assert(
      fc.asyncProperty(plainRules, values, async (model, row) => {
        const object = objectOf(row, model.behaviours.length, 0);
        const { cloud, proofs, programs } = await derive(typeOf(model), [object], { mode: "smallest" });
        const [program = {}] = programs;
        const clean = (candidate: JsonObject): boolean => isCleanAgainst(object.inputs, candidate, cloud);
        if (proofs[0]?.verdict !== "clean" || !clean(program)) return;
        for (const name of Object.keys(program)) {
          if (model.behaviours[Number(name.slice(1))]?.required) continue;
          const { [name]: _, ...others } = program;
          assert.ok(!clean(others), `the program does not need ${name}`);
        }
      }),
      { numRuns: runs(200) },
    );
  });
});

/** Returns true if Diff finds no changes between the read inputs and outputs and the program. */
function isCleanAgainst(
  inputs: JsonObject,
  program: JsonObject,
  cloud: Awaited<ReturnType<typeof derive>>["cloud"],
): boolean {
  const { inputs: news = {}, failures = [] } = cloud.check("model:index:Thing", inputs, program, 9);
  const { changes } = cloud.diff("model:index:Thing", { oldInputs: inputs, olds: inputs, news, ignoreChanges: [] });
  if (changes === "unknown") return failures.length === 0 && detailed(inputs, news).changes === "none";
  return failures.length === 0 && changes === "none";
}

function objectOf(row: readonly (string | null | undefined)[], count: number, index: number): ModelObject {
  const inputs = row.slice(0, count).flatMap((value, i) => (value === undefined ? [] : [[`p${i}`, value]]));
  return { name: `n${index}`, inputs: Object.fromEntries(inputs) as JsonObject };
}

function typeOf({ behaviours, named, form, base, honours }: Rules): ModelType {
  const names = behaviours.map((_, i) => `p${i}`);
  const refusal = (property: string) => {
    if (named === "error") refuse("invalid", `bad ${property}`);
    return { failures: [{ property: named === "property" ? property : "", reason: "no" }] };
  };
  return {
    inputProperties: Object.fromEntries(
      behaviours.map(({ flagged }, i) => [`p${i}`, { type: "string", ...(flagged && { willReplaceOnChanges: true }) }]),
    ),
    requiredInputs: names.filter((_, i) => behaviours[i]?.required),
    check: (olds, news, seed) => {
      const checked: Record<string, JsonObject[string]> = {};
      for (const [i, { fill, trimmed, refused, mustBeGiven, excludes }] of behaviours.entries()) {
        const name = `p${i}`;
        const given = news[name] ?? null;
        if (refused && given !== null) return refusal(name);
        if (mustBeGiven && given === null) return refusal(name);
        if (excludes !== undefined && excludes !== i && given !== null && (news[`p${excludes}`] ?? null) !== null)
          return refusal(name);
        const filled = { no: null, default: "default", old: olds[name] ?? null, generated: olds[name] ?? `g${seed}` }[
          fill
        ];
        const value = given ?? filled;
        if (value !== null) checked[name] = trimmed && typeof value === "string" ? value.trim() : value;
      }
      return { inputs: checked };
    },
    diff: (request) => answer(request, { behaviours, form, base, honours }, names),
  };
}

function answer(
  { oldInputs, olds, news, ignoreChanges }: ModelDiff,
  { behaviours, form, base, honours }: Omit<Rules, "named">,
  names: readonly string[],
): Partial<DiffResult> {
  if (form === "unknown") return { changes: "unknown" };
  const before = base === "inputs" ? oldInputs : olds;
  const phantoms = names.filter((name, i) => behaviours[i]?.phantom && !(honours && ignoreChanges.includes(name)));
  const changed = [...new Set([...(topLevel(before, news).diffs ?? []), ...phantoms])].filter(
    (name) => !(honours && ignoreChanges.includes(name)),
  );
  const replaced = changed.filter((name) => behaviours[names.indexOf(name)]?.forceNew);
  const changes = changed.length > 0 ? "some" : "none";
  switch (form) {
    case "unnamed":
      return { changes };
    case "names":
      return { changes, diffs: changed };
    case "replaces":
      return { changes, diffs: changed, replaces: replaced };
    case "detailed": {
      const kindOf = (name: string): WireDifferenceKind => (replaced.includes(name) ? "update-replace" : "update");
      return { changes, detailed: new Map(changed.map((name) => [name, { kind: kindOf(name), inputDiff: false }])) };
    }
  }
}
