/**
 * Options of a resource as a state has them -> options of the program, and the names of those that the program does not have.
 */
import type { GraphOptions, Link, PackageReference, SdkPackage, Urn } from "../graph.ts";
import { ofPackage } from "../import/providers/packages.ts";
import { askedVersion, versionOptionOf } from "../import/providers/providers.ts";
import { type Path, parsePath } from "../ir/path.ts";
import { replaceOnChangesOf, secretOutputsOf } from "../schema/resource-options.ts";
import type { PackageSchema, ResourceSchema } from "../schema/types.ts";
import type { StateResource } from "../state/deployment.ts";

/** A resource whose options are asked for. */
export interface Optioned {
  readonly request: {
    readonly kind: "custom" | "component" | "provider";
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
export function optionsOf(
  { request, stored, schema, providers = [] }: Optioned,
  { schemas, sdks, present, links }: OptionFacts & { readonly links: readonly Link[] },
): GraphOptions {
  const linked = new Set(
    links.flatMap(({ parts }) => parts.map((part) => (part.kind === "output" ? part.target : ""))),
  );
  const secrets = new Set(schema === undefined ? [] : secretOutputsOf(schema));
  const version =
    (request.kind !== "component" || request.isRemote) && request.provider === undefined
      ? versionOptionOf(request.package, askedVersion(sdks, request.package, ofPackage(schemas, request.package)))
          .versionOption
      : undefined;
  return {
    protect: stored.protect,
    retainOnDelete: stored.retainOnDelete,
    ignoreChanges: ignoredPaths(stored),
    dependsOn: stored.dependencies.filter((urn) => present.has(urn) && !linked.has(urn)),
    additionalSecretOutputs:
      request.kind === "custom" ? stored.additionalSecretOutputs.filter((name) => !secrets.has(name)) : [],
    ...(version !== undefined && { version }),
    // A resource that the engine has under this id already is not imported again.
    ...(request.kind === "custom" && stored.importId !== undefined && { importId: stored.importId }),
    ...(stored.deletedWith !== undefined && present.has(stored.deletedWith) && { deletedWith: stored.deletedWith }),
    ...(stored.customTimeouts !== undefined && { customTimeouts: stored.customTimeouts }),
    ...(providers.length > 0 && { providers }),
  };
}

function ignoredPaths({ ignoreChanges }: StateResource): readonly Path[] {
  return ignoreChanges.flatMap((text) => {
    const path = parsePath(text);
    return path === undefined ? [] : [path];
  });
}

/** Returns the names, as programs spell them, of options that the state has and `optionsOf` leaves out. */
export function unprintedOptions(
  { request, stored, schema }: Optioned,
  { schemas, present }: Pick<OptionFacts, "schemas" | "present">,
): readonly string[] {
  const own = ofPackage(schemas, request.package);
  const bySdk = new Set(schema === undefined || own === undefined ? [] : replaceOnChangesOf(schema, own));
  const secrets = new Set(own === undefined || request.kind !== "provider" ? [] : secretOutputsOf(own.provider));
  // Where a property is made of a resource that the program does not have, a comment at the property names it.
  const byProperty = new Set([...stored.propertyDependencies.values()].flat());
  const left: readonly (readonly [option: string, isLeft: boolean])[] = [
    ["dependsOn", stored.dependencies.some((urn) => !present.has(urn) && !byProperty.has(urn))],
    ["deletedWith", stored.deletedWith !== undefined && !present.has(stored.deletedWith)],
    ["ignoreChanges", stored.ignoreChanges.some((text) => parsePath(text) === undefined)],
    [
      "additionalSecretOutputs",
      request.kind !== "custom" && stored.additionalSecretOutputs.some((name) => !secrets.has(name)),
    ],
    ["import", request.kind !== "custom" && stored.importId !== undefined],
    ["aliases", stored.aliases.length > 0],
    ["replaceOnChanges", stored.replaceOnChanges.some((path) => !bySdk.has(path))],
    ["replaceWith", stored.replaceWith.length > 0],
  ];
  return [...left.flatMap(([option, isLeft]) => (isLeft ? [option] : [])), ...stored.otherOptions()];
}
