import assert from "node:assert/strict";
import { mapValue, secretValue, stringValue } from "../../src/value/value.ts";
import { graph, lowered, plain, resource, subnetType, vpcType } from "./lowered.ts";

describe("lowering into an existing program", () => {
  const first = resource(vpcType, "main", new Map([["tags", mapValue([["t", secretValue(stringValue("s"))]])]]));
  const links = [{ path: ["vpcId"], parts: [{ kind: "output" as const, referent: first.urn, property: ["id"] }] }];
  const second = resource(subnetType, "main", plain({ vpcId: "v" }), {
    links,
    notes: [{ path: ["vpcId"], text: "sure" }, { text: "new" }],
  });

  it("keeps the nodes and configuration keys of a program, and refers to them in new nodes", () => {
    const before = lowered(graph(first)).program;
    const configKeys = new Map([["p:mainTagsT", { text: "s", secret: true }]]);
    const { program, config } = lowered(graph(second), { existing: before, configKeys });
    assert.deepEqual(program.resources[0], before.resources[0]);
    assert.deepEqual(program.config, before.config);
    assert.deepEqual(config, []);
    const [, added] = program.resources;
    assert.deepEqual([added?.id, added?.comments], ["mainSubnet", ["new"]]);
    assert.deepEqual([added?.inputs[0]?.value.kind, added?.inputs[0]?.comment], ["reference", "sure"]);
  });

  it("returns the same program if there are no new resources", () => {
    const before = lowered(graph(first, second)).program;
    const configKeys = new Map([["p:mainTagsT", { text: "s", secret: true }]]);
    assert.deepEqual(lowered(graph(first, second), { existing: before, configKeys }).program, before);
  });
});
