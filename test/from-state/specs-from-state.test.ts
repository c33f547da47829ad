import assert from "node:assert/strict";
import { chooseResources, notMovable } from "../../src/from-state/choose-resources.ts";
import { specsFromState } from "../../src/from-state/specs-from-state.ts";
import type { ImportSpec } from "../../src/import-file/import-specs.ts";
import { fromPlainMap } from "../../src/value/plain.ts";
import { secretValue, stringValue } from "../../src/value/value.ts";
import { withoutUndefined } from "../support/without-undefined.ts";
import { bucket, type Fields, policy, resources, site, south, stateOf, stateText, subnet, vpc } from "./stack.ts";

function specsOf(
  targets: readonly string[] = [],
  list: readonly Fields[] = resources,
): ReadonlyMap<string, ImportSpec> {
  const state = stateOf(list);
  const decrypt = (text: string): string => JSON.stringify(`opened ${text}`);
  const source = { stack: "prod", file: "prod.json", state, decrypt };
  const { resources: specs } = specsFromState(
    chooseResources(state.resources, targets, "prod", notMovable).resources,
    source,
  );
  return new Map(specs.map((spec) => [spec.name, spec]));
}

describe("import specs from a state", () => {
  const specs = specsOf();
  const of = (urn: string): ImportSpec => {
    const spec = specs.get(urn);
    assert.ok(spec, urn);
    return spec;
  };

  it("copies names, types, IDs and parents from a state, except the root stack", () => {
    const { type, logicalName, id, parent, component } = of(policy);
    const expected = {
      type: "simcloud:storage/bucketPolicy:BucketPolicy",
      logicalName: "reading",
      id: "files",
      parent: bucket,
    };
    assert.deepEqual({ type, logicalName, id, parent, component }, { ...expected, component: false });
    assert.equal(of(vpc).parent, undefined);
    assert.deepEqual([of(site).component, of(site).id, of(site).parent], [true, undefined, undefined]);
  });

  it("copies `protect` from a state", () => {
    assert.deepEqual([of(vpc).protect, of(subnet).protect, of(site).protect], [true, false, true]);
    assert.deepEqual([of(policy).retainOnDelete, of(vpc).retainOnDelete], [true, false]);
  });

  it("copies explicit providers with marked secrets, and provider versions", () => {
    assert.equal(of(bucket).provider, south);
    assert.equal(of(bucket).version, "1.3.0");
    assert.equal(of(south).version, "1.3.0");
    const token = secretValue(stringValue("opened sealed token"));
    assert.deepEqual(of(south).inputs, new Map([...fromPlainMap({ region: "south-1" }), ["token", token]]));
    assert.equal(of(vpc).provider, undefined);
    assert.deepEqual([of(vpc).version, of(vpc).pluginDownloadUrl], ["1.4.0", "https://plugins.example"]);
    assert.equal(of(site).version, undefined);
  });

  it("copies a resource's inputs and outputs, and the inputs of its default provider", () => {
    assert.deepEqual(of(vpc).source?.inputs, fromPlainMap({ name: "vpc-1" }));
    assert.deepEqual(of(vpc).source?.defaultProvider?.inputs, fromPlainMap({ region: "us-east-1" }));
    assert.equal(of(bucket).source?.defaultProvider, undefined);
  });

  it("notes which values come from resources that remain in the stack", () => {
    const notes = (urn: string, targets: readonly string[]) => specsOf(targets).get(urn)?.source?.notes;
    assert.deepEqual(notes(subnet, [subnet]), [
      { path: ["vpcId"], text: `in stack prod, this value comes from ${vpc}` },
    ]);
    assert.deepEqual(notes(subnet, []), []);
  });

  it("copies resource options, and lists options that cannot be kept", () => {
    const entries: readonly Fields[] = resources.map((fields) =>
      fields.urn === subnet
        ? {
            ...fields,
            dependencies: [vpc, bucket],
            deletedWith: vpc,
            customTimeouts: { create: 300 },
            additionalSecretOutputs: ["arn"],
            replaceOnChanges: ["cidrBlock"],
            ignoreChanges: ["tags"],
            replaceWith: [bucket],
            hideDiff: ["tags"],
          }
        : fields,
    );
    const options = {
      customTimeouts: { create: 300 },
      additionalSecretOutputs: ["arn"],
      replaceOnChanges: ["cidrBlock"],
      ignoreChanges: ["tags"],
    };
    const originWith = (targets: readonly string[]) => specsOf(targets, entries).get(subnet)?.source;
    const whole = originWith([]);
    assert.deepEqual(whole?.options, { ...options, dependencies: [vpc, bucket], deletedWith: vpc });
    const others = [
      `in stack prod, the option replaceWith is: ${bucket}`,
      "in stack prod, these options are set: hideDiffs",
    ];
    assert.deepEqual(
      whole?.notes.map(({ text }) => text),
      others,
    );
    const alone = originWith([subnet]);
    assert.deepEqual(withoutUndefined(alone?.options), { ...options, dependencies: [] });
    assert.deepEqual(
      alone?.notes.flatMap(({ path, text }) => (path === undefined ? [text] : [])),
      [
        `in stack prod, the option dependsOn is: ${bucket}`,
        `in stack prod, the option deletedWith is: ${vpc}`,
        ...others,
      ],
    );
  });

  it("records where each resource is in the state file", () => {
    const lines = stateText().split("\n");
    for (const [urn, { where }] of specs) {
      assert.equal(where.file, "prod.json");
      assert.equal(lines[where.line - 1]?.slice(where.column - 1), "{", urn);
      assert.match(lines[where.line] ?? "", new RegExp(`"urn": "${urn.replaceAll("$", "\\$")}"`));
    }
  });

  it("ignores an invalid plugin version in a state", () => {
    const odd = resources.map((fields) =>
      fields.urn === south ? { ...fields, inputs: { version: "newest" } } : fields,
    );
    assert.equal(specsOf([], odd).get(bucket)?.version, undefined);
  });

  it("copies the parameter of a parameterized package", () => {
    const internal = { name: "terraform-provider", version: "0.9.0", parameterization: "eyJ9" };
    const inputs = { version: "1.3.0", __internal: internal };
    const list = resources.map((fields) => (fields.urn === south ? { ...fields, inputs } : fields));
    const expected = { pluginName: "terraform-provider", pluginVersion: "0.9.0", value: "eyJ9" };
    assert.deepEqual(specsOf([], list).get(bucket)?.parameterization, expected);
  });
});
