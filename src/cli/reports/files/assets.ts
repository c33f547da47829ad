/**
 * Reads the style and the script of HTML reports, which are files of the package: so the linter sees a script, not a text.
 */
import { readFileSync } from "node:fs";

// A bundled file is two folders below the package's `dist`.
const folder = import.meta.url.endsWith(".ts") ? "./" : "../../../src/cli/reports/files/";

export function readAssets(): { readonly style: string; readonly script: string } {
  const read = (name: string): string => readFileSync(new URL(`${folder}${name}`, import.meta.url), "utf8");
  return { style: read("report.css"), script: read("report.mjs") };
}
