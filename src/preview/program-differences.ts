/** The steps of a preview as they are shown: which inputs differ, and where the program sets them. */
import { relative } from "node:path";
import type { Difference, Urn } from "../graph.ts";
import { withValues } from "../import/engine/difference-values.ts";
import { emptyMap } from "../value/value.ts";
import type { Operation, Step } from "./step.ts";

export interface ProgramDifference {
  readonly op: Operation;
  readonly urn: Urn;
  readonly differences: readonly Difference[];
  /** The properties that force a replacement. */
  readonly replacedBy: readonly string[];
  /** Where the program registers the resource, for example `index.ts:4:1`. */
  readonly where: string | undefined;
}

/** Returns the steps with the values of their differences; secrets are hidden. */
export function programDifferences(steps: readonly Step[], root: string): readonly ProgramDifference[] {
  return steps.map(({ op, urn, old, new: registered, decision }) => ({
    op,
    urn,
    differences: withValues(
      decision?.differences ?? [],
      { outputs: old?.outputs ?? emptyMap, projected: old?.inputs ?? emptyMap },
      { stored: registered?.inputs ?? emptyMap },
    ),
    replacedBy: decision?.replaced ?? [],
    where: positionText(registered?.sourcePosition, root),
  }));
}

/** Returns true if an update would do something for this step. */
export function changesSomething({ op }: Pick<ProgramDifference, "op">): boolean {
  return op !== "same" && op !== "read";
}

/**
 * Returns where the program registers a resource: `file:///shop/src/index.ts#4,1` is `src/index.ts:4:1` in the project `/shop`.
 * Returns undefined for code that is not in the project, such as an SDK.
 */
export function positionText(position: string | undefined, root: string): string | undefined {
  const match = /^(?:project:\/\/|file:\/\/)(\/.+)#(\d+)(?:,(\d+))?$/.exec(position ?? "");
  if (match === null) return undefined;
  const [, path = "", line = "", column] = match;
  const file = relative(position?.startsWith("project:") ? "/" : root, decodeURIComponent(path));
  if (file.startsWith("..") || file.includes("node_modules/")) return undefined;
  return [file, line, ...(column === undefined ? [] : [column])].join(":");
}
