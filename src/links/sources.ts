/**
 * Sources of references: the outputs by which a resource is identified or reached, and no others.
 */
import type { Urn } from "../graph.ts";
import type { PackageSchema, PropertySchema } from "../schema/types.ts";
import type { Value } from "../value/value.ts";
import type { Identity } from "./identity.ts";
import type { LinkableResource, Path } from "./linkable-resource.ts";
import type { PropertyName } from "./name-words.ts";
import type { Scopes } from "./scopes.ts";
import type { TypeHints } from "./type-hints.ts";
import { isHostName, valueForm } from "./value-form.ts";

/** Facts about all resources, known before any reference is searched. */
export interface EstateFacts {
  readonly identities: ReadonlyMap<Urn, Identity>;
  readonly hints: TypeHints;
  readonly schemas: ReadonlyMap<string, PackageSchema>;
  /** Outputs that only repeat what another resource set or has. */
  readonly echoes: ReadonlyMap<Urn, ReadonlySet<string>>;
  readonly scopes: Scopes;
  /**
   * The inputs of the types that a resource refers to, by its schema: what it returns under such a name is set there. A load balancer stands
   * in subnets, which take a `vpcId`.
   */
  settingsAround(resource: LinkableResource): ReadonlySet<string>;
}

/** `settingsAround`, worked out once for each type. */
export function indexSettings(hints: TypeHints, schemas: EstateFacts["schemas"]): EstateFacts["settingsAround"] {
  const known = new Map<string, ReadonlySet<string>>();
  const settingsOf = (type: string): Iterable<string> =>
    schemas.get(hints.typeName(type).package)?.resource(type)?.inputs.keys() ?? [];
  return ({ type, schema }) => {
    const found = known.get(type) ?? new Set<string>();
    if (known.has(type)) return found;
    const types = new Set<string>();
    for (const [input, described] of schema?.inputs ?? []) {
      if (!mayRefer(described.type)) continue;
      const hint = hints.resolve(type, hints.propertyName(input), []);
      if (hint.sure) for (const named of hint.types) types.add(named);
    }
    types.delete(type);
    const all = new Set([...types].flatMap((named) => [...settingsOf(named)]));
    known.set(type, all);
    return all;
  };
}

/** Values of a resource that a program can reach, each with the outputs that hold it. */
export function offeredValues(
  resource: LinkableResource,
  identity: Identity,
  facts: EstateFacts,
): ReadonlyMap<string, Path[]> {
  const { schemas } = facts;
  const echoes = facts.echoes.get(resource.urn);
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
    if (described === undefined || described.secret) continue;
    // Every resource has the name that it was given, though not every schema promises it.
    if (!schema.requiredOutputs.has(property) && !identity.naming.has(property)) continue;
    if (property === "metadata") offerMetadataName(value, described, schemas, offer);
    if (
      property === "id" ||
      property === "urn" ||
      echoes?.has(property) ||
      value.kind !== "string" ||
      !isTextProperty(described)
    )
      continue;
    if (isOwnAttribute(property, value.value, resource, identity, facts)) offer(value.value, [property]);
  }
  return found;
}

function isTextProperty(property: PropertySchema): boolean {
  return property.type.kind === "string" || property.type.kind === "any";
}

/** A text, or a list of texts. */
function mayRefer(type: PropertySchema["type"]): boolean {
  if (type.kind === "list") return mayRefer(type.element);
  return type.kind === "string" || (type.kind === "union" && type.members.some(mayRefer));
}

/** Kubernetes: `metadata.name`. The schema doesn't promise it, because an object can be created without one; every object has one. */
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
  if (value?.kind === "string" && shape?.properties.has("name")) offer(value.value, ["metadata", "name"]);
}

/**
 * True for an attribute that the resource itself brings into the world. An output that is an input too repeats what
 * the program set, so it counts only when it is the resource's name; an ARN next to the resource's own one
 * (`streamArn`, but also `targetKeyArn`) counts when the resource is named in it.
 */
function isOwnAttribute(
  property: string,
  value: string,
  resource: LinkableResource,
  identity: Identity,
  { hints, schemas, settingsAround }: EstateFacts,
): boolean {
  if (resource.schema?.inputs.has(property)) return identity.naming.has(property);
  const name = hints.propertyName(property);
  const { stem, suffix } = name;
  const reaches = /^(email|member|address|hostname|ip)$/.test(stem.at(-1) ?? "") || isHostName(value);
  if (suffix === "none" && !reaches && !/^(arn|url|path)$/.test(valueForm(value, false) ?? "")) return false;
  if (isScopeName(name, resource, hints)) return false;
  if (speaksOfIt(property, resource, hints)) return true;
  if (suffix === "id" && isEcho(property, resource, hints, schemas)) return false;
  if ((suffix === "id" || suffix === "arn") && stem.length > 0 && settingsAround(resource).has(property)) return false;
  if (!value.startsWith("arn:")) return true;
  // A part of a function has the function's name for an id, and the function's ARN too.
  const { id } = resource;
  const isNamed = (own: string): boolean => !identity.borrowed.has(own) && value.includes(own);
  if (id !== "" && (isNamed(id) || id.startsWith(value))) return true;
  for (const name of identity.naming) {
    const own = resource.outputs.get(name) ?? resource.inputs.get(name);
    if (own?.kind === "string" && own.value.length > 2 && isNamed(own.value)) return true;
  }
  return false;
}

/**
 * True for `vpcId` of a load balancer: the id of a Vpc, which it stands in, and which others that stand in it do not have from it. Not
 * so `defaultSecurityGroupId` of a Vpc, which makes what is called so: that has to be given the Vpc, or its own id.
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
export function speaksOfIt(property: string, resource: LinkableResource, hints: TypeHints): boolean {
  const name = hints.propertyName(property);
  return name.stem.length === 0 || (name.suffix !== "none" && hints.names(name, resource.type));
}

/** Words for where a resource is: every other there has the same one. */
const sharedScopeWords = new Set([
  "account",
  "owner",
  "tenant",
  "subscription",
  "project",
  "organization",
  "region",
  "location",
]);

/** True for `tenantId` and `availabilityZoneId`, but for what makes tenants. */
function isScopeName(name: PropertyName, { type }: LinkableResource, hints: TypeHints): boolean {
  const [around, last] = name.stem.slice(-2);
  const isPlace = around === "availability" && last === "zone";
  return (isPlace || sharedScopeWords.has(name.stem.at(-1) ?? "")) && !hints.names(name, type);
}
