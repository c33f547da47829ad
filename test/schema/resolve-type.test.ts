/** imp resolves each kind of property type. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Type } from "../../src/ir/type.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { withoutUndefined } from "../support/without-undefined.ts";

const schema = loadSchema(readFileSync("fixtures/schemas/orchard.json"));
const inputs = schema.resource("orchard:trees:Tree")?.inputs;
const typeOf = (name: string): Type | undefined => inputs?.get(name)?.type;
const trees = (kind: string) => ({
  token: `orchard:trees/${kind}:${kind}`,
  package: "orchard",
  module: "trees",
  member: kind,
});

describe("resolveType", () => {
  it("resolves primitives and built-in types", () => {
    assert.deepEqual(typeOf("name"), { kind: "string" });
    assert.deepEqual(typeOf("pin"), { kind: "integer" });
    assert.deepEqual(typeOf("height"), { kind: "number" });
    assert.deepEqual(typeOf("policy"), { kind: "json" });
    assert.deepEqual(typeOf("photo"), { kind: "asset" });
    assert.deepEqual(typeOf("extra"), { kind: "any" });
  });

  it("resolves nested lists and maps, and keeps `plain` of each level", () => {
    const soil = { kind: "object", name: trees("Soil"), language: { csharp: { name: "Ground" } } };
    assert.deepEqual(typeOf("plots"), { kind: "list", element: soil, plainElement: true });
    assert.equal(inputs?.get("plots")?.plain, true);
    assert.deepEqual(typeOf("labels"), { kind: "map", element: { kind: "string" } });
    assert.deepEqual(typeOf("bare"), { kind: "map", element: { kind: "string" } });
    assert.deepEqual(typeOf("grid"), { kind: "list", element: { kind: "list", element: { kind: "integer" } } });
  });

  it("distinguishes enums from objects, and strict from relaxed enums", () => {
    const size = {
      kind: "enum",
      name: trees("Size"),
      element: "string",
      members: [{ value: "s" }, { value: "l", name: "Large", deprecationMessage: "use s" }],
      language: {},
    };
    assert.deepEqual(withoutUndefined(typeOf("strictSize")), size);
    assert.deepEqual(withoutUndefined(typeOf("size")), { kind: "union", members: [size, { kind: "string" }] });
  });

  it("maps discriminators to tokens, and uses the last segment of a token only if it is unique", () => {
    const type = typeOf("watering");
    assert.ok(type?.kind === "union");
    assert.deepEqual(
      [...(type.discriminator?.mapping ?? [])],
      [
        ["drip", "orchard:trees/Drip:Drip"],
        ["spray", "orchard:trees/Spray:Spray"],
      ],
    );
    assert.equal(type.discriminator?.property, "method");
  });

  it("resolves references to resources, providers, and other packages", () => {
    const grower = { token: "orchard:people/grower:Grower", package: "orchard", module: "people", member: "Grower" };
    assert.deepEqual(typeOf("grower"), { kind: "resource", name: grower });
    const provider = { token: "pulumi:providers:orchard", package: "orchard", module: "", member: "orchard" };
    assert.deepEqual(typeOf("under"), { kind: "resource", name: provider });
    const role = typeOf("role");
    assert.ok(role?.kind === "resource");
    assert.deepEqual([role.name.token, role.name.package], ["cloud:iam/role:Role", "cloud"]);
    const tagging = typeOf("tagging");
    assert.ok(tagging?.kind === "object");
    assert.deepEqual([tagging.name.token, tagging.name.package], ["cloud:iam/Tagging:Tagging", "cloud"]);
  });

  it("uses the `type` next to a `$ref` if the referenced type is missing", () => {
    assert.deepEqual(typeOf("opaque"), { kind: "string" });
  });

  it("treats a $ref with different case as a reference to a missing type, like Pulumi's binder", () => {
    const near = loadSchema(
      Buffer.from(
        JSON.stringify({
          name: "near",
          types: {
            "near:rds/EngineType:EngineType": { type: "string", enum: [{ value: "aurora" }] },
            "near:rds/Window:Window": { type: "object", properties: { day: { type: "string" } } },
          },
          resources: {
            "near:rds:Cluster": {
              inputProperties: {
                engine: { type: "string", $ref: "#/types/near:rds%2FengineType:EngineType" },
                window: { $ref: "#/types/near:rds/window:Window" },
                exact: { $ref: "#/types/near:rds%2FWindow:Window" },
              },
            },
          },
        }),
      ),
    );
    const properties = near.resource("near:rds:Cluster")?.inputs;
    assert.deepEqual(properties?.get("engine")?.type, { kind: "string" });
    assert.deepEqual(properties?.get("window")?.type, { kind: "any" });
    assert.equal(properties?.get("exact")?.type.kind, "object");
  });

  it("finds object types by token", () => {
    const layer = schema.objectType("orchard:trees/Layer:Layer");
    assert.deepEqual([...(layer?.required ?? [])], ["depth"]);
    assert.equal(layer?.properties.get("below")?.type.kind, "object");
    assert.equal(schema.objectType("orchard:trees/layer:layer"), undefined);
    assert.equal(schema.objectType("orchard:trees/Size:Size"), undefined);
  });
});
