/**
 * The engine's decision from a provider's answer to Diff: same, update or replace, and on which paths (docs/providers.md#diff).
 */
import type { Difference, DifferenceKind } from "../../graph.ts";
import { formatPath, type Path, parsePath } from "../../ir/path.ts";
import { type DiffResult, ProviderError } from "../../plugin/provider.ts";
import { resetPaths } from "../../value/at-path.ts";
import { compareInputs, equalMaps } from "../../value/compare.ts";
import type { PropertyMap } from "../../value/value.ts";

export interface Decision extends Step {
  readonly kind: "same" | "update" | "replace";
  /** The differences of the step, each path once. Empty when the provider answers "some" and names nothing. */
  readonly differences: readonly Difference[];
  /** The parsed paths of `differences`, in the same order; a text that does not parse is one key. */
  readonly paths: readonly Path[];
}

/** The lists that the engine shows with a step, as `pulumi preview --json` has them. */
interface Step {
  /** `detailedDiff`; absent: the provider gave none. */
  readonly detailed?: NonNullable<DiffResult["detailed"]>;
  /** `diffReasons`. */
  readonly changed: readonly string[];
  /** `replaceReasons`. */
  readonly replaced: readonly string[];
}

const noStep: Step = { changed: [], replaced: [] };

export const same: Decision = { ...noStep, kind: "same", differences: [], paths: [] };

/** Facts of one comparison that the answer alone does not carry. */
export interface Comparison {
  readonly oldInputs: PropertyMap;
  readonly news: PropertyMap;
  readonly ignoreChanges: readonly Path[];
  /** Properties whose change replaces the resource, as SDKs send them from the schema (`replaceOnChanges`). */
  readonly replaceOnChanges: readonly string[];
  /** Errors that Read's answer leaves in the state: not empty means an update whatever Diff answers. */
  readonly initErrors: readonly string[];
  /**
   * Whether a secret and the plain value in it differ where the engine itself compares: in engines before 3.260.0 they do
   * (`apart`), from then on they do not (`alike`). Inputs that are equal `apart` are equal `alike`.
   */
  readonly secrets: "apart" | "alike";
}

/** The key by which `replaceOnChanges` can name errors of initialization; only a wildcard ever does. */
const initErrorKey = "#initerror";

/**
 * Decides as the engine does.
 *
 * @throws ProviderError "other" when a detailed difference has no path: the engine then fails the resource
 * (docs/providers.md#paths-of-detailed-differences).
 */
export function decide(answer: DiffResult, comparison: Comparison): Decision {
  const { replaceOnChanges, initErrors } = comparison;
  const broken = initErrors.length > 0;
  const { changes, step: answered } =
    answer.changes === "unknown" ? compareAsEngine(answer, comparison) : answeredBy(answer);
  if (changes === "none" && !broken) return same;
  const listed = replaceOnChanges.map(answeredPath);
  const step = withReplaceOnChanges(answered, listed, broken);
  const replacesBroken = broken && listed.some((path) => coversPath(path, [initErrorKey]));
  // Errors of initialization alone: an update that nothing explains, although the lists may be filled.
  if (changes === "none" && !replacesBroken)
    return { ...step, replaced: [], kind: "update", differences: [], paths: [] };
  const differences = answeredDifferences(step);
  const paths = differences.map(({ path }) => answeredPath(path));
  return { ...step, kind: isReplace(step) ? "replace" : "update", differences, paths };
}

/**
 * Decides about a provider resource from its answer to DiffConfig; DIFF_UNKNOWN compares the old outputs with the new inputs
 * (docs/providers.md#checkconfig-and-diffconfig). A replacement counts even in an answer without changes: the engine then ends the plugin,
 * and its resources fail.
 */
export function decideProvider(answer: DiffResult, oldOutputs: PropertyMap, news: PropertyMap): Decision {
  const compared = equalMaps(oldOutputs, news) ? "none" : "some";
  const changed = answer.changes === "unknown" ? compared : answer.changes;
  const changes = isReplace(answeredBy(answer).step) ? "some" : changed;
  const comparison = { oldInputs: oldOutputs, news, ignoreChanges: [], replaceOnChanges: [], initErrors: [] };
  return decide({ ...answer, changes }, { ...comparison, secrets: "apart" });
}

/** Decides about a component, of which no provider is asked: the engine compares its inputs by itself (docs/providers.md#decisions-of-a-preview). */
export function decideComponent(oldInputs: PropertyMap, news: PropertyMap): Decision {
  const answer: DiffResult = { changes: "unknown", diffs: [], replaces: [], deleteBeforeReplace: false };
  const comparison = { oldInputs, news, ignoreChanges: [], replaceOnChanges: [], initErrors: [] };
  return decide(answer, { ...comparison, secrets: "apart" });
}

/** Parses a path of a provider's answer; what does not parse counts as one top-level key (docs/providers.md#paths-of-detailed-differences). */
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

/** DIFF_UNKNOWN: the engine compares inputs itself. Properties that the provider calls replacing count once something differs. */
function compareAsEngine(answer: DiffResult, comparison: Comparison): Answered {
  const { oldInputs, ignoreChanges, secrets } = comparison;
  const found = compareInputs(oldInputs, resetPaths(oldInputs, comparison.news, ignoreChanges), secrets);
  if (found.length === 0) return { ...answeredBy(answer), changes: "none" };
  const step: Step = {
    detailed: new Map(found.map(({ path, kind }) => [formatPath(path), { kind, inputDiff: true }])),
    changed: [...new Set(found.map(({ path }) => String(path[0])))],
    replaced: answer.replaces,
  };
  return { changes: "some", step };
}

/** Makes replacements of what lies in a listed path; names of `changed` that do not parse are passed over. */
function withReplaceOnChanges(step: Step, listed: readonly Path[], broken: boolean): Step {
  const isListed = (path: Path | undefined): boolean =>
    path !== undefined && listed.some((outer) => coversPath(outer, path));
  const initErrors = broken && isListed([initErrorKey]);
  const detailed = step.detailed && new Map(step.detailed);
  for (const [text, { kind, inputDiff }] of step.detailed ?? []) {
    const path = parsePath(text);
    if (path === undefined) throw new ProviderError("other", "Diff", `${JSON.stringify(text)} is no property path`);
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

/** Each place once: details first, then the names that no detail covers. */
function answeredDifferences({ detailed, changed, replaced }: Step): readonly Difference[] {
  const found = new Map<string, DifferenceKind>();
  for (const [path, { kind }] of detailed ?? []) found.set(path, kind);
  const tops = new Set([...found.keys()].map((path) => answeredPath(path)[0]));
  for (const path of changed) if (!tops.has(answeredPath(path)[0])) found.set(path, "update");
  for (const path of replaced) {
    const kind = found.get(path);
    if (kind !== undefined) found.set(path, replacingKind(kind));
    else if (!tops.has(answeredPath(path)[0])) found.set(path, "update-replace");
  }
  return [...found].map(([path, kind]) => ({ path, kind }));
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

/** True when `path` is `outer` or lies below it; `*` in `outer` stands for any key. */
function coversPath(outer: Path, path: Path): boolean {
  return outer.length <= path.length && outer.every((key, i) => key === "*" || key === path[i]);
}
