import assert from "node:assert/strict";
import { stringValue } from "../../../../src/value/value.ts";
import type { ModelType } from "../../model-cloud.ts";
import { lenient } from "./bridged.ts";
import { completeOne } from "./classes.ts";
import { number, planning, refusing, text } from "./model-parts.ts";

describe("properties that identify a resource", () => {
  it("sets a property that equals a part of the ID, but no other property that replaces the resource", async () => {
    const type: ModelType = {
      inputProperties: { name: text, zone: { ...text, willReplaceOnChanges: true }, size: number },
      diff: lenient,
      create: planning({ name: "main", zone: "eu", size: 3 }),
    };
    const { program, classes } = await completeOne(type, {
      id: "net/main",
      inputs: { name: "main", zone: "eu", size: 3 },
    });
    assert.deepEqual(program, { name: "main" });
    assert.deepEqual(classes, { name: "set: identity", zone: "implied by plan", size: "implied by plan" });
  });

  for (const property of ["name", ""]) {
    it(`omits an identifying property if Check rejects it ${property === "" ? "without its name" : "by name"}`, async () => {
      const type: ModelType = {
        inputProperties: { a: text, name: text, b: text },
        check: (_, news) =>
          news.a === undefined || news.name !== undefined ? refusing(property, "something is wrong") : { inputs: news },
        diff: () => ({ changes: "none" }),
      };
      const { program, verdict } = await completeOne(type, { id: "x/main", inputs: { a: "1", name: "main", b: "2" } });
      assert.deepEqual([verdict, program], ["clean", { a: "1", b: "2" }]);
    });
  }

  it("sets identifying properties even if the preview is clean only with ignoreChanges", async () => {
    const type: ModelType = {
      inputProperties: { cidr: text, zone: { ...text, willReplaceOnChanges: true }, password: text },
      requiredInputs: ["cidr"],
      check: (_, news) => ({ inputs: { zone: "b", ...news } }),
      diff: ({ ignoreChanges }) =>
        ignoreChanges.includes("password") ? { changes: "none" } : { changes: "some", diffs: ["password"] },
    };
    const supplied = new Map([["password", stringValue("s")]]);
    const { program, verdict } = await completeOne(type, { inputs: { cidr: "10.0.0.0/16", zone: "a" }, supplied });
    assert.equal(verdict, "ignored");
    assert.deepEqual(program, { cidr: "10.0.0.0/16", password: "s", zone: "a" });
  });
});
