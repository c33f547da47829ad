/**
 * Documents about providers, and the packages of a run -> the packages' schemas with the claims of the documents about them
 * (`src/schema/claims.ts`), and what was found in a document and is in no package.
 */
import type { Path } from "../../ir/path.ts";
import { noClaims, type ResourceClaims } from "../../schema/claims.ts";
import { withoutByteOrderMark } from "../../schema/scan-members.ts";
import type { PackageSchema, PropertySchema, ResourceSchema } from "../../schema/types.ts";
import { withClaims } from "../../schema/with-claims.ts";
import { adjusted } from "../conversion/to-schema/adjusted.ts";
import type { Fields, ProviderModel, ResourceModel } from "../conversion/to-schema/model.ts";
import { bridgeTokens, typePrefix } from "../conversion/to-schema/tokens.ts";
import { type ProviderMapping, readMappings } from "../package/mapping.ts";
import { packageOfTerraformProvider, tokenByName } from "../package/tokens.ts";
import { Places } from "../state/places.ts";
import { type DescribedProvider, describedProviders, type TerraformDescription } from "./documents.ts";
import { type FoundClaims, resourceClaims } from "./resource-claims.ts";

/** A document as it was read; `name` is what messages call it. */
export interface OverlayDocument {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Something in a document that no package of the run has. */
export interface OverlayGap {
  /** `FILE:LINE:COLUMN` of the first; the file alone where all of it is about. */
  readonly place: string;
  readonly kind: "package" | "properties" | "resources";
  /** How many there are. */
  readonly count: number;
  /** The first: a provider, a type in Terraform or its token, or a field with its type. */
  readonly name: string;
  /** The package that lacks it; absent: the run has none that the document describes. */
  readonly package?: string;
}

/** The documents of one run. */
export class Overlay {
  readonly #documents: readonly OpenDocument[];

  /** @throws OVERLAY_SOURCE for the first document that describes no provider. */
  constructor(documents: readonly OverlayDocument[]) {
    this.#documents = documents.map(({ name, bytes }) => new OpenDocument(name, bytes));
  }

  /**
   * The schema of a package with the claims of every document that describes its provider.
   *
   * @param mappings the provider's answers to GetMapping.
   */
  async over(schema: PackageSchema, mappings: () => Promise<readonly Uint8Array[]>): Promise<PackageSchema> {
    if (this.#documents.length === 0) return schema;
    const read = readMappings(await mappings());
    return this.#documents.reduce((over, document) => document.over(over, schema, read), schema);
  }

  /** Known once all resources of the run were looked up. */
  gaps(): readonly OverlayGap[] {
    return this.#documents.flatMap((document) => document.gaps());
  }
}

interface Gap {
  readonly path: Path;
  readonly name: string;
}

/** The parts of a document that a package lacks. */
interface Gaps {
  readonly resources: readonly Gap[];
  readonly properties: Gap[];
}

class OpenDocument {
  readonly #name: string;
  readonly #bytes: Uint8Array;
  readonly #providers: readonly DescribedProvider[];
  /** By package. */
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
    const typesOf =
      provider.kind === "package" ? tokensIn(provider.schema, schema) : typesByToken(provider, schema, mapping);
    const gaps: Gaps = { resources: typesOf.missing, properties: [] };
    this.#gaps.set(schema.name, gaps);
    return (resource) => {
      const found = typesOf.claims(resource);
      gaps.properties.push(...found.flatMap(({ gaps }) => gaps));
      const all = [...(resource.claims === undefined ? [] : [resource.claims]), ...found.map(({ claims }) => claims)];
      return all.length === 0 ? undefined : all.reduce(mergedClaims);
    };
  }

  gaps(): readonly OverlayGap[] {
    const places = new Places(this.#name, withoutByteOrderMark(this.#bytes));
    const at = (path: Path): string => {
      const { line, column } = places.at(path);
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
        return [{ place: at(first.path), kind, count: gaps[kind].length, name: first.name, package: name }];
      }),
    );
  }
}

function mergedClaims(one: ResourceClaims, other: ResourceClaims): ResourceClaims {
  return {
    secret: [...one.secret, ...other.secret],
    replacing: new Set([...one.replacing, ...other.replacing]),
    computed: [...one.computed, ...other.computed],
    groups: [...one.groups, ...other.groups],
  };
}

/** A provider and its package may spell one name with other marks between the words. */
function describes(
  provider: DescribedProvider,
  { name }: PackageSchema,
  mapping: ProviderMapping | undefined,
): boolean {
  if (provider.kind === "package") return provider.name === name;
  const bare = (text: string): string => text.replaceAll("_", "-");
  const own = provider.packageName ?? packageOfTerraformProvider({ type: bare(provider.name) });
  if (bare(own) === bare(name) || bare(provider.name) === bare(name)) return true;
  return mapping !== undefined && [...provider.types.keys()].some((type) => mapping.resource(type) !== undefined);
}

/** Finds the claims about a resource; `missing`: what the package does not have. */
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
    const named = mapping?.resource(type)?.token ?? provider.token(type) ?? usual.tokens.get(type);
    const token = named !== undefined && packaged.has(named) ? named : tokenByName(type, schema);
    if (token === undefined) missing.push({ path, name: type });
    else table.set(token, [...(table.get(token) ?? []), type]);
  }
  const gapsOf = ({ unknown }: FoundClaims, type: string): readonly Gap[] =>
    unknown.map(({ path, name }) => ({ path: [...provider.root, ...path], name: `${type}.${name}` }));
  return {
    missing,
    claims: (resource) => {
      const { token } = resource.name;
      if (token === `pulumi:providers:${schema.name}`) {
        const found = resourceClaims(provider.config(), resource, schema);
        return [{ claims: { ...noClaims, secret: found.claims.secret }, gaps: gapsOf(found, provider.name) }];
      }
      return (table.get(token) ?? []).flatMap((type) => {
        const own = provider.fields(type);
        if (own === undefined) return [];
        const fields = provider.token(type) === undefined ? usual.fieldsOf(type, own) : own;
        const found = resourceClaims(fields, resource, schema, mapping?.resource(type)?.fields);
        return [{ claims: found.claims, gaps: gapsOf(found, type) }];
      });
    },
  };
}

/** Tokens and names by the rules of `imp terraform convert`. */
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
    /** With the names that Pulumi reserves given away. */
    fieldsOf: (type: string, fields: Fields): Fields => {
      const model = { ...bare(new Map([bareType(type, fields)])), prefix };
      return adjusted(model, "framework", packageName).resources.get(type)?.fields ?? fields;
    },
  };
}

/** A package schema has the names already. */
function tokensIn(claiming: PackageSchema, schema: PackageSchema): ClaimTable {
  const packaged = new Set(schema.resourceTokens());
  const missing = claiming.resourceTokens().filter((token) => !packaged.has(token));
  return {
    missing: missing.map((name) => ({ path: ["resources", name], name })),
    claims: (resource) => {
      const { token } = resource.name;
      const isProvider = token === `pulumi:providers:${schema.name}`;
      const own = isProvider ? claiming.provider : claiming.resource(token);
      if (own === undefined) return [];
      const properties = [...own.inputs.values(), ...own.outputs.values()];
      const known = (name: string): boolean => resource.inputs.has(name) || resource.outputs.has(name);
      const names = [...new Set(properties.map(({ name }) => name))].filter((name) => !known(name));
      const marked = secretPathsIn([...resource.inputs.values(), ...resource.outputs.values()], schema);
      const isKnown = new Set(marked.map((path) => JSON.stringify(path)));
      const section = isProvider ? ["provider"] : ["resources", own.name.token];
      const replacing = [...own.inputs.values()].filter((one) => one.willReplaceOnChanges || one.replaceOnChanges);
      return [
        {
          claims: {
            ...noClaims,
            secret: secretPathsIn(properties, claiming).filter((path) => !isKnown.has(JSON.stringify(path))),
            replacing: new Set(replacing.map(({ name }) => name)),
            computed: [...own.outputs.keys()].filter((name) => !own.inputs.has(name)).map((name) => [name]),
          },
          gaps: names.map((name) => ({
            path: [...section, own.inputs.has(name) ? "inputProperties" : "properties", name],
            name: `${token}.${name}`,
          })),
        },
      ];
    },
  };
}

/** Paths of secrets, in objects of named types too; a type that is inside of itself is entered once. */
function secretPathsIn(properties: Iterable<PropertySchema>, schema: PackageSchema): readonly Path[] {
  const found = new Map<string, Path>();
  const visit = (all: Iterable<PropertySchema>, around: Path, open: ReadonlySet<string>): void => {
    for (const { name, secret, type } of all) {
      const path = [...around, name];
      if (secret) found.set(JSON.stringify(path), path);
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
  return [...found.values()];
}
