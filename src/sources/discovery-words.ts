/** Parses the words for packages and types to discover. */
import type { PackageSelection } from "../discovery/discover.ts";
import { ImpError } from "../domain/errors.ts";
import { dottedType, isType } from "./named-resource.ts";

/** Groups words such as `aws`, `aws@6.0.0`, `aws:s3:Bucket`, `aws.s3.Bucket`, and `aws:s3` by package, in order. Throws USAGE for other words. */
export function packageSelections(words: readonly string[]): readonly PackageSelection[] {
  const packages = new Map<string, PackageSelection>();
  for (const word of words) {
    const selection = packageSelection(word);
    const existing = packages.get(selection.name);
    packages.set(selection.name, existing === undefined ? selection : mergedPackages(existing, selection));
  }
  return [...packages.values()];
}

function packageSelection(word: string): PackageSelection {
  const [, name, version] = /^([A-Za-z][\w-]*)(?:@v?([^@:]+))?$/.exec(word) ?? [];
  if (name !== undefined) return { name, version, types: [] };
  const type = isType(word) ? word : dottedType(word);
  const owner = type?.split(":", 1)[0];
  if (type !== undefined && owner !== undefined) return { name: owner, types: [type] };
  throw ImpError.of("USAGE", {
    message: `${JSON.stringify(word)} is neither a package such as aws nor a type such as aws:s3:Bucket.`,
    hint: "Pass packages (aws), or types that start with their package (aws:s3:Bucket). To use a list in a file, pass --from FILE.",
  });
}

/** Merges the types of a package. An empty list means all types. */
function mergedPackages(a: PackageSelection, b: PackageSelection): PackageSelection {
  const version = a.version ?? b.version;
  const isAll = a.types.length === 0 || b.types.length === 0;
  return { name: a.name, version, types: isAll ? [] : [...a.types, ...b.types] };
}
