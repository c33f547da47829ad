/** Warnings about definitions of imported types that make Pulumi's binder reject the schema. */
import assert from "node:assert/strict";
import type { ResolvedSpec } from "../../src/import-file/resolve.ts";
import { schemaWarnings } from "../../src/run/warnings.ts";
import { checkSchema } from "../../src/schema/check/check.ts";
import { checkUsed } from "../../src/schema/check/check-used.ts";
import { loadSchema } from "../../src/schema/load.ts";
import type { PackageSchema } from "../../src/schema/types.ts";
import { readSchema, schemaNames } from "../support/published-schemas.ts";
import { wrongSchemas } from "../support/wrong-schemas.ts";

function schemaOf(spec: object): PackageSchema {
  return loadSchema(Buffer.from(JSON.stringify({ name: "park", version: "1.0.0", ...spec })));
}

function warned(schema: PackageSchema, ...types: readonly string[]): readonly string[] {
  const resources = types.map(
    (type) => ({ kind: "custom", type, package: { name: "park" } }) as object as ResolvedSpec,
  );
  const warnings = schemaWarnings({
    request: { project: "p", stack: "s", resources },
    schemas: new Map([["park", schema]]),
    missing: [],
  });
  return warnings.map(({ message }) => message);
}

const gate = { $ref: "#/types/park:index:Hinge" };

describe("schema warnings", () => {
  it("warns once about each invalid definition that an imported resource uses", () => {
    const schema = schemaOf({
      resources: {
        "park:index:Gate": { inputProperties: { hinges: { type: "array", items: gate }, lock: gate } },
        "park:index:Fence": { inputProperties: { posts: { type: "number" } }, requiredInputs: ["wires"] },
      },
      types: {
        "park:index:Hinge": { type: "object", properties: { metal: { type: "string", const: 3 } } },
        "park:index:Other": { type: "object", properties: { metal: { type: "string", const: 3 } } },
      },
    });
    const [first, ...others] = warned(schema, "park:index:Gate", "park:index:Gate");
    assert.match(
      first ?? "",
      /^The schema of park violates the rule const at types\["park:index:Hinge"\]\.properties\.metal\.const: /,
    );
    assert.deepEqual(others, []);
    assert.match(warned(schema, "park:index:Fence").join(), /requiredInputs/);
  });

  it("accepts recursive types, and ignores types of other packages", () => {
    const schema = schemaOf({
      resources: { "park:index:Gate": { inputProperties: { hinge: gate } } },
      types: {
        "park:index:Hinge": {
          type: "object",
          properties: {
            next: gate,
            other: { $ref: "/zoo/v1.0.0/schema.json#/types/zoo:index:Cage" },
            self: { $ref: "/park/v1.0.0/schema.json#/types/park:index:Hinge" },
            door: { $ref: "#/resources/park:index:Gate" },
          },
        },
      },
    });
    assert.deepEqual(warned(schema, "park:index:Gate"), []);
  });

  it("finds an error in a schema with 100,000 levels of nested JSON", () => {
    const depth = 100_000;
    const deep = `${"[".repeat(depth)}${"]".repeat(depth)}`;
    const json = JSON.stringify({
      name: "park",
      resources: {
        "park:index:Gate": {
          inputProperties: { a: { type: "string", language: { go: "DEEP" } }, b: { $ref: "#/types/x" } },
        },
      },
    });
    const schema = loadSchema(Buffer.from(json.replace('"DEEP"', deep)));
    const [message, ...others] = warned(schema, "park:index:Gate");
    assert.match(message ?? "", /inputProperties\.b/);
    assert.deepEqual(others, []);
  });

  it("lists five schema warnings, and counts the others", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`p${at}`, { $ref: `#/types/park:index:None${at}` }]),
    );
    const schema = schemaOf({ resources: { "park:index:Gate": { properties } } });
    const messages = warned(schema, "park:index:Gate");
    assert.equal(messages.length, 6);
    assert.equal(messages.at(-1), "The schema of park has 7 more errors. To list them: imp schema check park");
  });

  it("warns only about errors that imp schema check reports too", async () => {
    let count = 0;
    for (const { title, text } of wrongSchemas) {
      const schema = loaded(text);
      if (schema === undefined) continue;
      const used = checkUsed(schema, schema.resourceTokens());
      const { faults } = await checkSchema(Buffer.from(text), "json", async () => undefined);
      const whole = new Set(faults.map(({ rule, path }) => `${rule} ${path.join(" ")}`));
      for (const { rule, path } of used) {
        count += 1;
        assert.ok(whole.has(`${rule} ${path.join(" ")}`), `${title}: ${rule} ${path.join(" ")}`);
      }
    }
    assert.ok(count >= 40, `${count} faults`);
  });

  it("does not warn about published schemas, which Pulumi accepts", () => {
    for (const name of schemaNames("packages")) {
      const schema = loadSchema(readSchema("packages", name));
      assert.deepEqual(checkUsed(schema, schema.resourceTokens()), [], name);
    }
  });
});

function loaded(text: string): PackageSchema | undefined {
  try {
    return loadSchema(Buffer.from(text));
  } catch {
    return undefined;
  }
}
