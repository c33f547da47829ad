/** Errors of Read for types that a provider perhaps cannot import by ID. */
import assert from "node:assert/strict";
import { ImpError } from "../../../src/domain/errors.ts";
import { withoutImporter } from "../../../src/import/read/without-importer.ts";
import { describedImport } from "../../../src/schema/descriptions.ts";
import type { PackageSchema, ResourceSchema } from "../../../src/schema/types.ts";

const importSection = "A thing.\n\n## Import\n\n```sh\n$ pulumi import pg:index/role:Role r my-role\n```\n";

/** Returns a package with one type per description. */
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

describe("errors about types that may not support imports", () => {
  const described = schemaOf(importSection, importSection, "Grants.");

  it("reports that a type is not importable if other types have an Import section", () => {
    const error = explained("RESOURCE_NOT_FOUND", "Grants.", described);
    assert.equal(error.code, "NOT_IMPORTABLE");
    assert.match(error.explanation.hint, /"outputs"/);
    assert.equal(explained("ID_REFUSED", "Grants.", described).code, "NOT_IMPORTABLE");
  });

  it("keeps the error of a type with an Import section", () =>
    assert.equal(explained("RESOURCE_NOT_FOUND", importSection, described).code, "RESOURCE_NOT_FOUND"));

  it("keeps the error of a call that timed out", () =>
    assert.equal(explained("CALL_TIMEOUT", "Grants.", described).code, "CALL_TIMEOUT"));

  it("suggests `outputs` if no type of the package describes imports", () => {
    const error = explained("RESOURCE_NOT_FOUND", "Grants.", schemaOf("Roles.", "Grants."));
    assert.equal(error.code, "RESOURCE_NOT_FOUND");
    assert.match(error.explanation.hint, /may need more than an ID\. Set "outputs" of its entry/);
  });

  it("cannot tell whether a type is importable if few types of the package have an Import section", () =>
    assert.equal(describedImport({ description: "" }, schemaOf(importSection, "", "", "")), "unknown"));
});
