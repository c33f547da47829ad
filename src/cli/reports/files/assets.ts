/** Reads the style sheet and the scripts of HTML reports. They are separate files, so the linter checks them. */
import { readFileSync } from "node:fs";

// Bundled code is in dist/bundle/shared, three directories below the package root.
const assetsFolder = import.meta.url.endsWith(".ts") ? "./" : "../../../src/cli/reports/files/";

export interface ReportAssets {
  readonly style: string;
  readonly script: string;
  /** Draws the graph. Bundled with its layout library. */
  readonly graphScript: string;
}

export function readAssets(): ReportAssets {
  const graphScript = readAsset("../../../../dist/bundle/report-graph.js");
  return { style: readStyle(), script: readAsset("report.mjs"), graphScript };
}

/** Returns the style sheet of all reports. */
export function readStyle(): string {
  return readAsset("report.css");
}

function readAsset(name: string): string {
  return readFileSync(new URL(`${assetsFolder}${name}`, import.meta.url), "utf8");
}
