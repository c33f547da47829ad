/** The `--report FILE` flag. The extension of each file selects the report format. */
import { Flags } from "@oclif/core";
import { reportFormats } from "../cli/reports/files/index.ts";
import type { ReportFormat } from "../cli/reports/files/page.ts";
import { ImpError } from "../domain/errors.ts";
import { repeated } from "./shared-flags.ts";

export interface ReportFile {
  /** As the user typed it. */
  readonly file: string;
  readonly format: ReportFormat;
}

const formatEndings = reportFormats.map(({ ending, name }) => `${ending} (${name})`).join(" or ");

export const reportFlag = Flags.string({
  description: `Also write the full report of the run to this file, ending in ${formatEndings}. Can be repeated`,
  ...repeated,
  helpValue: "FILE",
});

/** Returns the report files. Throws USAGE for an unsupported extension or a duplicate file. */
export function reportFiles(files: readonly string[] = []): readonly ReportFile[] {
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice !== undefined) {
    throw ImpError.of("USAGE", { message: `Duplicate flag: --report ${twice}`, hint: "Remove one of the two flags." });
  }
  return files.map((file) => {
    const format = reportFormats.find(({ ending }) => file.toLowerCase().endsWith(ending));
    if (format !== undefined) return { file, format };
    const message = `--report ${file}: unsupported file extension.`;
    throw ImpError.of("USAGE", { message, hint: `Use a file name that ends in ${formatEndings}.` });
  });
}
