/** The report formats. To add one, add a module in this directory and an entry here. */
import { readAssets } from "./assets.ts";
import { htmlReport } from "./html.ts";
import { markdownReport } from "./markdown.ts";
import type { ReportFormat } from "./page.ts";

export const reportFormats: readonly ReportFormat[] = [markdownReport, htmlReport(readAssets)];
