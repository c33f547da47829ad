import assert from "node:assert/strict";
import { HeldLines } from "../../src/plugin/held-lines.ts";

describe("log lines during pending calls", () => {
  const make = () => {
    const passed: string[] = [];
    const held = new HeldLines<string>((line) => passed.push(line));
    const begin = () => {
      let wait = (_error?: Error): void => {};
      const call = new Promise<void>((resolve, reject) => {
        wait = (error) => (error === undefined ? resolve() : reject(error));
      });
      const over = held.during(() => call).catch(() => {});
      const ended = async (error?: Error): Promise<void> => {
        wait(error);
        await over;
      };
      return { end: () => ended(), fail: () => ended(new Error("no")) };
    };
    return { passed, held, begin };
  };

  it("shows log lines immediately if no call is pending", () => {
    const { passed, held } = make();
    held.add("a");
    assert.deepEqual(passed, ["a"]);
  });

  it("holds log lines, in order, until earlier calls end", async () => {
    const { passed, held, begin } = make();
    const first = begin();
    held.add("a");
    const second = begin();
    held.add("b");
    await first.end();
    assert.deepEqual(passed, ["a"]);
    held.add("c");
    assert.deepEqual(passed, ["a"]);
    await second.fail();
    assert.deepEqual(passed, ["a", "b", "c"]);
  });

  it("limits the number of held log lines", async () => {
    const { passed, held, begin } = make();
    const call = begin();
    for (let n = 0; n < 20_000; n += 1) held.add(String(n));
    await call.end();
    assert.equal(passed.length, 10_000);
    assert.equal(passed.at(-1), "9999");
  });
});
