/**
 * The types of a package that words of a command line mean, and what their lists need to know.
 */
import { type Filter, matchesType } from "../choices/filter.ts";
import { ImpError } from "../errors.ts";
import type { PackageSchema, PropertySchema } from "../schema/types.ts";

/** A type to be listed. */
export interface ListableType {
  readonly type: string;
  /** The inputs of its list; absent: the schema does not have any. */
  readonly inputs?: ReadonlyMap<string, PropertySchema>;
  readonly required: readonly string[];
  /** The schema has inputs for lists of other types, and none for this one, which nobody named: it is not asked for. */
  readonly isUndeclared?: true;
}

export interface TypeChoice {
  /** Types, or modules, in any short form. Empty: all types of the package. */
  readonly words: readonly string[];
  readonly only: readonly Filter[];
  readonly exclude: readonly Filter[];
}

/**
 * Those that a provider manages, in the order of the schema; components have no objects in a cloud.
 *
 * @throws UNKNOWN_TYPE_WORD, TYPE_AMBIGUOUS for a word that means none, or several; CHOICE_UNKNOWN where filters leave none.
 */
export function listableTypes(schema: PackageSchema, { words, only, exclude }: TypeChoice): readonly ListableType[] {
  const isDeclaring = words.length === 0 && declaresLists(schema);
  const named = words.length === 0 ? schema.resourceTokens() : words.flatMap((word) => meantBy(word, schema));
  const byType = only.filter(({ kind }) => kind === "type");
  const tokens = [...new Set(named)]
    .filter((token) => byType.length === 0 || byType.some((filter) => matchesType(filter, token)))
    .filter((token) => !exclude.some((filter) => filter.kind === "type" && matchesType(filter, token)));
  return tokens.flatMap((token) => listable(schema, token, isDeclaring));
}

/** Schemas of providers that have known lists for long tell which types have one; those of others tell nothing. */
function declaresLists(schema: PackageSchema): boolean {
  return schema.resourceTokens().some((token) => schema.jsonText("resources", token).includes(listDeclaration));
}

const listDeclaration = '"listInputs"';

/** A large schema takes long to parse, so only what the text of a resource shows is. */
function listable(schema: PackageSchema, type: string, isDeclaring: boolean): readonly ListableType[] {
  const text = schema.jsonText("resources", type);
  if (text.includes('"isComponent"') && schema.resource(type)?.isComponent === true) return [];
  const { listInputs: inputs, requiredListInputs = [] } =
    (text.includes(listDeclaration) ? schema.resource(type) : undefined) ?? {};
  const required = [...requiredListInputs];
  if (inputs !== undefined) return [{ type, inputs, required }];
  return [{ type, required, isUndeclared: isDeclaring ? true : undefined }];
}

function meantBy(word: string, schema: PackageSchema): readonly string[] {
  const meant = schema.meantResources(word);
  if (meant.length === 1) return meant;
  const module = word.slice(word.indexOf(":") + 1).toLowerCase();
  const inModule = schema
    .resourceTokens()
    .filter((token) => schema.token(token).module.toLowerCase() === module && module !== "");
  if (inModule.length > 0) return inModule;
  const facts = { where: "the command line", word, package: schema.name };
  if (meant.length > 1) throw ImpError.of("TYPE_AMBIGUOUS", { ...facts, tokens: meant });
  throw ImpError.of("TOKEN_UNKNOWN", {
    word: `type or module ${word}`,
    schema: schema.version === undefined ? schema.name : `${schema.name}@${schema.version}`,
    suggestions: schema.suggestResources(word),
  });
}
