/**
 * All that resources offer to be referred to by, keyed by value: ids, ARNs, names, addresses.
 */
import type { Urn } from "../graph.ts";
import type { PackageSchema, PropertySchema } from "../schema/types.ts";
import type { Value } from "../value/value.ts";
import type { Identity } from "./identity.ts";
import type { LinkableResource, Path } from "./linkable-resource.ts";
import type { TypeHints } from "./type-hints.ts";
import { formOf, looksGenerated, type ValueForm } from "./value-form.ts";

/** One resource that has a value, with all outputs that hold it: id and ARN alike are one target (lesson 16). */
export interface Offer {
  readonly target: LinkableResource;
  readonly properties: readonly Path[];
  readonly form: ValueForm;
  /** The value is the target's id. */
  readonly isId: boolean;
  /** The value is the target's id, ARN or name, not something else that belongs to it. */
  readonly isOwn: boolean;
  /** No input of the target has the value: it was not told, so it comes from there. */
  readonly isMade: boolean;
  /** The inputs that name the target itself. */
  readonly naming: ReadonlySet<string>;
}

export interface CandidateIndex {
  /**
   * The offers of a value, by URN. Of a value that many resources share only those of the hinted types and those that the
   * property names too: the others would be refused anyway, one by one for each of as many consumers. None where that
   * are too many to mean one of them.
   */
  offers(value: string, hinted: ReadonlySet<string>, property: string | undefined): readonly Offer[];
  has(value: string): boolean;
  /** Every value that is offered. */
  values(): Iterable<string>;
}

/** What more resources than this share is a constant of the cloud (a zone id of a whole region), or a name in fashion. */
const sharedByMost = 64;

/** Linear in the number of outputs. Providers and components have no id that anything refers to. */
export function indexCandidates(
  resources: readonly LinkableResource[],
  identities: ReadonlyMap<Urn, Identity>,
  hints: TypeHints,
  schemas: ReadonlyMap<string, PackageSchema>,
): CandidateIndex {
  const index = new Map<string, Offer[]>();
  const named = new Set<string>();
  for (const { names } of identities.values()) for (const name of names) named.add(name);
  const sorted = resources.filter((resource) => resource.kind === "custom");
  sorted.sort((a, b) => (a.urn < b.urn ? -1 : a.urn > b.urn ? 1 : 0));
  for (const resource of sorted) {
    const identity = identities.get(resource.urn);
    if (identity === undefined) continue;
    for (const [value, properties] of offeredValues(resource, identity, hints, schemas)) {
      // An id that a machine made stays one, though something may be named after it.
      const isWord = named.has(value) && !(value === resource.id && looksGenerated(value));
      const form = formOf(value, isWord || isChosen(value, properties, resource, identity, hints));
      if (form === undefined) continue;
      const isId = value === resource.id;
      const isOwn = isId || properties.some((path) => speaksOfIt(String(path.at(-1)), resource, hints));
      const offer: Offer = {
        target: resource,
        properties,
        form,
        isId,
        isOwn,
        isMade: !identity.chosen.has(value),
        naming: identity.naming,
      };
      const offers = index.get(value);
      if (offers === undefined) index.set(value, [offer]);
      else offers.push(offer);
    }
  }
  const byKey = new Map<string, ReadonlyMap<string, readonly Offer[]>>();
  return {
    offers: (value, hinted, property) => {
      const offers = index.get(value) ?? [];
      if (offers.length <= sharedByMost) return offers;
      const keys = byKey.get(value) ?? offersByKey(offers);
      byKey.set(value, keys);
      const kept = new Set<Offer>();
      for (const key of [...hinted, property ?? ""]) {
        for (const offer of keys.get(key)?.slice(0, sharedByMost + 1) ?? []) kept.add(offer);
        if (kept.size > sharedByMost) return [];
      }
      return [...kept].sort((a, b) => (a.target.urn < b.target.urn ? -1 : 1));
    },
    has: (value) => index.has(value),
    values: () => index.keys(),
  };
}

/** By the target's type, and by what names the target; a token and a property's name are never the same. */
function offersByKey(offers: readonly Offer[]): ReadonlyMap<string, readonly Offer[]> {
  const found = new Map<string, Offer[]>();
  for (const offer of offers) {
    for (const key of [offer.target.type, ...offer.naming]) {
      const list = found.get(key);
      if (list === undefined) found.set(key, [offer]);
      else list.push(offer);
    }
  }
  return found;
}

/**
 * A person chose what an input says. The name of a DNS record too, though the zone completes it: certificates repeat it; and a name
 * that the resource has from elsewhere (an API key's, which its usage plan tells). Without a schema nothing says who chose the id: only
 * what looks made by a machine counts as such.
 */
function isChosen(
  value: string,
  properties: readonly Path[],
  resource: LinkableResource,
  identity: Identity,
  hints: TypeHints,
): boolean {
  if (resource.schema === undefined) return !looksGenerated(value);
  if (identity.chosen.has(value)) return true;
  const names = properties.map((path) => hints.propertyName(String(path.at(-1))));
  if (names.every(({ words }) => words.at(-1) === "fqdn")) return true;
  return names.every(({ suffix }) => suffix === "name") && !value.includes(".") && !looksGenerated(value);
}

/**
 * True for `vpcId` of a load balancer: the id of a Vpc, which it stands in, and which others that stand in it do not have from it. Not
 * so `defaultSecurityGroupId` of a Vpc, which makes what is called so: that has to be told the Vpc, or its own id.
 */
function isEcho(
  property: string,
  { type }: LinkableResource,
  hints: TypeHints,
  schemas: ReadonlyMap<string, PackageSchema>,
): boolean {
  const packageName = hints.typeName(type).package;
  const called = hints.called(hints.propertyName(property), packageName);
  if (called === undefined) return false;
  const schema = schemas.get(packageName)?.resource(called);
  return ![...(schema?.inputs.keys() ?? [])].some((input) => {
    const name = hints.propertyName(input);
    const isOwnId = name.suffix === "id" && hints.called(name, packageName) === called;
    return hints.resolve(called, name, []).types.has(type) || (isOwnId && schema?.requiredInputs.has(input));
  });
}

/** `arn`, or called after the type, as `replicationInstanceArn` of a DMS replication instance is. */
function speaksOfIt(property: string, resource: LinkableResource, hints: TypeHints): boolean {
  const name = hints.propertyName(property);
  return name.stem.length === 0 || (name.suffix !== "none" && hints.names(name, resource.type));
}

/** Values of a resource that a program can reach, each with the outputs that hold it. */
function offeredValues(
  resource: LinkableResource,
  identity: Identity,
  hints: TypeHints,
  schemas: ReadonlyMap<string, PackageSchema>,
): ReadonlyMap<string, Path[]> {
  const found = new Map<string, Path[]>();
  const offer = (value: string, path: Path): void => {
    if (value === "" || identity.borrowed.has(value)) return;
    const paths = found.get(value);
    if (paths === undefined) found.set(value, [path]);
    else paths.push(path);
  };
  offer(resource.id, ["id"]);
  const { schema } = resource;
  if (schema === undefined) return found;
  for (const [property, value] of resource.outputs) {
    const described = schema.outputs.get(property);
    if (described === undefined || described.secret || !schema.requiredOutputs.has(property)) continue;
    if (property === "metadata") offerMetadataName(value, described, schemas, offer);
    if (property === "id" || property === "urn" || value.kind !== "string" || !isText(described)) continue;
    if (isOwnAttribute(property, value.value, resource, identity, hints, schemas)) offer(value.value, [property]);
  }
  return found;
}

function isText(property: PropertySchema): boolean {
  return property.type.kind === "string" || property.type.kind === "any";
}

/** Kubernetes: `metadata.name`, where the schema says that it is always there. */
function offerMetadataName(
  metadata: Value,
  described: PropertySchema,
  schemas: ReadonlyMap<string, PackageSchema>,
  offer: (value: string, path: Path) => void,
): void {
  if (metadata.kind !== "map" || described.type.kind !== "object") return;
  const { name } = described.type;
  const shape = schemas.get(name.package)?.objectType(name.token);
  const value = metadata.entries.get("name");
  if (value?.kind === "string" && shape?.required.has("name")) offer(value.value, ["metadata", "name"]);
}

/**
 * True for an attribute that the resource itself brings into the world. An output that is an input too repeats what
 * the program said, so it counts only when it is the resource's name; an ARN beside the resource's own one
 * (`streamArn`, but also `targetKeyArn`) counts when the resource is named in it.
 */
function isOwnAttribute(
  property: string,
  value: string,
  resource: LinkableResource,
  identity: Identity,
  hints: TypeHints,
  schemas: ReadonlyMap<string, PackageSchema>,
): boolean {
  if (property.startsWith("__")) return false;
  if (resource.schema?.inputs.has(property)) return identity.naming.has(property);
  const { stem, suffix } = hints.propertyName(property);
  const speaks = suffix !== "none" || /^(fqdn|email|member|address|hostname)$/.test(stem.at(-1) ?? "");
  if (!speaks && !/^(arn|url|path)$/.test(formOf(value, false) ?? "")) return false;
  if (speaksOfIt(property, resource, hints)) return true;
  if (suffix === "id" && isEcho(property, resource, hints, schemas)) return false;
  if (!value.startsWith("arn:")) return true;
  // What belongs to a function has its name for an id, and says the function's ARN too.
  const { id } = resource;
  const isNamed = (own: string): boolean => !identity.borrowed.has(own) && value.includes(own);
  if (id !== "" && (isNamed(id) || id.startsWith(value))) return true;
  for (const name of identity.naming) {
    const own = resource.outputs.get(name) ?? resource.inputs.get(name);
    if (own?.kind === "string" && own.value.length > 2 && isNamed(own.value)) return true;
  }
  return false;
}
