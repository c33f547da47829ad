/** Loads the packages that a package schema refers to. Each package is loaded once, through its plugin. */
import { ImpError } from "../../domain/errors.ts";
import { groupBy } from "../../domain/order/maps.ts";
import type { ResolvedSpecs } from "../../import-file/resolve.ts";
import type { Host } from "../../plugin/host.ts";
import { openKeptSchema, schemaOfPlugin } from "../../schema/plugin-schema.ts";
import { type Definition, type Member, reachedDefinitions } from "../../schema/reached.ts";
import type { PackageSchema } from "../../schema/types.ts";
import { withOtherTypes } from "../../schema/with-other-types.ts";
import { pluginDescriptor } from "./descriptor.ts";
import { optionalResult } from "./optional-result.ts";
import { findByPackage } from "./packages.ts";

/** Loads a version of a package (`""` for any). Returns undefined if its plugin is not installed, does not start, or returns an unreadable schema. */
export type LoadPackage = (name: string, version: string) => Promise<PackageSchema | undefined>;

/** Loads packages through installed plugins. Downloads nothing, and starts no plugin whose schema is cached. */
export function packagesThrough(host: Host): LoadPackage {
  const loaded = new Map<string, Promise<PackageSchema | undefined>>();
  return (name, version) => {
    const id = `${name}@${version}`;
    const schema = loaded.get(id) ?? loadPackage(host, name, version);
    loaded.set(id, schema);
    return schema;
  };
}

async function loadPackage(host: Host, name: string, version: string): Promise<PackageSchema | undefined> {
  const descriptor = pluginDescriptor({ name, version: version !== "" ? version : undefined });
  const open = async () => {
    const kept = host.keptSchema(descriptor);
    return (kept && (await openKeptSchema(kept))) ?? (await schemaOfPlugin(await host.launch(descriptor)));
  };
  const schema = await optionalResult(open());
  return schema?.name === name ? schema : undefined;
}

/** The resource tokens of one package that a run imports, without duplicates. */
export interface UsedTokens {
  readonly schema: PackageSchema;
  readonly tokens: readonly string[];
}

/** Returns the tokens of imported resources in order, with the schemas that define them. Skips providers. */
export function usedTokens(
  { resources }: Pick<ResolvedSpecs, "resources">,
  schemas: ReadonlyMap<string, PackageSchema>,
): readonly UsedTokens[] {
  const used = resources.flatMap(({ kind, type, package: reference }) => {
    const schema = kind === "provider" ? undefined : findByPackage(schemas, reference);
    const token = schema?.resource(type)?.name.token;
    return schema === undefined || token === undefined ? [] : [{ schema, token }];
  });
  return [...groupBy(used, ({ schema }) => packageKey(schema)).values()].map((group) => ({
    schema: group[0].schema,
    tokens: [...new Set(group.map(({ token }) => token))],
  }));
}

/** The schemas of a run: imported packages, and packages whose types they refer to. */
export interface TypePackages {
  readonly schemas: ReadonlyMap<string, PackageSchema>;
  readonly missing: readonly MissingPackage[];
}

export interface MissingPackage {
  readonly name: string;
  readonly version: string;
  /** The package that refers to this one. */
  readonly from: string;
  /** Why a type of the package cannot be read. Omitted if the package could not be loaded. */
  readonly why?: string;
}

/** Loads all packages whose types the resources refer to, directly or through other packages, unless they are already in `schemas`. */
export async function withTypesOfOthers(
  schemas: ReadonlyMap<string, PackageSchema>,
  used: readonly UsedTokens[],
  load: LoadPackage,
): Promise<TypePackages> {
  const available = new Map(schemas);
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
    const why = needed && brokenTypeReason(schema, definitions);
    if (needed !== undefined && why !== undefined) {
      available.delete(needed.name);
      missing.set(needed.name, { ...needed, why });
      continue;
    }
    for (const { package: name, version = "", token, section } of definitions.flatMap(({ foreign }) => foreign)) {
      if (section !== "types" || missing.has(name)) continue;
      const reference = { name, version, from: schema.name };
      const other = available.get(name) ?? (await load(name, version));
      if (other === undefined) {
        missing.set(name, reference);
        continue;
      }
      available.set(name, other);
      hasOthers = true;
      waiting.push({ schema: other, members: [["types", token]], needed: schemas.has(name) ? undefined : reference });
    }
  }
  return { schemas: hasOthers ? withOtherTypes(available) : schemas, missing: [...missing.values()] };
}

/** Returns a key with the version, because a run can have several versions of a package. */
function packageKey({ name, version = "" }: PackageSchema): string {
  return `${name}@${version}`;
}

/** Definitions of a schema, from which references to other packages are followed. */
interface Reached {
  readonly schema: PackageSchema;
  readonly members: readonly Member[];
  /** The reference that caused the package to be loaded. Omitted for imported packages. */
  readonly needed?: Pick<MissingPackage, "name" | "version" | "from">;
}

/** Returns why a type cannot be read, or undefined if all types can be read. */
function brokenTypeReason(schema: PackageSchema, definitions: readonly Definition[]): string | undefined {
  try {
    for (const { member } of definitions) if (member[0] === "types") void schema.objectType(member[1]);
    return undefined;
  } catch (error) {
    if (!(error instanceof ImpError) || error.code !== "SCHEMA_BROKEN") throw error;
    const { where, why } = error.explanation;
    return `${where}: ${why}`;
  }
}
