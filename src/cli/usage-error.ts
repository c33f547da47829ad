/**
 * oclif's error about a command line -> ours: one sentence why, one what to do.
 */
import { stripVTControlCharacters } from "node:util";
import { closest, distance } from "fastest-levenshtein";
import { ImpError } from "../errors.ts";

/**
 * @param message of an oclif error: lines, some of which say nothing.
 * @param id of the command, for example `run`; absent: none was found.
 * @param flags names of the command's flags.
 */
export function usageError(message: string, id: string | undefined, flags: readonly string[]): ImpError {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .map((line) => line.trim().replace(/ {2,}/g, ": "))
    .filter((line) => line !== "" && !/^(See more help|The following errors? occurred|Note:|Alternatively)/.test(line));
  const unknown = /^Nonexistent flags?: -*([\w-]+)/.exec(lines[0] ?? "")?.[1];
  const meant = unknown === undefined ? undefined : nearestWord(unknown, flags);
  const help = `Run \`${["imp", id, "--help"].filter(Boolean).join(" ")}\` to see what there is.`;
  return ImpError.of("USAGE", {
    message: /^The following errors occurred/m.test(message)
      ? mistakes(lines)
      : withFullStop(withoutParserWords(lines.join(" "))),
    hint: meant === undefined ? help : `Did you mean --${meant}? ${help}`,
  });
}

/** Each mistake on a line of its own; of two flags that exclude each other, one line. */
function mistakes(lines: readonly string[]): string {
  const pairs = new Set<string>();
  const once = lines.filter((line) => {
    const [, one = line, other = ""] = /^(--[\w-]+)\S* cannot also be provided when using (--[\w-]+)$/.exec(line) ?? [];
    const pair = [one, other].sort().join(" ");
    if (pairs.has(pair)) return false;
    pairs.add(pair);
    return true;
  });
  return once.map((line) => withFullStop(withoutParserWords(line))).join("\n");
}

/** Without the words of a parser: a flag without a value is not "true". */
function withoutParserWords(text: string): string {
  return text
    .replace(/^Parsing (--[\w-]+) Expected (.*) but received: (.*)$/, "$1 takes $2, not $3")
    .replaceAll(/(--[\w-]+)=true\b/g, "$1");
}

/** The word that was likely meant; `undefined`: none is near. */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  if (words.length === 0) return undefined;
  const found = closest(word, words);
  return distance(word, found) < Math.min(word.length, Math.max(3, word.length / 3)) ? found : undefined;
}

function withFullStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
