/** Creates schemas for Kubernetes custom resources, which the package schema does not list. SDKs construct them with a generic class. */
import type { Section } from "./schema-index.ts";
import type { PropertySchema, ResourceSchema } from "./types.ts";

/** The token of the generic class, without the package name. */
const generic = "apiextensions.k8s.io:CustomResource";

/** An input of the generic class that stands for inputs of any other name. */
const othersInput = "others";

/** The status of a Kubernetes object. It is never an input. */
const statusOutput = "status";

/** Matches the token of a custom resource. Its group is a domain name. */
const customKind = /^[^:]+:(?<group>[a-z0-9-]+(?:\.[a-z0-9-]+)+)\/(?<version>v\d[a-z0-9]*):(?<kind>[A-Z][A-Za-z0-9]*)$/;

export interface KindSource {
  readonly package: string;
  readonly resources: Section;
  readonly resource: (token: string) => ResourceSchema;
}

/** Returns a lookup of custom resources that caches its results. */
export function openKinds(source: KindSource): (token: string) => ResourceSchema | undefined {
  const cache = new Map<string, ResourceSchema>();
  return (token) => {
    const resource = cache.get(token) ?? openKind(token, source);
    if (resource !== undefined) cache.set(token, resource);
    return resource;
  };
}

/**
 * Returns the schema of a custom resource by its token, such as `kubernetes:stable.example.com/v1:CronTab`. Returns undefined if the schema
 * lists kinds of the same group, because `CronTab` is then probably misspelled.
 */
function openKind(token: string, source: KindSource): ResourceSchema | undefined {
  const { group, version, kind } = customKind.exec(token)?.groups ?? {};
  if (group === undefined || kind === undefined || source.package !== token.slice(0, token.indexOf(":")))
    return undefined;
  const classToken = `${source.package}:${generic}`;
  const genericResource = source.resources.has(classToken) ? source.resource(classToken) : undefined;
  if (genericResource?.overlay === undefined || !genericResource.inputs.has(othersInput)) return undefined;
  if (source.resources.keys().some((other) => other.startsWith(`${source.package}:${group}/`))) return undefined;
  const { overlay: _, description: __, ...rest } = genericResource;
  const constants = new Map([
    ["apiVersion", `${group}/${version}`],
    ["kind", kind],
  ]);
  return {
    ...rest,
    name: { ...genericResource.name, token },
    isOpen: true,
    inputs: new Map(
      [...genericResource.inputs]
        .filter(([name]) => name !== othersInput)
        .map(([name, property]) => [name, { ...property, const: constants.get(name) ?? property.const }]),
    ),
  };
}

/** Adds inputs with these names to the schema if the resource accepts inputs of any name. */
export function openedFor(resource: ResourceSchema, names: Iterable<string>): ResourceSchema {
  if (resource.isOpen !== true) return resource;
  const added = [...names].filter(
    (name) => name !== statusOutput && !name.startsWith("__") && !resource.inputs.has(name),
  );
  const inputs = added.map((name): [string, PropertySchema] => [name, { ...anyInput, name }]);
  return added.length === 0 ? resource : { ...resource, inputs: new Map([...resource.inputs, ...inputs]) };
}

const anyInput: Omit<PropertySchema, "name"> = {
  type: { kind: "any" },
  secret: false,
  plain: false,
  environment: [],
  replaceOnChanges: false,
  willReplaceOnChanges: false,
  language: {},
};
