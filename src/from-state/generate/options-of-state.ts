/** Converts options of a resource in the state to options in the program, and lists options that the program omits. */

import type { GraphOptions, Link, PackageReference, ResourceKind, SdkPackage, Urn } from "../../domain/graph.ts";
import { leftOptions, type OptionContext, setOptions } from "../../domain/resource-options.ts";
import { findByPackage } from "../../import/providers/packages.ts";
import { requestedVersion, versionOptionOf } from "../../import/providers/providers.ts";
import { linkedUrns } from "../../links/linkable-resource.ts";
import { replaceOnChangesOf, secretOutputsOf } from "../../schema/resource-options.ts";
import type { PackageSchema, ResourceSchema } from "../../schema/types.ts";
import type { StateResource } from "../../state/deployment.ts";

export interface ResourceWithOptions {
  readonly request: {
    readonly kind: ResourceKind;
    readonly isRemote?: true;
    readonly package: PackageReference;
    readonly provider?: Urn;
  };
  readonly stored: StateResource;
  /** Omitted for local components and providers. */
  readonly schema?: ResourceSchema;
  /** For a remote component: the providers for its children. */
  readonly providers?: readonly Urn[];
}

export interface OptionSource {
  readonly schemas: ReadonlyMap<string, PackageSchema>;
  readonly sdks: ReadonlyMap<string, SdkPackage>;
  /** The resources that the program contains, by URN. */
  readonly present: { has(urn: Urn): boolean };
}

/**
 * Returns the options that the program sets. Omits options that SDKs set because of the schema.
 *
 * @param links references in the inputs of the resource, which make `dependsOn` unnecessary
 */
export function printedOptions(
  resource: ResourceWithOptions,
  { links, ...source }: OptionSource & { readonly links: readonly Link[] },
): GraphOptions {
  const { request, stored, providers = [] } = resource;
  const { schemas, sdks } = source;
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
    ...setOptions(stored, optionContext(resource, source, linkedUrns(links))),
    version,
    providers: providers.length > 0 ? providers : undefined,
  };
}

/** Returns the names of the options in the state that `printedOptions` omits. */
export function unprintedOptions(
  resource: ResourceWithOptions,
  source: Pick<OptionSource, "schemas" | "present">,
): readonly string[] {
  const unprinted = leftOptions(resource.stored, optionContext(resource, source, new Set()));
  return [...unprinted.map(({ name }) => name), ...resource.stored.otherOptions()];
}

function optionContext(
  { request, stored, schema }: ResourceWithOptions,
  { schemas, present }: Pick<OptionSource, "schemas" | "present">,
  linked: ReadonlySet<Urn>,
): OptionContext {
  const packageSchema = findByPackage(schemas, request.package);
  const secrets = request.kind === "provider" ? packageSchema?.provider : schema;
  return {
    isCustom: request.kind === "custom" || request.kind === "external",
    has: (urn) => present.has(urn),
    linked,
    named: new Set([...stored.propertyDependencies.values()].flat()),
    bySdk: {
      additionalSecretOutputs: secrets === undefined || request.kind === "component" ? [] : secretOutputsOf(secrets),
      replaceOnChanges:
        schema === undefined || packageSchema === undefined ? [] : replaceOnChangesOf(schema, packageSchema),
    },
    ignores: () => true,
  };
}
