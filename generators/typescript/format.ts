/**
 * TypeScript statements -> the same, laid out by prettier. Its Babel parser loads and runs in half the time of the other.
 */

/** So many statements are formatted at once: prettier's memory grows with the text, and its time a little faster than it. */
const chunkSize = 100;

/**
 * Formats statements a chunk at a time; texts come back in order, a chunk each, without a line break at the end. Where a chunk ends
 * cannot be seen in the result, since every statement stands alone.
 */
export async function formatStatements(statements: readonly string[]): Promise<readonly string[]> {
  const { format } = await import("prettier/standalone");
  const plugins = await Promise.all([import("prettier/plugins/babel"), import("prettier/plugins/estree")]);
  const formatted: string[] = [];
  for (let start = 0; start < statements.length; start += chunkSize) {
    const text = await format(statements.slice(start, start + chunkSize).join("\n\n"), {
      parser: "babel-ts",
      plugins: plugins.map((plugin) => plugin.default ?? plugin),
      printWidth: 100,
      tabWidth: 4,
      quoteProps: "preserve",
      embeddedLanguageFormatting: "off",
    });
    formatted.push(text.trimEnd());
  }
  return formatted;
}
