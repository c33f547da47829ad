import assert from "node:assert/strict";
import { deletionOrder } from "../../src/preview/dependents.ts";
import { type Given, stateAfter, urn } from "./programs.ts";

const thing = "rules:index:Thing";

/** Returns the names of the resources that are deleted at the same time, in the order of their deletion. */
function order(program: readonly Given[], condemned: readonly string[]): readonly (readonly string[])[] {
  const state = stateAfter(program);
  const named = state.filter(({ urn: of }) => condemned.includes(of.split("::").at(-1) ?? ""));
  return deletionOrder(named, state).map((group) => group.map(({ urn: of }) => of.split("::").at(-1) ?? ""));
}

describe("the order of deletions", () => {
  const a: Given = { type: thing, name: "a" };
  const b: Given = { type: thing, name: "b", references: { from: "a" } };
  const c: Given = { type: thing, name: "c", references: { from: "a" } };
  const d: Given = { type: thing, name: "d", references: { from: "b" } };

  it("deletes dependents first, and independent resources at the same time", () => {
    assert.deepEqual(order([a, b, c, d], ["a", "b", "c", "d"]), [["d"], ["b", "c"], ["a"]]);
  });

  it("ignores dependencies through resources that are not deleted", () => {
    assert.deepEqual(order([a, b, c, d], ["a", "d"]), [["a", "d"]]);
  });

  it("deletes children before their parents", () => {
    const child: Given = { type: thing, name: "child", options: { parent: urn(thing, "a") } };
    assert.deepEqual(order([a, child], ["a", "child"]), [["child"], ["a"]]);
  });

  it("deletes resources that depend on a component before the component's children", () => {
    const group: Given = { type: "acme:index:Group", name: "group", options: { custom: false } };
    const child: Given = { type: thing, name: "child", options: { parent: urn(group.type, "group") } };
    const user: Given = { type: thing, name: "user", options: { dependencies: [urn(group.type, "group")] } };
    assert.deepEqual(order([group, child, user], ["child", "user"]), [["user"], ["child"]]);
  });
});
