/** Creates tokens for a package without a mapping, all in the module `index` (pulumi-terraform-bridge `pkg/tfbridge/tokens`). */
import { upperFirst } from "../../../ir/upper-first.ts";
import type { ProviderModel, ResourceModel } from "./model.ts";

export interface Tokens {
  readonly resources: ReadonlyMap<string, string>;
  readonly dataSources: ReadonlyMap<string, string>;
  readonly functions: ReadonlyMap<string, string>;
}

export function bridgeTokens(model: ProviderModel, packageName: string): Tokens {
  const prefix = typePrefix(model, packageName);
  const typeName = (type: string): string => upperFirst(joinedHumps(withoutPrefix(type, prefix)));
  const resources = distinct(model.resources, (type) => safeToken(packageName, typeName(type)));
  const provider = `${packageName}:index/provider:Provider`;
  const providerType = [...resources].find(([, token]) => token === provider)?.[0];
  if (providerType !== undefined && model.resources.get(providerType)?.token === undefined)
    resources.set(providerType, safeToken(packageName, typeName(otherTokenName(model, prefix, packageName))));
  return {
    resources,
    dataSources: distinct(model.dataSources, (type) => safeToken(packageName, `get${typeName(type)}`)),
    functions: new Map(
      [...model.functions].map(([name, { token }]) => [name, token ?? safeToken(packageName, joinedHumps(name))]),
    ),
  };
}

/** Returns the common prefix of all resource types, or the name of the package if there is none. */
export function typePrefix({ resources, prefix }: ProviderModel, packageName: string): string {
  if (prefix !== undefined) return prefix;
  const first = new Set(
    [...resources.keys()].filter((type) => type.includes("_")).map((type) => type.split("_", 1)[0]),
  );
  const [only] = first;
  return first.size === 1 && only !== undefined && only !== "" ? only : packageName;
}

/** Removes the prefix of a type. Returns a type unchanged if it equals the prefix or does not begin with it. */
export function withoutPrefix(type: string, prefix: string): string {
  return type.startsWith(prefix) && type !== prefix ? type.slice(prefix.length) : type;
}

/** Returns unique tokens. If tokens differ only in letter case, the second one and all further ones are numbered, in the order of types. */
function distinct(resources: ReadonlyMap<string, ResourceModel>, usual: (type: string) => string): Map<string, string> {
  const usedTokens = new Set<string>();
  const tokens = new Map<string, string>();
  for (const [type, { token }] of [...resources].sort(([a], [b]) => (a < b ? -1 : 1))) {
    let unique = token ?? usual(type);
    for (let count = 2; token === undefined && usedTokens.has(unique.toLowerCase()); count += 1)
      unique = usual(type).replace(/\/([^:]*):(.*)$/, (_, file, name) => `/${file}V${count}:${name}V${count}`);
    usedTokens.add(unique.toLowerCase());
    tokens.set(type, unique);
  }
  return tokens;
}

/** Returns a new name for a resource whose token would otherwise equal the token of the provider. */
function otherTokenName({ resources }: ProviderModel, prefix: string, packageName: string): string {
  const names = [
    `${prefix}_${packageName}_provider`,
    `${prefix}_provider_resource`,
    `${prefix}_${packageName}_provider_resource`,
  ];
  return names.find((name) => !resources.has(name)) ?? `${prefix}_${packageName}_provider_resource_2`;
}

const digits = ["Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

function safeToken(packageName: string, name: string): string {
  // Identifiers cannot begin with a digit.
  const safe = name.replace(
    /^(\d)(.?)/,
    (_, digit: string, next: string) => `${digits[Number(digit)]}${upperFirst(next)}`,
  );
  return `${packageName}:index/${safe.charAt(0).toLowerCase()}${safe.slice(1)}:${safe}`;
}

/** Converts `access_key-id` to `accessKeyId`. */
function joinedHumps(name: string): string {
  return name.replace(/[_-]+(.?)/gu, (_, next: string) => next.toUpperCase());
}
