/** imp makes fewer calls at the same time if the cloud throttles calls, and more again when they succeed. No call waits forever. */
import assert from "node:assert/strict";
import { CallWindow } from "../../src/plugin/call-window.ts";

/** Waits for one turn of the event loop, in which all admitted calls start. */
const ended = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("the number of simultaneous calls to a provider", () => {
  it("reduces simultaneous calls once per batch of throttled calls, down to 1", async () => {
    const window = new CallWindow(8);
    const entered = await Promise.all(Array.from({ length: 8 }, () => window.enter(false)));
    for (const turn of entered) window.leave(turn, true);
    assert.equal(window.size, 6);
    for (let round = 0; round < 20; round += 1) window.leave(await window.enter(true), true);
    assert.equal(window.size, 1);
    window.leave(await window.enter(true), false);
  });

  it("lets additional calls wait in the gRPC thread until the provider throttles a call", async () => {
    const window = new CallWindow(4, 4);
    const entered = await Promise.all(Array.from({ length: 8 }, () => window.enter(false)));
    assert.equal(window.size, 8);
    const [first = 0, ...others] = entered;
    window.leave(first, true);
    assert.equal(window.size, 3, "no additional calls, and three quarters of the limit");
    for (const turn of others) window.leave(turn, false);
    assert.equal(window.size, 4, "the limit again, but no additional calls");
  });

  it("increases simultaneous calls up to the limit while calls succeed", async () => {
    const window = new CallWindow(4);
    for (let round = 0; round < 9; round += 1) window.leave(await window.enter(false), true);
    assert.equal(window.size, 1);
    for (let round = 0; round < 30; round += 1) window.leave(await window.enter(false), false);
    assert.equal(window.size, 4);
  });

  it("starts waiting calls in order, throttled calls first", async () => {
    const window = new CallWindow(1);
    const order: string[] = [];
    const first = await window.enter(false);
    const work = async (name: string, again: boolean): Promise<void> => {
      const turn = await window.enter(again);
      order.push(name);
      await ended();
      window.leave(turn, false);
    };
    const all = [work("new-1", false), work("new-2", false), work("again", true)];
    await ended();
    assert.deepEqual(order, []);
    window.leave(first, false);
    await Promise.all(all);
    assert.deepEqual(order, ["again", "new-1", "new-2"]);
  });

  it("has less than a third of the throttled calls that a fixed limit has", async () => {
    const wasted = await Promise.all([wastedBy(true), wastedBy(false)]);
    assert.ok(wasted[0] < wasted[1] / 3, `${wasted[0]} throttled calls, ${wasted[1]} without shrinking`);
  });

  /** Returns the number of throttled calls before 400 calls succeed, if the cloud accepts five in each turn of the event loop. */
  async function wastedBy(shrinks: boolean): Promise<number> {
    const window = new CallWindow(32);
    let [allowed, throttled, done] = [0, 0, 0];
    const call = async (): Promise<void> => {
      for (let again = false; ; again = true) {
        const turn = await window.enter(again);
        allowed -= 1;
        const tooMany = allowed < 0;
        await ended();
        window.leave(turn, tooMany && shrinks);
        if (!tooMany) break;
        throttled += 1;
        await ended();
      }
      done += 1;
    };
    const calls = Array.from({ length: 400 }, call);
    while (done < 400) {
      allowed = 5;
      await ended();
    }
    await Promise.all(calls);
    return throttled;
  }
});
