/** Runs `imp terraform convert`. */
import { resolve } from "node:path";
import type { ConversionFacts } from "../cli/conversion-screen.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { SpecificationFacts } from "../cli/specification-screen.ts";
import { ImpError } from "../domain/errors.ts";
import type { ConversionOptions } from "../options/conversion-options.ts";
import { readDocumentFile } from "../sources/document-file.ts";
import { replaceText } from "../store/commit/files.ts";
import { convertDocument, type DocumentKind, lossGroups } from "../terraform/index.ts";

const documentNouns: Readonly<Record<DocumentKind, string>> = {
  mapping: "mapping of a bridged provider",
  providers: "Terraform provider schemas",
  schema: "Pulumi package schema",
  specification: "Provider Code Specification",
};

/** The converted document, or the errors in an invalid specification. */
export type ConvertedFile =
  | { readonly kind: "converted"; readonly facts: ConversionFacts }
  | { readonly kind: "specification"; readonly facts: SpecificationFacts };

/** Converts the document. Throws CONVERSION_SOURCE, CONVERSION_PROVIDER, CONVERSION_UNWRITTEN, SCHEMA_BROKEN, DOCUMENT_UNREADABLE, USAGE. */
export async function terraformConvert(options: ConversionOptions, io: RunIo): Promise<ConvertedFile> {
  const { name, bytes } = await readDocumentFile(options.file, io, "document");
  const conversion = convertDocument(bytes, name, options);
  if (conversion.kind === "faults") return { kind: "specification", facts: { file: name, ...conversion.judged } };
  const { from, to, text, losses } = conversion;
  const { out } = options;
  const reason = out === undefined ? undefined : await replaceText(resolve(io.cwd, out), text, io.uuid());
  if (out !== undefined && reason !== undefined) throw ImpError.of("CONVERSION_UNWRITTEN", { path: out, reason });
  const facts = { file: name, from: documentNouns[from], to: documentNouns[to], text, lost: lossGroups(losses) };
  return { kind: "converted", facts: out === undefined ? facts : { ...facts, out } };
}
