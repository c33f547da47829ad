/**
 * The packages that a package schema refers to: each is loaded once, through its own plugin.
 */
import { ImpError } from "../../errors.ts";
import type { ResolvedSpecs } from "../../import-file/resolve.ts";
import type { Host } from "../../plugin/host.ts";
import { ProviderError } from "../../plugin/provider.ts";
import { openKeptSchema, schemaOfPlugin } from "../../schema/plugin-schema.ts";
import { type Definition, type Member, reachedDefinitions } from "../../schema/reached.ts";
import type { PackageSchema } from "../../schema/types.ts";
import { withOtherTypes } from "../../schema/with-other-types.ts";
import { descriptorOf } from "./descriptor.ts";
import { findByPackage } from "./packages.ts";

/**
 * Loads a package of a version, `""` for any.
 *
 * @returns `undefined`: its plugin is not installed, does not start, or has no schema of the package that can be read.
 */
export type LoadPackage = (name: string, version: string) => Promise<PackageSchema | undefined>;

/** Through plugins that are installed: none is downloaded, and none is started whose schema is kept. */
export function packagesThrough(host: Host): LoadPackage {
  const loaded = new Map<string, Promise<PackageSchema | undefined>>();
  return (name, version) => {
    const id = `${name}@${version}`;
    const known = loaded.get(id) ?? loadPackage(host, name, version);
    loaded.set(id, known);
    return known;
  };
}

async function loadPackage(host: Host, name: string, version: string): Promise<PackageSchema | undefined> {
  const descriptor = descriptorOf({ name, version: version !== "" ? version : undefined });
  try {
    const kept = host.keptSchema(descriptor);
    const schema = (kept && (await openKeptSchema(kept))) ?? (await schemaOfPlugin(await host.launch(descriptor)));
    return schema.name === name ? schema : undefined;
  } catch (error) {
    if (error instanceof ImpError || (error instanceof ProviderError && error.failure !== "cancelled"))
      return undefined;
    throw error;
  }
}

/** The tokens of the resources that a run imports of one package, each once. */
export interface UsedTokens {
  readonly schema: PackageSchema;
  readonly tokens: readonly string[];
}

/** The tokens of the resources that a run imports, in their order, with the schemas that define them. Providers are of no interest. */
export function usedTokens(
  { resources }: Pick<ResolvedSpecs, "resources">,
  schemas: ReadonlyMap<string, PackageSchema>,
): readonly UsedTokens[] {
  const used = new Map<string, { readonly schema: PackageSchema; readonly tokens: Set<string> }>();
  for (const { kind, type, package: reference } of resources) {
    const schema = kind === "provider" ? undefined : findByPackage(schemas, reference);
    const token = schema?.resource(type)?.name.token;
    if (schema === undefined || token === undefined) continue;
    const known = used.get(packageKey(schema));
    if (known === undefined) used.set(packageKey(schema), { schema, tokens: new Set([token]) });
    else known.tokens.add(token);
  }
  return [...used.values()].map(({ schema, tokens }) => ({ schema, tokens: [...tokens] }));
}

/** The definitions of types for a run: of the packages that it imports, and of those whose types these refer to. */
export interface TypePackages {
  readonly schemas: ReadonlyMap<string, PackageSchema>;
  /** Packages that could not be loaded. */
  readonly missing: readonly MissingPackage[];
}

export interface MissingPackage {
  readonly name: string;
  readonly version: string;
  /** The package that refers to it. */
  readonly from: string;
  /** Why a type of it cannot be read; absent: the package could not be loaded. */
  readonly why?: string;
}

/**
 * Loads the packages whose types the definitions of resources reach, and the packages that these reach in turn. A package that the run
 * imports itself is taken as it is there.
 *
 * @param schemas of the packages that the run imports, by name
 * @param used the tokens of the resources
 */
export async function withTypesOfOthers(
  schemas: ReadonlyMap<string, PackageSchema>,
  used: readonly UsedTokens[],
  load: LoadPackage,
): Promise<TypePackages> {
  const known = new Map(schemas);
  const missing = new Map<string, MissingPackage>();
  let hasOthers = false;
  const seen = new Map<string, Set<string>>();
  const waiting: Reached[] = used.map(({ schema, tokens }) => ({
    schema,
    members: tokens.map((token) => ["resources", token]),
  }));
  for (const { schema, members, needed } of waiting) {
    const seenHere = seen.get(packageKey(schema)) ?? new Set();
    seen.set(packageKey(schema), seenHere);
    const definitions = reachedDefinitions(schema, members, seenHere);
    const why = needed && whyUnreadable(schema, definitions);
    if (needed !== undefined && why !== undefined) {
      known.delete(needed.name);
      missing.set(needed.name, { ...needed, why });
      continue;
    }
    for (const { package: name, version = "", token, section } of definitions.flatMap(({ foreign }) => foreign)) {
      if (section !== "types" || missing.has(name)) continue;
      const asked = { name, version, from: schema.name };
      const other = known.get(name) ?? (await load(name, version));
      if (other === undefined) {
        missing.set(name, asked);
        continue;
      }
      known.set(name, other);
      hasOthers = true;
      waiting.push({ schema: other, members: [["types", token]], needed: schemas.has(name) ? undefined : asked });
    }
  }
  return { schemas: hasOthers ? withOtherTypes(known) : schemas, missing: [...missing.values()] };
}

/** A run may have several versions of one package. */
function packageKey({ name, version = "" }: PackageSchema): string {
  return `${name}@${version}`;
}

/** Members to start from. */
interface Reached {
  readonly schema: PackageSchema;
  readonly members: readonly Member[];
  /** Absent: the run imports resources of the package, whose definitions must be right. */
  readonly needed?: Pick<MissingPackage, "name" | "version" | "from">;
}

/** Why one of the types cannot be read; `undefined`: all can. */
function whyUnreadable(schema: PackageSchema, definitions: readonly Definition[]): string | undefined {
  try {
    for (const { member } of definitions) if (member[0] === "types") void schema.objectType(member[1]);
    return undefined;
  } catch (error) {
    if (!(error instanceof ImpError) || error.code !== "SCHEMA_BROKEN") throw error;
    const { where, why } = error.explanation;
    return `${where}: ${why}`;
  }
}
