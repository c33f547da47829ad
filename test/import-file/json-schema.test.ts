/** `UPDATE_GOLDENS=1` writes the schema. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { ImpError } from "../../src/domain/errors.ts";
import { importFileSchema, importFileSchemaText } from "../../src/import-file/json-schema.ts";
import { readSpecs } from "../../src/import-file/read.ts";
import { runs } from "../support/runs.ts";
import { brokenFiles } from "./broken-files.ts";

const path = "src/import-file/import-file.schema.json";
type Json = { readonly [key: string]: unknown };

/** Validates a value with a small subset of JSON Schema. Fails if the schema uses a keyword outside of the subset. */
function isValid(schema: Json, value: unknown): boolean {
  return Object.entries(schema).every(([keyword, rule]) => holds(keyword, rule, value, schema));
}

function holds(keyword: string, rule: unknown, value: unknown, schema: Json): boolean {
  const object = typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  const members = Object.entries(object ?? {});
  switch (keyword) {
    case "$schema":
    case "$comment":
    case "title":
    case "description":
    case "deprecated":
    case "then":
      return true;
    case "type":
      return [rule].flat().includes(kindOf(value));
    case "minLength":
      return typeof value !== "string" || value.length >= Number(rule);
    case "minItems":
      return !Array.isArray(value) || value.length >= Number(rule);
    case "pattern":
      return typeof value !== "string" || new RegExp(String(rule), "u").test(value);
    case "enum":
      return (rule as unknown[]).some((item) => isDeepStrictEqual(item, value));
    case "not":
      return !isValid(rule as Json, value);
    case "items":
      return !Array.isArray(value) || value.every((item) => isValid(rule as Json, item));
    case "required":
      return object === undefined || (rule as string[]).every((name) => Object.hasOwn(object, name));
    case "properties":
      return members.every(
        ([name, member]) =>
          !Object.hasOwn(rule as Json, name) || isValid((rule as Record<string, Json>)[name] ?? {}, member),
      );
    case "additionalProperties": {
      const extra = members.filter(([name]) => !Object.hasOwn((schema.properties ?? {}) as Json, name));
      return rule === false ? extra.length === 0 : extra.every(([, member]) => isValid(rule as Json, member));
    }
    case "allOf":
      return (rule as Json[]).every((part) => isValid(part, value));
    case "if":
      return !isValid(rule as Json, value) || isValid(schema.then as Json, value);
    default:
      assert.fail(`the schema uses ${keyword}`);
  }
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return value === null ? "null" : typeof value;
}

function isRead(text: string): boolean {
  try {
    readSpecs([{ path: "a.json", text }]);
    return true;
  } catch (error) {
    assert.ok(error instanceof ImpError);
    return false;
  }
}

describe("the JSON Schema of the import file", () => {
  const schema = importFileSchema();

  it("matches the committed schema file", () => {
    if (process.env.UPDATE_GOLDENS === "1") writeFileSync(path, importFileSchemaText());
    assert.equal(readFileSync(path, "utf8"), importFileSchemaText(), `${path} is stale: run with UPDATE_GOLDENS=1`);
  });

  it("accepts a file that has every field", () => {
    assert.ok(isValid(schema, JSON.parse(readFileSync("fixtures/specs/good/every-field.json", "utf8"))));
  });

  it("rejects files with structural errors", () => {
    const shapes = ["wrong-kinds", "unknown-key", "missing-fields", "bad-urn", "bad-base64", "parameterization"];
    for (const name of [...shapes, "control-character"]) {
      const file = Object.keys(brokenFiles).find((found) => found === `${name}.json`);
      if (file === undefined) continue;
      assert.equal(isValid(schema, JSON.parse(readFileSync(join("fixtures/specs/broken", file), "utf8"))), false, file);
    }
  });

  it("accepts the same random entries as the reader of import files", () => {
    const texts = fc.constantFrom("", "a", "v1.2", "x y", "a\nb", "pulumi:providers:p", "e30=", "!", "$x", 1, null);
    const flags = fc.constantFrom(true, false, "true");
    const parameters = fc.record(
      { pluginName: texts, pluginVersion: texts, value: texts, name: texts, version: texts },
      { requiredKeys: [] },
    );
    const entry = fc.record(
      {
        type: texts,
        name: texts,
        logicalName: texts,
        id: texts,
        parent: texts,
        version: texts,
        component: flags,
        remote: flags,
        protect: flags,
        properties: fc.constantFrom([], ["a"], [""], [null], [1], "a", null),
        inputs: fc.constantFrom({}, { a: 1 }, [], null),
        outputs: fc.constantFrom({}, null),
        parameterization: parameters,
        extension: parameters,
        nonsense: flags,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 2 }), fc.boolean(), (resources, withTable) => {
        const file = { ...(withTable ? { nameTable: { a: "urn:pulumi:s::p::t::n" } } : {}), resources };
        assert.equal(isRead(JSON.stringify(file)), isValid(schema, file));
      }),
      { numRuns: runs(2_000) },
    );
    const urn = fc
      .array(fc.constantFrom(":", "a", "urn:pulumi:", "::", "$"), { maxLength: 12 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(urn, (found) => {
        const resources = [{ type: "a:b:C", name: "n", id: "1" }];
        const file = { nameTable: { a: `urn:pulumi:${found}` }, resources };
        assert.equal(isRead(JSON.stringify(file)), isValid(schema, file));
      }),
    );
  });
});
