/**
 * Builds and takes apart URNs, provider types and provider references (docs/state.md#urns, docs/providers.md#provider-references).
 */
import semver from "semver";
import { invariant } from "../errors.ts";
import type { PackageReference, Urn } from "../graph.ts";

export interface UrnParts {
  /** The short stack name. */
  readonly stack: string;
  readonly project: string;
  /** All ancestors' types but the root stack's, joined with `$`, and the resource's own. */
  readonly qualifiedType: string;
  readonly type: string;
  readonly name: string;
}

export const rootStackType = "pulumi:pulumi:Stack";

/** Returns why no plugin manages resources of a type, as the end of a sentence: "it is …". Returns undefined if one does. */
export function unmanagedType(type: string): string | undefined {
  if (type.startsWith("pulumi:pulumi:")) return "it is of Pulumi itself";
  if (/^pulumi-(?:nodejs|python):dynamic/.test(type))
    return "it is a dynamic resource, whose provider is code of the program";
  return undefined;
}

const urnPrefix = "urn:pulumi:";

/** Takes a URN apart; `undefined` when it does not begin with `urn:pulumi:` or has fewer than three `::`. */
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

/** Builds the URN of a resource; `parent` absent or the root stack: the type alone qualifies it. */
export function makeUrn(stack: string, project: string, parent: Urn | undefined, type: string, name: string): Urn {
  const parentType = parent === undefined ? "" : qualifiedTypeOf(parent);
  const qualified = parentType === "" || parentType === rootStackType ? type : `${parentType}$${type}`;
  return `${urnPrefix}${stack}::${project}::${qualified}::${name}`;
}

/** The URN of a stack's root resource, `<project>-<stack>`. */
export function rootStackUrn(stack: string, project: string): Urn {
  return makeUrn(stack, project, undefined, rootStackType, `${project}-${stack}`);
}

/** The type of a valid URN, without its ancestors'. */
export function typeOf(urn: Urn): string {
  return urnParts(urn).type;
}

/** The type of a valid URN with its ancestors'. */
function qualifiedTypeOf(urn: Urn): string {
  return urnParts(urn).qualifiedType;
}

/** The logical name of a valid URN; it may contain `::`. */
export function nameOf(urn: Urn): string {
  return urnParts(urn).name;
}

/** True for `pulumi:providers:<package>`. */
export function isProviderType(type: string): boolean {
  return providerPackageOf(type) !== undefined;
}

/** The package of a provider type; `undefined` for any other type. */
function providerPackageOf(type: string): string | undefined {
  const start = "pulumi:providers:";
  return type.startsWith(start) && type.length > start.length ? type.slice(start.length) : undefined;
}

/** The type of a package's provider resources. */
export function providerTypeOf(packageName: string): string {
  return `pulumi:providers:${packageName}`;
}

/** True for a provider resource that the engine made: its name begins with `default`. */
export function isDefaultProvider(urn: Urn): boolean {
  const parts = parseUrn(urn);
  return parts !== undefined && isProviderType(parts.type) && parts.name.startsWith("default");
}

/** `<urn>::<id>` of a provider resource. */
export function providerReference(urn: Urn, id: string): string {
  return `${urn}::${id}`;
}

/** Splits a provider reference at its last `::`; `undefined` when the first part is no provider's URN. */
export function parseProviderReference(reference: string): { readonly urn: Urn; readonly id: string } | undefined {
  const at = reference.lastIndexOf("::");
  if (at < 0) return undefined;
  const urn = reference.slice(0, at);
  const parts = parseUrn(urn);
  return parts !== undefined && isProviderType(parts.type) ? { urn, id: reference.slice(at + 2) } : undefined;
}

/**
 * The name the engine gives to the default provider of a package, for example `default_4_16_0`
 * (docs/providers.md#names-of-default-providers). The version is the package's own, also for a parameterized one.
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

/** Every byte outside `[A-Za-z0-9_.-]` becomes `_`, segment by segment. */
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
