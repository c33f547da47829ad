import assert from "node:assert/strict";
import { removalFromStack } from "../../src/from-state/removal.ts";
import { type Fields, resources, stateOf, subnet, vpc } from "./stack.ts";

const stack = { name: "organization/shop/prod", project: "shop" };
const removal = (moved: readonly string[], list: readonly Fields[] = resources) =>
  removalFromStack(stateOf(list).resources, new Set(moved), stack);

describe("removal from a stack", () => {
  it("lists every removal command and dependent of 20,000 resources", () => {
    const many = Array.from({ length: 20_000 }, (_, i) => ({
      ...resources.find(({ urn }) => urn === subnet),
      urn: `${subnet}${i}`,
    }));
    const list = [...resources, ...many];
    const { commands } = removal(
      many.map(({ urn }) => urn),
      list,
    );
    assert.equal(commands.length, 20_000);
    assert.equal(removal([vpc], list).first.length, 20_002);
  }).timeout(60_000);
});
