/**
 * Which packages the entries of an import file need: one reference per package and version, in the order of first use.
 */

import semver from "semver";
import { unmanagedType } from "../domain/urn.ts";
import type { PackageReference } from "../graph.ts";
import { defined } from "../json/defined.ts";
import { packageOfType } from "../schema/tokens.ts";
import type { ImportSpec, ImportSpecs } from "./import-specs.ts";

/**
 * The packages that the entries name. Another entry of the same package supplies the facts that one leaves out (version,
 * download URL, parameterization); of several versions the highest. Entries that fail anyway (extensions) name none, nor does a local
 * component of a state.
 */
export function packagesOf(spec: ImportSpecs): readonly PackageReference[] {
  return createPackageTable(spec).references;
}

/** Names of the packages that only types of components name: they count where their plugin is installed. */
export function optionalPackages(spec: ImportSpecs): ReadonlySet<string> {
  const named = spec.resources.filter(namesPackage);
  const needed = new Set(named.filter((entry) => !needsNoPackage(entry)).map(({ type }) => packageOfType(type)));
  return new Set(named.map(({ type }) => packageOfType(type)).filter((name) => !needed.has(name)));
}

/** A remote component has a type of three parts, as the engine requires; any other is local. */
function namesPackage(entry: ImportSpec): boolean {
  if (entry.extension !== undefined || unmanagedType(entry.type) !== undefined) return false;
  return !entry.component || entry.remote || (entry.hasProvider !== false && /^[^:]+:[^:]*:[^:]+$/.test(entry.type));
}

function needsNoPackage({ component, hasProvider }: ImportSpec): boolean {
  return component && hasProvider !== true;
}

export interface PackageTable {
  readonly references: readonly PackageReference[];
  /** The reference that an entry belongs to. */
  find(entry: ImportSpec): PackageReference;
  /** The reference of a package of which only the name is known. */
  named(name: string): PackageReference;
}

export function createPackageTable(spec: ImportSpecs): PackageTable {
  const byName = new Map<string, PackageReference[]>();
  const asked = spec.resources.filter(namesPackage).map(packageReferenceOf);
  for (const reference of asked) if (!byName.has(reference.name)) byName.set(reference.name, []);
  // The most specific ones come first, so that the others find something to join.
  for (const wanted of [...asked].sort((a, b) => weight(b) - weight(a))) {
    const known = byName.get(wanted.name) ?? [];
    const at = bestReference(known, wanted);
    const match = at === undefined ? undefined : known[at];
    if (at === undefined || match === undefined) known.push(wanted);
    else known[at] = { ...wanted, ...defined(match) };
  }
  const named = (name: string): PackageReference => highest(byName.get(name) ?? []) ?? { name };
  return {
    references: [...byName.values()].flat(),
    find: (entry) => {
      const wanted = packageReferenceOf(entry);
      const known = byName.get(wanted.name) ?? [];
      const at = bestReference(known, wanted);
      return (at === undefined ? undefined : known[at]) ?? wanted;
    },
    named,
  };
}

function packageReferenceOf(entry: ImportSpec): PackageReference {
  return {
    name: packageOfType(entry.type),
    version: entry.version,
    pluginDownloadUrl: entry.pluginDownloadUrl,
    parameterization: entry.parameterization,
  };
}

function weight(reference: PackageReference): number {
  const { version, parameterization, pluginDownloadUrl } = reference;
  return (
    (version === undefined ? 0 : 4) +
    (parameterization === undefined ? 0 : 2) +
    (pluginDownloadUrl === undefined ? 0 : 1)
  );
}

/** The index of the reference that contradicts nothing that is wanted, of several the one with the highest version. */
function bestReference(known: readonly PackageReference[], wanted: PackageReference): number | undefined {
  let best: number | undefined;
  for (const [i, candidate] of known.entries()) {
    if (!agrees(candidate, wanted)) continue;
    const current = best === undefined ? undefined : known[best];
    if (current === undefined || higher(candidate, current)) best = i;
  }
  return best;
}

function agrees(known: PackageReference, wanted: PackageReference): boolean {
  const same = <T>(a: T | undefined, b: T | undefined): boolean => a === undefined || b === undefined || a === b;
  return (
    same(known.version, wanted.version) &&
    same(known.pluginDownloadUrl, wanted.pluginDownloadUrl) &&
    same(known.parameterization?.pluginName, wanted.parameterization?.pluginName) &&
    same(known.parameterization?.pluginVersion, wanted.parameterization?.pluginVersion) &&
    same(known.parameterization?.value, wanted.parameterization?.value)
  );
}

function highest(references: readonly PackageReference[]): PackageReference | undefined {
  return references.reduce<PackageReference | undefined>(
    (best, candidate) => (best === undefined || higher(candidate, best) ? candidate : best),
    undefined,
  );
}

function higher(a: PackageReference, b: PackageReference): boolean {
  if (a.version === undefined || b.version === undefined) return a.version !== undefined && b.version === undefined;
  const [left, right] = [semver.parse(a.version), semver.parse(b.version)];
  return left !== null && right !== null && semver.compare(left, right) > 0;
}
