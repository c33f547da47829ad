/** Maps the types in a cloud's list to Pulumi tokens: by the user's mapping, or by a name that is unique in one package. */
import { ImpError } from "../domain/errors.ts";
import type { PackageSchema } from "../schema/types.ts";
import type { ListedObject } from "./json-list.ts";

export interface TypeMapping {
  /** The Pulumi type of all objects, in any short form. Omitted if the list has types. */
  readonly constant?: string;
  /** The Pulumi type of each cloud type, in any short form. */
  readonly mapped: ReadonlyMap<string, string>;
}

/** Returns the packages that the mapping and the types name. */
export function packagesOfTypes(
  types: readonly string[],
  { constant, mapped }: TypeMapping,
  named: readonly string[],
): readonly string[] {
  const tokens = types.filter((type) => isToken(type) && !mapped.has(type));
  const words = [...(constant === undefined ? [] : [constant]), ...mapped.values(), ...tokens];
  return [...new Set([...named, ...words.map((word) => word.split(/[:.]/, 1)[0] ?? word)])];
}

/** Returns true for Pulumi tokens, which have one or two colons. Cloud types have double colons or only slashes. */
function isToken(type: string): boolean {
  return /^[a-z][\w-]*:[^:]+(?::[^:]+)?$/.test(type);
}

/**
 * Returns the token of each type in the list. Types without a token are omitted.
 *
 * @throws TYPE_AMBIGUOUS or TOKEN_UNKNOWN if a type of the mapping is not exactly one type; LIST_UNMAPPED if no type has a token
 */
export function listedTokens(
  objects: readonly ListedObject[],
  { constant, mapped }: TypeMapping,
  schemas: ReadonlyMap<string, PackageSchema>,
): ReadonlyMap<string, string> {
  if (constant !== undefined) return new Map([["", resolveTypeWord(constant, "--type", schemas)]]);
  const types = [...new Set(objects.map(({ type = "" }) => type))];
  const tokens = new Map<string, string>();
  for (const type of types) {
    const word = mapped.get(type);
    const token = word === undefined ? matchingToken(type, schemas) : resolveTypeWord(word, "--type-map", schemas);
    if (token !== undefined) tokens.set(type, token);
  }
  if (types.length > 0 && tokens.size === 0)
    throw ImpError.of("LIST_UNMAPPED", { file: objects[0]?.where.file ?? "", types, packages: [...schemas.keys()] });
  return tokens;
}

/** Returns the token that the user gives for a type in the list. Empty if the user gives none. Throws the errors of `listedTokens`. */
export function givenTypeOf(
  type: string,
  { constant, mapped }: TypeMapping,
  schemas: ReadonlyMap<string, PackageSchema>,
): readonly string[] {
  if (constant !== undefined) return [resolveTypeWord(constant, "--type", schemas)];
  const word = mapped.get(type);
  return word === undefined ? [] : [resolveTypeWord(word, "--type-map", schemas)];
}

function resolveTypeWord(word: string, flag: string, schemas: ReadonlyMap<string, PackageSchema>): string {
  const [owner = ""] = word.split(/[:.]/, 1);
  const schema = schemas.get(owner);
  if (schema === undefined)
    throw ImpError.of("USAGE", {
      message: `${flag} ${word}: the plugin of package ${JSON.stringify(owner)} is not installed, or has no schema.`,
      hint: "Start the type with its package, as in aws:s3:Bucket, and install the plugin of the package: `pulumi plugin install resource aws`.",
    });
  const tokens = schema.meantResources(word);
  const [token] = tokens;
  if (token !== undefined && tokens.length === 1) return token;
  const details = { where: flag, word, package: schema.name };
  if (tokens.length > 1) throw ImpError.of("TYPE_AMBIGUOUS", { ...details, tokens });
  throw ImpError.of("TOKEN_UNKNOWN", { word, schema: schema.name, suggestions: schema.suggestResources(word) });
}

/** Returns the only matching token: `AWS::S3::Bucket` matches `aws:s3/bucket:Bucket`, but `storage#bucket` matches none. */
function matchingToken(type: string, schemas: ReadonlyMap<string, PackageSchema>): string | undefined {
  const matches = [...schemas.values()].flatMap((schema) => {
    const [owner = ""] = type.split(/[:.]/, 1);
    return owner.toLowerCase() === schema.name.toLowerCase() ? schema.meantResources(type) : [];
  });
  return matches.length === 1 ? matches[0] : undefined;
}
