/** A property of a resource, as written in a flag. */
import { type Path, parsePath } from "../ir/path.ts";

export interface NamedPath {
  /** A name in the import specs, or a URN. */
  readonly resource: string;
  readonly path: Path;
  /** As typed. */
  readonly text: string;
}

/** Parses `NAME=PATH`. Names may contain `=`, so this splits at the last `=` with a valid path after it. Returns undefined if invalid. */
export function parseNamedPath(text: string): NamedPath | undefined {
  for (let end = text.lastIndexOf("="); end > 0; end = text.lastIndexOf("=", end - 1)) {
    const path = parsePath(text.slice(end + 1));
    if (path !== undefined && path.length > 0 && path[0] !== "") return { resource: text.slice(0, end), path, text };
  }
  return undefined;
}
