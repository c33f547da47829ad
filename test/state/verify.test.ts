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
      "resources with a parent, a provider, and a dependency",
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
      "a missing provider of a resource that is pending replacement",
      [{ ...a, provider: `${provider.urn}::2`, pendingReplacement: true }],
    ],
    ["empty dependencies", [{ ...a, dependencies: [""], propertyDependencies: { x: [""], y: null } }]],
    ["a resource next to copies that are pending deletion", [a, { ...a, delete: true }, { ...a, delete: true }]],
    [
      "only copies that are pending deletion",
      [
        { ...a, delete: true },
        { ...a, delete: true },
      ],
    ],
    [
      "a dependency on a resource that is pending deletion",
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
    ["a resource without a URN", 2, [{ ...a, urn: "" }]],
    ["an invalid URN", 2, [{ ...a, urn: "a:b:C::a" }]],
    ["a resource without a type", 3, [{ ...a, type: "" }]],
    ["a component with an ID", 4, [{ ...stack, id: "x" }]],
    ["a provider with the URN of another type", 5, [{ ...provider, urn: a.urn }]],
    ["a missing provider", 6, [{ ...a, provider: `${provider.urn}::1` }]],
    ["a provider after the resource that uses it", 6, [{ ...a, provider: `${provider.urn}::1` }, provider]],
    ["a provider reference with the wrong ID", 6, [provider, { ...a, provider: `${provider.urn}::2` }]],
    ["an invalid provider reference", 6, [provider, { ...a, provider: "x" }]],
    [
      "a missing provider of a resource that is pending deletion",
      6,
      [{ ...a, provider: `${provider.urn}::1`, delete: true }],
    ],
    ["a missing parent", 7, [{ ...a, parent: stack.urn }]],
    ["a parent after its child", 7, [{ ...a, parent: stack.urn }, stack]],
    ["a child's URN without the parent's type (a warning)", -8, [b, { ...a, parent: b.urn }]],
    ["a missing dependency", 9, [{ ...a, dependencies: [b.urn] }]],
    ["a dependency on itself", 9, [{ ...a, dependencies: [a.urn] }]],
    ["a property dependency on a later resource", 10, [{ ...a, propertyDependencies: { x: [b.urn] } }, b]],
    ["a missing resource in deletedWith", 11, [{ ...a, deletedWith: b.urn }]],
    ["a missing resource in replaceWith", 12, [{ ...a, replaceWith: [b.urn] }]],
    ["two live resources with one URN", 13, [a, a]],
  ];
  for (const [name, rule, resources] of broken)
    it(`reports a problem in a state: ${name}`, () => assert.deepEqual(rules(resources), [rule]));

  it("reports a manifest whose magic does not match its version", () => {
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
