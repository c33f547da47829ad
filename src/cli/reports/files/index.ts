/**
 * Every form of report files; a form is a module of this folder and a line here.
 */
import { readAssets } from "./assets.ts";
import type { ReportFormat } from "./format.ts";
import { htmlReport } from "./html.ts";
import { markdownReport } from "./markdown.ts";

export const reportFormats: readonly ReportFormat[] = [markdownReport, htmlReport(readAssets)];
