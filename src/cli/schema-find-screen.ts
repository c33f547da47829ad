/** The report of `imp schema find`. */
import type { FoundByWords, WordMatch } from "../schema/find/find-words.ts";
import type { PackageHead } from "../schema/show/facts.ts";
import { shellQuote, visible } from "./quote.ts";
import { counted, paint, type Screen, wrap, wrapInside } from "./render.ts";

/** The matches, best first. */
export interface SchemaFindFacts {
  readonly package: PackageHead;
  readonly words: readonly string[];
  readonly found: readonly FoundByWords[];
  /** The package as the user typed it, for the suggested command. */
  readonly subject: string;
}

/** Maximum number of matches to show. `--json` lists all. */
const matchesShown = 20;

export function renderSchemaFind({ package: head, found: matches, subject }: SchemaFindFacts, screen: Screen): string {
  const shown = matches.slice(0, matchesShown);
  const more = matches.length - shown.length;
  const first = shown[0]?.token ?? "";
  return [
    `${counted(matches.length, "match").replace(/s$/, "es")} in ${visible(head.name)}${head.version === undefined ? "" : ` ${visible(head.version)}`}`,
    ...shown.map((member) => renderFound(member, screen)),
    ...(more > 0 ? [wrap(`and ${more} more; add words, or use --json`, screen.width, "")] : []),
    `imp schema show ${shellQuote(visible(subject))} ${shellQuote(visible(first))}`,
  ].join("\n\n");
}

function renderFound(member: FoundByWords, screen: Screen): string {
  const { kind, token, short, deprecated, matches } = member;
  const notes = [kind, ...(short === token ? [] : [visible(short)]), ...(deprecated ? ["deprecated"] : [])].join(", ");
  const lines = matches.filter(({ place }) => place !== "token").map((match) => matchText(match));
  return [
    paint(visible(token), "bold", screen),
    `  ${wrapInside(notes, screen, 2)}`,
    ...[...new Set(lines)].map((line) => paint(`  ${wrapInside(line, screen, 2)}`, "dim", screen)),
  ].join("\n");
}

function matchText({ word, place: part, property = "", text = "" }: WordMatch): string {
  switch (part) {
    case "token":
      return word;
    case "property":
      return `property ${property}`;
    case "description":
      return text;
    case "property description":
      return `property ${property}: ${text}`;
  }
}

/** Returns the document of `imp schema find --json`. */
export function schemaFindDocument({ package: head, words, found }: SchemaFindFacts): object {
  return { version: 1, package: head, words, found };
}
