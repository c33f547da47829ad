/**
 * The story of `imp schema show`: a package is described as a whole, or one of its resources, functions or types.
 */
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../errors.ts";
import { inMemory } from "../json/byte-source.ts";
import type { SchemaOptions } from "../options/schema-options.ts";
import { type OpenSchema, openSchemaText } from "../schema/load.ts";
import { withoutByteOrderMark } from "../schema/scan-members.ts";
import { indexOf } from "../schema/schema-index.ts";
import { describeMember } from "../schema/show/describe.ts";
import { describePackage } from "../schema/show/describe-package.ts";
import type { ShownMember, ShownPackage } from "../schema/show/facts.ts";
import { findMember } from "../schema/show/find-member.ts";
import { jsonOfSchema } from "../sources/schema-source.ts";
import { withSchemaText } from "./schema-text.ts";

/** Throws TOKEN_UNKNOWN, TYPE_AMBIGUOUS, SCHEMA_BROKEN; as `withSchemaText`. */
export async function schemaShow(
  options: SchemaOptions,
  word: string | undefined,
  io: RunIo,
): Promise<ShownPackage | ShownMember> {
  return await withSchemaText(options, io, async (text) => {
    try {
      const bytes = withoutByteOrderMark(await jsonOfSchema(text));
      const open = openSchemaText(inMemory(bytes), indexOf(bytes));
      return word === undefined ? describePackage(open) : memberOf(open, word, text.name);
    } catch (error) {
      throw inDocument(error, text.name);
    }
  });
}

/** The error with the schema that was named: without it the place would be one of any schema. */
function inDocument(error: unknown, document: string): unknown {
  if (!(error instanceof ImpError) || error.code !== "SCHEMA_BROKEN") return error;
  const { where = "#", why } = error.explanation;
  return ImpError.of("SCHEMA_BROKEN", { document, place: where, message: why.replace(/\.$/, "") });
}

function memberOf(open: OpenSchema, word: string, schema: string): ShownMember {
  const found = findMember(open, word);
  switch (found.kind) {
    case "found":
      return describeMember(open, found);
    case "several":
      throw ImpError.of("TYPE_AMBIGUOUS", {
        where: "the command line",
        word,
        package: open.schema.name,
        tokens: found.tokens,
      });
    case "none":
      throw ImpError.of("TOKEN_UNKNOWN", { word, schema, suggestions: found.suggestions });
  }
}
