/**
 * The story of `imp schema find`: a package is searched for the resources, functions and types that words are about.
 */
import type { RunIo } from "../cli/run-io.ts";
import type { SchemaFindFacts } from "../cli/schema-find-screen.ts";
import { ImpError } from "../errors.ts";
import type { SchemaOptions } from "../options/schema-options.ts";
import { findByWords, searchWords } from "../schema/find/find-words.ts";
import { packageHead } from "../schema/show/describe.ts";
import { suggestionsOf } from "../schema/show/find-member.ts";
import { withSchema } from "./schema-text.ts";

/** Throws USAGE without words, WORDS_NOT_FOUND; as `withSchema`. */
export async function schemaFind(
  options: SchemaOptions,
  given: readonly string[],
  io: RunIo,
): Promise<SchemaFindFacts> {
  const words = searchWords(given);
  if (words.length === 0) {
    const message = "Nothing names what to find.";
    throw ImpError.of("USAGE", { message, hint: "Write words behind the package: `imp schema find aws bucket`." });
  }
  return await withSchema(options, io, async ({ schema, name }) => {
    const found = findByWords(schema, words);
    if (found.length > 0) return { package: packageHead(schema), words, found, subject: options.schema };
    const suggestions = [...new Set(words.flatMap((word) => suggestionsOf(schema, word)))].slice(0, 3);
    throw ImpError.of("WORDS_NOT_FOUND", { words, schema: name, suggestions });
  });
}
