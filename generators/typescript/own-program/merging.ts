/**
 * The three programs that an update looks at, and the place of new code.
 */
import type { ts as Ts } from "ts-morph";
import type { ReachedPart } from "./parts.ts";
import type { MatchedProgram } from "./printed.ts";
import type { Site } from "./sites.ts";
import type { SourceFile } from "./source-files.ts";
import type { Style } from "./style.ts";

/** The printed program, the new one and the one that stands there, for one file. */
export interface Merging {
  readonly base: MatchedProgram;
  readonly ours: MatchedProgram;
  readonly theirs: MatchedProgram;
  readonly file: SourceFile;
  readonly site: Site;
  readonly style: Style;
  /** Modules of packages -> the names that they have in the file as a whole. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly reached: ReadonlyMap<string, ReachedPart>;
}

/** The line of a node, from 1 on. */
export function lineNumber(node: Ts.Node): number {
  return node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;
}
