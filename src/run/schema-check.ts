/** Runs `imp schema check`: checks a package schema, and its references to other packages. */
import type { RunIo } from "../cli/run-io.ts";
import type { SchemaCheckFacts } from "../cli/schema-check-screen.ts";
import { type LoadPackage, packagesThrough } from "../import/providers/other-packages.ts";
import type { SchemaOptions } from "../options/schema-options.ts";
import { checkSchema, type LoadOther } from "../schema/check/check.ts";
import { withSchemaText } from "./schema-text.ts";

/** Checks the schema. Throws the errors of `withSchemaText`. */
export async function schemaCheck(options: SchemaOptions, io: RunIo): Promise<SchemaCheckFacts> {
  return await withSchemaText(options, io, async ({ name, bytes, format }, host) => {
    return { ...(await checkSchema(bytes, format, looksInto(packagesThrough(host)))), file: name };
  });
}

function looksInto(load: LoadPackage): LoadOther {
  return async (name, version) => {
    const schema = await load(name, version);
    if (schema === undefined) return undefined;
    const [types, resources] = [new Set(schema.typeTokens()), new Set(schema.resourceTokens())];
    const provider = `pulumi:providers:${schema.name}`;
    return {
      hasType: (token) => types.has(token),
      hasResource: (token) => token === provider || resources.has(token),
    };
  };
}
