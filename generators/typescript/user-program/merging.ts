/** The programs that imp compares when it updates the user's program, and the file that it changes. */
import type { ts as Ts } from "ts-morph";
import type { ReachedPart } from "./parts.ts";
import type { MatchedProgram } from "./printed.ts";
import type { Site } from "./sites.ts";
import type { SourceFile } from "./source-files.ts";
import type { Style } from "./style.ts";

/** The last printed program (`base`), the newly printed one (`target`), the one in the folder (`current`), and the file that imp changes. */
export interface Merging {
  readonly base: MatchedProgram;
  readonly target: MatchedProgram;
  readonly current: MatchedProgram;
  readonly file: SourceFile;
  readonly site: Site;
  readonly style: Style;
  /** Namespace imports of the file: package -> alias. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly reachable: ReadonlyMap<string, ReachedPart>;
}

/** Returns the line of a node, counted from 1. */
export function lineNumber(node: Ts.Node): number {
  return node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;
}
