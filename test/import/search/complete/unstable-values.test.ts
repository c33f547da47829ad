/** Values that Check generates again at each call. */
import assert from "node:assert/strict";
import { detailed, type ModelType } from "../../model-cloud.ts";
import { completeOne } from "./classes.ts";
import { number, text } from "./model-parts.ts";

describe("a value that Check answers anew each time", () => {
  let answers = 0;
  const unstable: ModelType = {
    inputProperties: { name: text, nonce: text, size: number },
    check: (_, news) => {
      answers += 1;
      return { inputs: { ...news, nonce: `nonce-${answers}` } };
    },
    diff: ({ olds, news }) => detailed(olds, news),
  };

  it("is omitted if Check replaces what the program sets, and all other values are set", async () => {
    const inputs = { name: "n", nonce: "nonce-0", size: 2 };
    const { program, verdict, classes } = await completeOne(unstable, { inputs });
    assert.equal(verdict, "update");
    assert.deepEqual(program, { name: "n", size: 2 });
    assert.deepEqual(classes, { name: "set", nonce: "unsettable: differs", size: "set" });
  });

  it("is set if Check generates it only where the program has none", async () => {
    const type: ModelType = {
      ...unstable,
      check: (_, news) => {
        answers += 1;
        return { inputs: { nonce: `nonce-${answers}`, ...news } };
      },
    };
    const inputs = { name: "n", nonce: "nonce-0", size: 2 };
    const { program, verdict } = await completeOne(type, { inputs });
    assert.deepEqual([verdict, program], ["clean", inputs]);
  });
});
