/**
 * The types of a cloud's own list -> tokens of Pulumi: by the words of a person, else by a name that one package alone has.
 */
import { ImpError } from "../errors.ts";
import type { PackageSchema } from "../schema/types.ts";
import type { ListedObject } from "./json-list.ts";

export interface TypeWords {
  /** The type of all objects, in any short form. Absent: each has its own. */
  readonly constant?: string;
  /** Type in the cloud -> type in Pulumi, in any short form. */
  readonly mapped: ReadonlyMap<string, string>;
}

/** The packages that the types are of, as far as words and types name them. */
export function packagesOfTypes(
  objects: readonly ListedObject[],
  { constant, mapped }: TypeWords,
  named: readonly string[],
): readonly string[] {
  const own = objects.flatMap(({ type = "" }) => (isToken(type) && !mapped.has(type) ? [type] : []));
  const words = [...(constant === undefined ? [] : [constant]), ...mapped.values(), ...own];
  return [...new Set([...named, ...words.map((word) => word.split(/[:.]/, 1)[0] ?? word)])];
}

/** Tokens of Pulumi have one colon between two parts; words of clouds have two, or slashes alone. */
function isToken(type: string): boolean {
  return /^[a-z][\w-]*:[^:]+(?::[^:]+)?$/.test(type);
}

/**
 * The token of each type of the list; a type without one is absent.
 *
 * @param schemas of the packages that could be had, by name
 * @throws TYPE_AMBIGUOUS, TOKEN_UNKNOWN for a word of a person that means several types, or none; LIST_UNMAPPED where no type has a token.
 */
export function listedTokens(
  objects: readonly ListedObject[],
  { constant, mapped }: TypeWords,
  schemas: ReadonlyMap<string, PackageSchema>,
): ReadonlyMap<string, string> {
  if (constant !== undefined) return new Map([["", meantType(constant, "--type", schemas)]]);
  const types = [...new Set(objects.map(({ type = "" }) => type))];
  const tokens = new Map<string, string>();
  for (const type of types) {
    const word = mapped.get(type);
    const token = word === undefined ? likely(type, schemas) : meantType(word, "--type-map", schemas);
    if (token !== undefined) tokens.set(type, token);
  }
  if (types.length > 0 && tokens.size === 0)
    throw ImpError.of("LIST_UNMAPPED", { file: objects[0]?.where.file ?? "", types, packages: [...schemas.keys()] });
  return tokens;
}

function meantType(word: string, flag: string, schemas: ReadonlyMap<string, PackageSchema>): string {
  const [owner = ""] = word.split(/[:.]/, 1);
  const schema = schemas.get(owner);
  if (schema === undefined)
    throw ImpError.of("USAGE", {
      message: `${flag} ${word}: there is no plugin of package ${JSON.stringify(owner)} here, or it has no schema.`,
      hint: "Write a type with its package in front, such as aws:s3:Bucket, and install its plugin: `pulumi plugin install resource aws`.",
    });
  const tokens = schema.meantResources(word);
  const [token] = tokens;
  if (token !== undefined && tokens.length === 1) return token;
  const facts = { where: flag, word, package: schema.name };
  if (tokens.length > 1) throw ImpError.of("TYPE_AMBIGUOUS", { ...facts, tokens });
  throw ImpError.of("TOKEN_UNKNOWN", { word, schema: schema.name, suggestions: schema.suggestResources(word) });
}

/** `AWS::S3::Bucket` is a form of `aws:s3/bucket:Bucket`; `storage#bucket` is none of any. */
function likely(type: string, schemas: ReadonlyMap<string, PackageSchema>): string | undefined {
  const found = [...schemas.values()].flatMap((schema) => {
    const [owner = ""] = type.split(/[:.]/, 1);
    return owner.toLowerCase() === schema.name.toLowerCase() ? schema.meantResources(type) : [];
  });
  return found.length === 1 ? found[0] : undefined;
}
