/**
 * A property of a resource as a flag names it.
 */
import { type Path, parsePath } from "../ir/path.ts";

export interface NamedPath {
  /** A name of the import specs, or a URN. */
  readonly resource: string;
  readonly path: Path;
  /** As it was typed. */
  readonly text: string;
}

/** Reads `NAME=PATH`. A name may have an `=`, so the last one that a path can follow divides the two. Returns undefined if none does. */
export function parseNamedPath(text: string): NamedPath | undefined {
  for (let at = text.lastIndexOf("="); at > 0; at = text.lastIndexOf("=", at - 1)) {
    const path = parsePath(text.slice(at + 1));
    if (path !== undefined && path.length > 0 && path[0] !== "") return { resource: text.slice(0, at), path, text };
  }
  return undefined;
}
