import { addTo } from "../../domain/order/maps.ts";
import { noClaims, type ResourceClaims } from "../../schema/claims.ts";
import { withoutByteOrderMark } from "../../schema/scan-members.ts";
import type { PackageSchema, PropertySchema, ResourceSchema } from "../../schema/types.ts";
import { withClaims } from "../../schema/with-claims.ts";
import type { Path } from "../../value/path.ts";
import { adjusted } from "../conversion/to-schema/adjusted.ts";
import type { Fields, ProviderModel, ResourceModel } from "../conversion/to-schema/model.ts";
import { bridgeTokens, typePrefix } from "../conversion/to-schema/tokens.ts";
import { type ProviderMapping, readMappings } from "../package/mapping.ts";
import { packageOfTerraformProvider, tokenByName } from "../package/tokens.ts";
import { JsonLocations } from "../state/locations.ts";
import { type DescribedProvider, describedProviders, type TerraformDescription } from "./documents.ts";
import { type FoundClaims, resourceClaims } from "./resource-claims.ts";

/** A document and its name in messages. */
export interface OverlayDocument {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A part of a document that does not exist in the packages of the run. */
export interface OverlayGap {
  /** The location of the first gap as `FILE:LINE:COLUMN`, or only the file if the gap is the whole document. */
  readonly place: string;
  readonly kind: "package" | "properties" | "resources";
  /** The number of gaps of this kind. */
  readonly count: number;
  /** The name of the first gap: a provider, a Terraform type or its token, or a field with its type. */
  readonly name: string;
  /** The package that lacks the part. Omitted if the document describes no package of the run. */
  readonly package?: string;
}

/**
 * Adds the claims of `--schema` documents (`src/schema/claims.ts`) to the package schemas of a run, and finds parts of the documents that match no
 * package.
 */
export class Overlay {
  readonly #documents: readonly OpenDocument[];

  /** Throws OVERLAY_SOURCE for the first document that does not describe a provider. */
  constructor(documents: readonly OverlayDocument[]) {
    this.#documents = documents.map(({ name, bytes }) => new OpenDocument(name, bytes));
  }

  /** Returns the schema of a package with the claims of each document about its provider. `mappings` calls GetMapping. */
  async over(schema: PackageSchema, mappings: () => Promise<readonly Uint8Array[]>): Promise<PackageSchema> {
    if (this.#documents.length === 0) return schema;
    const read = readMappings(await mappings());
    return this.#documents.reduce((over, document) => document.over(over, schema, read), schema);
  }

  /** Returns the gaps. Call this after all resources of the run have been looked up. */
  gaps(): readonly OverlayGap[] {
    return this.#documents.flatMap((document) => document.gaps());
  }
}

interface Gap {
  readonly path: Path;
  readonly name: string;
}

interface Gaps {
  readonly resources: readonly Gap[];
  readonly properties: Gap[];
}

class OpenDocument {
  readonly #name: string;
  readonly #bytes: Uint8Array;
  readonly #providers: readonly DescribedProvider[];
  readonly #gaps = new Map<string, Gaps>();

  constructor(name: string, bytes: Uint8Array) {
    this.#name = name;
    this.#bytes = bytes;
    this.#providers = describedProviders(bytes, name);
  }

  over(over: PackageSchema, schema: PackageSchema, mapping: ProviderMapping | undefined): PackageSchema {
    return this.#providers
      .filter((provider) => describes(provider, schema, mapping))
      .reduce((all, provider) => withClaims(all, this.#claimsOf(provider, schema, mapping)), over);
  }

  #claimsOf(
    provider: DescribedProvider,
    schema: PackageSchema,
    mapping: ProviderMapping | undefined,
  ): (resource: ResourceSchema) => ResourceClaims | undefined {
    const claimTable =
      provider.kind === "package" ? tokensIn(provider.schema, schema) : typesByToken(provider, schema, mapping);
    const gaps: Gaps = { resources: claimTable.missing, properties: [] };
    this.#gaps.set(schema.name, gaps);
    return (resource) => {
      const matches = claimTable.claims(resource);
      gaps.properties.push(...matches.flatMap(({ gaps }) => gaps));
      const all = [...(resource.claims === undefined ? [] : [resource.claims]), ...matches.map(({ claims }) => claims)];
      return all.length === 0 ? undefined : all.reduce(mergedClaims);
    };
  }

  gaps(): readonly OverlayGap[] {
    const locations = new JsonLocations(this.#name, withoutByteOrderMark(this.#bytes));
    const locate = (path: Path): string => {
      const { line, column } = locations.at(path);
      return `${this.#name}:${line}:${column}`;
    };
    if (this.#gaps.size === 0) {
      const [first] = this.#providers;
      return [{ place: this.#name, kind: "package", count: this.#providers.length, name: first?.name ?? "" }];
    }
    return [...this.#gaps].flatMap(([name, gaps]) =>
      (["resources", "properties"] as const).flatMap((kind): readonly OverlayGap[] => {
        const [first] = gaps[kind];
        if (first === undefined) return [];
        return [{ place: locate(first.path), kind, count: gaps[kind].length, name: first.name, package: name }];
      }),
    );
  }
}

function mergedClaims(first: ResourceClaims, second: ResourceClaims): ResourceClaims {
  return {
    secret: [...first.secret, ...second.secret],
    replacing: new Set([...first.replacing, ...second.replacing]),
    computed: [...first.computed, ...second.computed],
    groups: [...first.groups, ...second.groups],
  };
}

/** Returns true if a document describes the provider of a package. Treats `_` and `-` in their names as equal. */
function describes(
  provider: DescribedProvider,
  { name }: PackageSchema,
  mapping: ProviderMapping | undefined,
): boolean {
  if (provider.kind === "package") return provider.name === name;
  const bare = (text: string): string => text.replaceAll("_", "-");
  const packageName = provider.packageName ?? packageOfTerraformProvider({ type: bare(provider.name) });
  if (bare(packageName) === bare(name) || bare(provider.name) === bare(name)) return true;
  return mapping !== undefined && [...provider.types.keys()].some((type) => mapping.resource(type) !== undefined);
}

/** The claims of a document, and the resources that the package does not have. */
interface ClaimTable {
  readonly missing: readonly Gap[];
  claims(resource: ResourceSchema): readonly { readonly claims: ResourceClaims; readonly gaps: readonly Gap[] }[];
}

function typesByToken(
  provider: TerraformDescription,
  schema: PackageSchema,
  mapping: ProviderMapping | undefined,
): ClaimTable {
  const packaged = new Set(schema.resourceTokens());
  const usual = usualTokens(provider, schema.name);
  const table = new Map<string, string[]>();
  const missing: Gap[] = [];
  for (const [type, path] of provider.types) {
    const candidate = mapping?.resource(type)?.token ?? provider.token(type) ?? usual.tokens.get(type);
    const token = candidate !== undefined && packaged.has(candidate) ? candidate : tokenByName(type, schema);
    if (token === undefined) missing.push({ path, name: type });
    else addTo(table, token, type);
  }
  const toGaps = ({ unknown }: FoundClaims, type: string): readonly Gap[] =>
    unknown.map(({ path, name }) => ({ path: [...provider.root, ...path], name: `${type}.${name}` }));
  return {
    missing,
    claims: (resource) => {
      const { token } = resource.name;
      if (token === `pulumi:providers:${schema.name}`) {
        const result = resourceClaims(provider.config(), resource, schema);
        return [{ claims: { ...noClaims, secret: result.claims.secret }, gaps: toGaps(result, provider.name) }];
      }
      return (table.get(token) ?? []).flatMap((type) => {
        const original = provider.fields(type);
        if (original === undefined) return [];
        const fields = provider.token(type) === undefined ? usual.fieldsOf(type, original) : original;
        const result = resourceClaims(fields, resource, schema, mapping?.resource(type)?.fields);
        return [{ claims: result.claims, gaps: toGaps(result, type) }];
      });
    },
  };
}

/** Returns functions that derive tokens and names by the rules of `imp terraform convert`. */
function usualTokens(provider: TerraformDescription, packageName: string) {
  const bare = (resources: ReadonlyMap<string, ResourceModel>): ProviderModel => ({
    name: provider.name,
    prefix: provider.prefix,
    config: new Map(),
    resources,
    dataSources: new Map(),
    functions: new Map(),
    isMapped: false,
  });
  const bareType = (type: string, fields: Fields): [string, ResourceModel] => [type, { type, path: [], fields }];
  const all = bare(new Map([...provider.types.keys()].map((type) => bareType(type, new Map()))));
  const prefix = typePrefix(all, packageName);
  return {
    tokens: bridgeTokens(all, packageName).resources,
    /** Returns the fields. Renames fields whose names Pulumi reserves. */
    fieldsOf: (type: string, fields: Fields): Fields => {
      const model = { ...bare(new Map([bareType(type, fields)])), prefix };
      return adjusted(model, "framework", packageName).resources.get(type)?.fields ?? fields;
    },
  };
}

/** Returns the claims of a package schema. Its names need no conversion, because they are Pulumi's names. */
function tokensIn(claiming: PackageSchema, schema: PackageSchema): ClaimTable {
  const packaged = new Set(schema.resourceTokens());
  const missing = claiming.resourceTokens().filter((token) => !packaged.has(token));
  return {
    missing: missing.map((name) => ({ path: ["resources", name], name })),
    claims: (resource) => {
      const { token } = resource.name;
      const isProvider = token === `pulumi:providers:${schema.name}`;
      const claimed = isProvider ? claiming.provider : claiming.resource(token);
      if (claimed === undefined) return [];
      const properties = [...claimed.inputs.values(), ...claimed.outputs.values()];
      const hasProperty = (name: string): boolean => resource.inputs.has(name) || resource.outputs.has(name);
      const names = [...new Set(properties.map(({ name }) => name))].filter((name) => !hasProperty(name));
      const marked = secretPathsIn([...resource.inputs.values(), ...resource.outputs.values()], schema);
      const markedKeys = new Set(marked.map((path) => JSON.stringify(path)));
      const section = isProvider ? ["provider"] : ["resources", claimed.name.token];
      const replacing = [...claimed.inputs.values()].filter(
        (input) => input.willReplaceOnChanges || input.replaceOnChanges,
      );
      return [
        {
          claims: {
            ...noClaims,
            secret: secretPathsIn(properties, claiming).filter((path) => !markedKeys.has(JSON.stringify(path))),
            replacing: new Set(replacing.map(({ name }) => name)),
            computed: [...claimed.outputs.keys()].filter((name) => !claimed.inputs.has(name)).map((name) => [name]),
          },
          gaps: names.map((name) => ({
            path: [...section, claimed.inputs.has(name) ? "inputProperties" : "properties", name],
            name: `${token}.${name}`,
          })),
        },
      ];
    },
  };
}

/** Returns the paths of secrets, including secrets inside named types. Enters a recursive type only once. */
function secretPathsIn(properties: Iterable<PropertySchema>, schema: PackageSchema): readonly Path[] {
  const paths = new Map<string, Path>();
  const visit = (all: Iterable<PropertySchema>, parent: Path, open: ReadonlySet<string>): void => {
    for (const { name, secret, type } of all) {
      const path = [...parent, name];
      if (secret) paths.set(JSON.stringify(path), path);
      else inside(type, path, open);
    }
  };
  const inside = (type: PropertySchema["type"], path: Path, open: ReadonlySet<string>): void => {
    if (type.kind === "list") inside(type.element, path, open);
    if (type.kind === "map") inside(type.element, [...path, "*"], open);
    if (type.kind !== "object" || open.has(type.name.token)) return;
    const object = schema.objectType(type.name.token);
    if (object !== undefined) visit(object.properties.values(), path, new Set([...open, type.name.token]));
  };
  visit(properties, [], new Set());
  return [...paths.values()];
}
