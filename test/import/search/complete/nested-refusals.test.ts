import assert from "node:assert/strict";
import { type JsonObject, type ModelType, unknownText, urnOf } from "../../model-cloud.ts";
import { lenient } from "./bridged.ts";
import { completeOne } from "./classes.ts";

const text = { type: "string" };
const flag = { type: "boolean" };

describe("a rejection that mentions a nested property", () => {
  const objectTypes = { Template: { properties: { id: text, name: text, version: text } } };
  const group: ModelType = {
    inputProperties: { name: text, template: { $ref: "#/types/model:index:Template" }, zones: text },
    requiredInputs: ["name"],
    check: (_, news) => {
      const { id, name } = (news.template ?? {}) as JsonObject;
      if (id === undefined && name === undefined)
        return { failures: [{ property: "", reason: '"template": one of template, configuration must be specified' }] };
      if (id === undefined || name === undefined) return { inputs: news };
      const conflict = (one: string, other: string): string =>
        `"template.0.${one}": conflicts with template.0.${other}. Examine values at 'one.template.${one}'.`;
      return { failures: [conflict("id", "name"), conflict("name", "id")].map((reason) => ({ property: "", reason })) };
    },
    diff: lenient,
    create: (news) => ({ ...news, zones: news.zones ?? unknownText }),
  };
  const inputs = { name: "app", template: { id: "lt-0123456789", name: "app", version: "1" }, zones: "a" };

  it("of two exclusive nested properties, omits the one that is not a reference", async () => {
    const linked = new Map([[urnOf("one"), [["template", "id"]]]]);
    const { program, verdict } = await completeOne(group, { inputs }, { objectTypes, linked });
    assert.equal(verdict, "clean");
    assert.deepEqual(program, { name: "app", template: { id: "lt-0123456789", version: "1" }, zones: "a" });
  });

  it("of two exclusive nested properties, omits the last by name if neither is a reference", async () => {
    const { program } = await completeOne(group, { inputs }, { objectTypes });
    assert.deepEqual(program.template, { id: "lt-0123456789", version: "1" });
  });
});

describe("a resource with the verdict update", () => {
  it("omits defaults even if the provider rejects the smallest program", async () => {
    const type: ModelType = {
      inputProperties: { name: text, one: text, other: text, guarded: flag },
      requiredInputs: ["name"],
      check: (_, news) =>
        news.one === undefined && news.other === undefined
          ? { failures: [{ property: "", reason: "the plan fails" }] }
          : { inputs: news },
      diff: () => ({ changes: "some", diffs: ["one"] }),
      create: (news) => ({ guarded: false, ...news }),
    };
    const { program, verdict, classes } = await completeOne(type, {
      inputs: { name: "app", one: "1", guarded: false },
    });
    assert.equal(verdict, "update");
    assert.deepEqual(program, { name: "app", one: "1" });
    assert.equal(classes.guarded, "implied by plan");
  });
});
