/** The error for a value that cannot be sent or received. It contains the path of the value, but not the value itself. */
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

/** The maximum nesting of maps and lists on the wire. The protobuf library overflows the stack at about three times this depth. */
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
