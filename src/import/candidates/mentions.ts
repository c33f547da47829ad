/**
 * Which properties the text of a refusal speaks of. It orders what is tried first, and decides nothing.
 */
import type { CheckFailure } from "../../plugin/provider.ts";
import type { Pattern } from "../selection/selection.ts";

/** Refusals speak of properties in quotes, as a rule; of the other words only where no quoted one is a property. */
const quoted = /'[^'\n]+'|"[^"\n]+"|`[^`\n]+`/g;

const word = /[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*/g;

/**
 * The patterns whose own name stands in the text of a failure, as the schema spells it or with underscores (`vpc_id`); where there are
 * none, those that lie below a top-level property that is named.
 */
export function mentioned(patterns: readonly Pattern[], failures: readonly CheckFailure[]): readonly Pattern[] {
  const texts = failures.map(({ reason }) => reason);
  for (const parts of [texts.flatMap((text) => text.match(quoted) ?? []), texts]) {
    const words = new Set(parts.flatMap((part) => part.match(word) ?? []).map(camelCased));
    const own = patterns.filter(({ path }) => words.has(ownName(path)));
    if (own.length > 0) return own;
    const below = patterns.filter(({ path }) => words.has(String(path[0])));
    if (below.length > 0) return below;
  }
  return [];
}

/** The patterns whose own name, or that of their top-level property, stands anywhere in the text of a failure. */
export function mentionedAnywhere(patterns: readonly Pattern[], failures: readonly CheckFailure[]): readonly Pattern[] {
  const words = new Set(failures.flatMap(({ reason }) => reason.match(word) ?? []).map(camelCased));
  const isNamed = (name: string): boolean => words.has(name) || (name.endsWith("s") && words.has(name.slice(0, -1)));
  return patterns.filter(({ path }) => isNamed(ownName(path)) || isNamed(String(path[0])));
}

function ownName(path: Pattern["path"]): string {
  return String(path.findLast((key) => key !== "*" && typeof key === "string") ?? "");
}

function camelCased(text: string): string {
  return text.replace(/[_-]([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
