/** Runs `imp schema diff`: compares two versions of a package. */
import type { RunIo } from "../cli/run-io.ts";
import type { SchemaOptions } from "../options/schema-options.ts";
import type { SchemaDifference } from "../schema/diff/changes.ts";
import { compareSchemas } from "../schema/diff/compare-schemas.ts";
import { withSchemas } from "./schema-text.ts";

/** Compares the schemas. Throws the errors of `withSchema` for both. */
export async function schemaDiff(options: SchemaOptions, newer: string, io: RunIo): Promise<SchemaDifference> {
  return await withSchemas(options, newer, io, async (old, now) =>
    compareSchemas({ old: old.schema, new: now.schema }),
  );
}
