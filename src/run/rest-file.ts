/**
 * Writes an import file with the resources that a run did not import. This happens after the commit, so `imp undo` does not remove the file. If the
 * file cannot be written, the run only warns.
 */
import { resolve } from "node:path";
import type { Rest } from "../choices/rest.ts";
import type { RestReport } from "../cli/rest-screen.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { Diagnostic } from "../domain/diagnostic.ts";
import { ImpError } from "../domain/errors.ts";
import type { RestOptions, RunOptions } from "../options/run-options.ts";
import { replaceText } from "../store/commit/files.ts";
import { importFileText, mayReplaceFile } from "./import-file-text.ts";

const defaultName = "imp-rest.json";

/** Maximum number of file names to try, such as `NAME-2.json`. */
const mostNames = 1_000;

/** Throws FILE_NOT_OURS if imp did not write the existing file of `--rest`, `--save`, or `--report`, or if the file was edited. */
export async function refuseForeignFiles(
  { rest, save, reports }: Pick<RunOptions, "rest" | "save" | "reports">,
  io: Pick<RunIo, "cwd">,
): Promise<void> {
  if (rest.force) return;
  for (const [flag, file] of [
    ["--rest", rest.file],
    ["--save", save?.file],
    ...reports.map(({ file }) => ["--report", file] as const),
  ] as const)
    if (file !== undefined && !(await mayReplaceFile(resolve(io.cwd, file))))
      throw ImpError.of("FILE_NOT_OURS", { file, flag });
}

export interface WrittenRest {
  readonly rest?: RestReport;
  /** Why the file was not written. */
  readonly warning?: Diagnostic;
}

/** Writes the remaining resources, if there are any. Without `--rest`, writes a file only if some resources were imported. */
export async function writeRest(
  { specs, isAll, toGive }: Rest,
  { file, isDefault }: RestOptions,
  io: RunIo,
): Promise<WrittenRest> {
  const resources = specs.resources.length;
  if (resources === 0 || (file === undefined && (isAll || !isDefault))) return {};
  const shown = file ?? (await freeName(io.cwd));
  const path = resolve(io.cwd, shown);
  const reason = await replaceText(path, importFileText(specs, path, io.cwd), io.uuid());
  if (reason === undefined) return { rest: { file: shown, resources, toGive } };
  const message = `Cannot write the import file of the ${resources} remaining resource${resources === 1 ? "" : "s"} to ${shown} (${reason}). The import itself succeeded.`;
  return { warning: { severity: "warning", message } };
}

/** Writes the remaining resources to a file that the user names in the review. Returns a message about the result. Throws FILE_NOT_OURS. */
export async function writeRestNow(rest: Rest, file: string, io: RunIo): Promise<string> {
  const options = { file, isDefault: false, force: false };
  await refuseForeignFiles({ rest: options, reports: [] }, io);
  const written = await writeRest(rest, options, io);
  if (written.warning !== undefined) return written.warning.message;
  if (written.rest === undefined) return "No resources remain.";
  const { resources } = written.rest;
  return `Wrote the remaining ${resources === 1 ? "resource" : `${resources} resources`} to ${file}.`;
}

/** Returns the default file name. If imp must not overwrite this file, returns a name with a number. */
async function freeName(cwd: string): Promise<string> {
  for (let count = 2, name = defaultName; count < mostNames; count += 1) {
    if (await mayReplaceFile(resolve(cwd, name))) return name;
    name = defaultName.replace(".json", `-${count}.json`);
  }
  return defaultName;
}
