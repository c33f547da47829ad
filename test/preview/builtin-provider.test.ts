/** The built-in provider of the package `pulumi`, which needs no plugin. */
import assert from "node:assert/strict";
import { builtinProvider } from "../../src/preview/builtin-provider.ts";
import { plainResource } from "../../src/preview/resource.ts";
import { emptyMap, mapValue, secretValue, stringValue } from "../../src/value/value.ts";

const outputs = new Map([
  ["password", secretValue(stringValue("hunter2"))],
  ["url", stringValue("https://shop.example")],
]);
const bucketUrn = "urn:pulumi:dev::shop::aws:s3/bucket:Bucket::covers";
const provider = builtinProvider({
  stackOutputs: async (name) => (name === "acme/network/prod" ? outputs : emptyMap),
  registered: (urn) =>
    urn === bucketUrn
      ? { ...plainResource, urn, type: "aws:s3/bucket:Bucket", custom: true, id: "covers-1", inputs: emptyMap, outputs }
      : undefined,
});
const stash = { urn: "urn:pulumi:dev::shop::pulumi:index:Stash::kept", name: "kept", type: "pulumi:index:Stash" };
const inputs = new Map([["input", stringValue("one")]]);
const two = new Map([["input", stringValue("two")]]);

describe("Pulumi's built-in resources and functions in a preview", () => {
  it("reads the outputs of a stack reference, and the names of its secret outputs", async () => {
    const { outputs: read } = await provider.read({
      urn: "urn:pulumi:dev::shop::pulumi:pulumi:StackReference::network",
      name: "network",
      type: "pulumi:pulumi:StackReference",
      id: "acme/network/prod",
      last: { inputs: new Map([["name", stringValue("acme/network/prod")]]), outputs: emptyMap },
    });
    assert.deepEqual(read?.get("outputs"), mapValue(outputs));
    assert.deepEqual(read?.get("secretOutputNames"), { kind: "list", items: [stringValue("password")] });
  });

  it("updates a Stash resource whose input changed, and keeps its output", async () => {
    const comparison = { ...stash, id: "1", oldInputs: inputs, olds: new Map([["output", stringValue("one")]]) };
    const { changes, replaces } = await provider.diff({ ...comparison, news: two, ignoreChanges: [] });
    assert.deepEqual([changes, replaces], ["some", []]);
    const { outputs: after } = await provider.previewUpdate({ ...comparison, news: two, ignoreChanges: [] });
    assert.deepEqual(after.get("output"), stringValue("one"));
  });

  it("rejects a Stash resource without an input", async () => {
    const request = { ...stash, olds: emptyMap, news: emptyMap, randomSeed: new Uint8Array(32) };
    const { failures } = await provider.check(request);
    assert.deepEqual(failures, [{ property: "input", reason: 'missing required property "input"' }]);
  });

  it("returns the state of a registered resource (getResource)", async () => {
    const { result } = await provider.invoke({
      token: "pulumi:pulumi:getResource",
      arguments: new Map([["urn", stringValue(bucketUrn)]]),
      limitMs: 1000,
    });
    assert.deepEqual(result.get("id"), stringValue("covers-1"));
    assert.deepEqual(result.get("state"), mapValue(outputs));
  });

  it("rejects a resource that is not registered (getResource)", async () => {
    const request = {
      token: "pulumi:pulumi:getResource",
      arguments: new Map([["urn", stringValue("urn:pulumi:dev::shop::a:b:C::gone")]]),
      limitMs: 1000,
    };
    await assert.rejects(provider.invoke(request), /unknown resource urn:pulumi:dev::shop::a:b:C::gone/);
  });
});
