/** Collects the packages of the entries in import files: one reference for each package and version, in the order of first use. */
import { isDeepStrictEqual } from "node:util";
import semver from "semver";
import { providerPackage } from "../domain/extension.ts";
import type { PackageReference } from "../domain/graph.ts";
import { isProviderType, parseUrn, typeOf, unmanagedType } from "../domain/urn.ts";
import { packageOfType } from "../schema/tokens.ts";
import { defined } from "../value/json/object.ts";
import type { ImportSpec, ImportSpecs } from "./import-specs.ts";

/**
 * Returns the packages of the entries. If an entry lacks the version, download URL, or parameterization, they are taken from another entry of the
 * same package, preferably with the highest version. Skips local components. An entry with an extension has two packages: the extension, and the
 * package of the provider.
 */
export function packagesOf(spec: ImportSpecs): readonly PackageReference[] {
  return createPackageTable(spec).references;
}

/**
 * Returns the names of packages that are used only by components that may be local. If the plugin of such a package is not installed, imp ignores the
 * package.
 */
export function optionalPackages(spec: ImportSpecs): ReadonlySet<string> {
  const named = spec.resources.filter(namesPackage);
  const needed = new Set(named.filter((entry) => !needsNoPackage(entry)).map(({ type }) => packageOfType(type)));
  return new Set(named.map(({ type }) => packageOfType(type)).filter((name) => !needed.has(name)));
}

/**
 * Returns true if the entry may need a package. A component needs none if its type does not have three parts, as the types of all remote components
 * do.
 */
function namesPackage(entry: ImportSpec): boolean {
  if (unmanagedType(entry.type) !== undefined) return false;
  return !entry.component || entry.remote || (entry.hasProvider !== false && /^[^:]+:[^:]*:[^:]+$/.test(entry.type));
}

function needsNoPackage({ component, hasProvider }: ImportSpec): boolean {
  return component && hasProvider !== true;
}

export interface PackageTable {
  readonly references: readonly PackageReference[];
  /** Returns the reference for the package of an entry. */
  find(entry: ImportSpec): PackageReference;
  /** Returns the reference for a package name. If there are several, returns the one with the highest version. */
  named(name: string): PackageReference;
}

export function createPackageTable(spec: ImportSpecs): PackageTable {
  const byName = new Map<string, PackageReference[]>();
  const references = spec.resources.filter(namesPackage).flatMap((entry) => {
    const reference = entryPackage(entry, spec);
    return reference.extends === undefined ? [reference] : [reference, providerPackage(reference)];
  });
  for (const { name } of references) if (!byName.has(name)) byName.set(name, []);
  // Start with the most specific references, so that less specific ones can be merged into them.
  for (const reference of [...references].sort((a, b) => weight(b) - weight(a))) {
    const candidates = byName.get(reference.name) ?? [];
    const index = bestReference(candidates, reference);
    const match = index === undefined ? undefined : candidates[index];
    if (index === undefined || match === undefined) candidates.push(reference);
    else candidates[index] = { ...reference, ...defined(match) };
  }
  const named = (name: string): PackageReference => highest(byName.get(name) ?? []) ?? { name };
  return {
    references: [...byName.values()].flat(),
    find: (entry) => {
      const reference = entryPackage(entry, spec);
      const candidates = byName.get(reference.name) ?? [];
      const index = bestReference(candidates, reference);
      return (index === undefined ? undefined : candidates[index]) ?? reference;
    },
    named,
  };
}

function entryPackage(entry: ImportSpec, spec: ImportSpecs): PackageReference {
  const { version, pluginDownloadUrl, parameterization, extension } = entry;
  if (extension === undefined) return { name: packageOfType(entry.type), version, pluginDownloadUrl, parameterization };
  return {
    name: extension.name,
    version: extension.version,
    pluginDownloadUrl,
    extends: { name: extendedPackage(entry, spec), version, value: extension.value },
  };
}

/** Returns the package of the entry's explicit provider, or else the package in its type, whose default provider Pulumi uses. */
function extendedPackage({ type, provider, extension }: ImportSpec, { nameTable, resources }: ImportSpecs): string {
  if (extension?.provider !== undefined) return extension.provider;
  if (provider === undefined) return packageOfType(type);
  const urn = nameTable.get(provider)?.urn ?? provider;
  const declared = resources.find((entry) => entry.name === provider && isProviderType(entry.type));
  return packageOfType(declared?.type ?? (parseUrn(urn) === undefined ? type : typeOf(urn)));
}

function weight(reference: PackageReference): number {
  const { version, parameterization, pluginDownloadUrl } = reference;
  return (
    (version === undefined ? 0 : 4) +
    (parameterization === undefined ? 0 : 2) +
    (pluginDownloadUrl === undefined ? 0 : 1)
  );
}

/** Returns the index of the candidate whose fields agree with the reference. If there are several, returns the one with the highest version. */
function bestReference(candidates: readonly PackageReference[], reference: PackageReference): number | undefined {
  let best: number | undefined;
  for (const [i, candidate] of candidates.entries()) {
    if (!agrees(candidate, reference)) continue;
    const current = best === undefined ? undefined : candidates[best];
    if (current === undefined || higher(candidate, current)) best = i;
  }
  return best;
}

function agrees(left: PackageReference, right: PackageReference): boolean {
  const same = <T>(a: T | undefined, b: T | undefined): boolean => a === undefined || b === undefined || a === b;
  return (
    isDeepStrictEqual(left.extends, right.extends) &&
    same(left.version, right.version) &&
    same(left.pluginDownloadUrl, right.pluginDownloadUrl) &&
    same(left.parameterization?.pluginName, right.parameterization?.pluginName) &&
    same(left.parameterization?.pluginVersion, right.parameterization?.pluginVersion) &&
    same(left.parameterization?.value, right.parameterization?.value)
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
