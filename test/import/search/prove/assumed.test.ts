/** With `--assume-defaults`, imp writes the defaults of inputs that Read does not return to the state, as an Update preview shows them. */
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { makeCompletenessEstate } from "../../../../fixtures/simcloud/estate.ts";
import { stringValue } from "../../../../src/value/value.ts";
import { deriveOne } from "../../honest.ts";
import { importEstate } from "../../import-estate.ts";
import {
  detailed,
  type JsonObject,
  type ModelObject,
  type ModelType,
  plainMap,
  unknownText,
} from "../../model-cloud.ts";

const text = { type: "string" };
const number = { type: "number" };
const texts = { type: "object", additionalProperties: text };

/** A type with the input `days`, which Read does not return. Previews show its default, 30. */
const secret: ModelType = {
  inputProperties: { name: text, days: number, note: text, tags: texts, rules: { type: "array", items: text } },
  requiredInputs: ["name"],
  diff: ({ olds, news }) => detailed({ name: olds.name ?? null, days: olds.days ?? null }, { days: 30, ...news }),
  update: ({ olds, news }) => ({ ...olds, days: 30, ...news }),
};

const object: ModelObject = { inputs: { name: "n" } };

const assuming = (type: ModelType, one: ModelObject = object) =>
  deriveOne(type, one, { mode: "minimal", assumeDefaults: true });

describe("defaults of inputs that Read does not return", () => {
  it("writes a default of the Update preview to the state, so the preview is empty", async () => {
    const { verdict, program, derivations, proof } = await assuming(secret);
    assert.equal(verdict, "assumed");
    assert.deepEqual(program, { name: "n" });
    assert.deepEqual(plainMap(derivations[0]?.cloud.outputs ?? new Map()), { name: "n", days: 30 });
    assert.deepEqual(
      proof.differences.map(({ path }) => path),
      ["days"],
    );
  });

  it("suggests --assume-defaults without changing the state", async () => {
    const { verdict, remarks, derivations } = await deriveOne(secret, object, { mode: "minimal" });
    assert.equal(verdict, "update");
    assert.deepEqual(remarks, [{ kind: "assumable", paths: ["days"] }]);
    assert.deepEqual(plainMap(derivations[0]?.cloud.outputs ?? new Map()), { name: "n" });
  });

  it("assumes a default that Check adds if the provider has no previews", async () => {
    const { update: _, ...plain } = secret;
    const type: ModelType = { ...plain, check: (_, news) => ({ inputs: { days: 30, ...news } }) };
    assert.equal((await assuming(type)).verdict, "assumed");
  });

  it("assumes a default even if the provider compares a private copy of the outputs", async () => {
    const copy = "__pulumi_raw_state_delta";
    const bridged: ModelType = {
      ...secret,
      diff: ({ olds, news }) => {
        const days = olds[copy] === undefined ? olds.days : (olds[copy] as JsonObject).days;
        return detailed({ name: olds.name ?? null, days: days ?? null }, { days: 30, ...news });
      },
      // Read with a state returns the outputs of the state.
      refresh: (_, last) => last,
    };
    const outputs = { name: "n", days: null, [copy]: { days: null }, __meta: "{}" };
    const { verdict, derivations } = await assuming(bridged, { inputs: { name: "n" }, outputs });
    assert.equal(verdict, "assumed");
    assert.deepEqual(plainMap(derivations[0]?.cloud.outputs ?? new Map()), { name: "n", days: 30, __meta: "{}" });
    const without = await deriveOne(bridged, { inputs: { name: "n" }, outputs }, { mode: "minimal" });
    assert.deepEqual(plainMap(without.derivations[0]?.cloud.outputs ?? new Map()), outputs);
  });
});

describe("a plan with --assume-defaults", () => {
  it("writes assumed defaults to the state, and refers to outputs that are known because of them", async () => {
    const { cloud, specs } = makeCompletenessEstate();
    const resources = specs.resources.filter(({ name }) => name === "secret" || name === "rotation");
    const { plan } = await importEstate({ cloud, specs: { resources } }, "minimal", { assumeDefaults: true });
    assert.deepEqual(
      plan.outcomes.map(({ name, verdict }) => [name, verdict]),
      [
        ["secret", "assumed"],
        ["rotation", "clean"],
      ],
    );
    const entry = plan.entries.find(({ urn }) => urn.endsWith("::secret"));
    const { recoveryWindowInDays, forceOverwriteReplica } = plainMap(entry?.outputs ?? new Map());
    assert.deepEqual([recoveryWindowInDays, forceOverwriteReplica], [30, false]);
    const rotation = plan.graph.resources.find(({ name }) => name === "rotation");
    assert.deepEqual(rotation?.links.map(({ path }) => path.join()).sort(), ["firstVersion", "secretArn"]);
  });
});

/** Returns a type whose Diff reports `days` and another path until the state has the values that previews show. */
const differing = (path: string, planned: JsonObject): ModelType => ({
  ...secret,
  diff: ({ olds }) => {
    const isPlanned = Object.entries(planned).every(([key, value]) => isDeepStrictEqual(olds[key], value));
    const paths = [...(olds.days === undefined ? ["days"] : []), ...(isPlanned ? [] : [path])];
    const detailed = new Map(paths.map((each) => [each, { kind: "add" as const, inputDiff: false }]));
    return { changes: paths.length > 0 ? "some" : "none", detailed };
  },
  update: ({ olds, news }) => ({ ...olds, days: 30, ...news, ...planned }),
});

describe("--assume-defaults", () => {
  const cases: readonly (readonly [string, ModelType, ModelObject])[] = [
    ["for a value that Read returned", differing("note", { note: "planned" }), { inputs: { name: "n", note: "read" } }],
    [
      "for a missing entry of a map if Read returned the map",
      differing("tags.owner", { tags: { team: "a", owner: "b" } }),
      { inputs: { name: "n", tags: { team: "a" } } },
    ],
    [
      "for an element of a list that Read returned empty",
      differing("rules[0]", { rules: ["any"] }),
      { inputs: { name: "n", rules: [] } },
    ],
    ["for a value that the import file sets", secret, { ...object, supplied: new Map([["days", stringValue("7")]]) }],
    [
      "for a value that only the cloud knows",
      { ...secret, update: ({ olds }) => ({ ...olds, days: unknownText }) },
      object,
    ],
    [
      "for a setting whose change replaces the resource",
      {
        ...secret,
        diff: ({ olds, news }) => detailed({ name: "n", days: olds.days ?? null }, { days: 30, ...news }, ["days"]),
      },
      object,
    ],
    ["for a setting that a refresh removes from the state", { ...secret, refresh: (there) => there }, object],
  ];
  for (const [where, type, one] of cases) {
    it(`assumes no default ${where}`, async () => {
      const { verdict, derivations, remarks } = await assuming(type, one);
      assert.ok(verdict === "update" || verdict === "replace", verdict);
      const { days } = plainMap(derivations[0]?.cloud.outputs ?? new Map());
      assert.equal(days, undefined);
      assert.ok(remarks.every(({ kind }) => kind !== "assumable"));
    });
  }
});
