/** Detects objects that occur twice: in two import specs, or in an import spec and in the state. */

import { ImpError } from "../../domain/errors.ts";
import type { Urn } from "../../domain/graph.ts";
import type { ManagedObject } from "../../domain/known-state.ts";
import { groupBy } from "../../domain/order/maps.ts";
import { isDefaultProvider, typeOf } from "../../domain/urn.ts";
import { equalMaps } from "../../value/compare.ts";
import type { PropertyMap } from "../../value/value.ts";
import type { CloudResource } from "./cloud-resource.ts";
import { cloudResources, type ReadOutcome } from "./read-all.ts";

/**
 * Fails import specs whose object is already in the state or in another spec. Objects can be the same only if their provider, type, and canonical id
 * are equal. Some providers return one id for all objects of a type, so the outputs must also be equal. The exception is an object in the state, if
 * Read returned the requested id. Aliases count as the current type. All default providers of a package count as one, because they differ only in
 * version.
 */
export function refuseSameObjects(
  reads: readonly ReadOutcome[],
  managed: readonly ManagedObject[],
): readonly ReadOutcome[] {
  const currentToken = currentTypes(reads);
  const inState = new Map(
    managed.map((object) => [
      objectKeyOfCloud(object.provider, currentToken.get(object.type) ?? object.type, object.id),
      object,
    ]),
  );
  const twice = new Map<Urn, ImpError>();
  for (const group of groupBy(cloudResources(reads), keyOfCloud).values()) {
    for (const twins of twinsIn(group)) {
      // All specs of the object fail with the same error, which is reported once.
      const [{ request, id }] = twins;
      const urns = twins.map((cloud) => cloud.request.urn);
      const error = ImpError.of("SAME_OBJECT_TWICE", { type: request.type, id, urns });
      for (const cloud of twins) twice.set(cloud.request.urn, error);
    }
  }
  return reads.map((read) => {
    if (read.kind !== "read") return read;
    const { cloud } = read;
    const existing = inState.get(keyOfCloud(cloud));
    const error =
      existing !== undefined && isUnchangedImport(cloud, existing.outputs())
        ? inStateError(cloud, existing.urn)
        : twice.get(cloud.request.urn);
    return error === undefined ? read : { kind: "failed", request: cloud.request, error };
  });
}

/** Returns the current token of each alias, for the types that were read. */
function currentTypes(reads: readonly ReadOutcome[]): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  for (const resource of new Set(cloudResources(reads).map((cloud) => cloud.resource)))
    for (const { type } of resource.aliases) if (type !== undefined) types.set(type, resource.name.token);
  return types;
}

type Twins = readonly [CloudResource, CloudResource, ...CloudResource[]];

/** Returns groups of at least two resources with equal outputs. */
function twinsIn(group: readonly CloudResource[]): readonly Twins[] {
  const alike: CloudResource[][] = [];
  for (const cloud of group) {
    const same = alike.find(([first]) => first !== undefined && equalMaps(first.outputs, cloud.outputs));
    if (same === undefined) alike.push([cloud]);
    else same.push(cloud);
  }
  return alike.flatMap(([first, second, ...rest]) => (first && second ? [[first, second, ...rest] as const] : []));
}

function isUnchangedImport(cloud: CloudResource, outputs: PropertyMap): boolean {
  return cloud.request.id === cloud.id || equalMaps(cloud.outputs, outputs);
}

function inStateError({ request, id }: CloudResource, other: Urn): ImpError {
  return ImpError.of("SAME_OBJECT", { type: request.type, name: request.name, id, other });
}

function keyOfCloud(cloud: CloudResource): string {
  return objectKeyOfCloud(cloud.instance.urn, cloud.request.type, cloud.id);
}

function objectKeyOfCloud(provider: Urn, type: string, id: string): string {
  return JSON.stringify([isDefaultProvider(provider) ? typeOf(provider) : provider, type, id]);
}
