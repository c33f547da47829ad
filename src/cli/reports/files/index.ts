/** The report formats. To add one, add a module in this directory and an entry here. */
import { readAssets } from "./assets.ts";
import type { ReportFormat } from "./format.ts";
import { htmlReport } from "./html.ts";
import { markdownReport } from "./markdown.ts";

export const reportFormats: readonly ReportFormat[] = [markdownReport, htmlReport(readAssets)];
