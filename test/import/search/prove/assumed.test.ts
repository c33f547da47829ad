/**
 * Settings that only the provider knows, with `--assume-defaults`: what the state takes for them, and where nothing may be assumed.
 */
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

/** Read has nothing for `days`, and the plan has 30. */
const secret: ModelType = {
  inputProperties: { name: text, days: number, note: text, tags: texts, rules: { type: "array", items: text } },
  requiredInputs: ["name"],
  diff: ({ olds, news }) => detailed({ name: olds.name ?? null, days: olds.days ?? null }, { days: 30, ...news }),
  update: ({ olds, news }) => ({ ...olds, days: 30, ...news }),
};

const object: ModelObject = { inputs: { name: "n" } };

const assuming = (type: ModelType, one: ModelObject = object) =>
  deriveOne(type, one, { mode: "minimal", assumeDefaults: true });

describe("settings that only the provider knows", () => {
  it("pain 21: have the planned default in the state, with which the preview is empty; the program does not set them", async () => {
    const { verdict, program, derivations, proof } = await assuming(secret);
    assert.equal(verdict, "assumed");
    assert.deepEqual(program, { name: "n" });
    assert.deepEqual(plainMap(derivations[0]?.cloud.outputs ?? new Map()), { name: "n", days: 30 });
    assert.deepEqual(
      proof.differences.map(({ path }) => path),
      ["days"],
    );
  });

  it("are reported where nobody assumes them, and the state has what Read returned", async () => {
    const { verdict, remarks, derivations } = await deriveOne(secret, object, { mode: "minimal" });
    assert.equal(verdict, "update");
    assert.deepEqual(remarks, [{ kind: "assumable", paths: ["days"] }]);
    assert.deepEqual(plainMap(derivations[0]?.cloud.outputs ?? new Map()), { name: "n" });
  });

  it("have the default that Check fills in, where the provider supports no previews", async () => {
    const { update: _, ...plain } = secret;
    const type: ModelType = { ...plain, check: (_, news) => ({ inputs: { days: 30, ...news } }) };
    assert.equal((await assuming(type)).verdict, "assumed");
  });

  it("report 28: are seen by a provider that prefers its own copy of the outputs, which is left out of the state", async () => {
    const copy = "__pulumi_raw_state_delta";
    const bridged: ModelType = {
      ...secret,
      diff: ({ olds, news }) => {
        const days = olds[copy] === undefined ? olds.days : (olds[copy] as JsonObject).days;
        return detailed({ name: olds.name ?? null, days: days ?? null }, { days: 30, ...news });
      },
      // Read keeps what the cloud does not know.
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

describe("a plan with assumed defaults", () => {
  it("has them in the state, and references to outputs that they make known", async () => {
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

/** Differs at one more path than at `days`, as long as the state does not have what is planned there. */
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

describe("nothing is assumed", () => {
  const cases: readonly (readonly [string, ModelType, ModelObject])[] = [
    [
      "for a value that Read returned, though others are unread",
      differing("note", { note: "planned" }),
      { inputs: { name: "n", note: "read" } },
    ],
    [
      "for an entry that a map which Read returned does not have",
      differing("tags.owner", { tags: { team: "a", owner: "b" } }),
      { inputs: { name: "n", tags: { team: "a" } } },
    ],
    [
      "for an element of a list that Read returned empty",
      differing("rules[0]", { rules: ["any"] }),
      { inputs: { name: "n", rules: [] } },
    ],
    ["for a value that the import file gives", secret, { ...object, supplied: new Map([["days", stringValue("7")]]) }],
    [
      "for a value that only the cloud would know",
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
    ["for a setting that a refresh takes out of the state again", { ...secret, refresh: (there) => there }, object],
  ];
  for (const [where, type, one] of cases) {
    it(where, async () => {
      const { verdict, derivations, remarks } = await assuming(type, one);
      assert.ok(verdict === "update" || verdict === "replace", verdict);
      const { days } = plainMap(derivations[0]?.cloud.outputs ?? new Map());
      assert.equal(days, undefined);
      assert.ok(remarks.every(({ kind }) => kind !== "assumable"));
    });
  }
});
