/** Which failed reads are explained by a type that no id imports. */
import assert from "node:assert/strict";
import { ImpError } from "../../../src/errors.ts";
import { withoutImporter } from "../../../src/import/read/without-importer.ts";
import { describedImport } from "../../../src/schema/describes-import.ts";
import type { PackageSchema, ResourceSchema } from "../../../src/schema/types.ts";

const importSection = "A thing.\n\n## Import\n\n```sh\n$ pulumi import pg:index/role:Role r my-role\n```\n";

/** A package with types of these descriptions. */
function schemaOf(...descriptions: readonly string[]): PackageSchema {
  return {
    resourceTokens: () => descriptions.map((_, index) => String(index)),
    jsonText: (_, token) => JSON.stringify({ description: descriptions[Number(token)] }),
  } as Partial<PackageSchema> as PackageSchema;
}

function explained(
  code: "RESOURCE_NOT_FOUND" | "ID_REFUSED" | "CALL_TIMEOUT",
  description: string,
  schema: PackageSchema,
): ImpError {
  const request = { type: "pg:index/grant:Grant", name: "x", id: "x" };
  const error = ImpError.of(code, { ...request, method: "Read", reason: "no such thing" });
  const resource = { description } as ResourceSchema;
  return withoutImporter({ request, error, resource, schema, instance: undefined });
}

describe("a type that no id imports", () => {
  const described = schemaOf(importSection, importSection, "Grants.");

  it("has no Import section in a package that has them", () => {
    const error = explained("RESOURCE_NOT_FOUND", "Grants.", described);
    assert.equal(error.code, "NOT_IMPORTABLE");
    assert.match(error.explanation.hint, /"outputs"/);
    assert.equal(explained("ID_REFUSED", "Grants.", described).code, "NOT_IMPORTABLE");
  });

  it("has no Import section in its description", () =>
    assert.equal(explained("RESOURCE_NOT_FOUND", importSection, described).code, "RESOURCE_NOT_FOUND"));

  it("does not explain a call without an answer", () =>
    assert.equal(explained("CALL_TIMEOUT", "Grants.", described).code, "CALL_TIMEOUT"));

  it("may be any type of a package that describes no imports, and the hint names outputs", () => {
    const error = explained("RESOURCE_NOT_FOUND", "Grants.", schemaOf("Roles.", "Grants."));
    assert.equal(error.code, "RESOURCE_NOT_FOUND");
    assert.match(error.explanation.hint, /may need more than an ID\. Set "outputs" of its entry/);
  });

  it("needs more evidence than a few Import sections of a large package", () =>
    assert.equal(describedImport({ description: "" }, schemaOf(importSection, "", "", "")), "unknown"));
});
