/** Writes the files of `--report` after the commit. If a report cannot be written, the import stays and the exit code is 1. */
import { resolve } from "node:path";
import { type ReportedRun, runPage } from "../cli/reports/files/page.ts";
import type { RunIo } from "../cli/run-io.ts";
import { isSystemError, replaceWhole } from "../commit/files.ts";
import type { ReportFile } from "../options/report-options.ts";
import { sealedText } from "./sealed-file.ts";

/** Writes the reports. Returns a message for each report that could not be written. */
export async function writeReports(
  reports: readonly ReportFile[],
  runOf: () => ReportedRun,
  io: Pick<RunIo, "cwd" | "uuid">,
): Promise<readonly string[]> {
  if (reports.length === 0) return [];
  const page = runPage(runOf());
  const failures: string[] = [];
  for (const { file, format } of reports) {
    try {
      const text = sealedText((seal) => format.text(page, seal));
      await replaceWhole(resolve(io.cwd, file), Buffer.from(text), io.uuid());
    } catch (error) {
      if (!isSystemError(error)) throw error;
      failures.push(`Cannot write the report ${file} (${error.code}).`);
    }
  }
  return failures;
}
