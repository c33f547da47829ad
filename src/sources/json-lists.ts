/**
 * The files of `--from-json`, and the file of `--types` with what the types in them are in Pulumi.
 */
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../errors.ts";
import { linesOf } from "../json/lines.ts";
import { type JsonNode, parseTree, UnreadableJson } from "../json/tree.ts";
import { decodeUtf8 } from "../json/utf8.ts";
import { type DocumentFile, readDocumentFile } from "./document-file.ts";

type FileIo = Pick<RunIo, "cwd" | "readStdin" | "signal">;

export interface JsonText {
  /** As messages call it. */
  readonly name: string;
  readonly text: string;
}

/** @throws USAGE for `-` on a terminal; DOCUMENT_UNREADABLE; LIST_MALFORMED for bytes that are no UTF-8 */
export async function readJsonLists(files: readonly string[], io: FileIo): Promise<readonly JsonText[]> {
  const read = await Promise.all(files.map((file) => readDocumentFile(file, io, "list")));
  return decodeLists(read, "Print the list as UTF-8.");
}

/** Throws LIST_MALFORMED with the place in each file where its bytes stop being UTF-8: an id with another character names another object. */
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

/** An object of texts: type in the cloud -> type in Pulumi. Throws DOCUMENT_UNREADABLE, LIST_MALFORMED with its place. */
export async function readTypeFile(file: string, io: FileIo): Promise<ReadonlyMap<string, string>> {
  const document = await readDocumentFile(file, io, "document");
  const [{ name, text } = { name: file, text: "" }] = decodeLists([document], "Save it as UTF-8.");
  const refuse = (offset: number, message: string): never => {
    const hint = 'Write it like {"AWS::S3::Bucket": "TYPE"}, with a type of Pulumi in quotes.';
    throw ImpError.of("LIST_MALFORMED", {
      problems: [{ file: name, ...linesOf(text).place(offset), message, hint }],
      more: 0,
    });
  };
  const root = parseList(text, refuse);
  if (root.kind !== "map") return refuse(root.offset, "An object of types must stand here.");
  return new Map(
    [...root.entries].map(([type, { value }]) =>
      value.kind === "text"
        ? [type, value.value]
        : refuse(value.offset, "A type of Pulumi must stand here, in quotes."),
    ),
  );
}

function parseList(text: string, refuse: (offset: number, message: string) => never): JsonNode {
  try {
    return parseTree(text, { depth: 10, values: 1_000_000 });
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error;
    return refuse(error.offset, "This is not JSON.");
  }
}
