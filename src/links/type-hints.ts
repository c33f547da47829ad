/** Maps property names to resource types: `subnetIds` -> Subnet, `targetBucket` -> S3Bucket. */
import { addTo, getOrInsert } from "../domain/order/maps.ts";
import type { PackageSchema } from "../schema/types.ts";
import { type PropertyName, parsePropertyName, parseTypeName, type TypeName } from "./name-words.ts";

export interface Hint {
  readonly types: ReadonlySet<string>;
  /** True if the name certainly means these types. */
  readonly sure: boolean;
  /** True if the types come from `plausibleTypes` instead of the name. */
  readonly isLearned?: true;
}

export interface TypeHints {
  typeName(token: string): TypeName;
  propertyName(name: string): PropertyName;
  /** Returns the types that a property may refer to. `context` has the words around the property. */
  resolve(consumer: string, property: PropertyName, context: readonly string[]): Hint;
  /** Returns the type with exactly the name of the property's stem: Vpc for `vpcId`. */
  called(property: PropertyName, packageName: string): string | undefined;
  /** Returns the types with this member name in all modules of the consumer's package. For the value of `kind` next to a name. */
  ofKind(kind: string, consumer: string): ReadonlySet<string>;
  /** Returns true if the property is named like the type: `functionName` for LambdaFunction, `domainName` for DomainName. */
  names(property: PropertyName, type: string): boolean;
}

interface PackageTypes {
  readonly byEnding: Map<string, TypeName[]>;
  readonly byLeading: Map<string, TypeName[]>;
  readonly byMember: Map<string, TypeName[]>;
}

const noHint: Hint = { types: new Set(), sure: false };

/** Words that name the role of a resource, although some type names end with them. */
const roleWords = new Set(["resource", "target", "source", "parent", "object", "type", "value"]);

/**
 * Indexes all types of the schemas, and `types`. Types that are not imported matter too: `cluster` of an ECS service means EcsCluster, so a database
 * cluster with this name is a coincidence even if no EcsCluster is imported (docs/programs.md#evidence). Linear in the number of types.
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
    propertyName: (name) => getOrInsert(propertyNames, name, () => parsePropertyName(name)),
    resolve: (consumer, property, context) => {
      const key = `${consumer}|${property.words.join(" ")}|${context.join(" ")}`;
      return getOrInsert(hints, key, () => resolveHint(packages, typeName(consumer), property, context));
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

function addType(packages: Map<string, PackageTypes>, type: TypeName): void {
  const types = getOrInsert(packages, type.package, () => ({
    byEnding: new Map(),
    byLeading: new Map(),
    byMember: new Map(),
  }));
  const [first] = type.words;
  if (first !== undefined && type.words.length > 1) addTo(types.byLeading, first, type);
  addTo(types.byMember, type.member, type);
  for (const i of type.words.keys()) addTo(types.byEnding, type.words.slice(i).join(""), type);
}

/** Drops leading words of the name (`target bucket` -> `bucket`) until types of the package end with the remaining words. */
function resolveHint(
  packages: ReadonlyMap<string, PackageTypes>,
  consumer: TypeName,
  property: PropertyName,
  around: readonly string[],
): Hint {
  const { words, stem } = property;
  const packageTypes = packages.get(consumer.package);
  // `ecsService.serviceName` means the ECS service, not every service whose types begin with "service".
  const context = around.filter((word) => !stem.includes(word));
  const whole = words.length > 1 && words.length > stem.length ? packageTypes?.byEnding.get(words.join("")) : undefined;
  if (whole !== undefined) return nearestTypes(whole, consumer, context, words);
  for (const [i] of stem.entries()) {
    const ending = stem.slice(i);
    if (ending.length === 1 && roleWords.has(ending[0] ?? "")) return noHint;
    const matches = packageTypes?.byEnding.get(ending.join("")) ?? otherPackages(packages, consumer.package, ending);
    if (matches.length === 0) continue;
    // If a dropped word is a service, the type must contain it: `dbClusterName` must not mean EksCluster. Types of the consumer's service are
    // exempt (`dbClusterParameterGroupName` of an RdsCluster).
    const services = stem.slice(0, i).filter((word) => packageTypes?.byLeading.has(word) ?? false);
    const fitting = matches.filter((type) => services.every((word) => type.words.includes(word)));
    const sibling = i === 0 ? siblings(packageTypes, consumer, ending) : [];
    if (sibling.length > 0) {
      return { types: new Set([...matches, ...sibling].map((type) => type.token)), sure: true };
    }
    const nearer = fitting.some((type) => sameService(type, consumer)) ? [] : shorterOf(packageTypes, consumer, ending);
    if (nearer.length > 0) return nearestTypes(nearer, consumer, context, ending);
    return nearestTypes(
      fitting.length > 0 ? fitting : matches.filter((type) => sameService(type, consumer)),
      consumer,
      context,
      ending,
    );
  }
  // The source is a resource of the consumer's type: `replicateSourceDb` of a database means another database.
  if (stem.includes("source")) return { types: new Set([consumer.token]), sure: true };
  return property.suffix === "none" ? ofService(packageTypes, consumer, stem) : noHint;
}

/** Returns all types of a service if the property names only the service: `elb` of an ElbAttachment. */
function ofService(packageTypes: PackageTypes | undefined, consumer: TypeName, stem: readonly string[]): Hint {
  const [service = "", ...more] = stem;
  if (more.length > 0 || packageTypes === undefined || consumer.words.length < 2 || consumer.words[0] !== service)
    return noHint;
  return { types: new Set(packageTypes.byLeading.get(service)?.map(({ token }) => token)), sure: false };
}

/** Returns types of the consumer's service with a longer name: `dbSubnetGroupName` of a DocdbCluster may mean a DocdbSubnetGroup. */
function siblings(
  packageTypes: PackageTypes | undefined,
  consumer: TypeName,
  ending: readonly string[],
): readonly TypeName[] {
  const [first = "", ...rest] = ending;
  const service = consumer.words[0] ?? "";
  if (rest.length === 0 || service === first || !service.endsWith(first)) return [];
  return (packageTypes?.byEnding.get(rest.join("")) ?? []).filter((type) => sameService(type, consumer));
}

/** Returns types of the consumer's service with a shorter name: `clusterParameterGroupName` may mean a RedshiftParameterGroup. */
function shorterOf(
  packageTypes: PackageTypes | undefined,
  consumer: TypeName,
  ending: readonly string[],
): readonly TypeName[] {
  for (let i = 1; i <= ending.length - 2; i += 1) {
    if (packageTypes?.byLeading.has(ending[i - 1] ?? "")) return [];
    const matches = (packageTypes?.byEnding.get(ending.slice(i).join("")) ?? []).filter((type) =>
      sameService(type, consumer),
    );
    if (matches.length > 0) return matches;
  }
  return [];
}

function otherPackages(packages: ReadonlyMap<string, PackageTypes>, ownPackage: string, ending: readonly string[]) {
  const matches: TypeName[] = [];
  for (const [name, types] of packages)
    if (name !== ownPackage) matches.push(...(types.byEnding.get(ending.join("")) ?? []));
  return matches;
}

/** Prefers types of the service that the context names or of the consumer's service, and types whose words are exactly `ending`. */
function nearestTypes(
  types: readonly TypeName[],
  consumer: TypeName,
  context: readonly string[],
  ending: readonly string[],
): Hint {
  const named = types.filter((type) => type.words.length > 1 && context.includes(type.words[0] ?? ""));
  const ofServices = named.length > 0 ? named : types.filter((type) => sameService(type, consumer));
  const exact = types.filter((type) => type.words.join("") === ending.join(""));
  const kept = ofServices.length > 0 ? [...ofServices, ...exact] : types;
  return { types: new Set(kept.map((type) => type.token)), sure: ofServices.length > 0 || kept.length === 1 };
}

function sameService(type: TypeName, consumer: TypeName): boolean {
  return type.package === consumer.package && type.words.length > 1 && type.words[0] === consumer.words[0];
}

function endsLike(words: readonly string[], ending: readonly string[]): boolean {
  if (ending.length === 0) return false;
  const text = ending.join("");
  return words.some((_, i) => words.slice(i).join("") === text);
}
