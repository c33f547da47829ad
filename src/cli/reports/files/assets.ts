/**
 * Reads the style and the scripts of HTML reports, which are files of the package: so the linter sees scripts, not texts.
 */
import { readFileSync } from "node:fs";

// A bundled file is two folders below the package's `dist`.
const assetsFolder = import.meta.url.endsWith(".ts") ? "./" : "../../../src/cli/reports/files/";

export interface ReportAssets {
  readonly style: string;
  readonly script: string;
  /** Draws the graph; bundled with its layout. */
  readonly graphScript: string;
}

export function readAssets(): ReportAssets {
  const read = (name: string): string => readFileSync(new URL(`${assetsFolder}${name}`, import.meta.url), "utf8");
  const graphScript = read("../../../../dist/bundle/report-graph.js");
  return { style: read("report.css"), script: read("report.mjs"), graphScript };
}
