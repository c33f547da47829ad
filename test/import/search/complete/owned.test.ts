import assert from "node:assert/strict";
import type { OwnedProperty } from "../../../../src/links/ownership/find-owners.ts";
import { detailed, type JsonObject, type ModelType, urnOf } from "../../model-cloud.ts";
import { lenient } from "./bridged.ts";
import { completeOne } from "./classes.ts";
import { list, number, ref, refusing, text } from "./model-parts.ts";

describe("properties that other resources of the import set", () => {
  const [rule1, rule2] = [urnOf("rule-1", "Rule"), urnOf("rule-2", "Rule")];
  const objectTypes = { Rule: { properties: { port: number, note: text } } };
  const group: ModelType = {
    inputProperties: { name: text, rules: list(ref("Rule")), policy: text },
    requiredInputs: ["name"],
    diff: lenient,
  };
  const rules: readonly JsonObject[] = [{ port: 1, note: "a" }, { port: 2 }];
  const inputs = { name: "n", rules, policy: "p" };
  const owned = (...properties: readonly OwnedProperty[]) => ({ owned: new Map([[urnOf("one"), properties]]) });
  const elements = (owners: ReadonlyMap<number, readonly string[]>, unowned: readonly number[]): OwnedProperty => ({
    kind: "elements",
    path: ["rules"],
    owners,
    unowned,
  });

  it("omits a property if other resources set all of its elements, or the whole property", async () => {
    const all = new Map([
      [0, [rule1]],
      [1, [rule2]],
    ]);
    const whole: OwnedProperty = { kind: "whole", path: ["policy"], owners: [rule2] };
    const { program, classes, remarks, verdict } = await completeOne(
      group,
      { inputs },
      { objectTypes, ...owned(elements(all, []), whole) },
    );
    assert.equal(verdict, "clean");
    assert.deepEqual(program, { name: "n" });
    assert.deepEqual(classes, {
      name: "set: required",
      "rules[0].port": `owned by ${rule1}`,
      "rules[0].note": `owned by ${rule1}`,
      "rules[1].port": `owned by ${rule2}`,
      policy: `owned by ${rule2}`,
    });
    assert.deepEqual(remarks, []);
  });

  it("omits a list of plain values that other resources set", async () => {
    const attached = (unowned: readonly number[]): OwnedProperty => ({
      kind: "elements",
      path: ["arns"],
      owners: new Map([[0, [rule1]]]),
      unowned,
    });
    const role: ModelType = { inputProperties: { name: text, arns: list(text) }, diff: lenient };
    const whole = await completeOne(role, { inputs: { name: "n", arns: ["arn:a"] } }, owned(attached([])));
    assert.deepEqual([whole.program, whole.classes.arns], [{ name: "n" }, `owned by ${rule1}`]);
    const part = await completeOne(role, { inputs: { name: "n", arns: ["arn:a", "arn:b"] } }, owned(attached([1])));
    assert.deepEqual([part.program, part.classes.arns], [{ name: "n" }, `unsettable next to ${rule1}`]);
  });

  it("omits a list if other resources set some of its elements, and reports the other elements", async () => {
    const some = elements(new Map([[0, [rule1]]]), [1]);
    const { program, classes, remarks } = await completeOne(group, { inputs }, { objectTypes, ...owned(some) });
    assert.deepEqual(program, { name: "n", policy: "p" });
    assert.equal(classes["rules[0].port"], `owned by ${rule1}`);
    assert.equal(classes["rules[1].port"], `unsettable next to ${rule1}`);
    assert.deepEqual(remarks, [{ kind: "unowned", paths: ["rules[1]"], besides: [rule1] }]);
  });

  it("sets a property that another resource also sets if the preview needs it, with a remark", async () => {
    const strict: ModelType = { ...group, diff: ({ olds, news }) => detailed(olds, news) };
    const some = elements(new Map([[0, [rule1]]]), [1]);
    const { program, classes, verdict, remarks } = await completeOne(
      strict,
      { inputs },
      { objectTypes, ...owned(some) },
    );
    assert.equal(verdict, "clean");
    assert.deepEqual(program, inputs);
    assert.equal(classes["rules[0].port"], "set");
    assert.deepEqual(remarks, [{ kind: "managed-twice", paths: ["rules"], owners: [rule1] }]);
  });

  it("sets a property that another resource also sets if it is required, or listed in `properties`", async () => {
    const all = elements(new Map([[0, [rule1]]]), [1]);
    const asked = await completeOne(group, { inputs, properties: [["rules"]] }, { objectTypes, ...owned(all) });
    assert.deepEqual(asked.program.rules, inputs.rules);
    const requiring = { ...group, requiredInputs: ["name", "rules"] };
    const required = await completeOne(requiring, { inputs }, { objectTypes, ...owned(all) });
    assert.deepEqual(required.program.rules, inputs.rules);
  });

  it("omits a property that other resources set in the fallback search", async () => {
    const unnamed: ModelType = {
      ...group,
      requiredInputs: [],
      check: (olds, news, seed) =>
        news.name === undefined
          ? { inputs: { ...news, name: olds.name ?? `made-up-${seed}` } }
          : refusing("name", "is made up"),
    };
    const all = elements(
      new Map([
        [0, [rule1]],
        [1, [rule2]],
      ]),
      [],
    );
    const { program, verdict, classes } = await completeOne(unnamed, { inputs }, { objectTypes, ...owned(all) });
    assert.equal(verdict, "clean");
    assert.deepEqual(program, { policy: "p" });
    assert.equal(classes.name, "unsettable: refused");
    assert.equal(classes["rules[0].port"], `owned by ${rule1}`);
  });
});
