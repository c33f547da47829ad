/**
 * Writes the rest of a run to an import file. It is no part of the commit: the file is advice about what is not imported, a run that
 * imported the others is whole without it, and `imp undo` has nothing to take back of it. So it is written after the commit, and where it
 * cannot be written the run warns and stays as it is.
 */
import { createHash } from "node:crypto";
import { dirname, relative, resolve } from "node:path";
import type { Rest } from "../choices/rest.ts";
import type { RestReport } from "../cli/rest-screen.ts";
import type { RunIo } from "../cli/run-io.ts";
import { isSystemError, readOptional, replaceWhole } from "../commit/files.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { ImpError } from "../errors.ts";
import type { Place } from "../import-file/import-specs.ts";
import { printSpecs } from "../import-file/print-specs.ts";
import type { RestOptions } from "../options/run-options.ts";

const defaultName = "imp-rest.json";

/** So many names are tried where files of a person have them. */
const mostNames = 1_000;

/** @throws REST_EXISTS where the file that is asked for is one that imp did not write, or that a person changed. */
export async function refuseForeignRest({ file, force }: RestOptions, io: Pick<RunIo, "cwd">): Promise<void> {
  if (file === undefined || force) return;
  if (!(await mayReplace(resolve(io.cwd, file)))) throw ImpError.of("REST_EXISTS", { file });
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
    const text = sealed((head) => printSpecs(specs, head, namedFrom(dirname(path), io.cwd)));
    await replaceWhole(path, Buffer.from(text), io.uuid());
    return { rest: { file: shown, resources, toGive } };
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const message = `What is left over (${resources}) could not be written to ${shown} (${error.code}). What was imported stays imported.`;
    return { warning: { severity: "warning", message } };
  }
}

/** A file that an import file names, as an import file in another folder names it. */
function namedFrom(folder: string, cwd: string): (name: string, where: Place) => string {
  return (name, where) => relative(folder, resolve(cwd, dirname(where.file), name));
}

/** The default name, or the next one that no file of a person has. */
async function freeName(cwd: string): Promise<string> {
  for (let count = 2, name = defaultName; count < mostNames; count += 1) {
    if (await mayReplace(resolve(cwd, name))) return name;
    name = defaultName.replace(".json", `-${count}.json`);
  }
  return defaultName;
}

const unsealed = "0".repeat(64);

/** The text with a digest of itself, by which imp knows that nobody changed it since. */
function sealed(print: (head: readonly (readonly [string, string])[]) => string): string {
  const text = print([["writtenBy", sealOf(unsealed)]]);
  return text.replace(sealOf(unsealed), sealOf(digestOf(text)));
}

function sealOf(digest: string): string {
  return `imp sha256:${digest}`;
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** True where there is no file, and where imp wrote it and nobody changed it. */
async function mayReplace(path: string): Promise<boolean> {
  const bytes = await readOptional(path).catch((error: unknown) => {
    if (isSystemError(error)) return new Uint8Array();
    throw error;
  });
  if (bytes === undefined) return true;
  const text = Buffer.from(bytes).toString("utf8");
  const digest = /"writtenBy": "imp sha256:([0-9a-f]{64})"/.exec(text)?.[1];
  return digest !== undefined && digestOf(text.replace(sealOf(digest), sealOf(unsealed))) === digest;
}
