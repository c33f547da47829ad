/**
 * Tokens of a package whose mapping gives none: all of them in the module `index` (pulumi-terraform-bridge `pkg/tfbridge/tokens`).
 */
import { upperFirst } from "../../../ir/upper-first.ts";
import type { ProviderModel, ResourceModel } from "./model.ts";

export interface Tokens {
  readonly resources: ReadonlyMap<string, string>;
  readonly dataSources: ReadonlyMap<string, string>;
  readonly functions: ReadonlyMap<string, string>;
}

export function bridgeTokens(model: ProviderModel, packageName: string): Tokens {
  const prefix = typePrefix(model, packageName);
  const nameOf = (type: string): string => upperFirst(joinedHumps(withoutPrefix(type, prefix)));
  const resources = distinct(model.resources, (type) => safeToken(packageName, nameOf(type)));
  const provider = `${packageName}:index/provider:Provider`;
  const named = [...resources].find(([, token]) => token === provider)?.[0];
  if (named !== undefined && model.resources.get(named)?.token === undefined)
    resources.set(named, safeToken(packageName, nameOf(otherTokenName(model, prefix, packageName))));
  return {
    resources,
    dataSources: distinct(model.dataSources, (type) => safeToken(packageName, `get${nameOf(type)}`)),
    functions: new Map(
      [...model.functions].map(([name, { token }]) => [name, token ?? safeToken(packageName, joinedHumps(name))]),
    ),
  };
}

/** The word that all resource types begin with, else the name of the package. */
export function typePrefix({ resources, prefix }: ProviderModel, packageName: string): string {
  if (prefix !== undefined) return prefix;
  const first = new Set(
    [...resources.keys()].filter((type) => type.includes("_")).map((type) => type.split("_", 1)[0]),
  );
  const [only] = first;
  return first.size === 1 && only !== undefined && only !== "" ? only : packageName;
}

/** A type that is the prefix alone is its own name; one without the prefix keeps all of it. */
export function withoutPrefix(type: string, prefix: string): string {
  return type.startsWith(prefix) && type !== prefix ? type.slice(prefix.length) : type;
}

/** Names that differ in capitals alone are numbered from the second on, in the order of the types. */
function distinct(resources: ReadonlyMap<string, ResourceModel>, usual: (type: string) => string): Map<string, string> {
  const taken = new Set<string>();
  const tokens = new Map<string, string>();
  for (const [type, { token }] of [...resources].sort(([a], [b]) => (a < b ? -1 : 1))) {
    let own = token ?? usual(type);
    for (let count = 2; token === undefined && taken.has(own.toLowerCase()); count += 1)
      own = usual(type).replace(/\/([^:]*):(.*)$/, (_, file, name) => `/${file}V${count}:${name}V${count}`);
    taken.add(own.toLowerCase());
    tokens.set(type, own);
  }
  return tokens;
}

/** A resource may not be called as the provider itself is. */
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
  // No identifier begins with a digit.
  const safe = name.replace(
    /^(\d)(.?)/,
    (_, digit: string, next: string) => `${digits[Number(digit)]}${upperFirst(next)}`,
  );
  return `${packageName}:index/${safe.charAt(0).toLowerCase()}${safe.slice(1)}:${safe}`;
}

/** `access_key-id` -> `accessKeyId`: without the marks between words. */
function joinedHumps(name: string): string {
  return name.replace(/[_-]+(.?)/gu, (_, next: string) => next.toUpperCase());
}
