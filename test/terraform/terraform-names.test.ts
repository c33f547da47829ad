/** Names of a provider's Terraform mapping in a package schema. */
import assert from "node:assert/strict";
import { loadSchema } from "../../src/schema/load.ts";
import { withTerraformNames } from "../../src/terraform/index.ts";

const schema = loadSchema(
  Buffer.from(
    JSON.stringify({
      name: "sea",
      version: "1.0.0",
      types: {
        "sea:index/PortRule:PortRule": {
          type: "object",
          properties: { fromPorts: { type: "array", items: { type: "integer" } } },
        },
      },
      resources: {
        "sea:port/port:Port": {
          inputProperties: {
            crates: { type: "array", items: { type: "string" } },
            rule: { $ref: "#/types/sea:index/PortRule:PortRule" },
            owner: { type: "string" },
          },
        },
        "sea:port/pier:Pier": { inputProperties: { crates: { type: "array", items: { type: "string" } } } },
      },
    }),
  ),
);

const text = { type: 4, optional: true };
const mapping = {
  name: "sea",
  provider: {
    schema: { harbor: text },
    resources: {
      sea_port: {
        crate: { type: 5, optional: true, element: { schema: text } },
        rule: {
          type: 5,
          optional: true,
          maxItems: 1,
          element: { resource: { from_port: { type: 7, optional: true, element: { schema: { type: 2 } } } } },
        },
        owner_name: text,
      },
      ocean_pier: { crate: { type: 5, optional: true, element: { schema: text } } },
    },
  },
  resources: {
    sea_port: { tok: "sea:port/port:Port", fields: { owner_name: { name: "owner" } } },
    ocean_pier: { tok: "sea:port/pier:Pier" },
  },
};

describe("names of Terraform in a package schema", () => {
  const named = withTerraformNames(schema, [Buffer.from(JSON.stringify(mapping))]);

  it("names types, attributes, and blocks as Terraform does", () => {
    const port = named.resource("sea:port/port:Port") ?? assert.fail();
    assert.deepEqual(port.language.hcl, { type: "sea_port" });
    const plain = { isBlock: false, isOnlyItem: false, isSet: false };
    const names = [...port.inputs.values()].map(({ name, language }) => [name, language.hcl]);
    assert.deepEqual(Object.fromEntries(names), {
      crates: { ...plain, name: "crate" },
      rule: { ...plain, name: "rule", isBlock: true, isOnlyItem: true },
      owner: { ...plain, name: "owner_name" },
    });
    const rule = named.objectType("sea:index/PortRule:PortRule")?.properties.get("fromPorts");
    assert.deepEqual(rule?.language.hcl, { name: "from_port", isBlock: false, isOnlyItem: false, isSet: true });
  });

  it("keeps the names of types whose first word is not the package", () => {
    const pier = named.resource("sea:port/pier:Pier") ?? assert.fail();
    assert.equal(pier.language.hcl, undefined);
    assert.equal(pier.inputs.get("crates")?.language.hcl, undefined);
  });

  it("keeps the schema without a mapping", () => {
    assert.equal(withTerraformNames(schema, [Buffer.from("no JSON"), new Uint8Array()]), schema);
  });
});
