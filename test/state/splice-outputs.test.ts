import assert from "node:assert/strict";
import fc from "fast-check";
import { readDeployment } from "../../src/state/deployment.ts";
import { spliceDeployment } from "../../src/state/splice.ts";
import { type PropertyMap, secretValue, stringValue } from "../../src/value/value.ts";
import { bytes, ciphertext, context, entry, provider, root, splice, text } from "./orchard.ts";

const withOutputs = (base: string, outputs: PropertyMap, entries = [entry("more")]): string =>
  text(spliceDeployment(readDeployment(bytes(base), "state.json"), { entries, outputs }, context));

const rootOf = (state: string): { readonly outputs?: Readonly<Record<string, unknown>> } =>
  JSON.parse(state).deployment.resources[0];

const vpcId: PropertyMap = new Map([["vpcId", stringValue("vpc-1")]]);
const stored = splice(undefined, [provider, entry("slots")]);

describe("outputs of the stack in a state", () => {
  it("are part of a new root stack", () => {
    const state = text(spliceDeployment(undefined, { entries: [provider], outputs: vpcId }, context));
    assert.deepEqual(rootOf(state).outputs, { vpcId: "vpc-1" });
  });

  it("are added to a root stack without outputs, in Pulumi's order of the fields", () => {
    const state = withOutputs(stored, vpcId);
    assert.deepEqual(Object.keys(rootOf(state)).slice(0, 4), ["urn", "custom", "type", "outputs"]);
    assert.deepEqual(rootOf(state).outputs, { vpcId: "vpc-1" });
    const without = state.replace(/ {16}"outputs": \{\n {20}"vpcId": "vpc-1"\n {16}\},\n/, "");
    assert.equal(without, withOutputs(stored, new Map()));
  });

  it("are added after existing outputs, which keep every byte", () => {
    const own = '"outputs": {"own":   [1.50, {}]},\n';
    const state = withOutputs(stored.replace(/"type": "pulumi:pulumi:Stack",\n/, `$&${own}`), vpcId);
    assert.ok(state.includes('"outputs": {"own":   [1.50, {}],"vpcId": "vpc-1"},\n'));
  });

  it("are added to a state without new resources, and to an empty object", () => {
    const base = stored.replace(/"type": "pulumi:pulumi:Stack",\n/, '$&"outputs": {},\n');
    assert.deepEqual(rootOf(withOutputs(base, vpcId, [])).outputs, { vpcId: "vpc-1" });
  });

  it("are encrypted if they are secret", () => {
    const state = withOutputs(stored, new Map([["token", secretValue(stringValue("s3cr3t"))]]));
    assert.ok(!state.includes("s3cr3t") && state.includes(ciphertext));
  });

  it("keep all other entries, for any names, texts, and layouts", () => {
    const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });
    const maps = fc.uniqueArray(fc.tuple(name, fc.string({ unit: "grapheme" })), {
      selector: ([key]) => key,
      maxLength: 5,
    });
    fc.assert(
      fc.property(maps, maps, fc.boolean(), (present, added, isCompact) => {
        const parsed = JSON.parse(stored);
        parsed.deployment.resources[0].outputs = Object.fromEntries(present);
        const base = JSON.stringify(parsed, null, isCompact ? 0 : 2);
        const taken = new Set(present.map(([key]) => key));
        const fresh = added.filter(([key]) => !taken.has(key) && key !== "__proto__");
        const outputs = new Map(fresh.map(([key, value]) => [key, stringValue(value)]));
        const after = JSON.parse(withOutputs(base, outputs, []));
        assert.deepEqual(after.deployment.resources.slice(1), parsed.deployment.resources.slice(1));
        const expected = new Map([...Object.entries(parsed.deployment.resources[0].outputs), ...fresh]);
        assert.deepEqual(new Map(Object.entries(after.deployment.resources[0].outputs ?? {})), expected);
        assert.equal(after.deployment.resources[0].urn, root);
      }),
    );
  });
});
