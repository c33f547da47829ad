/**
 * Lays out statements by the rules of `layout.ts`, and with prettier itself where these rules do not apply.
 */
import { type Doc, layInside, layOut } from "../shared/layout.ts";
import { page } from "./layout.ts";

/** A statement's text, without a line break at the end. @param depth how many levels in */
export async function printStatement(statement: Doc, depth: 0 | 1 = 0): Promise<string> {
  const text = (depth === 0 ? layOut(statement, page) : layInside(statement, depth, page)).trimEnd();
  // Our rules have no functions. A text that only looks like one is laid out twice, with the same result.
  if (!text.includes(".apply((value: any) => value")) return text;
  const wide = layOut(statement, { ...page, width: Infinity });
  if (depth === 0) return await format(wide);
  return (await format(`{\n${wide}}`)).slice("{\n".length, -"\n}".length);
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
