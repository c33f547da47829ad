import assert from "node:assert/strict";
import { derive } from "../../honest.ts";
import type { ModelType } from "../../model-cloud.ts";
import { list, ref, text } from "./model-parts.ts";

describe("an empty object that the schema requires", () => {
  const policy: ModelType = {
    inputProperties: { name: text, spec: ref("Spec") },
    check: (_, news) => ({ inputs: news }),
    diff: () => ({ changes: "none" }),
  };
  const objectTypes = {
    Spec: { properties: { selector: ref("Selector"), types: list(text) }, required: ["selector"] },
    Selector: { properties: { labels: text } },
  };

  it("sets an empty required object that Read returns only in the outputs", async () => {
    const outputs = { name: "p", spec: { selector: {}, types: ["In"] } };
    const inputs = { name: "p", spec: { types: ["In"] } };
    const { programs } = await derive(policy, [{ name: "p", inputs, outputs }], { mode: "minimal", objectTypes });
    assert.deepEqual(programs[0], outputs);
  });
});
