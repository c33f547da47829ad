/** Reads the import examples and property names of published providers as package schemas (`fixtures/schemas/published/import-forms`). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { loadSchema } from "../../src/schema/load.ts";
import type { PackageSchema } from "../../src/schema/types.ts";
import { projectRoot } from "../real/project-root.ts";

interface ResourceForm {
  /** The ID in the import example. */
  readonly import?: string;
  readonly outputs: readonly string[];
  readonly inputs: readonly string[];
  readonly required: readonly string[];
}

/** Returns a schema with the provider's tokens, import examples, and property names. All properties are texts. */
export function importFormsSchema(name: "aws" | "gcp" | "azure-native"): PackageSchema {
  const file = join(projectRoot, "fixtures", "schemas", "published", "import-forms", `${name}.json.br`);
  const forms = JSON.parse(brotliDecompressSync(readFileSync(file)).toString("utf8")) as Readonly<
    Record<string, ResourceForm>
  >;
  const texts = (names: readonly string[]) => Object.fromEntries(names.map((key) => [key, { type: "string" }]));
  const resources = Object.entries(forms).map(([token, { import: id, outputs, inputs, required }]) => {
    const description = id === undefined ? undefined : `## Import\n\n$ pulumi import ${token} example ${id}\n`;
    const schema = {
      description,
      properties: texts(outputs),
      inputProperties: texts(inputs),
      requiredInputs: required,
    };
    return [token, schema];
  });
  const moduleFormat = name === "azure-native" ? "(.*)" : "(.*)(?:/[^/]*)";
  return loadSchema(
    Buffer.from(
      JSON.stringify({ name, version: "1.0.0", meta: { moduleFormat }, resources: Object.fromEntries(resources) }),
    ),
  );
}
