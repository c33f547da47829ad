/** Programs that the provider refuses for what they omit: blocks with empty members, properties that are only valid together. */
import assert from "node:assert/strict";
import { detailed, type JsonObject, type ModelType, refuse, unknownText } from "../model-cloud.ts";
import { lenient } from "./bridged.ts";
import { completeOne } from "./classes.ts";
import { flag, list, number, planning, ref, refusing, text } from "./model-parts.ts";

describe("a block", () => {
  const members = ["protocol", "ports", "note", "self"] as const;
  const objectTypes = {
    Rule: { properties: { protocol: text, ports: list(number), note: text, self: flag } },
  };
  const whole = { protocol: "-1", ports: [], note: "", self: false };
  const lacking = (rules: readonly JsonObject[]): string | undefined =>
    members.find((name) => rules.some((rule) => rule[name] === undefined));

  for (const [how, property] of [
    ["with the name of the member", (name: string) => `rules[0].${name}`],
    ["with the name of the block", () => "rules"],
    ["without a name", () => ""],
  ] as const) {
    it(`is set as Read returned it, empty members included, where Check refuses it member by member ${how}`, async () => {
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

  it("is set without empty members that the provider does not need", async () => {
    const type: ModelType = { inputProperties: { rule: ref("Rule") }, diff: () => ({ changes: "none" }) };
    const { program } = await completeOne(type, { inputs: { rule: whole } }, { objectTypes });
    assert.deepEqual(program, { rule: { protocol: "-1", self: false } });
  });

  it("is set with its empty members where Diff shows a difference without them", async () => {
    const type: ModelType = {
      inputProperties: { rules: list(ref("Rule")) },
      diff: ({ olds, news }) => detailed(olds, news),
    };
    const inputs = { rules: [whole] };
    const { program, verdict } = await completeOne(type, { inputs }, { objectTypes });
    assert.equal(verdict, "clean");
    assert.deepEqual(program, inputs);
  });

  it("loses only the member that the provider refuses", async () => {
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

describe("properties that are only valid together", () => {
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

  it("are set together, though no difference asks for one of them", async () => {
    const { program, verdict, remarks } = await completeOne(table, { inputs });
    assert.equal(verdict, "clean");
    assert.deepEqual(program, inputs);
    assert.deepEqual(remarks, []);
  });

  it("leave defaults next to them out of the program", async () => {
    const { program, classes } = await completeOne(table, { inputs: { ...inputs, mode: "provisioned" } });
    assert.deepEqual(program, inputs);
    assert.equal(classes.mode, "implied by plan");
  });
});
