/** Reads and prints the record of a run: what it added, and deltas that restore the old files. Secrets are encrypted, as in the state. */
import { basename } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { ImpError } from "../../domain/errors.ts";
import type { Urn } from "../../domain/graph.ts";
import type { Piece } from "../../store/commit/delta.ts";
import type { JsonObject } from "../../value/json/object.ts";
import { listReader, readObject, readString, refuseJson } from "../../value/json/read.ts";
import { type FilePart, fileParts } from "./changes.ts";

export interface RunRecord {
  /** The commit time in UTC as an id: `20260115-102030-123`. Later runs always have a greater id. */
  readonly id: string;
  /** RFC 3339, UTC. */
  readonly time: string;
  readonly project: string;
  readonly stack: string;
  readonly state: StateRecord;
  readonly resources: readonly { readonly urn: Urn; readonly id?: string }[];
  /** The cloud objects whose state entries the run replaced with entries for other objects. Omitted if there are none. */
  readonly replaced?: readonly { readonly urn: Urn; readonly id: string }[];
  readonly registered: readonly Urn[];
  /** The names of the outputs of the stack that the run added. Omitted if there are none. */
  readonly outputs?: readonly string[];
  readonly record?: string;
  readonly files: readonly (Past & { readonly path: string; readonly part: FilePart })[];
}

interface StateRecord {
  readonly where: string;
  /** The old JSON of the state. Omitted if the run did not write the state. */
  readonly past?: Past;
}

/** The old content as a delta from the new content. Hashes are lower-case hex SHA-256. A hash is omitted if the file doesn't exist. */
export interface Past {
  readonly before?: string;
  readonly after?: string;
  /** The delta from the content after the run to the content before. */
  readonly pieces: readonly Piece[];
}

export function printRun(run: RunRecord): Uint8Array {
  const { state, files } = run;
  const json = {
    version: 1,
    ...run,
    state: { ...state, past: state.past && pastJson(state.past) },
    files: files.map((file) => ({ ...file, ...pastJson(file) })),
  };
  return Buffer.from(`${JSON.stringify(json)}\n`, "utf8");
}

/** Parses a record. Throws RUN_RECORD_UNUSABLE. */
export function readRun(bytes: Uint8Array, path: string): RunRecord {
  try {
    return runOf(readObject(JSON.parse(Buffer.from(bytes).toString("utf8"))), basename(path));
  } catch {
    throw ImpError.of("RUN_RECORD_UNUSABLE", { path });
  }
}

function pastJson({ before, after, pieces }: Past): JsonObject {
  const stored = pieces.map((piece) =>
    "bytes" in piece ? deflateRawSync(piece.bytes).toString("base64") : [piece.start, piece.end],
  );
  return { before, after, pieces: stored };
}

/** Converts the JSON of a record. Throws if a field is missing or invalid. */
function runOf(json: JsonObject, name: string): RunRecord {
  const state = readObject(json.state);
  const id = readString(json.id);
  if (json.version !== 1 || !name.endsWith(`.${id}.json`)) refuseJson("version");
  return {
    id,
    time: readString(json.time),
    project: readString(json.project),
    stack: readString(json.stack),
    state: {
      where: readString(state.where),
      past: state.past === undefined ? undefined : readPast(readObject(state.past)),
    },
    resources: listReader(readObject)(json.resources).map(({ urn, id }) => {
      return { urn: readString(urn), id: id === undefined ? undefined : readString(id) };
    }),
    replaced: json.replaced === undefined ? undefined : listReader(readReplaced)(json.replaced),
    registered: listReader(readString)(json.registered),
    outputs: json.outputs === undefined ? undefined : listReader(readString)(json.outputs),
    record: json.record === undefined ? undefined : readString(json.record),
    files: listReader(readObject)(json.files).map((file) => {
      return { path: readString(file.path), part: readFilePart(file.part), ...readPast(file) };
    }),
  };
}

function readReplaced(json: unknown): { readonly urn: Urn; readonly id: string } {
  const { urn, id } = readObject(json);
  return { urn: readString(urn), id: readString(id) };
}

function readPast({ before, after, pieces }: JsonObject): Past {
  return {
    before: before === undefined ? undefined : readString(before),
    after: after === undefined ? undefined : readString(after),
    pieces: listReader((piece): Piece => {
      if (typeof piece === "string") return { bytes: inflateRawSync(Buffer.from(piece, "base64")) };
      const [start, end] = listReader((bound) => bound)(piece);
      if (typeof start !== "number" || typeof end !== "number") refuseJson("piece");
      return { start, end };
    })(pieces),
  };
}

function readFilePart(json: unknown): FilePart {
  return fileParts.find((part) => part === json) ?? refuseJson("part");
}
