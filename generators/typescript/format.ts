/** Lays out statements with `layout.ts`, and with prettier for code that `layout.ts` does not support. */
import { type Doc, layInside, layOut } from "../shared/layout.ts";
import { page } from "./layout.ts";

/** Prints a statement without a trailing line break. @param depth the indentation level */
export async function printStatement(statement: Doc, depth: number): Promise<string> {
  const text = (depth === 0 ? layOut(statement, page) : layInside(statement, depth, page)).trimEnd();
  // `layout.ts` does not support functions. Text that only looks like a function is formatted twice, with the same result.
  if (!text.includes(".apply((value: any) => value")) return text;
  const wide = layOut(statement, { ...page, width: Infinity });
  if (depth === 0) return await format(wide);
  return (await format(`{\n${wide}}`)).slice("{\n".length, -"\n}".length);
}

/** Formats a statement with prettier. Its Babel parser takes half the time of its TypeScript parser. */
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
