/** Finds the outputs that references can use: values that identify a resource, and its addresses. */

import type { Urn } from "../domain/graph.ts";
import { addTo, getOrInsert } from "../domain/order/maps.ts";
import type { PackageSchema, PropertySchema } from "../schema/types.ts";
import type { Value } from "../value/value.ts";
import type { Identity } from "./identity.ts";
import type { LinkableResource, Path } from "./linkable-resource.ts";
import type { PropertyName } from "./name-words.ts";
import type { Scopes } from "./scopes.ts";
import type { TypeHints } from "./type-hints.ts";
import { isHostName, valueForm } from "./value-form.ts";

export interface EstateFacts {
  readonly identities: ReadonlyMap<Urn, Identity>;
  readonly hints: TypeHints;
  readonly schemas: ReadonlyMap<string, PackageSchema>;
  /** Outputs that only repeat a value of another resource. */
  readonly echoes: ReadonlyMap<Urn, ReadonlySet<string>>;
  readonly scopes: Scopes;
  /**
   * Returns the names of the inputs of the types that a resource refers to. An output with such a name only repeats a value: `vpcId` of a load
   * balancer repeats that of its subnets.
   */
  settingsAround(resource: LinkableResource): ReadonlySet<string>;
}

/** Returns `EstateFacts.settingsAround` for all types. Each type is searched once. */
export function indexSettings(hints: TypeHints, schemas: EstateFacts["schemas"]): EstateFacts["settingsAround"] {
  const byType = new Map<string, ReadonlySet<string>>();
  const settingsOf = (type: string): Iterable<string> =>
    schemas.get(hints.typeName(type).package)?.resource(type)?.inputs.keys() ?? [];
  return ({ type, schema }) =>
    getOrInsert(byType, type, () => {
      const types = new Set<string>();
      for (const [input, described] of schema?.inputs ?? []) {
        if (!mayRefer(described.type)) continue;
        const hint = hints.resolve(type, hints.propertyName(input), []);
        if (hint.sure) for (const named of hint.types) types.add(named);
      }
      types.delete(type);
      return new Set([...types].flatMap((named) => [...settingsOf(named)]));
    });
}

/** Returns the values of a resource that references can use, each with the paths of its outputs. */
export function offeredValues(
  resource: LinkableResource,
  identity: Identity,
  estateFacts: EstateFacts,
): ReadonlyMap<string, Path[]> {
  const { schemas } = estateFacts;
  const echoes = estateFacts.echoes.get(resource.urn);
  const pathsByValue = new Map<string, Path[]>();
  const offer = (value: string, path: Path): void => {
    if (value !== "" && !identity.borrowed.has(value)) addTo(pathsByValue, value, path);
  };
  offer(resource.id, ["id"]);
  const { schema } = resource;
  if (schema === undefined) return pathsByValue;
  for (const [property, value] of resource.outputs) {
    const described = schema.outputs.get(property);
    if (described === undefined || described.secret) continue;
    // The name is always an output, even if the schema does not require it.
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
    if (isOwnAttribute(property, value.value, resource, identity, estateFacts)) offer(value.value, [property]);
  }
  return pathsByValue;
}

function isTextProperty(property: PropertySchema): boolean {
  return property.type.kind === "string" || property.type.kind === "any";
}

function mayRefer(type: PropertySchema["type"]): boolean {
  if (type.kind === "list") return mayRefer(type.element);
  return type.kind === "string" || (type.kind === "union" && type.members.some(mayRefer));
}

/** Offers `metadata.name` of Kubernetes objects, which every object has although the schema does not require it. */
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
 * Returns true for an output whose value comes from the resource itself. An output that is also an input counts only if it names the resource. An ARN
 * with another name (`streamArn`) counts only if it contains the resource's ID or name.
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
  if (namesOwnValue(property, resource, hints)) return true;
  if (suffix === "id" && isEcho(property, resource, hints, schemas)) return false;
  if ((suffix === "id" || suffix === "arn") && stem.length > 0 && settingsAround(resource).has(property)) return false;
  if (!value.startsWith("arn:")) return true;
  // A part of a function has the function's name as its ID, and the function's ARN as an output. So values of other resources do not count.
  const { id } = resource;
  const isNamed = (text: string): boolean => !identity.borrowed.has(text) && value.includes(text);
  if (id !== "" && (isNamed(id) || id.startsWith(value))) return true;
  for (const name of identity.naming) {
    const namingValue = resource.outputs.get(name) ?? resource.inputs.get(name);
    if (namingValue?.kind === "string" && namingValue.value.length > 2 && isNamed(namingValue.value)) return true;
  }
  return false;
}

/**
 * Returns true for the ID of another resource: `vpcId` of a load balancer. Returns false if the resource creates the other one, as a Vpc creates its
 * `defaultSecurityGroupId`.
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

/** Returns true for `arn`, and for names that contain the type: `replicationInstanceArn` of a DMS replication instance. */
export function namesOwnValue(property: string, resource: LinkableResource, hints: TypeHints): boolean {
  const name = hints.propertyName(property);
  return name.stem.length === 0 || (name.suffix !== "none" && hints.names(name, resource.type));
}

/** Last words of outputs that many resources share. */
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

/** Returns true for `tenantId` and `availabilityZoneId`, except on types that create them. */
function isScopeName(name: PropertyName, { type }: LinkableResource, hints: TypeHints): boolean {
  const [around, last] = name.stem.slice(-2);
  const isPlace = around === "availability" && last === "zone";
  return (isPlace || sharedScopeWords.has(name.stem.at(-1) ?? "")) && !hints.names(name, type);
}
