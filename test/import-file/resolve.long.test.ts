import assert from "node:assert/strict";
import { readSpecs } from "../../src/import-file/read.ts";
import { type ResolvedSpec, resolveSpecs } from "../../src/import-file/resolve.ts";
import type { Plain } from "../../src/value/plain.ts";
import { context } from "./orchard.ts";

type Entry = { readonly [key: string]: Plain };

const specOf = (...resources: readonly Entry[]) => readSpecs([{ path: "a.json", text: JSON.stringify({ resources }) }]);
const resolve = (...resources: readonly Entry[]): readonly ResolvedSpec[] =>
  resolveSpecs(specOf(...resources), context).resources;

describe("resolveSpecs", () => {
  it("resolves 20,100 resources within mocha's time limit", () => {
    const group = (i: number): Entry => ({ type: "my:index:Group", name: `g${i}`, component: true });
    const vpc = (i: number): Entry => ({ type: "network:Vpc", name: `n${i}`, id: `${i}`, parent: `g${i % 100}` });
    const resources = [
      ...Array.from({ length: 100 }, (_, i) => group(i)),
      ...Array.from({ length: 20_000 }, (_, i) => vpc(i)),
    ];
    assert.equal(resolve(...resources).length, 20_100);
  });
});
