/**
 * Options of a resource as a state has them -> options of the program, and the names of those that the program does not have.
 */
import type { GraphOptions, Link, PackageReference, ResourceKind, SdkPackage, Urn } from "../graph.ts";
import { findByPackage } from "../import/providers/packages.ts";
import { requestedVersion, versionOptionOf } from "../import/providers/providers.ts";
import { leftOptions, type OptionContext, setOptions } from "../resource-options.ts";
import { replaceOnChangesOf, secretOutputsOf } from "../schema/resource-options.ts";
import type { PackageSchema, ResourceSchema } from "../schema/types.ts";
import type { StateResource } from "../state/deployment.ts";

/** A resource whose options are asked for. */
export interface Optioned {
  readonly request: {
    readonly kind: ResourceKind;
    readonly isRemote?: true;
    readonly package: PackageReference;
    readonly provider?: Urn;
  };
  readonly stored: StateResource;
  /** Absent for local components and providers. */
  readonly schema?: ResourceSchema;
  /** Of a remote component: those for what it makes. */
  readonly providers?: readonly Urn[];
}

export interface OptionFacts {
  readonly schemas: ReadonlyMap<string, PackageSchema>;
  /** The SDKs that the program will load, by package. */
  readonly sdks: ReadonlyMap<string, SdkPackage>;
  /** By URN: the program has them. */
  readonly present: { has(urn: Urn): boolean };
}

/**
 * Returns the options that a program sets. SDKs add some from the schema by themselves; the program does not set those.
 *
 * @param links references of the resource: what they bring along is no `dependsOn`
 */
export function printedOptions(
  resource: Optioned,
  { links, ...facts }: OptionFacts & { readonly links: readonly Link[] },
): GraphOptions {
  const { request, stored, providers = [] } = resource;
  const { schemas, sdks } = facts;
  const linked = new Set(
    links.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "output" ? [part.referent] : []))),
  );
  const version =
    (request.kind !== "component" || request.isRemote) && request.provider === undefined
      ? versionOptionOf(
          request.package,
          requestedVersion(sdks, request.package, findByPackage(schemas, request.package)),
        ).versionOption
      : undefined;
  return {
    protect: stored.protect,
    retainOnDelete: stored.retainOnDelete,
    ...setOptions(stored, optionContext(resource, facts, linked)),
    version,
    providers: providers.length > 0 ? providers : undefined,
  };
}

/** Returns the names, as programs spell them, of options that the state has and `printedOptions` leaves out. */
export function unprintedOptions(
  resource: Optioned,
  facts: Pick<OptionFacts, "schemas" | "present">,
): readonly string[] {
  const left = leftOptions(resource.stored, optionContext(resource, facts, new Set()));
  return [...left.map(({ name }) => name), ...resource.stored.otherOptions()];
}

function optionContext(
  { request, stored, schema }: Optioned,
  { schemas, present }: Pick<OptionFacts, "schemas" | "present">,
  linked: ReadonlySet<Urn>,
): OptionContext {
  const own = findByPackage(schemas, request.package);
  const secrets = request.kind === "provider" ? own?.provider : schema;
  return {
    isCustom: request.kind === "custom" || request.kind === "external",
    has: (urn) => present.has(urn),
    linked,
    named: new Set([...stored.propertyDependencies.values()].flat()),
    bySdk: {
      additionalSecretOutputs: secrets === undefined || request.kind === "component" ? [] : secretOutputsOf(secrets),
      replaceOnChanges: schema === undefined || own === undefined ? [] : replaceOnChangesOf(schema, own),
    },
    ignores: () => true,
  };
}
