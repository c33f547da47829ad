import assert from "node:assert/strict";
import { detailed, type ModelType } from "../../model-cloud.ts";
import { completeOne } from "./classes.ts";
import { number, text } from "./model-parts.ts";

describe("a value that Check generates in each call", () => {
  let answers = 0;
  const unstable: ModelType = {
    inputProperties: { name: text, nonce: text, size: number },
    check: (_, news) => {
      answers += 1;
      return { inputs: { ...news, nonce: `nonce-${answers}` } };
    },
    diff: ({ olds, news }) => detailed(olds, news),
  };

  it("omits a value that Check replaces in each call, and sets all other values", async () => {
    const inputs = { name: "n", nonce: "nonce-0", size: 2 };
    const { program, verdict, classes } = await completeOne(unstable, { inputs });
    assert.equal(verdict, "update");
    assert.deepEqual(program, { name: "n", size: 2 });
    assert.deepEqual(classes, { name: "set", nonce: "unsettable: differs", size: "set" });
  });

  it("sets a value that Check generates only if the program omits it", async () => {
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
