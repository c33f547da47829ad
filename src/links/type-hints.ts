/**
 * Property names into the resource types they speak of: `subnetIds` -> Subnet, `targetBucket` -> S3Bucket.
 */
import type { PackageSchema } from "../schema/types.ts";
import { type PropertyName, parsePropertyName, parseTypeName, type TypeName } from "./name-words.ts";

/** The types that a property of a consumer points at. */
export interface Hint {
  readonly types: ReadonlySet<string>;
  /** The name alone, or together with the consumer's service, leaves no other kind of type. */
  readonly sure: boolean;
  /** The name says nothing; the types are those of `plausibleTypes`. */
  readonly isLearned?: true;
}

export interface TypeHints {
  typeName(token: string): TypeName;
  propertyName(name: string): PropertyName;
  /** The types that a property of this name on a resource of type `consumer` points at, `context` being the words around it. */
  resolve(consumer: string, property: PropertyName, context: readonly string[]): Hint;
  /** The type of a package that has no other name than the property's stem: Vpc for `vpcId`. */
  called(property: PropertyName, packageName: string): string | undefined;
  /** The types of the consumer's package that are called so, in whichever module: the meaning of a `kind` next to a name. */
  ofKind(kind: string, consumer: string): ReadonlySet<string>;
  /** True when the property is called like the type: `functionName` for LambdaFunction, `domainName` for DomainName. */
  names(property: PropertyName, type: string): boolean;
}

/** The types of one package by every run of last words, and by the first one. */
interface PackageTypes {
  readonly byEnding: Map<string, TypeName[]>;
  readonly byLeading: Map<string, TypeName[]>;
  readonly byMember: Map<string, TypeName[]>;
}

const noHint: Hint = { types: new Set(), sure: false };

/** Words that name a role, not a type, even where some type ends so. */
const roleWords = new Set(["resource", "target", "source", "parent", "object", "type", "value"]);

/**
 * Indexes the types of all packages, in the schemas and among `types`. Linear in the number of types.
 *
 * Why the schema's types and not only those at hand: `cluster` on an ECS service means EcsCluster, so a database
 * cluster of that name is a coincidence even when no EcsCluster is imported (docs/programs.md#evidence).
 */
export function indexTypes(types: Iterable<string>, schemas: ReadonlyMap<string, PackageSchema>): TypeHints {
  const typeNames = new Map<string, TypeName>();
  const propertyNames = new Map<string, PropertyName>();
  const hints = new Map<string, Hint>();
  const packages = new Map<string, PackageTypes>();
  const add = (token: string): void => {
    if (typeNames.has(token)) return;
    const type = parseTypeName(token);
    typeNames.set(token, type);
    addType(packages, type);
  };
  for (const schema of schemas.values()) for (const token of schema.resourceTokens()) add(token);
  for (const token of types) add(token);

  const typeName = (token: string): TypeName => typeNames.get(token) ?? parseTypeName(token);
  return {
    typeName,
    propertyName: (name) => memo(propertyNames, name, () => parsePropertyName(name)),
    resolve: (consumer, property, context) => {
      const key = `${consumer}|${property.words.join(" ")}|${context.join(" ")}`;
      return memo(hints, key, () => resolveHint(packages, typeName(consumer), property, context));
    },
    called: ({ stem }, packageName) => {
      const types = packages.get(packageName)?.byEnding.get(stem.join("")) ?? [];
      return types.find(({ words }) => words.join("") === stem.join(""))?.token;
    },
    ofKind: (kind, consumer) => {
      const types = packages.get(typeName(consumer).package)?.byMember.get(kind.toLowerCase()) ?? [];
      return new Set(types.map(({ token }) => token));
    },
    names: ({ words, stem }, type) => endsLike(typeName(type).words, words) || endsLike(typeName(type).words, stem),
  };
}

export function memo<V>(map: Map<string, V>, key: string, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function addType(packages: Map<string, PackageTypes>, type: TypeName): void {
  const types = memo(packages, type.package, () => ({
    byEnding: new Map(),
    byLeading: new Map(),
    byMember: new Map(),
  }));
  const first = type.words[0];
  if (first !== undefined && type.words.length > 1) memo(types.byLeading, first, (): TypeName[] => []).push(type);
  memo(types.byMember, type.member, (): TypeName[] => []).push(type);
  for (let i = 0; i < type.words.length; i += 1) {
    const ending = type.words.slice(i).join("");
    const list = types.byEnding.get(ending);
    if (list === undefined) types.byEnding.set(ending, [type]);
    else list.push(type);
  }
}

/** Drops words from the left (`target bucket` -> `bucket`) until the package has types that end so. */
function resolveHint(
  packages: ReadonlyMap<string, PackageTypes>,
  consumer: TypeName,
  property: PropertyName,
  around: readonly string[],
): Hint {
  const { words, stem } = property;
  const own = packages.get(consumer.package);
  // `ecsService.serviceName` speaks of ECS, not of every service whose types begin with "service".
  const context = around.filter((word) => !stem.includes(word));
  const whole = words.length > 1 && words.length > stem.length ? own?.byEnding.get(words.join("")) : undefined;
  if (whole !== undefined) return nearestTypes(whole, consumer, context, words);
  for (const [i] of stem.entries()) {
    const ending = stem.slice(i);
    if (ending.length === 1 && roleWords.has(ending[0] ?? "")) return noHint;
    const found = own?.byEnding.get(ending.join("")) ?? otherPackages(packages, consumer.package, ending);
    if (found.length === 0) continue;
    // `dbClusterName` without a type DbCluster must not mean EksCluster: a dropped word that is a service has to fit, or
    // the type is of the consumer's own service (`dbClusterParameterGroupName` of an RdsCluster).
    const services = stem.slice(0, i).filter((word) => own?.byLeading.has(word) ?? false);
    const fitting = found.filter((type) => services.every((word) => type.words.includes(word)));
    const sibling = i === 0 ? siblings(own, consumer, ending) : [];
    if (sibling.length > 0) {
      return { types: new Set([...found, ...sibling].map((type) => type.token)), sure: true };
    }
    const nearer = fitting.some((type) => sameService(type, consumer)) ? [] : shorterOf(own, consumer, ending);
    if (nearer.length > 0) return nearestTypes(nearer, consumer, context, ending);
    return nearestTypes(
      fitting.length > 0 ? fitting : found.filter((type) => sameService(type, consumer)),
      consumer,
      context,
      ending,
    );
  }
  // `replicateSourceDb` of a database: another one.
  if (stem.includes("source")) return { types: new Set([consumer.token]), sure: true };
  return property.suffix === "none" ? ofService(own, consumer, stem) : noHint;
}

/** `elb` of an ElbAttachment: some type of that service, where none is called so. */
function ofService(own: PackageTypes | undefined, consumer: TypeName, stem: readonly string[]): Hint {
  const [service = "", ...more] = stem;
  if (more.length > 0 || own === undefined || consumer.words.length < 2 || consumer.words[0] !== service) return noHint;
  return { types: new Set(own.byLeading.get(service)?.map(({ token }) => token)), sure: false };
}

/** `dbSubnetGroupName` of a DocdbCluster: a DbSubnetGroup, or the DocdbSubnetGroup of a service that is called after it. */
function siblings(own: PackageTypes | undefined, consumer: TypeName, ending: readonly string[]): readonly TypeName[] {
  const [first = "", ...rest] = ending;
  const service = consumer.words[0] ?? "";
  if (rest.length === 0 || service === first || !service.endsWith(first)) return [];
  return (own?.byEnding.get(rest.join("")) ?? []).filter((type) => sameService(type, consumer));
}

/** `clusterParameterGroupName` of a RedshiftCluster: its RedshiftParameterGroup, before other services' cluster parameter groups. */
function shorterOf(own: PackageTypes | undefined, consumer: TypeName, ending: readonly string[]): readonly TypeName[] {
  for (let i = 1; i <= ending.length - 2; i += 1) {
    if (own?.byLeading.has(ending[i - 1] ?? "")) return [];
    const found = (own?.byEnding.get(ending.slice(i).join("")) ?? []).filter((type) => sameService(type, consumer));
    if (found.length > 0) return found;
  }
  return [];
}

function otherPackages(packages: ReadonlyMap<string, PackageTypes>, own: string, ending: readonly string[]) {
  const found: TypeName[] = [];
  for (const [name, types] of packages) if (name !== own) found.push(...(types.byEnding.get(ending.join("")) ?? []));
  return found;
}

/**
 * Of several types that end alike, those of the consumer's service or of a service named around the property, and the one that has no other
 * words: `role` of a Grant is a Role, though GrantRole begins like a type of a service.
 */
function nearestTypes(
  types: readonly TypeName[],
  consumer: TypeName,
  context: readonly string[],
  ending: readonly string[],
): Hint {
  const named = types.filter((type) => type.words.length > 1 && context.includes(type.words[0] ?? ""));
  const own = named.length > 0 ? named : types.filter((type) => sameService(type, consumer));
  const exact = types.filter((type) => type.words.join("") === ending.join(""));
  const kept = own.length > 0 ? [...own, ...exact] : types;
  return { types: new Set(kept.map((type) => type.token)), sure: own.length > 0 || kept.length === 1 };
}

function sameService(type: TypeName, consumer: TypeName): boolean {
  return type.package === consumer.package && type.words.length > 1 && type.words[0] === consumer.words[0];
}

function endsLike(words: readonly string[], ending: readonly string[]): boolean {
  if (ending.length === 0) return false;
  const text = ending.join("");
  return words.some((_, i) => words.slice(i).join("") === text);
}
