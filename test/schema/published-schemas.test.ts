/** Schemas of published packages, where a folder of them is at hand (IMP_SCHEMAS): every resource and type of each is resolved. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { ImpError } from "../../src/errors.ts";
import type { Type } from "../../src/ir/type.ts";
import { loadSchema } from "../../src/schema/load.ts";
import type { PackageSchema, PropertySchema } from "../../src/schema/types.ts";

const folder = process.env.IMP_SCHEMAS ?? "../shared/data/schemas";

function schemaFiles(): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => /\.json(\.gz)?$/.test(name)).sort();
}

/** Resolves everything that can be reached; returns how many properties there were. */
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
  const files = schemaFiles();
  if (files.length === 0)
    console.log(`    (skipped: there are no schemas in ${folder}; IMP_SCHEMAS names another folder)`);
  for (const name of files) {
    it(name, () => {
      const file = readFileSync(join(folder, name));
      const bytes = name.endsWith(".gz") ? gunzipSync(file) : file;
      try {
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
      } catch (error) {
        assert.ok(error instanceof ImpError && /(^|\/)bad-/.test(name), String(error));
      }
    });
  }
});
