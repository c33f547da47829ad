/** Properties that other resources of the program set. */
import assert from "node:assert/strict";
import type { OwnedProperty } from "../../../../src/links/ownership/find-owners.ts";
import { detailed, type JsonObject, type ModelType, urnOf } from "../../model-cloud.ts";
import { lenient } from "./bridged.ts";
import { completeOne } from "./classes.ts";
import { list, number, ref, refusing, text } from "./model-parts.ts";

describe("a property that other resources set", () => {
  const [one, two] = [urnOf("rule-1", "Rule"), urnOf("rule-2", "Rule")];
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

  it("is omitted where they set all of it, or every element of a list", async () => {
    const all = new Map([
      [0, [one]],
      [1, [two]],
    ]);
    const whole: OwnedProperty = { kind: "whole", path: ["policy"], owners: [two] };
    const { program, classes, remarks, verdict } = await completeOne(
      group,
      { inputs },
      { objectTypes, ...owned(elements(all, []), whole) },
    );
    assert.equal(verdict, "clean");
    assert.deepEqual(program, { name: "n" });
    assert.deepEqual(classes, {
      name: "set: required",
      "rules[0].port": `owned by ${one}`,
      "rules[0].note": `owned by ${one}`,
      "rules[1].port": `owned by ${two}`,
      policy: `owned by ${two}`,
    });
    assert.deepEqual(remarks, []);
  });

  it("is omitted where they set every plain value of a list", async () => {
    const attached = (unowned: readonly number[]): OwnedProperty => ({
      kind: "elements",
      path: ["arns"],
      owners: new Map([[0, [one]]]),
      unowned,
    });
    const role: ModelType = { inputProperties: { name: text, arns: list(text) }, diff: lenient };
    const whole = await completeOne(role, { inputs: { name: "n", arns: ["arn:a"] } }, owned(attached([])));
    assert.deepEqual([whole.program, whole.classes.arns], [{ name: "n" }, `owned by ${one}`]);
    const part = await completeOne(role, { inputs: { name: "n", arns: ["arn:a", "arn:b"] } }, owned(attached([1])));
    assert.deepEqual([part.program, part.classes.arns], [{ name: "n" }, `unsettable next to ${one}`]);
  });

  it("is omitted where they set a part of it, and a remark names the elements that nobody sets", async () => {
    const some = elements(new Map([[0, [one]]]), [1]);
    const { program, classes, remarks } = await completeOne(group, { inputs }, { objectTypes, ...owned(some) });
    assert.deepEqual(program, { name: "n", policy: "p" });
    assert.equal(classes["rules[0].port"], `owned by ${one}`);
    assert.equal(classes["rules[1].port"], `unsettable next to ${one}`);
    assert.deepEqual(remarks, [{ kind: "unowned", paths: ["rules[1]"], besides: [one] }]);
  });

  it("is set where the preview is not clean without it, and a remark names the double management", async () => {
    const strict: ModelType = { ...group, diff: ({ olds, news }) => detailed(olds, news) };
    const some = elements(new Map([[0, [one]]]), [1]);
    const { program, classes, verdict, remarks } = await completeOne(
      strict,
      { inputs },
      { objectTypes, ...owned(some) },
    );
    assert.equal(verdict, "clean");
    assert.deepEqual(program, inputs);
    assert.equal(classes["rules[0].port"], "set");
    assert.deepEqual(remarks, [{ kind: "managed-twice", paths: ["rules"], owners: [one] }]);
  });

  it("is set where the import file lists it in properties, and where the schema requires it", async () => {
    const all = elements(new Map([[0, [one]]]), [1]);
    const asked = await completeOne(group, { inputs, properties: [["rules"]] }, { objectTypes, ...owned(all) });
    assert.deepEqual(asked.program.rules, inputs.rules);
    const requiring = { ...group, requiredInputs: ["name", "rules"] };
    const required = await completeOne(requiring, { inputs }, { objectTypes, ...owned(all) });
    assert.deepEqual(required.program.rules, inputs.rules);
  });

  it("is omitted too where the program has to be found by the growing search", async () => {
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
        [0, [one]],
        [1, [two]],
      ]),
      [],
    );
    const { program, verdict, classes } = await completeOne(unnamed, { inputs }, { objectTypes, ...owned(all) });
    assert.equal(verdict, "clean");
    assert.deepEqual(program, { policy: "p" });
    assert.equal(classes.name, "unsettable: refused");
    assert.equal(classes["rules[0].port"], `owned by ${one}`);
  });
});
