/** The error for a value that cannot be sent or received. Its path contains keys only, never a value. */
import { formatPath, type Path } from "./path.ts";

export type WireProblem =
  /** An unknown value that is not allowed. */
  | "unknown"
  /** Bytes for a plugin that accepts only text. */
  | "bytes"
  | "surrogate"
  | "depth"
  /** A special value with an unknown signature, or with missing or invalid parts. */
  | "malformed";

/** The maximum levels of maps and lists on the wire. The protocol library overflows the stack at about three times as many. */
export const wireDepth = 300;

export class WireError extends Error {
  readonly problem: WireProblem;
  readonly path: string;

  constructor(problem: WireProblem, path: Path, detail: string) {
    const location = formatPath(path.length > 12 ? path.slice(0, 12) : path);
    super(`${location === "" ? "the properties" : `the property ${location}`} ${detail}`);
    this.problem = problem;
    this.path = location;
  }
}
