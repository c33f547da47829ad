import assert from "node:assert/strict";
import fc from "fast-check";
import { nodeIds } from "../../src/lower/names.ts";
import { subnetType, vpcType } from "./lowered.ts";

describe("variable names", () => {
  const named = (...names: readonly string[]) =>
    nodeIds(
      names.map((name) => ({ name, type: vpcType })),
      [],
    );
  it("chooses valid, unique camelCase variables", () => {
    const table = {
      "my-vpc": "myVpc",
      "My VPC": "myVPC",
      VPC: "vpc",
      VPCMain: "vpcMain",
      "9lives": "vpc9lives",
      "😃": "vpc",
      "a/b.c_d": "aBCD",
    };
    for (const [name, id] of Object.entries(table)) assert.deepEqual(named(name), [id]);
    assert.deepEqual(named("a-b", "a_b", "a.b", "a b"), ["aB", "aBVpc", "aBVpc2", "aBVpc3"]);
  });
  it("adds the type to a variable whose name is taken, and a number only if that is taken, too", () => {
    assert.deepEqual(
      nodeIds(
        [
          { name: "main", type: vpcType },
          { name: "main", type: subnetType },
        ],
        [],
      ),
      ["main", "mainSubnet"],
    );
    assert.deepEqual(nodeIds([{ name: "main", type: vpcType }], ["main"]), ["mainVpc"]);
  });
  it("chooses unique identifiers for any names, and the same ones each time", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom("a b", "a-b", "aB", "1", "vpc")), { maxLength: 12 }),
        (names) => {
          const ids = named(...names);
          assert.deepEqual(named(...names), ids);
          assert.equal(new Set(ids).size, names.length);
          for (const id of ids) assert.match(id, /^[a-z][A-Za-z0-9]*$/);
        },
      ),
    );
  });
});
