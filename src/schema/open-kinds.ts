/**
 * Kinds that a package's schema does not have, and that its SDKs construct with one class: custom resources of Kubernetes.
 */
import type { Section } from "./schema-index.ts";
import type { PropertySchema, ResourceSchema } from "./types.ts";

/** The resource that stands for all such kinds in a schema. Its SDK classes are written by hand. */
const generic = "apiextensions.k8s.io:CustomResource";

/** The input that stands for inputs of other names. It is not an input itself. */
const othersInput = "others";

/** Kubernetes objects report with `status`. It is never an input. */
const statusOutput = "status";

/** A group of custom resources has a domain's name. */
const customKind = /^[^:]+:(?<group>[a-z0-9-]+(?:\.[a-z0-9-]+)+)\/(?<version>v\d[a-z0-9]*):(?<kind>[A-Z][A-Za-z0-9]*)$/;

/** The resources of a schema, as far as their kinds are looked for. */
export interface KindSource {
  readonly package: string;
  readonly resources: Section;
  /** The schema of a resource that the section has. */
  readonly resource: (token: string) => ResourceSchema;
}

/** Returns a look-up of custom resources. It returns the same object for a token however often it is asked. */
export function openKinds(source: KindSource): (token: string) => ResourceSchema | undefined {
  const known = new Map<string, ResourceSchema>();
  return (token) => {
    const found = known.get(token) ?? openKind(token, source);
    if (found !== undefined) known.set(token, found);
    return found;
  };
}

/**
 * Returns the schema of a custom resource by its token, `kubernetes:stable.example.com/v1:CronTab`. Returns undefined if the package has no class
 * for custom resources, or if its schema has other kinds of the group: the kind is misspelled then.
 */
function openKind(token: string, source: KindSource): ResourceSchema | undefined {
  const { group, version, kind } = customKind.exec(token)?.groups ?? {};
  if (group === undefined || kind === undefined || source.package !== token.slice(0, token.indexOf(":")))
    return undefined;
  const classToken = `${source.package}:${generic}`;
  const known = source.resources.has(classToken) ? source.resource(classToken) : undefined;
  if (known?.overlay === undefined || !known.inputs.has(othersInput)) return undefined;
  if (source.resources.keys().some((other) => other.startsWith(`${source.package}:${group}/`))) return undefined;
  const { overlay: _, description: __, ...rest } = known;
  const constants = new Map([
    ["apiVersion", `${group}/${version}`],
    ["kind", kind],
  ]);
  return {
    ...rest,
    name: { ...known.name, token },
    isOpen: true,
    inputs: new Map(
      [...known.inputs].flatMap(([name, property]) => {
        const constant = constants.get(name);
        return name === othersInput
          ? []
          : [[name, constant === undefined ? property : { ...property, const: constant }]];
      }),
    ),
  };
}

/** Returns the resource with inputs of these names, if it takes inputs of any name. */
export function openedFor(resource: ResourceSchema, names: Iterable<string>): ResourceSchema {
  if (resource.isOpen !== true) return resource;
  const added = [...names].filter(
    (name) => name !== statusOutput && !name.startsWith("__") && !resource.inputs.has(name),
  );
  return added.length === 0 ? resource : { ...resource, inputs: new Map([...resource.inputs, ...added.map(anyInput)]) };
}

function anyInput(name: string): readonly [string, PropertySchema] {
  return [
    name,
    {
      name,
      type: { kind: "any" },
      secret: false,
      plain: false,
      environment: [],
      replaceOnChanges: false,
      willReplaceOnChanges: false,
      language: {},
    },
  ];
}
