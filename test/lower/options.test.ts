import assert from "node:assert/strict";
import { fromPlain } from "../../src/value/plain.ts";
import { secretValue, stringValue, type Value } from "../../src/value/value.ts";
import { withoutUndefined } from "../support/without-undefined.ts";
import { graph, lowered, plain, resource, urn, vpcType } from "./lowered.ts";

describe("resource options", () => {
  it("copies the options of the graph, without the root stack and default providers", () => {
    const provider = resource("pulumi:providers:tiny", "west", plain({ region: "w" }));
    const source = graph(
      provider,
      resource("my:index:Group", "group", plain({}), { kind: "component", package: { name: "my" } }),
      resource(vpcType, "a", plain({}), {
        parent: urn("my:index:Group", "group"),
        provider: provider.urn,
        options: {
          ...provider.options,
          protect: true,
          dependsOn: [provider.urn],
          ignoreChanges: [["tags"], ["arn"]],
          additionalSecretOutputs: ["arn"],
          importId: "x",
        },
      }),
      resource(vpcType, "b", plain({}), {
        parent: urn("pulumi:pulumi:Stack", "p-dev"),
        provider: urn("pulumi:providers:tiny", "default_1_0_0"),
      }),
    );
    const { program } = lowered(source);
    const [, group, a, b] = program.resources;
    assert.deepEqual([group?.kind, group?.resource.token], ["component", "my:index:Group"]);
    assert.deepEqual([...program.packages.keys()], ["tiny"]);
    assert.deepEqual(withoutUndefined(a?.options), {
      parent: "group",
      provider: "west",
      dependsOn: ["west"],
      protect: true,
      retainOnDelete: false,
      ignoreChanges: [["tags"], ["arn"]],
      additionalSecretOutputs: ["arn"],
      notInputs: ["arn"],
      importId: "x",
    });
    assert.equal(b?.options.parent, undefined);
    assert.equal(b?.options.provider, undefined);
  });

  it("rejects a parent that is not in the program", () => {
    const orphan = resource(vpcType, "a", plain({}), { parent: urn("my:index:Group", "gone") });
    assert.throws(() => lowered(graph(orphan)), /parent is the resource .*gone, which is not in the program/);
  });

  it("parses JSON provider arguments, and omits inputs that are not arguments", () => {
    const inputs = new Map<string, Value>([
      ["region", stringValue("1")],
      ["retries", stringValue("3")],
      ["role", secretValue(stringValue('{"port":1}'))],
      ["__internal", fromPlain({ name: "tiny" })],
      ["version", stringValue("1.0.0")],
    ]);
    const { program, config } = lowered(graph(resource("pulumi:providers:tiny", "west", inputs)));
    const [west] = program.resources;
    assert.deepEqual(
      west?.inputs.map(({ name, value }) => [name, value.kind]),
      [
        ["region", "string"],
        ["retries", "number"],
        ["role", "secret"],
      ],
    );
    assert.equal(west.resource.package, "tiny");
    assert.deepEqual(config, [{ key: "p:westRolePort", value: stringValue("1"), secret: true }]);
  });
});
