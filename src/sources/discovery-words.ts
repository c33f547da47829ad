/**
 * The words of a command line that name what to look for: packages, and types of them.
 */
import type { AskedPackage } from "../discovery/discover.ts";
import { ImpError } from "../errors.ts";
import { dottedType, isType } from "./named-resource.ts";

/** `aws`, `aws@6.0.0`, `aws:s3:Bucket`, `aws.s3.Bucket`, `aws:s3`: by package, in their order. Throws USAGE for a word that is none. */
export function askedPackages(words: readonly string[]): readonly AskedPackage[] {
  const packages = new Map<string, AskedPackage>();
  for (const word of words) {
    const asked = askedPackage(word);
    const known = packages.get(asked.name);
    packages.set(asked.name, known === undefined ? asked : mergedPackages(known, asked));
  }
  return [...packages.values()];
}

function askedPackage(word: string): AskedPackage {
  const [, name, version] = /^([A-Za-z][\w-]*)(?:@v?([^@:]+))?$/.exec(word) ?? [];
  if (name !== undefined) return { name, version, types: [] };
  const type = isType(word) ? word : dottedType(word);
  const owner = type?.split(":", 1)[0];
  if (type !== undefined && owner !== undefined) return { name: owner, types: [type] };
  throw ImpError.of("USAGE", {
    message: `${JSON.stringify(word)} is neither a package such as aws nor a type such as aws:s3:Bucket.`,
    hint: "Name packages, or types with their package in front; --from-json takes a list in a file.",
  });
}

/** No words for types mean all of them. */
function mergedPackages(one: AskedPackage, other: AskedPackage): AskedPackage {
  const version = one.version ?? other.version;
  const isAll = one.types.length === 0 || other.types.length === 0;
  return {
    name: one.name,
    version,
    types: isAll ? [] : [...one.types, ...other.types],
  };
}
