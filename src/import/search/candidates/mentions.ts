/** Finds properties in the message of a rejection. Messages are not reliable, so the results only decide what to try, and in which order. */

import type { CheckFailure } from "../../../plugin/provider.ts";
import { type Path, parsePath } from "../../../value/path.ts";
import type { Pattern } from "../selection/selection.ts";

/** Quoted text. Rejections usually quote properties, so unquoted words count only if no quoted text is a property. */
const quotedText = /'[^'\n]+'|"[^"\n]+"|`[^`\n]+`/g;

const wordPattern = /[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*/g;

/** Property paths in a message: `launch_template.0.name`, `launchTemplate.name`, `rules[0].port`. */
const pathPattern = /[A-Za-z][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+|\[[^\]\s]*\])*/g;

/** Returns the patterns that a failure mentions, in camel case or snake case (`vpc_id`), or else all patterns of mentioned top-level properties. */
export function mentioned(patterns: readonly Pattern[], failures: readonly CheckFailure[]): readonly Pattern[] {
  const texts = failures.map(({ reason }) => reason);
  for (const parts of [texts.flatMap((text) => text.match(quotedText) ?? []), texts]) {
    const matches = new Set(namePathsInTexts(parts).flatMap((keys) => nearestPatterns(patterns, keys)));
    if (matches.size > 0) return patterns.filter((pattern) => matches.has(pattern));
    const words = new Set(parts.flatMap((part) => part.match(wordPattern) ?? []).map(camelCased));
    const below = patterns.filter(({ path }) => words.has(String(path[0])));
    if (below.length > 0) return below;
  }
  return [];
}

/** Returns nested patterns that a failure mentions in quotes together with the property around them. */
export function mentionedInside(patterns: readonly Pattern[], failures: readonly CheckFailure[]): readonly Pattern[] {
  const parts = failures.flatMap(({ reason }) => reason.match(quotedText) ?? []);
  const namePaths = namePathsInTexts(parts).filter(({ length }) => length > 1);
  const matches = new Set(namePaths.flatMap((keys) => nearestPatterns(patterns, keys)));
  return patterns.filter((pattern) => matches.has(pattern) && pathNames(pattern.path).length > 1);
}

/** Returns patterns whose name, or whose top-level property, occurs anywhere in a failure. */
export function mentionedAnywhere(patterns: readonly Pattern[], failures: readonly CheckFailure[]): readonly Pattern[] {
  const words = new Set(failures.flatMap(({ reason }) => reason.match(wordPattern) ?? []).map(camelCased));
  const isNamed = (name: string): boolean => words.has(name) || (name.endsWith("s") && words.has(name.slice(0, -1)));
  return patterns.filter(({ path }) => isNamed(pathNames(path).at(-1) ?? "") || isNamed(String(path[0])));
}

/** Returns the paths in the texts as lists of names. */
function namePathsInTexts(texts: readonly string[]): readonly (readonly string[])[] {
  const paths = texts.flatMap((text) => text.match(pathPattern) ?? []);
  return paths.map((text) =>
    text
      .split(/[.[\]"]+/)
      .filter((key) => /[A-Za-z]/.test(key))
      .map(camelCased),
  );
}

/** Returns the patterns that share the longest suffix with `keys`. A path in a message can begin with the resource's name, or lack its first keys. */
function nearestPatterns(patterns: readonly Pattern[], keys: readonly string[]): readonly Pattern[] {
  let longest = 0;
  let nearest: Pattern[] = [];
  for (const pattern of patterns) {
    const names = pathNames(pattern.path);
    const common = Math.min(names.length, keys.length);
    const isSame = Array.from({ length: common }, (_, i) => i + 1).every((i) => names.at(-i) === keys.at(-i));
    if (!isSame || common < longest) continue;
    if (common > longest) nearest = [];
    longest = common;
    nearest.push(pattern);
  }
  return nearest;
}

function pathNames(path: Pattern["path"]): readonly string[] {
  return path.flatMap((key) => (typeof key === "string" && key !== "*" ? [key] : []));
}

function camelCased(text: string): string {
  return text.replace(/[_-]([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns paths with at least two keys in the message of a rejection: `spec.containers[0].image`. */
export function pathsInText(text: string): readonly Path[] {
  const matches = text.match(/[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\[\d+\])+/g) ?? [];
  return matches.flatMap((match) => {
    const path = parsePath(match) ?? [];
    return path.length < 2 ? [] : [path];
  });
}
