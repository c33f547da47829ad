import assert from "node:assert/strict";
import { ImpError } from "../../src/domain/errors.ts";
import type { StateEntry } from "../../src/domain/graph.ts";
import { readDeployment } from "../../src/state/deployment.ts";
import { rootStackEntry } from "../../src/state/state-entry.ts";
import type { Value } from "../../src/value/value.ts";
import { bytes, ciphertext, entry, now, number, provider, root, salt, splice } from "./orchard.ts";

describe("spliceDeployment into an empty state", () => {
  // A resource in the form of `pulumi stack export`.
  const rootWithOutput: StateEntry = {
    ...rootStackEntry("dev", "orchard"),
    outputs: new Map([["token", { kind: "secret", value: { kind: "string", value: "s3cr3t" } }]]),
  };
  const slots = entry("slots", {
    inputs: new Map<string, Value>([
      ["min", number(1)],
      ["max", number(50000)],
      ["__defaults", { kind: "list", items: [] }],
    ]),
    outputs: new Map<string, Value>([
      ["id", { kind: "string", value: "15390" }],
      ["result", number(15390)],
      ["min", number(1)],
      ["max", number(50000)],
    ]),
    protect: true,
  });
  const worked = `{
    "version": 3,
    "deployment": {
        "manifest": {
            "time": "${now}",
            "magic": "fab95cc1ec33ad4842e4ce440b669bd522c568e8a7a8934e58ff24ba38128033",
            "version": "v3.200.0"
        },
        "secrets_providers": {
            "type": "passphrase",
            "state": {
                "salt": "${salt}"
            }
        },
        "resources": [
            {
                "urn": "urn:pulumi:dev::orchard::pulumi:pulumi:Stack::orchard-dev",
                "custom": false,
                "type": "pulumi:pulumi:Stack",
                "outputs": {
                    "token": {
                        "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
                        "ciphertext": "${ciphertext}"
                    }
                },
                "created": "${now}",
                "modified": "${now}"
            },
            {
                "urn": "urn:pulumi:dev::orchard::pulumi:providers:random::default_4_18_0",
                "custom": true,
                "id": "6d1f3c52-0b7e-4a57-9c1d-2f8b5e4a9d10",
                "type": "pulumi:providers:random",
                "inputs": {
                    "__internal": {},
                    "version": "4.18.0"
                },
                "outputs": {
                    "version": "4.18.0"
                },
                "created": "${now}",
                "modified": "${now}"
            },
            {
                "urn": "urn:pulumi:dev::orchard::random:index/randomInteger:RandomInteger::slots",
                "custom": true,
                "id": "15390",
                "type": "random:index/randomInteger:RandomInteger",
                "inputs": {
                    "__defaults": [],
                    "max": 50000,
                    "min": 1
                },
                "outputs": {
                    "id": "15390",
                    "max": 50000,
                    "min": 1,
                    "result": 15390
                },
                "parent": "urn:pulumi:dev::orchard::pulumi:pulumi:Stack::orchard-dev",
                "protect": true,
                "provider": "urn:pulumi:dev::orchard::pulumi:providers:random::default_4_18_0::6d1f3c52-0b7e-4a57-9c1d-2f8b5e4a9d10",
                "created": "${now}",
                "modified": "${now}"
            }
        ],
        "metadata": {}
    }
}
`;

  it("writes the documented example state like `pulumi stack export`", () => {
    assert.equal(splice(undefined, [provider, rootWithOutput, slots]), worked);
  });

  it("writes the documented example state as a compact checkpoint", () => {
    const compact = splice(undefined, [rootWithOutput, provider, slots], { envelope: "checkpoint" });
    const latest: unknown = JSON.parse(worked).deployment;
    assert.equal(compact, JSON.stringify({ version: 3, checkpoint: { stack: "organization/orchard/dev", latest } }));
  });

  it("adds the missing root stack, but no secrets provider if nothing is secret", () => {
    const state = JSON.parse(splice(undefined, [provider], { crypter: undefined }));
    assert.deepEqual(Object.keys(state.deployment), ["manifest", "resources", "metadata"]);
    assert.deepEqual(state.deployment.resources[0], {
      urn: root,
      custom: false,
      type: "pulumi:pulumi:Stack",
      created: now,
      modified: now,
    });
  });

  for (const [name, base] of [
    ["a stack that was never saved", '{"version":0,"checkpoint":{"stack":"organization/x/dev","config":{"a":1}}}'],
    ["an unversioned file", '{"stack":"organization/x/dev"}'],
    ["a deployment without content", '{"version":3,"checkpoint":{"stack":"organization/x/dev","latest":{}}}'],
    ["a null deployment", '{"version":3,"checkpoint":{"stack":"organization/x/dev","latest":null}}'],
  ] as const) {
    it(`writes a state into ${name}`, () => {
      const state = splice(base, [provider, slots], { envelope: "export" });
      assert.deepEqual(JSON.parse(state).checkpoint.stack, "organization/x/dev");
      assert.equal(JSON.parse(state).version, 3);
      assert.equal(state.includes('"config":{"a":1}'), base.includes("config"));
      assert.equal(readDeployment(bytes(state)).resources.length, 3);
    });
  }

  it("writes resources into the export of a fresh stack, indented like the export", () => {
    const base = splice(undefined, [rootWithOutput, provider, slots]);
    const filled = splice('{\n    "version": 3,\n    "deployment": null\n}\n', [rootWithOutput, provider, slots]);
    assert.equal(filled, base);
  });

  it("writes fields in Pulumi's order, and keeps empty lists of property dependencies", () => {
    const all = entry("all", {
      inputs: new Map([["a", number(1)]]),
      outputs: new Map([["a", number(1)]]),
      protect: true,
      retainOnDelete: true,
      dependencies: [root],
      propertyDependencies: new Map<string, string[]>([
        ["b", [root]],
        ["a", []],
      ]),
      additionalSecretOutputs: ["s"],
      initErrors: ["no"],
      ignoreChanges: ["x"],
      importId: "i",
      refreshBeforeUpdate: true,
    });
    const state = JSON.parse(splice(undefined, [provider, all]));
    assert.deepEqual([state.version, state.features], [4, ["refreshBeforeUpdate"]]);
    const written = state.deployment.resources[2];
    // Expected values: docs/state.md#resources
    const order =
      "urn custom id type inputs outputs parent protect dependencies initErrors provider propertyDependencies";
    const rest = "additionalSecretOutputs importID retainOnDelete created modified ignoreChanges refreshBeforeUpdate";
    assert.deepEqual(Object.keys(written), `${order} ${rest}`.split(" "));
    assert.equal(JSON.stringify(written.propertyDependencies), JSON.stringify({ a: [], b: [root] }));
  });

  it("writes state version 4 if a string is not UTF-8, even if it is a secret", () => {
    const raw: Value = {
      kind: "secret",
      value: { kind: "list", items: [{ kind: "bytes", value: new Uint8Array([255]) }] },
    };
    const state = JSON.parse(splice(undefined, [provider, entry("x", { inputs: new Map([["raw", raw]]) })]));
    assert.deepEqual([state.version, state.features], [4, ["byteString"]]);
  });

  it("rejects secrets without a crypter, and names the resource", () => {
    assert.throws(
      () => splice(undefined, [provider, rootWithOutput], { crypter: undefined }),
      (error) => error instanceof ImpError && error.code === "STATE_SECRETS_CLOSED" && error.explanation.where === root,
    );
  });
});
