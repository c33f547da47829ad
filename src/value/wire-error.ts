/**
 * The error for a value that cannot be sent, or that arrived in no valid form. Its path has keys only, never a value.
 */
import { formatPath, type Path } from "../ir/path.ts";

export type WireProblem =
  /** An unknown where none is allowed. */
  | "unknown"
  /** Bytes for a plugin that takes text only. */
  | "bytes"
  /** Half of a surrogate pair: not text. */
  | "surrogate"
  /** Nested deeper than `wireDepth`. */
  | "depth"
  /** A special value whose signature nobody knows, or whose parts are missing or of the wrong kind. */
  | "malformed";

/** Levels of maps and lists that go over the wire; the protocol library's stack ends at about three times as many. */
export const wireDepth = 300;

export class WireError extends Error {
  readonly problem: WireProblem;
  /** The property, as path text. */
  readonly path: string;

  constructor(problem: WireProblem, path: Path, detail: string) {
    const place = formatPath(path.length > 12 ? path.slice(0, 12) : path);
    super(`${place === "" ? "the properties" : `the property ${place}`} ${detail}`);
    this.problem = problem;
    this.path = place;
  }
}
