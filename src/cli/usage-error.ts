/** Converts errors of oclif's parser to imp errors. */
import { stripVTControlCharacters } from "node:util";
import { closest, distance } from "fastest-levenshtein";
import { ImpError } from "../domain/errors.ts";

/**
 * Returns the error, with a suggestion for an unknown flag.
 *
 * @param message the message of the oclif error
 * @param id the command, for example `run`, if it is known
 * @param flags the flags of the command
 */
export function usageError(message: string, id: string | undefined, flags: readonly string[]): ImpError {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .map((line) => line.trim().replace(/ {2,}/g, ": "))
    .filter((line) => line !== "" && !/^(See more help|The following errors? occurred|Note:|Alternatively)/.test(line));
  const unknown = /^Nonexistent flags?: -*([\w-]+)/.exec(lines[0] ?? "")?.[1];
  const meant = unknown === undefined ? undefined : nearestWord(unknown, flags);
  const help = `Run \`${["imp", id, "--help"].filter(Boolean).join(" ")}\` to see the usage.`;
  return ImpError.of("USAGE", {
    message: /^The following errors occurred/m.test(message)
      ? mistakes(lines)
      : withFullStop(withoutParserWords(lines.join(" "))),
    hint: meant === undefined ? help : `Did you mean --${meant}? ${help}`,
  });
}

/** Returns the errors, one per line. Reports each pair of conflicting flags once. */
function mistakes(lines: readonly string[]): string {
  const pairs = new Set<string>();
  const once = lines.filter((line) => {
    const [, flag = line, other = ""] =
      /^(--[\w-]+)\S* cannot also be provided when using (--[\w-]+)$/.exec(line) ?? [];
    const pair = [flag, other].sort().join(" ");
    if (pairs.has(pair)) return false;
    pairs.add(pair);
    return true;
  });
  return once.map((line) => withFullStop(withoutParserWords(line))).join("\n");
}

/** Removes parser terms, such as "=true" after a flag without a value. */
function withoutParserWords(text: string): string {
  return text
    .replace(/^Parsing (--[\w-]+) Expected (.*) but received: (.*)$/, "$1 takes $2, not $3")
    .replaceAll(/(--[\w-]+)=true\b/g, "$1");
}

/** Returns the most similar word, or undefined if none is similar. */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  if (words.length === 0) return undefined;
  const nearest = closest(word, words);
  return distance(word, nearest) < Math.min(word.length, Math.max(3, word.length / 3)) ? nearest : undefined;
}

function withFullStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
