import { leadText, plainDescription } from "../show/description.ts";
import { displayToken } from "../tokens.ts";
import type { PackageSchema, PropertySchema } from "../types.ts";

type MatchPlace = "token" | "property" | "description" | "property description";

export interface WordMatch {
  readonly word: string;
  readonly place: MatchPlace;
  /** The property whose name or description matches. */
  readonly property?: string;
  /** An excerpt of the description, with the matching word. */
  readonly text?: string;
}

export interface FoundByWords {
  readonly kind: "resource" | "component" | "function" | "type" | "enum";
  readonly token: string;
  readonly short: string;
  readonly deprecated: boolean;
  readonly matches: readonly WordMatch[];
}

interface Searched extends Omit<FoundByWords, "matches"> {
  readonly description: string;
  readonly properties: readonly PropertySchema[];
}

type Part = "resources" | "functions" | "types";

/** Splits arguments into words. Each part of a token becomes a word. */
export function searchWords(args: readonly string[]): readonly string[] {
  const words = args.flatMap((text) => text.toLowerCase().split(/[\s.:/,]+/));
  return [...new Set(words.filter((word) => word !== ""))];
}

/**
 * Returns the members that match all words, best first. Matches in names score higher than in properties and in descriptions, and resources higher
 * than functions and types. Reads only members whose text contains the words. Throws SCHEMA_BROKEN if a member is invalid.
 */
export function findByWords(schema: PackageSchema, words: readonly string[]): readonly FoundByWords[] {
  const results: { readonly member: FoundByWords; readonly score: number }[] = [];
  for (const part of ["resources", "functions", "types"] as const) {
    for (const token of tokensOfPart(schema, part)) {
      if (!mayHave(`${token} ${schema.jsonText(part, token)}`, words)) continue;
      const searched = searchedMember(schema, part, token);
      const matches = words.map((word) => bestWordMatch(searched, schema.token(token).module, word));
      if (!matches.every((match) => match !== undefined)) continue;
      const { description: _, properties: __, ...member } = searched;
      const score = matches.reduce((sum, match) => sum + match.score, 0) - (member.deprecated ? 1 : 0);
      results.push({ member: { ...member, matches: matches.map(({ score: _score, ...match }) => match) }, score });
    }
  }
  // The sort is stable, so members with equal scores stay in schema order, with resources first.
  return results.toSorted((a, b) => b.score - a.score).map(({ member }) => member);
}

function tokensOfPart(schema: PackageSchema, part: Part): readonly string[] {
  switch (part) {
    case "resources":
      return schema.resourceTokens();
    case "functions":
      return schema.functionTokens();
    case "types":
      return schema.typeTokens();
  }
}

/** Returns false if the JSON text certainly lacks a word. A text with `\u` escapes can contain any word. */
function mayHave(json: string, words: readonly string[]): boolean {
  const text = json.toLowerCase();
  return text.includes("\\u") || words.every((word) => text.includes(word));
}

function searchedMember(schema: PackageSchema, part: Part, token: string): Searched {
  const common = { token, short: displayToken(schema.token(token)) };
  switch (part) {
    case "resources": {
      const resource = schema.resource(token);
      const properties = new Map([...(resource?.outputs ?? []), ...(resource?.inputs ?? [])]);
      const kind = resource?.isComponent === true ? "component" : "resource";
      return { ...common, kind, ...searchedTexts(resource), properties: [...properties.values()] };
    }
    case "functions": {
      const called = schema.function(token);
      const results = called?.returns?.kind === "object" ? called.returns.properties : [];
      const properties = new Map([...results, ...(called?.inputs ?? [])]);
      return { ...common, kind: "function", ...searchedTexts(called), properties: [...properties.values()] };
    }
    case "types": {
      const type = schema.objectType(token);
      if (type !== undefined)
        return { ...common, kind: "type", ...searchedTexts(type), properties: [...type.properties.values()] };
      return { ...common, kind: "enum", ...searchedTexts(schema.enumType(token)), properties: [] };
    }
  }
}

function searchedTexts(member: { readonly description?: string; readonly deprecationMessage?: string } | undefined) {
  return { description: leadText(member?.description) ?? "", deprecated: member?.deprecationMessage !== undefined };
}

type Scored = WordMatch & { readonly score: number };

/** The weight of a match by its location. `nearness` adds to the weight of a match in a name. */
const weights: Readonly<Record<MatchPlace, number>> = {
  token: 60,
  property: 20,
  description: 8,
  "property description": 2,
};

/** The additional weight by kind. Users look for resources most often. */
const kindWeights: Readonly<Record<FoundByWords["kind"], number>> = {
  resource: 9,
  component: 9,
  function: 4,
  type: 0,
  enum: 0,
};

function bestWordMatch(member: Searched, module: string, word: string): Scored | undefined {
  const { token, description, properties } = member;
  const more = kindWeights[member.kind];
  const name = token.slice(token.lastIndexOf(":") + 1).toLowerCase();
  if (token.toLowerCase().includes(word)) {
    const inName = nearness(name, word);
    const score = inName > 0 ? weights.token + inName : weights.token / (isPartOfModule(module, word) ? 2 : 4);
    return { word, place: "token", score: score + more };
  }
  const byName = properties
    .map((property) => ({ property, near: nearness(property.name.toLowerCase(), word) }))
    .filter(({ near }) => near > 0)
    .toSorted((a, b) => b.near - a.near)[0];
  if (byName !== undefined) {
    const score = weights.property + byName.near / 4 + more;
    return { word, place: "property", property: byName.property.name, score };
  }
  if (description.toLowerCase().includes(word))
    return { word, place: "description", text: excerptAround(description, word), score: weights.description + more };
  for (const { name: property, description: markdown } of properties) {
    const text = plainDescription(markdown) ?? "";
    if (!text.toLowerCase().includes(word)) continue;
    const score = weights["property description"] + more / 4;
    return { word, place: "property description", property, text: excerptAround(text, word), score };
  }
  return undefined;
}

/**
 * Scores a name from 0 (does not contain the word) to 40 (equals the word). A name scores higher if it begins with the word, and if the rest of it is
 * short.
 */
function nearness(name: string, word: string): number {
  if (!name.includes(word)) return 0;
  return (name === word ? 20 : name.startsWith(word) ? 4 : 0) + (20 * word.length) / name.length;
}

function isPartOfModule(module: string, word: string): boolean {
  return module.toLowerCase().split(/[/.]/).includes(word);
}

/** The length of an excerpt, in characters. */
const shownCharacters = 120;

function excerptAround(text: string, word: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  const position = line.toLowerCase().indexOf(word);
  const start = position <= shownCharacters / 2 ? 0 : line.indexOf(" ", position - shownCharacters / 2) + 1;
  const cut = line.slice(start, start + shownCharacters);
  const end = start + cut.length < line.length ? cut.lastIndexOf(" ") : cut.length;
  const whole = cut.slice(0, end <= position - start + word.length ? cut.length : end);
  return `${start > 0 ? "… " : ""}${whole}${start + whole.length < line.length ? " …" : ""}`;
}
