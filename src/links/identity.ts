/**
 * Which inputs of a resource are its own name, and which values it has from others.
 */
import type { Value } from "../value/value.ts";
import type { LinkableResource } from "./linkable-resource.ts";
import type { PropertyName } from "./name-words.ts";
import type { TypeHints } from "./type-hints.ts";
import { looksGenerated } from "./value-form.ts";

export interface Identity {
  /** Top-level inputs that name the resource itself: they never become a reference (docs/programs.md#places-that-never-refer). */
  readonly naming: ReadonlySet<string>;
  /** Values of inputs: somebody chose them, here or in another resource. A value that is in none comes from the resource itself. */
  readonly chosen: ReadonlySet<string>;
  /** Values of inputs that are a name: a word that anything is called by is made by no machine. */
  readonly names: ReadonlySet<string>;
  /** Values that inputs took from others, such as the bucket of a bucket policy: never what others refer to here. */
  readonly borrowed: ReadonlySet<string>;
}

/** The packages of whose types most take their own id as an input called `<type>Id`: a habit of bridged providers. */
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
 * Sorts the top-level string inputs of a resource. Its own name is what is called `name`, or like its type
 * (`functionName` of a function), or equals the id and speaks of no other type (`family`).
 */
export function identify(resource: LinkableResource, hints: TypeHints, mirroring: ReadonlySet<string>): Identity {
  const naming = new Set<string>();
  const chosen = new Set<string>();
  const names = new Set<string>();
  const others = new Set<string>();
  /** A value that equals the id and may as well refer to something of the same name: it names only where nothing else does. */
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
    const own = calls && (bare || (hints.names(name, resource.type) && !joinsTwoOfAKind(property, resource, hints)));
    const foreign = name.suffix === "arn" || speaksOfOthers(resource.type, name, hints);
    if (own) naming.add(property);
    if (own && name.suffix !== "id" && !/[@:]/.test(value)) names.add(value);
    else if (value === resource.id && !foreign) mayName.push(property);
    if (foreign && !own) others.add(value);
    else chosen.add(value);
    if (own && value === resource.id) hasName = true;
  }
  // A person's word, though it is the id of what has no namespace.
  const called = inMetadata(resource, "name");
  if (called !== undefined) for (const set of [chosen, names]) set.add(called);
  if (!hasName) for (const property of mayName) naming.add(property);
  const borrowed = new Set([...others].filter((value) => !chosen.has(value)));
  return { naming, chosen: new Set([...chosen, ...others]), names, borrowed };
}

/** A metadata text of a Kubernetes object; `undefined` for all else. */
export function inMetadata({ inputs, outputs }: LinkableResource, key: "name" | "namespace"): string | undefined {
  const metadata = inputs.get("metadata") ?? outputs.get("metadata");
  const member = metadata?.kind === "map" ? metadata.entries.get(key) : undefined;
  return member?.kind === "string" && member.value !== "" ? member.value : undefined;
}

/**
 * Returns true for `role` and `grantRole` of a GrantRole, which gives one role to another: the type is called after both inputs, and its id
 * is neither.
 */
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

/** `arn` of a stream, which the provider fills in and nobody has to set; that of a topic's policy is the topic's and required. */
function isFilledArn(property: string, value: string, { id, schema }: LinkableResource): boolean {
  return property === "arn" && value === id && schema?.requiredInputs.has(property) === false;
}

/** Inputs, and outputs that are inputs by the schema: a resource that is only a referent comes without inputs. */
export function ownInputs(resource: LinkableResource): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const take = (property: string, value: Value): void => {
    if (value.kind === "string" && value.value !== "") found.set(property, value.value);
  };
  for (const [property, value] of resource.outputs) if (resource.schema?.inputs.has(property)) take(property, value);
  for (const [property, value] of resource.inputs) take(property, value);
  return found;
}

/**
 * True for `securityGroupId` among the inputs of a security group, where a bridged provider offers the id and nobody
 * chose it. In a package that does so only here and there it may be a name (`clusterId` of a cache cluster).
 */
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

/** `bucket` of a bucket policy speaks of a bucket; `keyName` of a key pair may be one of many kinds of key, or its own, where no
 * type of its service is called so. */
function speaksOfOthers(type: string, property: PropertyName, hints: TypeHints): boolean {
  const { types, sure } = hints.resolve(type, property, []);
  if (!sure || ![...types].some((named) => named !== type)) return false;
  const { words } = hints.typeName(type);
  const isOwnWord = property.stem.every((word) => words.includes(word));
  return !isOwnWord || [...types].some((named) => hints.typeName(named).words[0] === words[0]);
}

/** True for an input that somebody has to set, or that only a program sets; a provider fills the others in by itself. */
export function isGivenInput(property: string, schema: LinkableResource["schema"]): boolean {
  return schema === undefined || schema.requiredInputs.has(property) || !schema.requiredOutputs.has(property);
}
