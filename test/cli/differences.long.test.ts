import assert from "node:assert/strict";
import { makeWholeEstate } from "../../fixtures/simcloud/estate.ts";
import { differencesOf } from "./differences.ts";

describe("differences in the output of imp run", () => {
  it("hides secrets in differences, even as a part of another value", async () => {
    const { cloud, specs, canaries } = makeWholeEstate();
    const entry = specs.resources.find(({ name }) => name === "function-secrets");
    const inputSecret = "canary-given-9f2c";
    const inputs = {
      environment: { secrets: { A: inputSecret, B: "" } },
      labels: { note: `word=${inputSecret}` },
      memorySize: 256,
    };
    const { lines, verdict, all } = await differencesOf({ resources: [{ ...entry, inputs }] }, cloud);
    assert.equal(verdict, "update", all);
    assert.deepEqual(
      lines.map((line) => line.trim()),
      ["~ memorySize: 128 => 256", "~ environment.secrets.A: [secret] => [secret]", '+ labels.note: "word=[secret]"'],
      all,
    );
    for (const secret of [inputSecret, ...canaries]) assert.ok(!all.includes(secret), all);
  });
});
