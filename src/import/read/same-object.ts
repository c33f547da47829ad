/**
 * One object of the cloud under two names: two entries of the specs, or an entry and a resource that the state has.
 */

import type { ManagedObject } from "../../domain/known-state.ts";
import { isDefaultProvider, typeOf } from "../../domain/urn.ts";
import { ImpError } from "../../errors.ts";
import type { Urn } from "../../graph.ts";
import { equalMaps } from "../../value/compare.ts";
import type { PropertyMap } from "../../value/value.ts";
import type { CloudResource } from "./cloud-resource.ts";
import type { ReadOutcome } from "./read-all.ts";

/**
 * Fails the entries that name an object which the state, or another entry, has already. Objects are the same when provider, type and
 * canonical id are, unless the id was not what the spec asked for and their outputs differ: some providers give all objects of a type
 * one id. Old tokens are the type that they became, and all default providers of a package are one: a version more does not make
 * another object.
 */
export function refuseSameObjects(
  reads: readonly ReadOutcome[],
  managed: readonly ManagedObject[],
): readonly ReadOutcome[] {
  const typeNow = currentTypes(reads);
  const inState = new Map(
    managed.map((object) => [
      objectKeyOfCloud(object.provider, typeNow.get(object.type) ?? object.type, object.id),
      object,
    ]),
  );
  const twice = new Map<Urn, ImpError>();
  for (const group of sameObjectGroups(reads)) {
    for (const twins of twinsIn(group)) {
      // One cause is reported once: every twin fails with the same error.
      const [{ request, id }] = twins;
      const urns = twins.map((cloud) => cloud.request.urn);
      const error = ImpError.of("SAME_OBJECT_TWICE", { type: request.type, id, urns });
      for (const cloud of twins) twice.set(cloud.request.urn, error);
    }
  }
  return reads.map((read) => {
    if (read.kind !== "read") return read;
    const { cloud } = read;
    const known = inState.get(keyOfCloud(cloud));
    const error =
      known !== undefined && isUnchangedImport(cloud, known.outputs())
        ? inStateError(cloud, known.urn)
        : twice.get(cloud.request.urn);
    return error === undefined ? read : { kind: "failed", request: cloud.request, error };
  });
}

/** Old token -> token, of the types that were read. */
function currentTypes(reads: readonly ReadOutcome[]): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  for (const resource of new Set(reads.flatMap((read) => (read.kind === "read" ? [read.cloud.resource] : []))))
    for (const { type } of resource.aliases) if (type !== undefined) types.set(type, resource.name.token);
  return types;
}

function sameObjectGroups(reads: readonly ReadOutcome[]): Iterable<readonly CloudResource[]> {
  const groups = new Map<string, CloudResource[]>();
  for (const read of reads) {
    if (read.kind !== "read") continue;
    const key = keyOfCloud(read.cloud);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [read.cloud]);
    else group.push(read.cloud);
  }
  return groups.values();
}

type Twins = readonly [CloudResource, CloudResource, ...CloudResource[]];

/** Resources with one id that are also equal in everything else that Read returned. */
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
