import assert from "node:assert/strict";
import type { GraphResource } from "../../src/domain/graph.ts";
import type { Path } from "../../src/value/path.ts";
import { fromPlain } from "../../src/value/plain.ts";
import { type PropertyMap, secretValue, stringValue } from "../../src/value/value.ts";
import { withoutUndefined } from "../support/without-undefined.ts";
import { expressionOf, graph, lowered, plain, resource, subnetType, urn, vpcType } from "./lowered.ts";

describe("links in expressions", () => {
  const vpc = resource(vpcType, "main", plain({}));
  const linked = (
    path: readonly (string | number)[],
    parts: GraphResource["links"][number]["parts"],
    inputs: PropertyMap,
  ) => lowered(graph(vpc, resource(subnetType, "s", inputs, { links: [{ path, parts }] })));
  const output = { kind: "output", referent: vpc.urn, property: ["arn"] } as const;

  it("prints a reference if one output is the whole value", () => {
    const { program } = linked(["rules", 0, "comment"], [output], plain({ rules: [{ comment: "arn:1", port: 1 }] }));
    const rules = program.resources[1]?.inputs[0]?.value;
    const rule = rules?.kind === "list" ? rules.items[0] : undefined;
    assert.deepEqual(
      withoutUndefined(rule?.kind === "object" && rule.properties.find(({ name }) => name === "comment")?.value),
      {
        kind: "reference",
        node: "main",
        path: ["arn"],
        type: { kind: "string" },
      },
    );
  });

  it("marks a reference to an output that may be missing", () => {
    const optional = (property: Path) => {
      const { program } = linked(["name"], [{ ...output, property }], plain({ name: "x" }));
      const value = program.resources[1]?.inputs[0]?.value;
      return value?.kind === "reference" ? value.optional : assert.fail();
    };
    assert.deepEqual([["arn"], ["id"], ["alias"], ["rules", 0, "port"], ["rules", 0, "note"]].map(optional), [
      undefined,
      undefined,
      true,
      true,
      true,
    ]);
  });

  it("reads the type of a deeply nested output", () => {
    const far = { ...output, property: ["rules", 0, "port"] };
    const { program } = linked(["name"], [far], plain({ name: "1" }));
    const value = program.resources[1]?.inputs[0]?.value;
    assert.equal(value?.type.kind, "integer");
    const through = value?.kind === "reference" ? value.through : undefined;
    assert.deepEqual(
      through?.map(({ kind }) => kind),
      ["list", "object"],
    );
  });

  it("uses the names that the schema gives to outputs in each language", () => {
    const names = (property: Path) => {
      const { program } = linked(["name"], [{ ...output, property }], plain({ name: "1" }));
      const value = program.resources[1]?.inputs[0]?.value;
      return value?.kind === "reference" ? value.language : assert.fail();
    };
    assert.deepEqual(names(["arn"]), undefined);
    assert.deepEqual(names(["alias"]), [{ csharp: { name: "Nick" } }]);
    assert.deepEqual(names(["rules", 0, "note"]), [{}, {}, { csharp: { name: "Remark" } }]);
  });

  it("prints a reference inside a longer string as an interpolation", () => {
    const { program } = linked(["policy"], [output, { kind: "text", text: "/*" }], plain({ policy: "arn:1/*" }));
    assert.equal(program.resources[1]?.inputs[0]?.value.kind, "interpolation");
  });

  it("marks JSON properties by the schema, not by their type", () => {
    const { program } = linked(["policy"], [output], plain({ policy: "arn:1" }));
    assert.equal(program.resources[1]?.inputs[0]?.json, true);
    assert.equal(expressionOf("policy", fromPlain("arn:1")).json, undefined);
    assert.equal(expressionOf("vpcId", fromPlain("arn:1")).json, undefined);
  });

  it("prints a literal if the SDK accepts no output or the referent is not printed", () => {
    const plainOnly = linked(["fixed"], [output], plain({ fixed: "arn:1" })).program;
    assert.equal(plainOnly.resources[1]?.inputs[0]?.value.kind, "string");
    const gone = linked(["name"], [{ ...output, referent: urn(vpcType, "gone") }], plain({ name: "arn:1" })).program;
    assert.equal(gone.resources[1]?.inputs[0]?.value.kind, "string");
  });

  it("keeps a secret input secret if it is a reference or contains one", () => {
    const secret = new Map([["name", secretValue(stringValue("arn:1/canary"))]]);
    assert.equal(linked(["name"], [output], secret).program.resources[1]?.inputs[0]?.value.kind, "secret");
    const { program } = linked(["name"], [output, { kind: "text", text: "/canary" }], secret);
    assert.equal(program.resources[1]?.inputs[0]?.value.kind, "config");
    assert.doesNotMatch(JSON.stringify(program), /canary/);
  });

  it("does not mark a reference as secret if the schema already marks the output as secret", () => {
    const secret = new Map([["name", secretValue(stringValue("canary"))]]);
    const { program } = linked(["name"], [{ ...output, property: ["key"] }], secret);
    assert.equal(program.resources[1]?.inputs[0]?.value.kind, "reference");
  });

  it("puts a referenced resource before the resource that refers to it", () => {
    const links = [{ path: ["vpcId"], parts: [{ kind: "output" as const, referent: vpc.urn, property: ["id"] }] }];
    const { program } = lowered(graph(resource(subnetType, "s", plain({ vpcId: "v" }), { links }), vpc));
    assert.deepEqual(
      program.resources.map(({ id }) => id),
      ["main", "s"],
    );
  });
});
