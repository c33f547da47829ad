/** Reads the resources of `fixtures/links`, and prints links as templates (`${name.output}`). */
import { readFileSync } from "node:fs";
import type { Link } from "../../src/domain/graph.ts";
import type { LinkableResource } from "../../src/links/linkable-resource.ts";
import { loadSchema } from "../../src/schema/load.ts";
import type { PackageSchema } from "../../src/schema/types.ts";
import { formatPath } from "../../src/value/path.ts";
import {
  mapValue,
  numberValue,
  type PropertyMap,
  secretValue,
  stringValue,
  type Value,
} from "../../src/value/value.ts";
import { atPath } from "./values.ts";

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

interface FixtureType {
  readonly inputs: Readonly<Record<string, Json>>;
  readonly requiredInputs?: readonly string[];
  readonly computed?: readonly string[];
  readonly optionalOutputs?: readonly string[];
  readonly secretOutputs?: readonly string[];
}

export interface FixtureResource {
  readonly name: string;
  readonly type: string;
  readonly id?: string;
  readonly kind?: "custom" | "component" | "provider";
  readonly parent?: string;
  readonly provider?: string;
  readonly consumer?: boolean;
  readonly inputs?: Readonly<Record<string, Json>>;
  readonly computed?: Readonly<Record<string, Json>>;
  /** Templates of the expected links by path. */
  readonly links?: Readonly<Record<string, string>>;
  /** The expected note (`ambiguous` or `cycle`) by path. */
  readonly notes?: Readonly<Record<string, string>>;
}

interface Estate {
  readonly types: Readonly<Record<string, FixtureType>>;
  readonly resources: readonly FixtureResource[];
}

const shapes: Readonly<Record<string, Json>> = {
  string: { type: "string" },
  strings: { type: "array", items: { type: "string" } },
  "strings by key": { type: "object", additionalProperties: { type: "string" } },
  any: { $ref: "pulumi.json#/Any" },
};

export const estate = readEstate("estate");
export const schema: PackageSchema = schemaOf("aws", estate.types);
export const schemas: ReadonlyMap<string, PackageSchema> = new Map([["aws", schema]]);

/** Returns the resources and schemas of a folder in `fixtures/links`. */
export function readEstate(name: string): Estate {
  const file = new URL(`../../fixtures/links/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as Estate;
}

/** Returns a schema like that of a bridged provider: besides its properties, every type has its ID as the input `<type>Id`. */
function schemaOf(name: string, types: Readonly<Record<string, FixtureType>>): PackageSchema {
  const resources: Record<string, Json> = {};
  for (const [member, type] of Object.entries(types)) {
    const spec = (shape: Json): Json => (typeof shape === "string" ? (shapes[shape] ?? {}) : shape);
    const inputs = Object.fromEntries(Object.entries(type.inputs).map(([key, shape]) => [key, spec(shape)]));
    inputs[mirrorsOf(member)[0]] = { type: "string" };
    const outputs: Record<string, Json> = { ...inputs };
    for (const key of type.computed ?? []) outputs[key] = { type: "string" };
    for (const key of type.secretOutputs ?? []) outputs[key] = { type: "string", secret: true };
    resources[tokenOf(name, member)] = {
      inputProperties: inputs,
      requiredInputs: type.requiredInputs ?? [],
      properties: outputs,
      required: Object.keys(outputs).filter((key) => !type.optionalOutputs?.includes(key)),
    };
  }
  const zone = { type: "string", enum: [{ value: "sg-0000aaaa1111bbbb2" }] };
  const text = JSON.stringify({ name, version: "1.0.0", types: { [`${name}:index/Zone:Zone`]: zone }, resources });
  return loadSchema(new TextEncoder().encode(text));
}

export function tokenOf(packageName: string, member: string): string {
  if (member.includes(":")) return member;
  return `${packageName}:index/${member.charAt(0).toLowerCase()}${member.slice(1)}:${member}`;
}

/** Returns the names that a bridge gives to an ID input. It uses the second name if an output of the type has the first name. */
function mirrorsOf(member: string): readonly [string, string] {
  return [`${member.charAt(0).toLowerCase()}${member.slice(1)}Id`, `aws${member}Id`];
}

export function urnOf(resource: { readonly name: string; readonly type: string }): string {
  return `urn:pulumi:test::links::${tokenOf("aws", resource.type)}::${resource.name}`;
}

export function linkable(
  resource: FixtureResource,
  all: readonly FixtureResource[] = estate.resources,
  described: PackageSchema = schema,
): LinkableResource {
  const urnNamed = (name: string): string => {
    const found = all.find((other) => other.name === name);
    if (found === undefined) throw new Error(`no resource ${name} in the fixture`);
    return urnOf(found);
  };
  const kind = resource.kind ?? "custom";
  const type = tokenOf("aws", resource.type);
  const resourceSchema = kind === "custom" ? described.resource(type) : undefined;
  const mirrors = mirrorsOf(resource.type).filter((key) => resourceSchema?.inputs.has(key));
  const mirrored = Object.fromEntries(mirrors.slice(0, 1).map((key) => [key, resource.id ?? ""]));
  const inputs = propertiesOf({ ...mirrored, ...resource.inputs });
  return {
    urn: urnOf(resource),
    type,
    name: resource.name,
    id: resource.id ?? "",
    kind,
    consumer: resource.consumer ?? true,
    inputs: (resource.consumer ?? true) ? inputs : new Map(),
    outputs: new Map([...inputs, ...propertiesOf(resource.computed ?? {})]),
    ...(resourceSchema === undefined ? {} : { schema: resourceSchema }),
    ...(resource.parent === undefined ? {} : { parent: urnNamed(resource.parent) }),
    ...(resource.provider === undefined ? {} : { provider: urnNamed(resource.provider) }),
  };
}

export function linkables(): readonly LinkableResource[] {
  return estate.resources.map((resource) => linkable(resource));
}

export function propertiesOf(object: Readonly<Record<string, Json>>): PropertyMap {
  return new Map(Object.entries(object).map(([key, value]) => [key, toValue(value)]));
}

function toValue(json: Json): Value {
  if (json === null) return { kind: "null" };
  if (typeof json === "string") return stringValue(json);
  if (typeof json === "number") return numberValue(json);
  if (typeof json === "boolean") return { kind: "boolean", value: json };
  if (Array.isArray(json)) return { kind: "list", items: json.map(toValue) };
  const object = json as Readonly<Record<string, Json>>;
  const [only, ...rest] = Object.entries(object);
  if (only?.[0] === "secret" && rest.length === 0) return secretValue(toValue(only[1]));
  return mapValue(propertiesOf(object));
}

/** Returns links as templates by path. */
export function templates(
  links: readonly Link[] | undefined,
  resources: readonly LinkableResource[],
): Readonly<Record<string, string>> {
  const names = new Map(resources.map(({ urn, name }) => [urn, name]));
  const written = (links ?? []).map(({ path, parts }) => {
    const texts = parts.map((part) =>
      part.kind === "text" ? part.text : `\${${names.get(part.referent)}.${formatPath(part.property)}}`,
    );
    return [formatPath(path), texts.join("")];
  });
  return Object.fromEntries(written);
}

/** Returns the value of a link, from the outputs of its targets. */
export function evaluateLink(link: Link, byUrn: ReadonlyMap<string, LinkableResource>): string | undefined {
  let text = "";
  for (const part of link.parts) {
    if (part.kind === "text") text += part.text;
    else {
      const target = byUrn.get(part.referent);
      if (target === undefined) return undefined;
      const isId = part.property.length === 1 && part.property[0] === "id";
      const value = isId ? stringValue(target.id) : atPath(target.outputs, part.property);
      if (value?.kind !== "string") return undefined;
      text += value.value;
    }
  }
  return text;
}

/** Returns `path -> target` for every reference in the templates. */
export function targetsOf(links: Readonly<Record<string, string>>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [path, template] of Object.entries(links)) {
    for (const [, target] of template.matchAll(/\$\{([\w-]+)\.[^}]*\}/g)) found.add(`${path} -> ${target}`);
  }
  return found;
}

/** Returns a generator of numbers between 0 and 1, with a fixed seed. */
export function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
