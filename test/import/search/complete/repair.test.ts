/** Programs that the provider rejects because of omitted values, such as empty members of objects. */
import assert from "node:assert/strict";
import { derive } from "../../honest.ts";
import { detailed, type JsonObject, type ModelObject, type ModelType, refuse, unknownText } from "../../model-cloud.ts";
import { lenient } from "./bridged.ts";
import { completeOne } from "./classes.ts";
import { flag, list, number, planning, ref, refusing, text } from "./model-parts.ts";

describe("objects with empty members", () => {
  const members = ["protocol", "ports", "note", "self"] as const;
  const objectTypes = {
    Rule: { properties: { protocol: text, ports: list(number), note: text, self: flag } },
  };
  const whole = { protocol: "-1", ports: [], note: "", self: false };
  const lacking = (rules: readonly JsonObject[]): string | undefined =>
    members.find((name) => rules.some((rule) => rule[name] === undefined));

  for (const [how, property] of [
    ["the member", (name: string) => `rules[0].${name}`],
    ["the block", () => "rules"],
    ["nothing", () => ""],
  ] as const) {
    it(`sets empty members that Check requires if the rejection names ${how}`, async () => {
      const type: ModelType = {
        inputProperties: { name: text, rules: list(ref("Rule")) },
        requiredInputs: ["name"],
        check: (_, news) => {
          const missing = lacking((news.rules ?? []) as readonly JsonObject[]);
          return missing === undefined ? { inputs: news } : refusing(property(missing), `"${missing}" is required`);
        },
        diff: lenient,
        create: planning({ rules: unknownText }),
      };
      const inputs = { name: "n", rules: [whole, { ...whole, protocol: "6", ports: [22] }] };
      const { program, verdict, classes } = await completeOne(type, { inputs }, { objectTypes });
      assert.equal(verdict, "clean");
      assert.deepEqual(program, inputs);
      assert.ok(
        Object.values(classes).every((one) => one.startsWith("set")),
        JSON.stringify(classes),
      );
    });
  }

  it("omits empty members that the provider does not need", async () => {
    const type: ModelType = { inputProperties: { rule: ref("Rule") }, diff: () => ({ changes: "none" }) };
    const { program } = await completeOne(type, { inputs: { rule: whole } }, { objectTypes });
    assert.deepEqual(program, { rule: { protocol: "-1", self: false } });
  });

  it("sets empty members if Diff shows a difference without them", async () => {
    const type: ModelType = {
      inputProperties: { rules: list(ref("Rule")) },
      diff: ({ olds, news }) => detailed(olds, news),
    };
    const inputs = { rules: [whole] };
    const { program, verdict } = await completeOne(type, { inputs }, { objectTypes });
    assert.equal(verdict, "clean");
    assert.deepEqual(program, inputs);
  });

  it("omits only the member that the provider rejects", async () => {
    const type: ModelType = {
      inputProperties: { rule: ref("Rule") },
      check: (_, news) => {
        const rule = (news.rule ?? {}) as JsonObject;
        return rule.note === undefined ? { inputs: news } : refusing("rule.note", "is computed");
      },
      diff: () => ({ changes: "none" }),
    };
    const inputs = { rule: { ...whole, note: "n" } };
    const { program, classes } = await completeOne(type, { inputs }, { objectTypes });
    assert.deepEqual(program, { rule: { protocol: "-1", self: false } });
    assert.equal(classes["rule.note"], "unsettable: refused");
  });
});

describe("properties that the provider accepts only together", () => {
  const names = ["hashKey", "attributes", "capacity"];
  const table: ModelType = {
    inputProperties: { name: text, hashKey: text, attributes: list(text), capacity: number, mode: text },
    requiredInputs: ["name"],
    check: (_, news) => {
      const there = names.filter((name) => news[name] !== undefined);
      const missing = names.find((name) => news[name] === undefined);
      return there.length > 0 && missing !== undefined ? refusing(missing, "is required") : { inputs: news };
    },
    diff: lenient,
    create: (news) =>
      news.hashKey === undefined ? refuse("invalid", "a table needs a key") : { mode: "provisioned", ...news },
  };
  const inputs = { name: "t", hashKey: "id", attributes: ["id"], capacity: 5 };

  it("sets two properties that are valid only together, even if the preview is clean without them", async () => {
    const { program, verdict, remarks } = await completeOne(table, { inputs });
    assert.equal(verdict, "clean");
    assert.deepEqual(program, inputs);
    assert.deepEqual(remarks, []);
  });

  it("sets properties that are valid only together, but omits other defaults", async () => {
    const { program, classes } = await completeOne(table, { inputs: { ...inputs, mode: "provisioned" } });
    assert.deepEqual(program, inputs);
    assert.equal(classes.mode, "implied by plan");
  });
});

describe("a choice between several required properties", () => {
  const either: ModelType = {
    inputProperties: { image: text, layers: list(text), note: text },
    check: (_, news) =>
      news.image === undefined && news.layers === undefined
        ? refusing("image", "one of image and layers is required")
        : { inputs: news },
    diff: lenient,
    create: planning({}),
  };

  it("accepts an empty list as one of several required properties", async () => {
    const { program, verdict, proof } = await completeOne(either, { inputs: { layers: [], note: "n" } });
    assert.equal(verdict, "clean");
    assert.deepEqual(program, { layers: [], note: "n" });
    assert.equal(proof.missingInputs, undefined);
  });

  it("reports a missing input if none of the required properties is set", async () => {
    const { verdict, proof } = await completeOne(either, { inputs: { note: "n" } });
    assert.equal(verdict, "failed");
    assert.deepEqual(proof.missingInputs?.groups, [["image"]]);
  });
});

describe("exclusive members of an object that the rejection does not name", () => {
  const objectTypes = { Rule: { properties: { port: number, range: text, note: text } } };
  const isBoth = (rule: JsonObject): boolean => rule.port !== undefined && rule.range !== undefined;
  const rules = [
    { port: 22, range: "22-22", note: "" },
    { port: 80, range: "80-80", note: "web" },
  ];
  /** Returns a type whose Diff reports the whole list if a compared value is missing. */
  const comparing = (...compared: readonly string[]): ModelType => ({
    inputProperties: { rules: list(ref("Rule")) },
    requiredInputs: ["rules"],
    check: (_, news) =>
      ((news.rules ?? []) as readonly JsonObject[]).some(isBoth)
        ? refusing("", "the combination is not possible")
        : { inputs: news },
    diff: ({ news, olds }) => {
      const [are, were] = [news, olds].map(({ rules: all = [] }) => all as readonly JsonObject[]);
      const isSame = were?.every((rule, index) => compared.every((name) => are?.[index]?.[name] === rule[name]));
      return isSame === true ? { changes: "none" } : { changes: "some", diffs: ["rules"] };
    },
  });

  it("tries each exclusive member until the preview is clean", async () => {
    for (const kept of ["port", "range"]) {
      const { program, verdict } = await completeOne(comparing(kept), { inputs: { rules } }, { objectTypes });
      assert.equal(verdict, "clean", kept);
      const set = (program.rules as readonly JsonObject[]).map((rule) => rule[kept]);
      assert.deepEqual(
        set,
        rules.map((rule) => rule[kept as "port" | "range"]),
        kept,
      );
    }
  });

  it("sets an empty member of one list element if the preview needs it", async () => {
    const { program, verdict } = await completeOne(comparing("range", "note"), { inputs: { rules } }, { objectTypes });
    assert.equal(verdict, "clean");
    assert.deepEqual(program, {
      rules: [
        { range: "22-22", note: "" },
        { range: "80-80", note: "web" },
      ],
    });
  });
});

describe("an object with a member that the provider rejects", () => {
  const objectTypes = { Rule: { properties: { port: number, state: text } } };
  const alone: ModelType = {
    inputProperties: { name: text, rules: list(ref("Rule")) },
    check: (_, news) => {
      const index = ((news.rules ?? []) as readonly JsonObject[]).findIndex(({ state }) => state !== undefined);
      return index < 0 ? { inputs: news } : refusing(`rules[${index}].state`, "is read-only");
    },
    // Diff ignores an omitted list, and names no property.
    diff: ({ news, olds }) =>
      news.rules === undefined || JSON.stringify(news.rules) === JSON.stringify(olds.rules)
        ? { changes: "none" }
        : { changes: "some" },
    create: planning({}),
  };

  it("omits a whole list if the preview is clean only without it", async () => {
    const inputs = { name: "n", rules: [{ port: 22, state: "open" }] };
    const { program, verdict } = await completeOne(alone, { inputs }, { objectTypes });
    assert.equal(verdict, "clean");
    assert.deepEqual(program, { name: "n" });
  });
});

describe("a property with empty members that the first resource of the type sets", () => {
  const needing: ModelType = {
    inputProperties: { size: text, tags: { type: "object", additionalProperties: text }, name: text },
    requiredInputs: ["name"],
    check: (_, news) =>
      news.tags !== undefined && news.size === undefined ? refusing("tags", "only with size") : { inputs: news },
    diff: ({ news }) =>
      news.size !== undefined && news.tags === undefined ? { changes: "some", diffs: ["tags"] } : { changes: "none" },
    create: planning({}),
  };

  it("omits the property if the provider rejects it for a later resource", async () => {
    const objects: readonly ModelObject[] = [
      { name: "a", inputs: { name: "a", size: "s", tags: {} } },
      { name: "b", inputs: { name: "b", tags: {} } },
    ];
    const { programs, proofs } = await derive(needing, objects, { mode: "minimal" });
    assert.deepEqual(
      proofs.map(({ verdict }) => verdict),
      ["clean", "clean"],
    );
    assert.deepEqual(programs, [{ name: "a", size: "s", tags: {} }, { name: "b" }]);
  });
});
