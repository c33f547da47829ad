/**
 * Resources as a state has them -> the graph of a program that says the same inputs. Pure: no provider is asked about anything.
 */
import { ImpError } from "../errors.ts";
import type { GraphOptions, GraphResource, Link, Note, ResourceGraph, SdkPackage, Urn } from "../graph.ts";
import { ofPackage } from "../import/providers/packages.ts";
import { askedVersion, versionOptionOf } from "../import/providers/providers.ts";
import { unknownPaths } from "../import/read/unknown-paths.ts";
import { parsePath } from "../ir/path.ts";
import { inferLinks } from "../links/infer-links.ts";
import type { FoundLinks, LinkableResource } from "../links/linkable-resource.ts";
import { replaceOnChangesOf, secretOutputsOf } from "../schema/resource-options.ts";
import { projectToInputs, wrapSecrets } from "../schema/shape.ts";
import type { PackageSchema, ResourceSchema } from "../schema/types.ts";
import type { ImportRequest, RequestedResource } from "../spec/resolve.ts";
import type { StateResource } from "../state/deployment.ts";
import { getThroughSecrets, textAt } from "../value/at-path.ts";
import { withoutInnerSecrets } from "../value/restore-secrets.ts";
import { emptyMap, type PropertyMap } from "../value/value.ts";
import { saidInputs } from "./said-inputs.ts";

export interface StateFacts {
  readonly request: ImportRequest;
  /** What the state has under a URN. */
  readonly stored: ReadonlyMap<Urn, StateResource>;
  readonly schemas: ReadonlyMap<string, PackageSchema>;
  /** The SDKs that the program will load, by package. */
  readonly sdks: ReadonlyMap<string, SdkPackage>;
}

export interface StateGraph {
  readonly graph: ResourceGraph;
  /** Inputs of the state that no program can say, because the schema does not have them as such. */
  readonly unsaid: readonly { readonly urn: Urn; readonly paths: readonly string[] }[];
  /** Options of the state that are not printed. */
  readonly withoutOptions: readonly { readonly urn: Urn; readonly options: readonly string[] }[];
}

/** One resource with what the schema makes of its inputs. */
interface Known {
  readonly request: RequestedResource;
  readonly stored: StateResource;
  readonly schema?: ResourceSchema;
  /** All inputs in the schema's shape: references are looked for with them. */
  readonly inputs: PropertyMap;
  /** What the program says. */
  readonly said: PropertyMap;
  readonly unsaid: readonly string[];
}

/** Throws the error of the first resource that has one: a program without it would delete it. */
export function graphOfState(facts: StateFacts): StateGraph {
  const known = facts.request.resources.map((request) => knownOf(request, facts));
  const links = inferLinks(known.map(linkable), facts.schemas);
  const byUrn = new Map(known.map((resource) => [resource.request.urn, resource]));
  const resources = links.order.flatMap((urn) => {
    const resource = byUrn.get(urn);
    return resource === undefined ? [] : [graphResource(resource, links, byUrn, facts)];
  });
  const { project, stack } = facts.request;
  const unsaid = known.filter((resource) => resource.unsaid.length > 0);
  return {
    graph: { project, stack, resources },
    unsaid: unsaid.map((resource) => ({ urn: resource.request.urn, paths: resource.unsaid })),
    withoutOptions: known.flatMap((resource) => {
      const options = unprinted(resource, facts);
      return options.length === 0 ? [] : [{ urn: resource.request.urn, options }];
    }),
  };
}

function knownOf(request: RequestedResource, { schemas, stored }: StateFacts): Known {
  if (request.error !== undefined) throw request.error;
  const resource = stored.get(request.origin?.urn ?? request.urn);
  if (resource === undefined) throw ImpError.of("PACKAGE_MISSING", { urn: request.urn, package: request.package.name });
  const base = { request, stored: resource, inputs: emptyMap, unsaid: [] };
  if (request.kind === "component") return { ...base, said: emptyMap };
  const schema = ofPackage(schemas, request.package);
  if (request.kind === "provider") {
    const properties = schema?.provider.inputs ?? new Map();
    const given = request.inputs ?? emptyMap;
    return { ...base, said: schema === undefined ? given : wrapSecrets(given, properties, schema) };
  }
  const type = schema?.resource(request.type);
  if (schema === undefined || type === undefined)
    throw ImpError.of("PACKAGE_MISSING", { urn: request.urn, package: request.package.name });
  const whole = request.origin?.inputs ?? emptyMap;
  const shape = (values: PropertyMap) =>
    withoutInnerSecrets(wrapSecrets(projectToInputs(values, type, schema), type.inputs, schema));
  const said = saidInputs(whole, type.requiredInputs);
  const projected = withoutConstants(projectToInputs(said, type, schema), type);
  return {
    ...base,
    schema: type,
    inputs: shape(whole),
    said: withoutInnerSecrets(wrapSecrets(projected, type.inputs, schema)),
    unsaid: unknownPaths(withoutConstants(said, type), projected),
  };
}

/** SDKs say by themselves what the schema does not want to change. */
function unprinted({ request, stored, schema }: Known, { schemas }: StateFacts): readonly string[] {
  const own = ofPackage(schemas, request.package);
  const bySdk = new Set(schema === undefined || own === undefined ? [] : replaceOnChangesOf(schema, own));
  return [
    ...(stored.replaceOnChanges.some((path) => !bySdk.has(path)) ? ["replaceOnChanges"] : []),
    ...(stored.replaceWith.length > 0 ? ["replaceWith"] : []),
    ...stored.otherOptions(),
  ];
}

/** Every SDK sends a constant of the schema by itself (program-generation.md §1.6). */
function withoutConstants(values: PropertyMap, { inputs, requiredInputs }: ResourceSchema): PropertyMap {
  return new Map(
    [...values].filter(([name, value]) => {
      const constant = requiredInputs.has(name) ? undefined : inputs.get(name)?.const;
      return constant === undefined || !("value" in value) || value.value !== constant;
    }),
  );
}

function linkable({ request, stored, schema, inputs }: Known): LinkableResource {
  const { urn, type, name, kind, parent, provider, id = "" } = request;
  const { dependencies, deletedWith } = stored;
  return {
    ...{ urn, type, name, kind, id, inputs, dependencies, consumer: true },
    ...(deletedWith !== undefined && { deletedWith }),
    ...(request.origin !== undefined && { madeOf: request.origin.madeOf }),
    outputs: request.origin?.outputs ?? emptyMap,
    ...(schema !== undefined && { schema }),
    ...(parent !== undefined && { parent }),
    ...(provider !== undefined && { provider }),
  };
}

function graphResource(
  resource: Known,
  found: FoundLinks,
  byUrn: ReadonlyMap<Urn, Known>,
  facts: StateFacts,
): GraphResource {
  const { request, said, schema } = resource;
  const { urn, name, kind, id, parent, provider } = request;
  const links = (found.links.get(urn) ?? []).filter(({ path }) => textAt(said, path) !== undefined);
  return {
    ...{ urn, name, kind, inputs: said, links, package: request.package },
    type: schema?.name.token ?? request.type,
    ...(id !== undefined && { id }),
    ...(parent !== undefined && { parent }),
    ...(provider !== undefined && { provider }),
    options: optionsOf(resource, links, byUrn, facts),
    notes: notesOf(resource, links, found, byUrn),
  };
}

/** Options that the state knows. What the SDK says from the schema by itself is not said again. */
function optionsOf(
  { request, stored, schema }: Known,
  links: readonly Link[],
  byUrn: ReadonlyMap<Urn, Known>,
  { schemas, sdks }: StateFacts,
): GraphOptions {
  const linked = new Set(
    links.flatMap(({ parts }) => parts.map((part) => (part.kind === "output" ? part.target : ""))),
  );
  const secrets = new Set(schema === undefined ? [] : secretOutputsOf(schema));
  const version =
    request.kind === "custom" && request.provider === undefined
      ? versionOptionOf(request.package, askedVersion(sdks, request.package, ofPackage(schemas, request.package)))
          .versionOption
      : undefined;
  return {
    protect: stored.protect,
    retainOnDelete: stored.retainOnDelete,
    ignoreChanges: stored.ignoreChanges.flatMap((text) => {
      const path = parsePath(text);
      return path === undefined ? [] : [path];
    }),
    // What a reference of the program brings along need not be said; everything else would be lost.
    dependsOn: stored.dependencies.filter((urn) => byUrn.has(urn) && !linked.has(urn)),
    additionalSecretOutputs:
      request.kind === "custom" ? stored.additionalSecretOutputs.filter((name) => !secrets.has(name)) : [],
    ...(version !== undefined && { version }),
    ...(stored.deletedWith !== undefined && byUrn.has(stored.deletedWith) && { deletedWith: stored.deletedWith }),
    ...(stored.customTimeouts !== undefined && { customTimeouts: stored.customTimeouts }),
  };
}

/** What the links left literal, and which values are of resources that the program does not have. */
function notesOf(
  { request, said, stored }: Known,
  links: readonly Link[],
  found: FoundLinks,
  byUrn: ReadonlyMap<Urn, Known>,
): readonly Note[] {
  const linked = new Set(links.map(({ path }) => path[0]));
  const isSaid = ({ path }: Note): boolean => path === undefined || getThroughSecrets(said, path) !== undefined;
  const elsewhere = (request.origin?.notes ?? []).filter(({ path }) => path !== undefined && !linked.has(path[0]));
  const deletedWith =
    stored.deletedWith === undefined || byUrn.has(stored.deletedWith)
      ? []
      : [{ text: `deletedWith in the state: ${stored.deletedWith}` }];
  return [...(found.notes.get(request.urn) ?? []), ...elsewhere, ...deletedWith].filter(isSaid);
}
