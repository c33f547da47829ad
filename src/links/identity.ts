/** Finds the inputs that name a resource, and the inputs whose values come from other resources. */
import type { Value } from "../value/value.ts";
import type { LinkableResource } from "./linkable-resource.ts";
import type { PropertyName } from "./name-words.ts";
import type { TypeHints } from "./type-hints.ts";
import { looksGenerated } from "./value-form.ts";

export interface Identity {
  /** The top-level inputs that name the resource. They never become references (docs/programs.md#values-that-never-become-references). */
  readonly naming: ReadonlySet<string>;
  /** The values of inputs. All other values of the resource are generated. */
  readonly chosen: ReadonlySet<string>;
  /** The names in `chosen`. A name never counts as generated. */
  readonly names: ReadonlySet<string>;
  /** The values of inputs that belong to other resources, such as the bucket of a bucket policy. References never use them. */
  readonly borrowed: ReadonlySet<string>;
}

/** Returns the packages in which most types repeat their ID in an input `<type>Id`, as in some bridged providers. */
export function mirroringPackages(resources: readonly LinkableResource[], hints: TypeHints): ReadonlySet<string> {
  const seen = new Set<string>();
  const balance = new Map<string, number>();
  for (const { type, schema } of resources) {
    if (schema === undefined || seen.has(type)) continue;
    seen.add(type);
    const { member, package: packageName } = hints.typeName(type);
    let mirrors = false;
    for (const property of schema.inputs.keys()) if (property.toLowerCase() === `${member}id`) mirrors = true;
    balance.set(packageName, (balance.get(packageName) ?? 0) + (mirrors ? 1 : -1));
  }
  return new Set([...balance].filter(([, count]) => count > 0).map(([name]) => name));
}

/**
 * Classifies the top-level string inputs of a resource. An input names the resource if it is called `name` or like the type (`functionName` of a
 * function). If no such input is the ID, an input that equals the ID counts, unless its name means another type.
 */
export function identify(resource: LinkableResource, hints: TypeHints, mirroring: ReadonlySet<string>): Identity {
  const naming = new Set<string>();
  const chosen = new Set<string>();
  const names = new Set<string>();
  const foreignValues = new Set<string>();
  /** Inputs that equal the ID but are not named like the type. They count only if no naming input equals the ID. */
  const mayName: string[] = [];
  let hasName = false;
  for (const [property, value] of ownInputs(resource)) {
    if (mirrorsId(property, value, resource, hints, mirroring) || isFilledArn(property, value, resource)) {
      naming.add(property);
      continue;
    }
    const name = hints.propertyName(property);
    const calls = name.suffix === "name" || name.suffix === "id" || name.suffix === "none";
    const bare = name.stem.length === 0 && name.suffix !== "none";
    const isNaming =
      calls && (bare || (hints.names(name, resource.type) && !joinsTwoOfAKind(property, resource, hints)));
    const isForeign = name.suffix === "arn" || namesOtherType(resource.type, name, hints);
    if (isNaming) naming.add(property);
    if (isNaming && name.suffix !== "id" && !/[@:]/.test(value)) names.add(value);
    else if (value === resource.id && !isForeign) mayName.push(property);
    if (isForeign && !isNaming) foreignValues.add(value);
    else chosen.add(value);
    if (isNaming && value === resource.id) hasName = true;
  }
  // `metadata.name` counts as a name, even if it is also the ID, as for cluster-scoped objects.
  const called = inMetadata(resource, "name");
  if (called !== undefined) for (const set of [chosen, names]) set.add(called);
  if (!hasName) for (const property of mayName) naming.add(property);
  const borrowed = new Set([...foreignValues].filter((value) => !chosen.has(value)));
  return { naming, chosen: new Set([...chosen, ...foreignValues]), names, borrowed };
}

export function inMetadata({ inputs, outputs }: LinkableResource, key: "name" | "namespace"): string | undefined {
  const metadata = inputs.get("metadata") ?? outputs.get("metadata");
  const member = metadata?.kind === "map" ? metadata.entries.get(key) : undefined;
  return member?.kind === "string" && member.value !== "" ? member.value : undefined;
}

/** Returns true for `role` and `grantRole` of a GrantRole: the type is named after both inputs, but neither is its ID. */
export function joinsTwoOfAKind(property: string, { type, id, inputs }: LinkableResource, hints: TypeHints): boolean {
  const { memberWords } = hints.typeName(type);
  const called = memberWords.join(" ");
  const last = memberWords.at(-1) ?? "";
  const stems = new Map<string, string>();
  for (const [input, value] of inputs) {
    if (value.kind === "string" && value.value !== id) stems.set(hints.propertyName(input).stem.join(" "), input);
  }
  if (memberWords.length < 2 || !stems.has(called) || !stems.has(last)) return false;
  return stems.get(called) === property || stems.get(last) === property;
}

/**
 * Returns true for an optional input `arn` that equals the resource's ID, because the provider fills it in, for example for a stream. Returns false
 * for the required `arn` of a topic policy, which is the ARN of the topic.
 */
function isFilledArn(property: string, value: string, { id, schema }: LinkableResource): boolean {
  return property === "arn" && value === id && schema?.requiredInputs.has(property) === false;
}

/** Returns the string inputs. Adds outputs that are inputs in the schema, because referents in the program have only outputs here. */
export function ownInputs(resource: LinkableResource): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const take = (property: string, value: Value): void => {
    if (value.kind === "string" && value.value !== "") values.set(property, value.value);
  };
  for (const [property, value] of resource.outputs) if (resource.schema?.inputs.has(property)) take(property, value);
  for (const [property, value] of resource.inputs) take(property, value);
  return values;
}

/** Returns true for `securityGroupId` of a security group. In packages where this is rare, the value must look generated. */
function mirrorsId(
  property: string,
  value: string,
  resource: LinkableResource,
  hints: TypeHints,
  mirroring: ReadonlySet<string>,
): boolean {
  const { member, package: packageName } = hints.typeName(resource.type);
  if (value !== resource.id || property.toLowerCase() !== `${member}id`) return false;
  return mirroring.has(packageName) || looksGenerated(value);
}

/** Returns true for `bucket` of a bucket policy. Returns false for `keyName` of a key pair, unless the same service also has a type Key. */
function namesOtherType(type: string, property: PropertyName, hints: TypeHints): boolean {
  const { types, sure } = hints.resolve(type, property, []);
  if (!sure || ![...types].some((named) => named !== type)) return false;
  const { words } = hints.typeName(type);
  const isOwnWord = property.stem.every((word) => words.includes(word));
  return !isOwnWord || [...types].some((named) => hints.typeName(named).words[0] === words[0]);
}

/** Returns true for inputs that programs set. Providers may fill in optional inputs that are also required outputs. */
export function isGivenInput(property: string, schema: LinkableResource["schema"]): boolean {
  return schema === undefined || schema.requiredInputs.has(property) || !schema.requiredOutputs.has(property);
}
