import assert from "node:assert/strict";
import { type ErrorCode, ImpError } from "../../src/domain/errors.ts";
import { readDeployment } from "../../src/state/deployment.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text, "utf8");
const bytesOf = (json: unknown): Uint8Array => bytes(JSON.stringify(json));
const root = {
  urn: "urn:pulumi:dev::orchard::pulumi:pulumi:Stack::orchard-dev",
  custom: false,
  type: "pulumi:pulumi:Stack",
};

describe("readDeployment", () => {
  it("reads every field of a resource in a state", () => {
    const provider = {
      urn: "urn:pulumi:dev::orchard::pulumi:providers:a::p",
      custom: true,
      id: "i",
      type: "pulumi:providers:a",
    };
    const resource = {
      urn: "urn:pulumi:dev::orchard::a:b:C::x",
      custom: true,
      id: "x1",
      type: "a:b:C",
      inputs: { k: 1 },
      outputs: { k: 1, o: null },
      parent: root.urn,
      protect: true,
      external: true,
      dependencies: [root.urn],
      initErrors: ["no"],
      provider: `${provider.urn}::i`,
      propertyDependencies: { k: [root.urn], o: null },
      pendingReplacement: true,
      additionalSecretOutputs: ["o"],
      aliases: ["urn:pulumi:dev::orchard::a:b:C::y"],
      importID: "x0",
      retainOnDelete: true,
      deletedWith: root.urn,
      created: "2026-01-15T10:20:30.123456789Z",
      ignoreChanges: ["k"],
      resourceHooks: { BeforeCreate: ["check"], AfterDelete: null },
      unknown: { kept: true },
    };
    const state = {
      version: 3,
      deployment: { resources: [root, provider, resource], pending_operations: [{ resource: root, type: "updating" }] },
    };
    const deployment = readDeployment(bytesOf(state));
    assert.equal(deployment.envelope, "export");
    assert.deepEqual(
      deployment.pendingOperations.map(({ type, resource: { urn } }) => [type, urn]),
      [["updating", root.urn]],
    );
    const [, , read] = deployment.resources;
    assert.ok(read);
    assert.deepEqual([...read.inputs(String)], [["k", { kind: "number", value: 1 }]]);
    assert.deepEqual([...read.outputs(String)].at(-1), ["o", { kind: "null" }]);
    assert.deepEqual(read.otherOptions(), ["hooks"]);
    const { inputs: _i, outputs: _o, otherOptions: _p, replacementTrigger: _t, ...fields } = read;
    assert.deepEqual(fields, {
      urn: resource.urn,
      type: "a:b:C",
      custom: true,
      id: "x1",
      parent: root.urn,
      provider: resource.provider,
      protect: true,
      delete: false,
      external: true,
      taint: false,
      pendingReplacement: true,
      retainOnDelete: true,
      refreshBeforeUpdate: false,
      importId: "x0",
      dependencies: [root.urn],
      propertyDependencies: new Map([
        ["k", [root.urn]],
        ["o", []],
      ]),
      additionalSecretOutputs: ["o"],
      aliases: resource.aliases,
      initErrors: ["no"],
      ignoreChanges: ["k"],
      deletedWith: root.urn,
      replaceWith: [],
      replaceOnChanges: [],
      hooks: new Map([
        ["BeforeCreate", ["check"]],
        ["AfterDelete", []],
      ]),
      created: resource.created,
    });
  });

  const empty: readonly (readonly [string, string, number])[] = [
    ["a stack that was never saved", '{"version":0,"checkpoint":{"stack":"organization/orchard/dev"}}', 0],
    ["a fresh stack", '{"version":3,"checkpoint":{"stack":"organization/orchard/dev","latest":{"metadata":{}}}}', 3],
    ["an unversioned checkpoint without resources", '{"stack":"dev"}', 0],
    ["an export of a fresh stack", '{"version":3,"deployment":null}', 3],
    [
      "the smallest document that Pulumi loads",
      '{"version":3,"deployment":{"manifest":{"time":"0001-01-01T00:00:00Z","magic":"","version":""},"metadata":{}}}',
      3,
    ],
  ];
  for (const [name, text, version] of empty) {
    it(`reads a state file: ${name}`, () => {
      const deployment = readDeployment(bytes(text));
      assert.deepEqual([deployment.resources, deployment.version], [[], version]);
    });
  }

  it("reads the secrets provider and the stack name of a state", () => {
    const latest = { secrets_providers: { type: "passphrase", state: { salt: "v1:x" } } };
    const deployment = readDeployment(bytesOf({ version: 3, checkpoint: { stack: "organization/o/dev", latest } }));
    assert.deepEqual(deployment.secretsProvider, { type: "passphrase", state: { salt: "v1:x" } });
    assert.equal(deployment.stackName, "organization/o/dev");
  });

  const v3 = (resources: unknown): object => ({ version: 3, deployment: { resources } });
  const refused: readonly (readonly [string, Uint8Array, ErrorCode, RegExp?])[] = [
    ["an empty file", bytes(""), "STATE_MALFORMED", /state:1:1/],
    ["a truncated file", bytes('{"version":3,\n"deployment":{"resources":[{"urn":"a'), "STATE_MALFORMED", /state:2:35/],
    ["a comment after the JSON", bytes('{"version":3}\n// no'), "STATE_MALFORMED", /state:2:1/],
    ["a byte order mark", bytes('\ufeff{"version":3,"deployment":{}}'), "STATE_MALFORMED"],
    ["bytes that are not UTF-8", Buffer.from('{"version":3,"x":"\xff","deployment":{}}', "latin1"), "STATE_MALFORMED"],
    ["a JSON list", bytes("[]"), "STATE_MALFORMED"],
    ["JSON that is not a state", bytes('{"name":"x"}'), "STATE_MALFORMED"],
    ["both a deployment and a checkpoint", bytes('{"version":3,"deployment":{},"checkpoint":{}}'), "STATE_MALFORMED"],
    ["a duplicate key", bytes('{"version":3,"deployment":{"resources":[],"resources":[]}}'), "STATE_MALFORMED"],
    ["a key in another letter case", bytes('{"version":3,"deployment":{"Resources":[]}}'), "STATE_MALFORMED"],
    ["resources that are not a list", bytesOf(v3({})), "STATE_MALFORMED"],
    ["a resource that is not an object", bytesOf(v3([1])), "STATE_INTEGRITY", /resource 0/],
    ["a URN that is not a string", bytesOf(v3([{ ...root, urn: 1 }])), "STATE_INTEGRITY", /resource 0/],
    [
      "dependencies that are not a list",
      bytesOf(v3([{ ...root, dependencies: "x" }])),
      "STATE_INTEGRITY",
      /orchard-dev/,
    ],
    ["version 1", bytesOf({ version: 1, deployment: {} }), "STATE_TOO_OLD"],
    ["version 2", bytesOf({ version: 2, checkpoint: { stack: "x", latest: {} } }), "STATE_TOO_OLD"],
    ["no version", bytesOf({ deployment: {} }), "STATE_TOO_OLD"],
    ["a version 0 checkpoint with content", bytesOf({ version: 0, checkpoint: { latest: {} } }), "STATE_TOO_OLD"],
    ["version 5", bytesOf({ version: 5, deployment: {} }), "STATE_TOO_NEW"],
    ["an unknown feature", bytesOf({ version: 4, features: ["views", "x"], deployment: {} }), "STATE_FEATURE_UNKNOWN"],
    ["a parent that the state lacks", bytesOf(v3([{ ...root, parent: "nobody" }])), "STATE_INTEGRITY", /orchard-dev/],
  ];
  for (const [name, content, code, where] of refused) {
    it(`rejects a state file: ${name}`, () => {
      assert.throws(
        () => readDeployment(content, "state"),
        (error) => {
          assert.ok(error instanceof ImpError, String(error));
          assert.equal(error.code, code);
          assert.match(error.explanation.where ?? "", where ?? /^state/);
          return true;
        },
      );
    });
  }

  it("rejects a Terraform state, and names the command that converts it", () => {
    const state = bytes('{"version":4,"terraform_version":"1.9.0","resources":[]}');
    assert.throws(
      () => readDeployment(state, "terraform.tfstate"),
      (error) => error instanceof ImpError && error.code === "TERRAFORM_STATE" && /import file/.test(error.message),
    );
  });

  it("shows no contents of a state file whose JSON is invalid", () => {
    assert.throws(
      () => readDeployment(bytes('{"plaintext": "hunter2" hunter2')),
      (error) => error instanceof ImpError && !JSON.stringify(error.explanation).includes("hunter2"),
    );
  });
});
