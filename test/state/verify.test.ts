import assert from "node:assert/strict";
import { parseDeployment } from "../../src/state/deployment.ts";
import { verifyDeployment } from "../../src/state/verify.ts";

const urn = (type: string, name: string): string => `urn:pulumi:dev::p::${type}::${name}`;
const stack = { urn: urn("pulumi:pulumi:Stack", "p-dev"), type: "pulumi:pulumi:Stack", custom: false };
const provider = { urn: urn("pulumi:providers:a", "default"), type: "pulumi:providers:a", custom: true, id: "1" };
const a = { urn: urn("a:b:C", "a"), type: "a:b:C", custom: true, id: "a" };
const b = { ...a, urn: urn("a:b:C", "b") };

/** Returns the numbers of violated rules. Warnings are negative. */
function rules(resources: readonly object[], manifest?: object): readonly number[] {
  const text = JSON.stringify({ version: 3, deployment: { ...(manifest ? { manifest } : {}), resources } });
  const problems = verifyDeployment(parseDeployment(Buffer.from(text)));
  return problems.map(({ severity, rule }) => (severity === "error" ? rule : -rule));
}

describe("verifyDeployment", () => {
  const sound: readonly (readonly [string, readonly object[]])[] = [
    [
      "usual resources",
      [stack, provider, { ...a, parent: stack.urn, provider: `${provider.urn}::1` }, { ...b, dependencies: [a.urn] }],
    ],
    [
      "a provider with an empty ID",
      [
        { ...provider, id: "" },
        { ...a, provider: `${provider.urn}::` },
      ],
    ],
    [
      "a replaced provider with dependents that are pending replacement",
      [{ ...a, provider: `${provider.urn}::2`, pendingReplacement: true }],
    ],
    ["empty references", [{ ...a, dependencies: [""], propertyDependencies: { x: [""], y: null } }]],
    ["a live copy and old ones", [a, { ...a, delete: true }, { ...a, delete: true }]],
    [
      "only old copies",
      [
        { ...a, delete: true },
        { ...a, delete: true },
      ],
    ],
    [
      "a reference to an old copy",
      [
        { ...a, delete: true },
        { ...b, dependencies: [a.urn] },
      ],
    ],
    [
      "a child of a component",
      [
        { ...stack, urn: urn("g:g:G", "g"), type: "g:g:G" },
        { ...a, urn: urn("g:g:G$a:b:C", "a"), parent: urn("g:g:G", "g") },
      ],
    ],
  ];
  for (const [name, resources] of sound) it(`accepts a state: ${name}`, () => assert.deepEqual(rules(resources), []));

  const broken: readonly (readonly [string, number, readonly object[]])[] = [
    ["no URN", 2, [{ ...a, urn: "" }]],
    ["an invalid URN", 2, [{ ...a, urn: "a:b:C::a" }]],
    ["no type", 3, [{ ...a, type: "" }]],
    ["a component with an ID", 4, [{ ...stack, id: "x" }]],
    ["a provider with the URN of another type", 5, [{ ...provider, urn: a.urn }]],
    ["a provider that is missing", 6, [{ ...a, provider: `${provider.urn}::1` }]],
    ["a provider that comes later", 6, [{ ...a, provider: `${provider.urn}::1` }, provider]],
    ["a provider with another ID", 6, [provider, { ...a, provider: `${provider.urn}::2` }]],
    ["an invalid provider reference", 6, [provider, { ...a, provider: "x" }]],
    ["a missing provider of an old copy", 6, [{ ...a, provider: `${provider.urn}::1`, delete: true }]],
    ["a missing parent", 7, [{ ...a, parent: stack.urn }]],
    ["a later parent", 7, [{ ...a, parent: stack.urn }, stack]],
    ["a URN without its parent", -8, [b, { ...a, parent: b.urn }]],
    ["a missing dependency", 9, [{ ...a, dependencies: [b.urn] }]],
    ["a dependency on itself", 9, [{ ...a, dependencies: [a.urn] }]],
    ["a later property dependency", 10, [{ ...a, propertyDependencies: { x: [b.urn] } }, b]],
    ["a missing deletedWith", 11, [{ ...a, deletedWith: b.urn }]],
    ["a missing replaceWith", 12, [{ ...a, replaceWith: [b.urn] }]],
    ["two live copies", 13, [a, a]],
  ];
  for (const [name, rule, resources] of broken)
    it(`reports an error in a state: ${name}`, () => assert.deepEqual(rules(resources), [rule]));

  it("compares the magic of the manifest with the version", () => {
    // Expected values: docs/state.md#manifest
    const magic = "fab95cc1ec33ad4842e4ce440b669bd522c568e8a7a8934e58ff24ba38128033";
    assert.deepEqual(rules([], { magic, version: "v3.200.0" }), []);
    assert.deepEqual(rules([], { magic: "", version: "" }), []);
    assert.deepEqual(rules([], { magic, version: "v3.200.1" }), [1]);
  });

  it("requires unique UUIDs of snippets in a state", () => {
    const check = (snippets: readonly object[]): number => {
      const text = JSON.stringify({ version: 4, deployment: { snippets } });
      return verifyDeployment(parseDeployment(Buffer.from(text))).length;
    };
    assert.equal(check([{ uuid: "1" }, { uuid: "2" }]), 0);
    assert.equal(check([{ uuid: "1" }, { uuid: "1" }]), 1);
    assert.equal(check([{}]), 1);
  });
});
