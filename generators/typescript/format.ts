/**
 * Lays out statements by the rules of `layout.ts`, and with prettier itself where these rules do not apply.
 */
import { type Doc, layOut } from "../shared/layout.ts";
import { page } from "./layout.ts";

/** A statement's text, without a line break at the end. */
export async function printStatement(statement: Doc): Promise<string> {
  const text = layOut(statement, page).trimEnd();
  // Our rules have no functions. A text that only looks like one is laid out twice, with the same result.
  return text.includes(".apply((value: any) => value")
    ? await format(layOut(statement, { ...page, width: Infinity }))
    : text;
}

/** Lays out a statement with prettier. Its Babel parser loads and runs in half the time of its TypeScript parser. */
async function format(text: string): Promise<string> {
  const { format } = await import("prettier/standalone");
  const plugins = await Promise.all([import("prettier/plugins/babel"), import("prettier/plugins/estree")]);
  const formatted = await format(text, {
    parser: "babel-ts",
    plugins: plugins.map((plugin) => plugin.default ?? plugin),
    printWidth: page.width,
    tabWidth: page.indent,
    quoteProps: "preserve",
    embeddedLanguageFormatting: "off",
  });
  return formatted.trimEnd();
}
