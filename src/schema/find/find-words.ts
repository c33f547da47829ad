/**
 * Finds the resources, functions and types of a package that words are about.
 */
import { leadOf, plainDescription } from "../show/description.ts";
import { displayToken } from "../tokens.ts";
import type { PackageSchema, PropertySchema } from "../types.ts";

type MatchPlace = "token" | "property" | "description" | "property description";

/** Where a word stands: the token, a property's name, or the text around it. */
export interface WordMatch {
  readonly word: string;
  readonly place: MatchPlace;
  /** Of a property or its description. */
  readonly property?: string;
  /** Of a description: the part of it that has the word. */
  readonly text?: string;
}

export interface FoundByWords {
  readonly kind: "resource" | "component" | "function" | "type" | "enum";
  readonly token: string;
  readonly short: string;
  readonly deprecated: boolean;
  /** One for each word, the best. */
  readonly matches: readonly WordMatch[];
}

/** A member of a package, as words are searched in it. */
interface Searched extends Omit<FoundByWords, "matches"> {
  readonly description: string;
  readonly properties: readonly PropertySchema[];
}

type Part = "resources" | "functions" | "types";

/** Words of a command line: a short form of a token is a word for each of its parts. */
export function searchWords(given: readonly string[]): readonly string[] {
  const words = given.flatMap((text) => text.toLowerCase().split(/[\s.:/,]+/));
  return [...new Set(words.filter((word) => word !== ""))];
}

/**
 * The members that have all of the words, best first: a name goes before a property, a property before a description; a resource before a
 * function, a function before a type. Only members whose text has the words are read.
 *
 * @param words of `searchWords`
 * @throws ImpError SCHEMA_BROKEN
 */
export function findByWords(schema: PackageSchema, words: readonly string[]): readonly FoundByWords[] {
  const found: { readonly member: FoundByWords; readonly score: number }[] = [];
  for (const part of ["resources", "functions", "types"] as const) {
    for (const token of tokensOfPart(schema, part)) {
      if (!mayHave(`${token} ${schema.textOf(part, token)}`, words)) continue;
      const searched = searchedOf(schema, part, token);
      const matches = words.map((word) => bestWordMatch(searched, schema.token(token).module, word));
      if (!matches.every((match) => match !== undefined)) continue;
      const { description: _, properties: __, ...member } = searched;
      const score = matches.reduce((sum, match) => sum + match.score, 0) - (member.deprecated ? 1 : 0);
      found.push({ member: { ...member, matches: matches.map(({ score: _score, ...match }) => match) }, score });
    }
  }
  // The sort is stable: of equal ones resources are first, and then the order of the schema counts.
  return found.toSorted((a, b) => b.score - a.score).map(({ member }) => member);
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

/** JSON may write a letter as an escape, so text with escapes may have any word. */
function mayHave(json: string, words: readonly string[]): boolean {
  const text = json.toLowerCase();
  return text.includes("\\u") || words.every((word) => text.includes(word));
}

function searchedOf(schema: PackageSchema, part: Part, token: string): Searched {
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
  return { description: leadOf(member?.description) ?? "", deprecated: member?.deprecationMessage !== undefined };
}

type Scored = WordMatch & { readonly score: number };

/** The weight of a word by its place; a name that is the word alone, or begins with it, has more. */
const weights: Readonly<Record<MatchPlace, number>> = {
  token: 60,
  property: 20,
  description: 8,
  "property description": 2,
};

/** Kinds that a person rather looks for. */
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

/** 40: it is the word; the more of the name the word is, the more; 0: the name does not have it. */
function nearness(name: string, word: string): number {
  if (!name.includes(word)) return 0;
  return (name === word ? 20 : name.startsWith(word) ? 4 : 0) + (20 * word.length) / name.length;
}

function isPartOfModule(module: string, word: string): boolean {
  return module.toLowerCase().split(/[/.]/).includes(word);
}

/** So many characters around a word are enough to see what it is about. */
const shownCharacters = 120;

/** The part of a text that has the word, in one line. */
function excerptAround(text: string, word: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  const at = line.toLowerCase().indexOf(word);
  const start = at <= shownCharacters / 2 ? 0 : line.indexOf(" ", at - shownCharacters / 2) + 1;
  const cut = line.slice(start, start + shownCharacters);
  const end = start + cut.length < line.length ? cut.lastIndexOf(" ") : cut.length;
  const whole = cut.slice(0, end <= at - start + word.length ? cut.length : end);
  return `${start > 0 ? "… " : ""}${whole}${start + whole.length < line.length ? " …" : ""}`;
}
