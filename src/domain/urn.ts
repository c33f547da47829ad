/** Builds and parses URNs, provider types, and provider references (docs/state.md#urns, docs/providers.md#provider-references). */
import semver from "semver";
import { invariant } from "./errors.ts";
import type { PackageReference, Urn } from "./graph.ts";

export interface UrnParts {
  /** The short stack name. */
  readonly stack: string;
  readonly project: string;
  /** The types of all ancestors except the root stack, and of the resource, joined with `$`. */
  readonly qualifiedType: string;
  readonly type: string;
  readonly name: string;
}

export const rootStackType = "pulumi:pulumi:Stack";
export const stackReferenceType = "pulumi:pulumi:StackReference";

/** Returns why no plugin manages resources of this type, as a clause. Returns undefined if a plugin does. */
export function unmanagedType(type: string): string | undefined {
  if (type.startsWith("pulumi:pulumi:")) return "the type is built into Pulumi";
  if (/^pulumi-(?:nodejs|python):dynamic/.test(type))
    return "the provider of a dynamic resource is code in the program";
  return undefined;
}

const urnPrefix = "urn:pulumi:";

/** Parses a URN. Returns undefined if it does not start with `urn:pulumi:` or has fewer than three `::`. */
export function parseUrn(urn: Urn): UrnParts | undefined {
  if (!urn.startsWith(urnPrefix)) return undefined;
  const stackEnd = urn.indexOf("::", urnPrefix.length);
  const projectEnd = stackEnd < 0 ? -1 : urn.indexOf("::", stackEnd + 2);
  const typeEnd = projectEnd < 0 ? -1 : urn.indexOf("::", projectEnd + 2);
  if (typeEnd < 0) return undefined;
  const qualifiedType = urn.slice(projectEnd + 2, typeEnd);
  return {
    stack: urn.slice(urnPrefix.length, stackEnd),
    project: urn.slice(stackEnd + 2, projectEnd),
    qualifiedType,
    type: qualifiedType.slice(qualifiedType.lastIndexOf("$") + 1),
    name: urn.slice(typeEnd + 2),
  };
}

/** Returns the URN of a resource. The type of a parent is part of the URN, unless the parent is the root stack. */
export function makeUrn(stack: string, project: string, parent: Urn | undefined, type: string, name: string): Urn {
  const parentType = parent === undefined ? "" : qualifiedTypeOf(parent);
  const qualified = parentType === "" || parentType === rootStackType ? type : `${parentType}$${type}`;
  return `${urnPrefix}${stack}::${project}::${qualified}::${name}`;
}

/** Returns the URN of a stack's root resource, named `<project>-<stack>`. */
export function rootStackUrn(stack: string, project: string): Urn {
  return makeUrn(stack, project, undefined, rootStackType, `${project}-${stack}`);
}

/** Returns the type of a valid URN, without its ancestors' types. */
export function typeOf(urn: Urn): string {
  return urnParts(urn).type;
}

/** Returns the type of a valid URN with its ancestors' types. */
function qualifiedTypeOf(urn: Urn): string {
  return urnParts(urn).qualifiedType;
}

/** Returns the logical name of a valid URN, which may contain `::`. */
export function nameOf(urn: Urn): string {
  return urnParts(urn).name;
}

/** Returns whether the type has the form `pulumi:providers:<package>`. */
export function isProviderType(type: string): boolean {
  return providerPackageOf(type) !== undefined;
}

/** Returns the package of a provider type, or undefined for any other type. */
function providerPackageOf(type: string): string | undefined {
  const start = "pulumi:providers:";
  return type.startsWith(start) && type.length > start.length ? type.slice(start.length) : undefined;
}

/** Returns the type of a package's provider resources. */
export function providerTypeOf(packageName: string): string {
  return `pulumi:providers:${packageName}`;
}

/** Returns whether the engine created this provider resource: its name starts with `default`. */
export function isDefaultProvider(urn: Urn): boolean {
  const parts = parseUrn(urn);
  return parts !== undefined && isProviderType(parts.type) && parts.name.startsWith("default");
}

/** Returns the reference to a provider resource, `<urn>::<id>`. */
export function providerReference(urn: Urn, id: string): string {
  return `${urn}::${id}`;
}

/** Splits a provider reference at its last `::`. Returns undefined if the first part is not the URN of a provider. */
export function parseProviderReference(reference: string): { readonly urn: Urn; readonly id: string } | undefined {
  const separator = reference.lastIndexOf("::");
  if (separator < 0) return undefined;
  const urn = reference.slice(0, separator);
  const parts = parseUrn(urn);
  return parts !== undefined && isProviderType(parts.type) ? { urn, id: reference.slice(separator + 2) } : undefined;
}

/**
 * Returns the name that the engine gives to the default provider of a package, for example `default_4_16_0`
 * (docs/providers.md#names-of-default-providers). For a parameterized package, the version is that of the package.
 */
export function defaultProviderName(reference: Pick<PackageReference, "version" | "pluginDownloadUrl">): string {
  let name = "default";
  if (reference.version !== undefined) {
    const version = semver.parse(reference.version);
    invariant(version !== null, `the package version ${reference.version} is a semantic version`);
    const parts = [version.major, version.minor, version.patch, ...version.prerelease, ...version.build];
    name += parts.map((part) => `_${part}`).join("");
  }
  const url = reference.pluginDownloadUrl?.replace(/\/$/, "") ?? "";
  return url === "" ? name : `${name}_${legalQualifiedName(url)}`;
}

/** Replaces every byte outside `[A-Za-z0-9_.-]` with `_` in each segment, and drops empty segments. */
function legalQualifiedName(text: string): string {
  const segments = text.split("/").filter((segment) => segment !== "");
  const legal = segments.map((segment) =>
    Buffer.from(segment, "utf8")
      .toString("latin1")
      .replace(/[^A-Za-z0-9_.-]/g, "_"),
  );
  return legal.join("/") || "_";
}

function urnParts(urn: Urn): UrnParts {
  const parts = parseUrn(urn);
  invariant(parts !== undefined, `${urn} is a URN`);
  return parts;
}
