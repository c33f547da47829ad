/**
 * The properties that the text of a refusal names. They order the attempts and decide nothing.
 */
import { type Path, parsePath } from "../../../ir/path.ts";
import type { CheckFailure } from "../../../plugin/provider.ts";
import type { Pattern } from "../selection/selection.ts";

/** Refusals usually quote properties; other words count only where no quoted one is a property. */
const quotedText = /'[^'\n]+'|"[^"\n]+"|`[^`\n]+`/g;

const wordPattern = /[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*/g;

/** Words in a row as a path has them: `launch_template.0.name`, `launchTemplate.name`, `rules[0].port`. */
const placePattern = /[A-Za-z][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+|\[[^\]\s]*\])*/g;

/**
 * The patterns whose own name or path stands in the text of a failure, as the schema spells it or with underscores (`vpc_id`); where there
 * are none, those that lie below a top-level property that is named.
 */
export function mentioned(patterns: readonly Pattern[], failures: readonly CheckFailure[]): readonly Pattern[] {
  const texts = failures.map(({ reason }) => reason);
  for (const parts of [texts.flatMap((text) => text.match(quotedText) ?? []), texts]) {
    const own = new Set(placesInTexts(parts).flatMap((keys) => nearestPatterns(patterns, keys)));
    if (own.size > 0) return patterns.filter((pattern) => own.has(pattern));
    const words = new Set(parts.flatMap((part) => part.match(wordPattern) ?? []).map(camelCased));
    const below = patterns.filter(({ path }) => words.has(String(path[0])));
    if (below.length > 0) return below;
  }
  return [];
}

/** The members of properties whose name stands in quotes in the text of a failure, together with the name of the property that has them. */
export function mentionedInside(patterns: readonly Pattern[], failures: readonly CheckFailure[]): readonly Pattern[] {
  const parts = failures.flatMap(({ reason }) => reason.match(quotedText) ?? []);
  const places = placesInTexts(parts).filter(({ length }) => length > 1);
  const found = new Set(places.flatMap((keys) => nearestPatterns(patterns, keys)));
  return patterns.filter((pattern) => found.has(pattern) && pathNames(pattern.path).length > 1);
}

/** The patterns whose own name, or that of their top-level property, stands anywhere in the text of a failure. */
export function mentionedAnywhere(patterns: readonly Pattern[], failures: readonly CheckFailure[]): readonly Pattern[] {
  const words = new Set(failures.flatMap(({ reason }) => reason.match(wordPattern) ?? []).map(camelCased));
  const isNamed = (name: string): boolean => words.has(name) || (name.endsWith("s") && words.has(name.slice(0, -1)));
  return patterns.filter(({ path }) => isNamed(pathNames(path).at(-1) ?? "") || isNamed(String(path[0])));
}

/** The places that texts name, as the names on the way to each. */
function placesInTexts(texts: readonly string[]): readonly (readonly string[])[] {
  const places = texts.flatMap((text) => text.match(placePattern) ?? []);
  return places.map((text) =>
    text
      .split(/[.[\]"]+/)
      .filter((key) => /[A-Za-z]/.test(key))
      .map(camelCased),
  );
}

/** The patterns that share most names with a place, from its end: a text may begin with the resource, or in the middle of a path. */
function nearestPatterns(patterns: readonly Pattern[], keys: readonly string[]): readonly Pattern[] {
  let most = 0;
  let found: Pattern[] = [];
  for (const pattern of patterns) {
    const names = pathNames(pattern.path);
    const common = Math.min(names.length, keys.length);
    const isSame = Array.from({ length: common }, (_, i) => i + 1).every((i) => names.at(-i) === keys.at(-i));
    if (!isSame || common < most) continue;
    if (common > most) found = [];
    most = common;
    found.push(pattern);
  }
  return found;
}

function pathNames(path: Pattern["path"]): readonly string[] {
  return path.flatMap((key) => (typeof key === "string" && key !== "*" ? [key] : []));
}

function camelCased(text: string): string {
  return text.replace(/[_-]([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The paths of at least two keys in the text of a refusal: `spec.containers[0].image`. */
export function placesNamedIn(text: string): readonly Path[] {
  const places = text.match(/[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\[\d+\])+/g) ?? [];
  return places.flatMap((place) => {
    const path = parsePath(place) ?? [];
    return path.length < 2 ? [] : [path];
  });
}
