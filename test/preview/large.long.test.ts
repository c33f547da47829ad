/** The time of a preview grows in proportion to the number of registrations. */
import assert from "node:assert/strict";
import { processorSeconds } from "../bench/median.ts";
import { type Given, openPreview, register, registerStack, stateAfter } from "./programs.ts";

const thing = "rules:index:Thing";

/** Previews a program that registers `count` resources at the same time. Every tenth changes, and the first is no longer registered. */
async function preview(count: number): Promise<void> {
  const program: readonly Given[] = Array.from({ length: count }, (_, index) => ({
    type: thing,
    name: `thing-${index}`,
    inputs: { size: "1" },
  }));
  const olds = stateAfter(program);
  const opened = openPreview(olds, {});
  await registerStack(opened);
  const none = new Map();
  const changed = program.map((given, index) => (index % 10 === 0 ? { ...given, inputs: { size: "2" } } : given));
  await Promise.all(changed.slice(1).map((given) => register(opened, given, none)));
  const { steps, problems } = await opened.finish();
  assert.deepEqual(problems, []);
  assert.equal(steps.filter(({ op }) => op === "update").length, count / 10 - 1);
  assert.equal(steps.filter(({ op }) => op === "delete").length, 1);
}

describe("a preview of a large program", () => {
  it("takes at most 30 times as long for 100,000 registrations as for 10,000", async () => {
    const small = await processorSeconds(() => preview(10_000));
    const large = await processorSeconds(() => preview(100_000));
    assert.ok(large < 30 * small, `10,000 took ${small} s, 100,000 took ${large} s`);
  }).timeout(1_200_000);
});
