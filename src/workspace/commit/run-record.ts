/**
 * Reads and prints the record of one run: its additions, and the old content of its files and the state as pieces of the new one. Secrets
 * are in it only as in the state, encrypted.
 */
import { basename } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Piece } from "../../commit/delta.ts";
import { ImpError } from "../../errors.ts";
import type { Urn } from "../../graph.ts";
import type { FilePart } from "./changes.ts";

export interface RunRecord {
  /** `20260115-102030-123`: when the run wrote, UTC; later runs sort behind earlier ones, whatever the clock says. */
  readonly id: string;
  /** RFC 3339, UTC. */
  readonly time: string;
  readonly project: string;
  readonly stack: string;
  readonly state: StateRecord;
  /** New in the state. */
  readonly resources: readonly { readonly urn: Urn; readonly id?: string }[];
  /** New in the program, and not in the state after the run. */
  readonly registered: readonly Urn[];
  /** imp's record of the program that was written; absent: none was. */
  readonly record?: string;
  readonly files: readonly (Past & { readonly path: string; readonly part: FilePart })[];
}

export interface StateRecord {
  /** The state: a path, or a location in a backend. */
  readonly where: string;
  /** Its JSON; absent: the run did not write it. */
  readonly past?: Past;
}

/** The old content, relative to the new one. Hashes are lower-case hex SHA-256; absent: there is none. */
export interface Past {
  readonly before?: string;
  readonly after?: string;
  /** What makes the content before out of the one after. */
  readonly pieces: readonly Piece[];
}

type Json = Readonly<Record<string, unknown>>;

/** Paths stand in the record as they are given. */
export function printRun(run: RunRecord): Uint8Array {
  const { state, files } = run;
  const json = {
    version: 1,
    ...run,
    state: { ...state, ...(state.past !== undefined && { past: pastJson(state.past) }) },
    files: files.map((file) => ({ ...file, ...pastJson(file) })),
  };
  return Buffer.from(`${JSON.stringify(json)}\n`, "utf8");
}

/** Throws RUN_RECORD_UNUSABLE. */
export function readRun(bytes: Uint8Array, path: string): RunRecord {
  try {
    return runOf(objectOf(JSON.parse(Buffer.from(bytes).toString("utf8"))), basename(path));
  } catch {
    throw ImpError.of("RUN_RECORD_UNUSABLE", { path });
  }
}

function pastJson({ before, after, pieces }: Past): Json {
  const told = pieces.map((piece) =>
    "bytes" in piece ? deflateRawSync(piece.bytes).toString("base64") : [piece.start, piece.end],
  );
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }), pieces: told };
}

/** Whatever is missing or of another kind throws; `readRun` says so in its way. */
function runOf(json: Json, name: string): RunRecord {
  const state = objectOf(json.state);
  const id = textOf(json.id);
  if (json.version !== 1 || !name.endsWith(`.${id}.json`)) throw new TypeError("version");
  return {
    id,
    time: textOf(json.time),
    project: textOf(json.project),
    stack: textOf(json.stack),
    state: { where: textOf(state.where), ...(state.past !== undefined && { past: pastOf(objectOf(state.past)) }) },
    resources: listOf(json.resources).map((item) => {
      const { urn, id } = objectOf(item);
      return { urn: textOf(urn), ...(id !== undefined && { id: textOf(id) }) };
    }),
    registered: listOf(json.registered).map(textOf),
    ...(json.record !== undefined && { record: textOf(json.record) }),
    files: listOf(json.files).map((item) => {
      const file = objectOf(item);
      return { path: textOf(file.path), part: partOf(file.part), ...pastOf(file) };
    }),
  };
}

function pastOf({ before, after, pieces }: Json): Past {
  return {
    ...(before !== undefined && { before: textOf(before) }),
    ...(after !== undefined && { after: textOf(after) }),
    pieces: listOf(pieces).map((piece): Piece => {
      if (typeof piece === "string") return { bytes: inflateRawSync(Buffer.from(piece, "base64")) };
      const [start, end] = listOf(piece);
      if (typeof start !== "number" || typeof end !== "number") throw new TypeError("piece");
      return { start, end };
    }),
  };
}

const parts: Readonly<Record<FilePart, true>> = {
  program: true,
  record: true,
  settings: true,
  project: true,
  run: true,
};

function partOf(json: unknown): FilePart {
  const part = textOf(json);
  if (!Object.hasOwn(parts, part)) throw new TypeError("part");
  return part as FilePart;
}

function objectOf(json: unknown): Json {
  if (typeof json !== "object" || json === null || Array.isArray(json)) throw new TypeError("object");
  return json as Json;
}

function listOf(json: unknown): readonly unknown[] {
  if (!Array.isArray(json)) throw new TypeError("list");
  return json;
}

function textOf(json: unknown): string {
  if (typeof json !== "string") throw new TypeError("text");
  return json;
}
