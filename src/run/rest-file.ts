/**
 * Writes the rest of a run to an import file. It is no part of the commit: the file is advice about what is not imported, a run that
 * imported the others is whole without it, and `imp undo` has nothing to take back of it. So it is written after the commit, and where it
 * cannot be written the run warns and stays as it is.
 */
import { resolve } from "node:path";
import type { Rest } from "../choices/rest.ts";
import type { RestReport } from "../cli/rest-screen.ts";
import type { RunIo } from "../cli/run-io.ts";
import { isSystemError, replaceWhole } from "../commit/files.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { ImpError } from "../errors.ts";
import type { RestOptions, RunOptions } from "../options/run-options.ts";
import { importFileText } from "./import-file-text.ts";
import { mayReplaceFile } from "./own-file.ts";

const defaultName = "imp-rest.json";

/** So many names are tried where files of a person have them. */
const mostNames = 1_000;

/** @throws FILE_NOT_OURS where `--rest`, `--save` or `--report` names a file that imp did not write, or that a person changed. */
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
  /** Why there is no file. */
  readonly warning?: Diagnostic;
}

/**
 * Writes nothing where nothing is left. A file that nobody asked for is not written either where all is left: that is the import file itself, and
 * a run that imports nothing changes nothing.
 */
export async function writeRest(
  { specs, isAll, toGive }: Rest,
  { file, isDefault }: RestOptions,
  io: RunIo,
): Promise<WrittenRest> {
  const resources = specs.resources.length;
  if (resources === 0 || (file === undefined && (isAll || !isDefault))) return {};
  let shown = file ?? defaultName;
  try {
    shown = file ?? (await freeName(io.cwd));
    const path = resolve(io.cwd, shown);
    const text = importFileText(specs, path, io.cwd);
    await replaceWhole(path, Buffer.from(text), io.uuid());
    return { rest: { file: shown, resources, toGive } };
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const message = `The import file of what is left over (${resources}) could not be written to ${shown} (${error.code}). The import itself is done.`;
    return { warning: { severity: "warning", message } };
  }
}

/** Writes what is not imported to a file that a person names. Returns a sentence about it. Throws FILE_NOT_OURS. */
export async function writeRestNow(rest: Rest, file: string, io: RunIo): Promise<string> {
  const options = { file, isDefault: false, force: false };
  await refuseForeignFiles({ rest: options, reports: [] }, io);
  const written = await writeRest(rest, options, io);
  if (written.warning !== undefined) return written.warning.message;
  return written.rest === undefined ? "Nothing is left over." : `${countedRest(written.rest.resources)} in ${file}.`;
}

function countedRest(resources: number): string {
  return resources === 1 ? "1 resource that is not imported is" : `${resources} resources that are not imported are`;
}

/** The default name, or the next one that no file of a person has. */
async function freeName(cwd: string): Promise<string> {
  for (let count = 2, name = defaultName; count < mostNames; count += 1) {
    if (await mayReplaceFile(resolve(cwd, name))) return name;
    name = defaultName.replace(".json", `-${count}.json`);
  }
  return defaultName;
}
