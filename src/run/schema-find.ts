/** Runs `imp schema find`: searches a package. */
import type { RunIo } from "../cli/run-io.ts";
import type { SchemaFindFacts } from "../cli/schema-find-screen.ts";
import { ImpError } from "../domain/errors.ts";
import type { SchemaOptions } from "../options/schema-options.ts";
import { findByWords, searchWords } from "../schema/find/find-words.ts";
import { packageHead } from "../schema/show/describe.ts";
import { suggestionsOf } from "../schema/show/find-member.ts";
import { withSchema } from "./schema-text.ts";

/** Searches the package. Throws USAGE without words, WORDS_NOT_FOUND, and the errors of `withSchema`. */
export async function schemaFind(
  options: SchemaOptions,
  typedWords: readonly string[],
  io: RunIo,
): Promise<SchemaFindFacts> {
  const words = searchWords(typedWords);
  if (words.length === 0) {
    const message = "No search words.";
    throw ImpError.of("USAGE", { message, hint: "Add words after the package: `imp schema find aws bucket`." });
  }
  return await withSchema(options, io, async ({ schema, name }) => {
    const found = findByWords(schema, words);
    if (found.length > 0) return { package: packageHead(schema), words, found, subject: options.schema };
    const suggestions = [...new Set(words.flatMap((word) => suggestionsOf(schema, word)))].slice(0, 3);
    throw ImpError.of("WORDS_NOT_FOUND", { words, schema: name, suggestions });
  });
}
