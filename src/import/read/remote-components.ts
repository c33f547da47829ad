/** Handles remote components of another stack. The program constructs them again, with the inputs from that stack's state. */

import { ImpError } from "../../domain/errors.ts";
import type { Urn } from "../../domain/graph.ts";
import { providersGiven, type ResolvedSpec, type ResolvedSpecs, separateMoved } from "../../import-file/resolve.ts";
import { lacksInputs } from "../../schema/component-inputs.ts";
import { projectToInputs, wrapSecrets } from "../../schema/shape.ts";
import type { PackageSchema } from "../../schema/types.ts";
import { hideLikelySecrets } from "../../value/likely-secrets/hide-secrets.ts";
import { withoutInnerSecrets } from "../../value/restore-secrets.ts";
import { emptyMap, type PropertyMap } from "../../value/value.ts";
import { findByPackage } from "../providers/packages.ts";

/** Records which remote component creates each resource, and which providers each remote component gets. */
export function withMakers(request: ResolvedSpecs, schemas: ReadonlyMap<string, PackageSchema>): ResolvedSpecs {
  if (!request.resources.some(({ isRemote, source }) => isRemote && source !== undefined)) return request;
  const { makers } = separateMoved(request.resources);
  const resources = request.resources.map((resource): ResolvedSpec => {
    const maker = makers.get(resource.urn);
    if (maker !== undefined) return { ...resource, maker };
    const registered = registeredSpec(resource, makers);
    if (registered.isRemote === undefined || registered.error !== undefined) return registered;
    try {
      refuseParts(registered, schemas);
      return { ...registered, ...providersGiven(registered, request.resources, makers) };
    } catch (error) {
      if (!(error instanceof ImpError)) throw error;
      return { ...registered, error };
    }
  });
  return { ...request, resources };
}

/** Replaces dependencies on children of a remote component with dependencies on the component. */
function registeredSpec(resource: ResolvedSpec, makers: ReadonlyMap<Urn, Urn>): ResolvedSpec {
  const { source, urn } = resource;
  if (source === undefined) return resource;
  const registered = (urns: readonly Urn[]): readonly Urn[] =>
    [...new Set(urns.map((dependency) => makers.get(dependency) ?? dependency))].filter(
      (dependency) => dependency !== urn,
    );
  const { options } = source;
  const madeOf = new Map([...source.madeOf].map(([property, urns]) => [property, registered(urns)] as const));
  return {
    ...resource,
    source: { ...source, options: { ...options, dependencies: registered(options.dependencies) }, madeOf },
  };
}

function refuseParts(
  { urn, type, source, package: reference }: ResolvedSpec,
  schemas: ReadonlyMap<string, PackageSchema>,
) {
  const schema = findByPackage(schemas, reference)?.resource(type);
  const inputs = source?.inputs ?? emptyMap;
  const missing = [...(schema?.requiredInputs ?? [])].filter((name) => !inputs.has(name));
  if (missing.length > 0) throw ImpError.of("COMPONENT_INPUTS", { urn, inputs: missing });
  const depending = [...(source?.madeOf.keys() ?? [])];
  if (schema !== undefined && lacksInputs({ inputs, depending }, schema))
    throw ImpError.of("COMPONENT_UNRECORDED", { urn });
  if (source?.missing !== undefined) throw ImpError.of("COMPONENT_PARTS", { urn, parts: source.missing });
}

/** Returns the inputs that a program sets on a remote component: the inputs in the source stack's state that the schema declares. */
export function remoteInputs(
  { type, source, package: reference, notSecret }: ResolvedSpec,
  schemas: ReadonlyMap<string, PackageSchema>,
): PropertyMap {
  const schema = findByPackage(schemas, reference);
  const resource = schema?.resource(type);
  const inputs = hideLikelySecrets(source?.inputs ?? emptyMap, notSecret).values;
  if (schema === undefined || resource === undefined) return inputs;
  return withoutInnerSecrets(wrapSecrets(projectToInputs(inputs, resource, schema), resource.inputs, schema));
}
