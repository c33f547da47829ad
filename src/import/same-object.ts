/**
 * One object of the cloud under two names: two entries of the specs, or an entry and a resource that the state has.
 */
import { ImpError } from "../errors.ts";
import type { Urn } from "../graph.ts";
import { equalMaps } from "../value/compare.ts";
import type { PropertyMap } from "../value/value.ts";
import type { CloudResource, ReadOutcome } from "./read-all.ts";

/** A resource of the state, by which it can be recognised. */
export interface ManagedObject {
  readonly urn: Urn;
  readonly type: string;
  readonly id: string;
  /** URN of its provider. */
  readonly provider: Urn;
  outputs(): PropertyMap;
}

/**
 * Fails the entries that name an object which the state, or another entry, has already. Objects are the same when provider, type and
 * canonical id are, unless the id was not what the spec asked for and their outputs differ: some providers give all objects of a type
 * one id.
 */
export function refuseSameObjects(
  reads: readonly ReadOutcome[],
  managed: readonly ManagedObject[],
): readonly ReadOutcome[] {
  const inState = new Map(managed.map((object) => [keyOf(object.provider, object.type, object.id), object]));
  const inRun = new Map<string, CloudResource[]>();
  for (const read of reads) {
    if (read.kind !== "read") continue;
    const key = keyOfCloud(read.cloud);
    inRun.set(key, [...(inRun.get(key) ?? []), read.cloud]);
  }
  return reads.map((read) => {
    if (read.kind !== "read") return read;
    const { cloud } = read;
    const known = inState.get(keyOfCloud(cloud));
    if (known !== undefined && isSame(cloud, known.outputs())) return refused(cloud, known.urn, "state");
    const twins = (inRun.get(keyOfCloud(cloud)) ?? []).filter((other) => other !== cloud);
    const twin = twins.find((other) => equalMaps(other.outputs, cloud.outputs));
    return twin === undefined ? read : refused(cloud, twin.request.urn, "specs");
  });
}

function isSame(cloud: CloudResource, outputs: PropertyMap): boolean {
  return cloud.request.id === cloud.id || equalMaps(cloud.outputs, outputs);
}

function refused(cloud: CloudResource, other: Urn, place: "state" | "specs"): ReadOutcome {
  const { type, name } = cloud.request;
  return {
    kind: "failed",
    request: cloud.request,
    error: ImpError.of("SAME_OBJECT", { type, name, id: cloud.id, other, place }),
  };
}

function keyOfCloud(cloud: CloudResource): string {
  return keyOf(cloud.instance.urn, cloud.request.type, cloud.id);
}

function keyOf(provider: Urn, type: string, id: string): string {
  return JSON.stringify([provider, type, id]);
}
