/**
 * What the engine would decide from a provider's answer to Diff: same, update or replace, and on which paths (provider-protocol.md §3.7, §8.5).
 */
import type { Difference, DifferenceKind } from "../graph.ts";
import { formatPath, type Path, parsePath } from "../ir/path.ts";
import type { DiffResult } from "../plugin/provider.ts";
import { compareInputs } from "../value/compare.ts";
import type { PropertyMap } from "../value/value.ts";

export interface Decision {
  readonly kind: "same" | "update" | "replace";
  /** Empty when the provider says "some" and names nothing. */
  readonly differences: readonly Difference[];
  /** The parsed paths of `differences`, in the same order; a text that does not parse is one key. */
  readonly paths: readonly Path[];
}

export const same: Decision = { kind: "same", differences: [], paths: [] };

/** Facts of one comparison that the answer alone does not carry. */
export interface Comparison {
  readonly oldInputs: PropertyMap;
  readonly news: PropertyMap;
  readonly ignoreChanges: readonly Path[];
  /** Properties whose change replaces the resource, as SDKs send them from the schema (`replaceOnChanges`). */
  readonly replaceOnChanges: readonly string[];
  /** What Read's answer left in state: not empty means an update whatever Diff says. */
  readonly initErrors: readonly string[];
}

/** Decides as the engine does. */
export function decide(answer: DiffResult, comparison: Comparison): Decision {
  const differences = withReplaceOnChanges(differencesOf(answer, comparison), comparison.replaceOnChanges);
  if (answer.changes === "none" || (answer.changes === "unknown" && differences.length === 0)) {
    return comparison.initErrors.length > 0 ? { kind: "update", differences: [], paths: [] } : same;
  }
  const replace = answer.replaces.length > 0 && answer.changes === "some";
  const replaces = replace || differences.some((difference) => difference.kind.endsWith("-replace"));
  return { kind: replaces ? "replace" : "update", differences, paths: differences.map((d) => pathOf(d.path)) };
}

/** Parses a path of a provider's answer; what does not parse counts as one top-level key (provider-protocol.md §5.1). */
export function pathOf(text: string): Path {
  return parsePath(text) ?? [text];
}

function differencesOf(answer: DiffResult, comparison: Comparison): readonly Difference[] {
  switch (answer.changes) {
    case "none":
      return [];
    case "unknown":
      return compareInputs(comparison.oldInputs, comparison.news)
        .filter(({ path }) => !comparison.ignoreChanges.some((ignored) => contains(ignored, path)))
        .map(({ path, kind }) => ({ path: formatPath(path), kind }));
    case "some":
      return namedDifferences(answer);
  }
}

function namedDifferences(answer: DiffResult): readonly Difference[] {
  const found = new Map<string, DifferenceKind>();
  for (const [path, { kind }] of answer.detailed ?? []) found.set(path, kind);
  const tops = new Set([...found.keys()].map((path) => pathOf(path)[0]));
  for (const path of answer.diffs) {
    if (!found.has(path) && !(answer.detailed && tops.has(pathOf(path)[0]))) found.set(path, "update");
  }
  for (const path of answer.replaces) {
    const kind = found.get(path);
    if (kind === undefined) {
      if (!tops.has(pathOf(path)[0])) found.set(path, "update-replace");
    } else found.set(path, replacing(kind));
  }
  return [...found].map(([path, kind]) => ({ path, kind }));
}

function withReplaceOnChanges(
  differences: readonly Difference[],
  properties: readonly string[],
): readonly Difference[] {
  if (properties.length === 0) return differences;
  const listed = properties.map((property) => pathOf(property));
  return differences.map((difference) =>
    listed.some((path) => contains(path, pathOf(difference.path)))
      ? { ...difference, kind: replacing(difference.kind) }
      : difference,
  );
}

function replacing(kind: DifferenceKind): DifferenceKind {
  switch (kind) {
    case "add":
    case "add-replace":
      return "add-replace";
    case "delete":
    case "delete-replace":
      return "delete-replace";
    case "update":
    case "update-replace":
      return "update-replace";
  }
}

/** True when `path` is `outer` or lies below it; `*` in `outer` stands for any key. */
function contains(outer: Path, path: Path): boolean {
  return outer.length <= path.length && outer.every((key, i) => key === "*" || key === path[i]);
}
