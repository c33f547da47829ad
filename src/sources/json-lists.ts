/** Reads the files of `--from`, the type mapping of `--types`, and the forms of import IDs. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../domain/errors.ts";
import { readIdForms } from "../import-ids/learned-ids.ts";
import type { IdForm } from "../import-ids/prove-objects.ts";
import { linesOf } from "../value/json/lines.ts";
import { type JsonNode, parseTree, UnreadableJson } from "../value/json/tree.ts";
import { decodeUtf8 } from "../value/json/utf8.ts";
import { type DocumentFile, readDocumentFile } from "./document-file.ts";

type FileIo = Pick<RunIo, "cwd" | "readStdin" | "signal">;

export interface JsonText {
  /** The name of the file in messages. */
  readonly name: string;
  readonly text: string;
}

/** Reads list files. Throws USAGE for `-` on a terminal; DOCUMENT_UNREADABLE; LIST_MALFORMED for invalid UTF-8. */
export async function readJsonLists(files: readonly string[], io: FileIo): Promise<readonly JsonText[]> {
  const read = await Promise.all(files.map((file) => readDocumentFile(file, io, "list")));
  return decodeLists(read, "Convert the list to UTF-8.");
}

/** Throws LIST_MALFORMED with the positions of invalid UTF-8, because a replaced character in an ID would refer to another object. */
function decodeLists(files: readonly DocumentFile[], hint: string): readonly JsonText[] {
  const decoded = files.map(({ name, bytes }) => ({ name, ...decodeUtf8(bytes) }));
  const problems = decoded.flatMap(({ name, text, badOffset }) =>
    badOffset === undefined
      ? []
      : [{ file: name, ...linesOf(text).place(badOffset), message: "The file is not valid UTF-8.", hint }],
  );
  if (problems.length > 0) throw ImpError.of("LIST_MALFORMED", { problems, more: 0 });
  return decoded.map(({ name, text }) => ({ name, text: text.replace(/^\ufeff/, "") }));
}

/** Reads a JSON object that maps cloud types to Pulumi types. Throws DOCUMENT_UNREADABLE, LIST_MALFORMED. */
export async function readTypeFile(file: string, io: FileIo): Promise<ReadonlyMap<string, string>> {
  const document = await readDocumentFile(file, io, "document");
  const [{ name, text } = { name: file, text: "" }] = decodeLists([document], "Save it as UTF-8.");
  const refuse = (offset: number, message: string): never => {
    const hint = "Map each cloud type to a Pulumi type token, both as strings.";
    throw ImpError.of("LIST_MALFORMED", {
      problems: [{ file: name, ...linesOf(text).place(offset), message, hint }],
      more: 0,
    });
  };
  const root = parseList(text, refuse);
  if (root.kind !== "map") return refuse(root.offset, "Expected an object of types.");
  return new Map(
    [...root.entries].map(([type, { value }]) =>
      value.kind === "text" ? [type, value.value] : refuse(value.offset, "Expected a Pulumi type as a string."),
    ),
  );
}

function parseList(text: string, refuse: (offset: number, message: string) => never): JsonNode {
  try {
    return parseTree(text, { depth: 10, values: 1_000_000 });
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error;
    return refuse(error.offset, "Invalid JSON.");
  }
}

/** Reads the forms of import IDs. The file is missing before the first discovery. Throws DOCUMENT_UNREADABLE, IDS_MALFORMED. */
export async function readIdFile(file: string, io: FileIo): Promise<readonly IdForm[]> {
  if (!existsSync(resolve(io.cwd, file))) return [];
  const { name, bytes } = await readDocumentFile(file, io, "document");
  return readIdForms(name, new TextDecoder().decode(bytes));
}
