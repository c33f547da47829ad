/** Finds the types of a package to list, and the inputs of their lists. */
import { type Filter, matchesType } from "../choices/filter.ts";
import { ImpError } from "../domain/errors.ts";
import type { PackageSchema, PropertySchema } from "../schema/types.ts";

export interface ListableType {
  readonly type: string;
  readonly inputs?: ReadonlyMap<string, PropertySchema>;
  readonly required: readonly string[];
  /** True for a type that is not listed, because the schema declares list inputs only for other types, and the user did not name this type. */
  readonly isUndeclared?: true;
}

export interface TypeChoice {
  /** Types or modules in any short form. Empty for all types. */
  readonly words: readonly string[];
  readonly only: readonly Filter[];
  readonly exclude: readonly Filter[];
}

/**
 * Returns the types to list. Skips components, which can't be listed. Throws TOKEN_UNKNOWN or TYPE_AMBIGUOUS if a word does not match exactly one
 * type or module.
 */
export function listableTypes(schema: PackageSchema, { words, only, exclude }: TypeChoice): readonly ListableType[] {
  const isDeclaring = words.length === 0 && declaresLists(schema);
  const named = words.length === 0 ? schema.resourceTokens() : words.flatMap((word) => resolveWord(word, schema));
  const byType = only.filter(({ kind }) => kind === "type");
  const tokens = [...new Set(named)]
    .filter((token) => byType.length === 0 || byType.some((filter) => matchesType(filter, token)))
    .filter((token) => !exclude.some((filter) => filter.kind === "type" && matchesType(filter, token)));
  return tokens.flatMap((token) => listable(schema, token, isDeclaring));
}

/** Returns true if the schema declares which types can be listed. Older schemas don't have list inputs. */
function declaresLists(schema: PackageSchema): boolean {
  return schema.resourceTokens().some((token) => schema.jsonText("resources", token).includes(listDeclaration));
}

const listDeclaration = '"listInputs"';

/** Returns the type if it can be listed. Parses a resource only if its text requires it, because large schemas are slow to parse. */
function listable(schema: PackageSchema, type: string, isDeclaring: boolean): readonly ListableType[] {
  const text = schema.jsonText("resources", type);
  if (text.includes('"isComponent"') && schema.resource(type)?.isComponent === true) return [];
  const { listInputs: inputs, requiredListInputs = [] } =
    (text.includes(listDeclaration) ? schema.resource(type) : undefined) ?? {};
  const required = [...requiredListInputs];
  if (inputs !== undefined) return [{ type, inputs, required }];
  return [{ type, required, isUndeclared: isDeclaring ? true : undefined }];
}

function resolveWord(word: string, schema: PackageSchema): readonly string[] {
  const meant = schema.meantResources(word);
  if (meant.length === 1) return meant;
  const module = word.slice(word.indexOf(":") + 1).toLowerCase();
  const inModule = schema
    .resourceTokens()
    .filter((token) => schema.token(token).module.toLowerCase() === module && module !== "");
  if (inModule.length > 0) return inModule;
  const details = { where: "the command line", word, package: schema.name };
  if (meant.length > 1) throw ImpError.of("TYPE_AMBIGUOUS", { ...details, tokens: meant });
  throw ImpError.of("TOKEN_UNKNOWN", {
    word: `type or module ${word}`,
    schema: schema.version === undefined ? schema.name : `${schema.name}@${schema.version}`,
    suggestions: schema.suggestResources(word),
  });
}
