import assert from "node:assert/strict";
import type { Type } from "../../src/ir/type.ts";
import { loadSchema } from "../../src/schema/load.ts";
import type { PackageSchema, PropertySchema } from "../../src/schema/types.ts";
import { readSchema, schemaNames } from "../support/published-schemas.ts";

/** Resolves all types that resources use. Returns the number of properties. */
function resolveAll(schema: PackageSchema): number {
  const seen = new Set<string>();
  let count = 0;
  const properties = (found: ReadonlyMap<string, PropertySchema>): void => {
    for (const property of found.values()) {
      count += 1;
      type(property.type);
    }
  };
  const type = (found: Type): void => {
    if (found.kind === "list" || found.kind === "map") type(found.element);
    else if (found.kind === "union") found.members.forEach(type);
    else if (found.kind === "object" && !seen.has(found.name.token)) {
      seen.add(found.name.token);
      const object = schema.objectType(found.name.token);
      if (object !== undefined) properties(object.properties);
      else assert.notEqual(found.name.package, schema.name, `${found.name.token} is in the schema`);
    }
  };
  for (const token of [`pulumi:providers:${schema.name}`, ...schema.resourceTokens()]) {
    const resource = schema.resource(token);
    assert.ok(resource, token);
    assert.equal(resource.name.token, token);
    properties(resource.inputs);
    properties(resource.outputs);
  }
  return count;
}

describe("published schemas", () => {
  for (const folder of ["packages", "features", "validation"] as const) {
    for (const name of schemaNames(folder)) {
      it(`resolves every property of ${folder}/${name}`, () => {
        const bytes = readSchema(folder, name);
        const start = performance.now();
        const schema = loadSchema(bytes);
        const indexed = performance.now() - start;
        const count = resolveAll(schema);
        const total = performance.now() - start;
        if (bytes.length < 10_000_000) return;
        const size = Math.round(bytes.length / 1e6);
        console.log(
          `      ${size} MB indexed in ${indexed.toFixed(0)} ms, all ${count} properties read in ${total.toFixed(0)} ms`,
        );
      });
    }
  }
});
