/**
 * `--report FILE`: files that get the whole report of a run; the ending of each chooses its form.
 */
import { Flags } from "@oclif/core";
import type { ReportFormat } from "../cli/reports/files/format.ts";
import { reportFormats } from "../cli/reports/files/index.ts";
import { ImpError } from "../errors.ts";

export interface ReportFile {
  /** As it is typed. */
  readonly file: string;
  readonly format: ReportFormat;
}

const formatEndings = reportFormats.map(({ ending, name }) => `${ending} (${name})`).join(" or ");

export const reportFlag = Flags.string({
  description: `write the whole report of the run to this file too, also with --plan-only; its name ends with ${formatEndings}; may be repeated`,
  multiple: true,
  multipleNonGreedy: true,
  helpValue: "FILE",
});

/** @throws USAGE for an ending that no form has, and for a file that is named twice */
export function reportFiles(files: readonly string[] = []): readonly ReportFile[] {
  const twice = files.find((file, at) => files.indexOf(file) !== at);
  if (twice !== undefined) {
    throw ImpError.of("USAGE", { message: `--report ${twice} is there twice.`, hint: "Leave one of the two out." });
  }
  return files.map((file) => {
    const format = reportFormats.find(({ ending }) => file.toLowerCase().endsWith(ending));
    if (format !== undefined) return { file, format };
    const message = `--report ${file}: the ending of the file does not name a form of reports.`;
    throw ImpError.of("USAGE", { message, hint: `Name a file that ends with ${formatEndings}.` });
  });
}
