/** Reads the provider descriptions of the command line (`--schema`) and of import files (`schemas`). */
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { RunIo } from "../cli/run-io.ts";
import type { Diagnostic } from "../domain/diagnostic.ts";
import { ImpError } from "../domain/errors.ts";
import { standardInputName, standardInputWord } from "../domain/standard-input.ts";
import type { ImportSpecs, NamedSchema } from "../import-file/import-specs.ts";
import { Overlay, type OverlayGap } from "../terraform/index.ts";
import { readDocumentFile } from "./document-file.ts";

/** Reads the descriptions. Throws USAGE for `-`; DOCUMENT_UNREADABLE, OVERLAY_SOURCE. */
export async function readDescriptions(
  named: readonly string[],
  { schemas = [] }: Pick<ImportSpecs, "schemas">,
  io: Pick<RunIo, "cwd" | "readStdin" | "signal">,
): Promise<Overlay> {
  if (named.includes(standardInputWord)) {
    const message = "--schema cannot read from standard input.";
    throw ImpError.of("USAGE", { message, hint: "Save the description to a file, and pass the file." });
  }
  const names = [...named, ...schemas.map(fromItsFile)];
  const byPath = new Map([...names].reverse().map((name) => [resolve(io.cwd, name), name]));
  const files = [...new Set(names)].filter((name) => byPath.get(resolve(io.cwd, name)) === name);
  return new Overlay(await Promise.all(files.map((name) => readDocumentFile(name, io, "description of a provider"))));
}

function fromItsFile({ name, where }: NamedSchema): string {
  return isAbsolute(name) || where.file === standardInputName ? name : join(dirname(where.file), name);
}

/** Returns warnings about the parts of descriptions that packages don't have. Must be called after all resources were looked up. */
export function descriptionWarnings(overlay: Overlay): readonly Diagnostic[] {
  return overlay.gaps().map((gap) => ({ severity: "warning", message: gapNote(gap) }));
}

function gapNote({ place: document, kind, count, name, package: packageName }: OverlayGap): string {
  const others = count === 1 ? "" : ` and ${count - 1} more`;
  switch (kind) {
    case "package":
      return `${document} describes provider ${name}${others}, but no resource to import is of ${count === 1 ? "its package" : "their packages"}. The file has no effect.`;
    case "resources":
      return `${document}: package ${packageName} has no resource for ${name}${others}, so ${count === 1 ? "it is" : "they are"} ignored.`;
    case "properties":
      return `${document}: package ${packageName} has no property for ${name}${others}, so ${count === 1 ? "it is" : "they are"} ignored.`;
  }
}
