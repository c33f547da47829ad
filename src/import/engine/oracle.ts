/** Computes the engine's decision from a Diff response: same, update or replace, and the changed paths (docs/providers.md#diff). */
import type { Difference, DifferenceKind } from "../../domain/graph.ts";
import { type DiffResult, ProviderError } from "../../plugin/provider.ts";
import { resetPaths } from "../../value/at-path.ts";
import { compareInputs, equalMaps } from "../../value/compare.ts";
import { formatPath, type Path, parsePath } from "../../value/path.ts";
import type { PropertyMap } from "../../value/value.ts";

export interface Decision extends Step {
  readonly kind: "same" | "update" | "replace";
  /** The differences of the step, without duplicate paths. Empty if the provider reports changes without naming paths. */
  readonly differences: readonly Difference[];
  /** The parsed paths of `differences`, in the same order. A path that does not parse is a single key. */
  readonly paths: readonly Path[];
}

/** The lists that the engine shows with a step, as in `pulumi preview --json`. */
interface Step {
  /** `detailedDiff`. Omitted if the provider returned none. */
  readonly detailed?: NonNullable<DiffResult["detailed"]>;
  /** `diffReasons`. */
  readonly changed: readonly string[];
  /** `replaceReasons`. */
  readonly replaced: readonly string[];
}

const noStep: Step = { changed: [], replaced: [] };

export const sameDecision: Decision = { ...noStep, kind: "same", differences: [], paths: [] };

/** The data that the engine's decision needs besides the Diff response. */
export interface Comparison {
  readonly oldInputs: PropertyMap;
  readonly news: PropertyMap;
  readonly ignoreChanges: readonly Path[];
  /** Properties whose changes replace the resource. SDKs copy them from the schema to the option `replaceOnChanges`. */
  readonly replaceOnChanges: readonly string[];
  /** Initialization errors from Read. If not empty, the step is an update regardless of Diff. */
  readonly initErrors: readonly string[];
  /** How the engine compares a secret with the same plain value: as different (`apart`, before Pulumi 3.260.0), or as equal (`alike`, since then). */
  readonly secrets: "apart" | "alike";
}

/** The key of initialization errors in `replaceOnChanges`. The wildcard `*` matches it. */
const initErrorKey = "#initerror";

/** Returns the engine's decision. Throws ProviderError "other" for an invalid path (docs/providers.md#paths-of-detailed-differences). */
export function decide(answer: DiffResult, comparison: Comparison): Decision {
  const { replaceOnChanges, initErrors } = comparison;
  const broken = initErrors.length > 0;
  const { changes, step: answered } =
    answer.changes === "unknown" ? compareAsEngine(answer, comparison) : answeredBy(answer);
  if (changes === "none" && !broken) return sameDecision;
  const listed = replaceOnChanges.map(answeredPath);
  const step = withReplaceOnChanges(answered, listed, broken);
  const replacesBroken = broken && listed.some((path) => coversPath(path, [initErrorKey]));
  // If Diff reports no changes, initialization errors cause an update without differences, even if Diff lists paths.
  if (changes === "none" && !replacesBroken)
    return { ...step, replaced: [], kind: "update", differences: [], paths: [] };
  const differences = answeredDifferences(step);
  const paths = differences.map(({ path }) => answeredPath(path));
  return { ...step, kind: isReplace(step) ? "replace" : "update", differences, paths };
}

/** Returns the decision for a provider. DiffConfig can report a replacement without changes (docs/providers.md#checkconfig-and-diffconfig). */
export function decideProvider(answer: DiffResult, oldOutputs: PropertyMap, news: PropertyMap): Decision {
  const compared = equalMaps(oldOutputs, news) ? "none" : "some";
  const changed = answer.changes === "unknown" ? compared : answer.changes;
  const changes = isReplace(answeredBy(answer).step) ? "some" : changed;
  const comparison = { oldInputs: oldOutputs, news, ignoreChanges: [], replaceOnChanges: [], initErrors: [] };
  return decide({ ...answer, changes }, { ...comparison, secrets: "apart" });
}

/** Returns the decision for a component, whose inputs the engine compares itself (docs/providers.md#decisions-of-a-preview). */
export function decideComponent(oldInputs: PropertyMap, news: PropertyMap): Decision {
  const answer: DiffResult = { changes: "unknown", diffs: [], replaces: [], deleteBeforeReplace: false };
  const comparison = { oldInputs, news, ignoreChanges: [], replaceOnChanges: [], initErrors: [] };
  return decide(answer, { ...comparison, secrets: "apart" });
}

/** Parses a path from a provider. A path that does not parse is a single top-level key (docs/providers.md#paths-of-detailed-differences). */
export function answeredPath(text: string): Path {
  return parsePath(text) ?? [text];
}

interface Answered {
  readonly changes: DiffResult["changes"];
  readonly step: Step;
}

function answeredBy({ changes, detailed, diffs, replaces }: DiffResult): Answered {
  return { changes, step: { detailed, changed: diffs, replaced: replaces } };
}

/** Handles DIFF_UNKNOWN: the engine then compares the inputs itself. If any input differs, the properties in `replaces` cause a replacement. */
function compareAsEngine(answer: DiffResult, comparison: Comparison): Answered {
  const { oldInputs, ignoreChanges, secrets } = comparison;
  const differences = compareInputs(oldInputs, resetPaths(oldInputs, comparison.news, ignoreChanges), secrets);
  if (differences.length === 0) return { ...answeredBy(answer), changes: "none" };
  const step: Step = {
    detailed: new Map(differences.map(({ path, kind }) => [formatPath(path), { kind, inputDiff: true }])),
    changed: [...new Set(differences.map(({ path }) => String(path[0])))],
    replaced: answer.replaces,
  };
  return { changes: "some", step };
}

/** Turns changes under the listed paths into replacements. Ignores names in `changed` that do not parse. */
function withReplaceOnChanges(step: Step, listed: readonly Path[], broken: boolean): Step {
  const isListed = (path: Path | undefined): boolean =>
    path !== undefined && listed.some((outer) => coversPath(outer, path));
  const initErrors = broken && isListed([initErrorKey]);
  const detailed = step.detailed && new Map(step.detailed);
  for (const [text, { kind, inputDiff }] of step.detailed ?? []) {
    const path = parsePath(text);
    if (path === undefined) throw new ProviderError("other", "Diff", `${JSON.stringify(text)} is not a property path`);
    if (isListed(path)) detailed?.set(text, { kind: replacingKind(kind), inputDiff });
  }
  if (initErrors) detailed?.set(initErrorKey, { kind: "update-replace", inputDiff: false });
  const replaced = [...step.replaced, ...step.changed.filter((name) => isListed(parsePath(name)))];
  return {
    detailed,
    changed: step.changed,
    replaced: [...new Set(initErrors ? [...replaced, initErrorKey] : replaced)],
  };
}

function isReplace({ detailed, replaced }: Step): boolean {
  return replaced.length > 0 || [...(detailed?.values() ?? [])].some(({ kind }) => kind.endsWith("-replace"));
}

/** Returns each path once. Detailed differences come first, then the names that they do not cover. */
function answeredDifferences({ detailed, changed, replaced }: Step): readonly Difference[] {
  const kinds = new Map<string, DifferenceKind>();
  for (const [path, { kind }] of detailed ?? []) kinds.set(path, kind);
  const tops = new Set([...kinds.keys()].map((path) => answeredPath(path)[0]));
  for (const path of changed) if (!tops.has(answeredPath(path)[0])) kinds.set(path, "update");
  for (const path of replaced) {
    const kind = kinds.get(path);
    if (kind !== undefined) kinds.set(path, replacingKind(kind));
    else if (!tops.has(answeredPath(path)[0])) kinds.set(path, "update-replace");
  }
  return [...kinds].map(([path, kind]) => ({ path, kind }));
}

function replacingKind(kind: DifferenceKind): DifferenceKind {
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

/** Returns whether `path` equals `outer` or is inside it. `*` in `outer` matches any key. */
function coversPath(outer: Path, path: Path): boolean {
  return outer.length <= path.length && outer.every((key, i) => key === "*" || key === path[i]);
}
