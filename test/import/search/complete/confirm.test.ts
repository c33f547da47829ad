import assert from "node:assert/strict";
import {
  detailed,
  type JsonObject,
  type ModelCheck,
  type ModelDiff,
  type ModelType,
  unknownText,
} from "../../model-cloud.ts";
import { completeOne } from "./classes.ts";

const text = { type: "string" };
const old = { ...text, deprecationMessage: "Use another." };

/** Compares only the values that the program sets. */
const lenient = ({ olds, news }: ModelDiff) =>
  detailed(Object.fromEntries(Object.keys(news).map((key) => [key, olds[key] ?? null])), news);

const refusing = (property: string, reason: string): ModelCheck => ({ failures: [{ property, reason }] });
const has = (inputs: JsonObject, name: string): boolean => (inputs[name] ?? null) !== null;

describe("a value that the provider accepts only together with another value", () => {
  for (const [how, property, reason] of [
    ["the value", "rate", "needs unit"],
    ["nothing", "", "the combination is not possible"],
  ] as const) {
    it(`sets a value together with a default that it needs if the rejection names ${how}`, async () => {
      const type: ModelType = {
        inputProperties: { name: text, rate: text, unit: text },
        requiredInputs: ["name"],
        check: (_, news) => (has(news, "rate") && !has(news, "unit") ? refusing(property, reason) : { inputs: news }),
        diff: lenient,
        create: (news) => ({ unit: "second", rate: unknownText, ...news }),
      };
      const inputs = { name: "n", rate: "5", unit: "second" };
      const { program, classes } = await completeOne(type, { inputs });
      assert.deepEqual(program, inputs);
      assert.deepEqual(classes, { name: "set: required", rate: "set", unit: "set" });
    });
  }
});

describe("an object in a list that needs all of its members", () => {
  it("sets an object with the empty members that Check requires", async () => {
    const type: ModelType = {
      inputProperties: { rules: { type: "array", items: { $ref: "#/types/model:index:Rule" } } },
      check: (_, { rules }) => {
        const wrong = (rules as readonly JsonObject[] | undefined)?.flatMap((rule, index): ModelCheck[] => {
          if (has(rule, "state")) return [refusing(`rules[${index}].state`, "is read-only")];
          const match = rule.match as JsonObject | undefined;
          const isWhole = match === undefined || (match.path !== undefined && match.host !== undefined);
          return isWhole ? [] : [refusing(`rules[${index}].match`, "must have every attribute")];
        });
        return wrong?.[0] ?? { inputs: rules === undefined ? {} : { rules } };
      },
      diff: ({ olds, news }) =>
        news.rules === undefined || JSON.stringify(withoutState(olds.rules)) === JSON.stringify(news.rules)
          ? { changes: "none" }
          : { changes: "some", diffs: ["rules"] },
    };
    const objectTypes = {
      Rule: { properties: { match: { $ref: "#/types/model:index:Match" }, state: text } },
      Match: { properties: { path: text, host: text } },
    };
    const inputs = { rules: [{ match: { path: "/", host: "" }, state: "on" }] };
    const { program, classes } = await completeOne(type, { inputs }, { objectTypes });
    assert.deepEqual(program, { rules: [{ match: { path: "/", host: "" } }] });
    assert.deepEqual(classes, { "rules[0].match.path": "set", "rules[0].state": "unsettable: refused" });
  });
});

function withoutState(rules: unknown): unknown {
  return (rules as readonly JsonObject[]).map(({ state: _, ...rest }) => rest);
}

describe("two properties with equal values", () => {
  it("omits two properties with the same value if the cloud assigned the value", async () => {
    const type: ModelType = {
      inputProperties: { name: text, address: text, ip: old },
      requiredInputs: ["name"],
      diff: lenient,
      create: (news) => ({ address: unknownText, ip: unknownText, ...news }),
    };
    const inputs = { name: "n", address: "10.1.2.3", ip: "10.1.2.3" };
    const { program, classes } = await completeOne(type, { inputs });
    assert.deepEqual(program, { name: "n" });
    assert.deepEqual(classes, { name: "set: required", address: "assigned: address", ip: "assigned: address" });
  });

  it("sets the second of two equal properties if the provider rejects only the first", async () => {
    const classesIf = async (acceptsCopy: boolean) => {
      const type: ModelType = {
        inputProperties: { name: text, label: text, title: old },
        requiredInputs: ["name"],
        check: (_, news) => {
          if (has(news, "label")) return refusing("label", "is read-only");
          return has(news, "title") && !acceptsCopy ? refusing("title", "is gone") : { inputs: news };
        },
        diff: lenient,
        create: (news) => ({ label: unknownText, title: unknownText, ...news }),
      };
      return (await completeOne(type, { inputs: { name: "n", label: "l", title: "l" } })).classes;
    };
    const others = { name: "set: required", label: "unsettable: refused" };
    assert.deepEqual(await classesIf(true), { ...others, title: "set" });
    assert.deepEqual(await classesIf(false), { ...others, title: "unsettable: refused" });
  });
});

describe("a program with a difference that cannot be avoided", () => {
  it("sets all values that do not add another difference", async () => {
    const type: ModelType = {
      inputProperties: { name: text, broken: text, size: text, zone: text },
      requiredInputs: ["name"],
      check: (_, news) => (has(news, "size") && !has(news, "zone") ? refusing("", "not possible") : { inputs: news }),
      // Diff always reports a difference of one value.
      diff: (request) => {
        const { detailed: found = new Map() } = lenient(request);
        return { changes: "some", detailed: new Map([...found, ["broken", { kind: "update", inputDiff: false }]]) };
      },
      create: (news) => ({ zone: "a", size: unknownText, ...news }),
    };
    const { program, verdict } = await completeOne(type, { inputs: { name: "n", broken: "b", size: "5", zone: "a" } });
    assert.notEqual(verdict, "clean");
    assert.deepEqual({ ...program, broken: undefined }, { name: "n", size: "5", zone: "a", broken: undefined });
  });
});

describe("a default value of a whole object", () => {
  it("sets a member if a new deployment adds its default only when the whole object is omitted", async () => {
    const type: ModelType = {
      inputProperties: { block: { $ref: "#/types/model:index:Block" } },
      check: (_, news) => {
        const block = (news.block ?? {}) as JsonObject;
        return has(block, "x") && has(block, "y") ? refusing("", "not possible") : { inputs: news };
      },
      diff: ({ olds, news }) =>
        news.block === undefined
          ? { changes: "none" }
          : lenientInside(olds.block as JsonObject, news.block as JsonObject),
      create: (news) => ({ block: { mode: "d" }, ...news }),
    };
    const objectTypes = { Block: { properties: { mode: text, x: text, y: text } } };
    const { program, classes } = await completeOne(
      type,
      { inputs: { block: { mode: "d", x: "1", y: "2" } } },
      { objectTypes },
    );
    assert.deepEqual(program, { block: { mode: "d", x: "1" } });
    assert.deepEqual(classes, { "block.mode": "set", "block.x": "set", "block.y": "unsettable: refused" });
  });
});

describe("members of an object that exclude each other", () => {
  it("omits only one of two exclusive members if the rejection names no member", async () => {
    const type: ModelType = {
      inputProperties: { block: { $ref: "#/types/model:index:Block" } },
      check: (_, news) => {
        const block = news.block as JsonObject | undefined;
        if (block === undefined) return { inputs: news };
        const isPossible = !(has(block, "x") && has(block, "y")) && has(block, "x") === has(block, "z");
        return isPossible && has(block, "x") ? { inputs: news } : refusing("", "not possible");
      },
      diff: ({ olds, news }) =>
        news.block === undefined
          ? { changes: "none" }
          : lenientInside(olds.block as JsonObject, news.block as JsonObject),
      create: (news) => news,
    };
    const objectTypes = { Block: { properties: { x: text, y: text, z: text } } };
    const { program } = await completeOne(type, { inputs: { block: { x: "1", y: "2", z: "3" } } }, { objectTypes });
    assert.deepEqual(program, { block: { x: "1", z: "3" } });
  });
});

function lenientInside(before: JsonObject, after: JsonObject) {
  return Object.entries(after).every(([key, value]) => before[key] === value)
    ? ({ changes: "none" } as const)
    : ({ changes: "some", diffs: ["block"] } as const);
}
