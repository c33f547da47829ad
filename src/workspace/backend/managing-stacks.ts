/** Finds the other stacks of the backend that manage given objects. Reads one stack at a time. */

import { ImpError } from "../../domain/errors.ts";
import { isProviderType } from "../../domain/urn.ts";
import { parseDeployment } from "../../state/deployment.ts";
import type { DiyLocation } from "../workspace.ts";
import { findCheckpoint } from "./backend.ts";
import { stacksOf } from "./backend-layout.ts";
import { readState, statePlace } from "./read-state.ts";

/** A cloud object as a state identifies it, without account and region. */
export interface CloudObject {
  readonly type: string;
  readonly id: string;
}

export interface ManagingStacks {
  stacksOf(object: CloudObject): readonly string[];
  readonly unread: readonly { readonly stack: string; readonly why: string }[];
}

/** Searches all stacks of the backend except those whose qualified names are in `skipped`. Throws STORE_REFUSED if the stacks cannot be listed. */
export async function findManagingStacks(
  location: DiyLocation,
  objects: Iterable<CloudObject>,
  skipped: readonly string[],
): Promise<ManagingStacks> {
  const { backend } = location;
  const stacksByObject = new Map<string, string[]>([...objects].map((object) => [cloudObjectKey(object), []]));
  const unread: { stack: string; why: string }[] = [];
  for (const name of await stacksOf(backend.store, backend.layout)) {
    const [project, stack] = backend.layout === 0 ? ["", name] : name.split("/");
    const other = await findCheckpoint(backend, project ?? "", stack ?? "");
    if (other === undefined || other.checkpoint === location.checkpoint || skipped.includes(other.keys.qualified))
      continue;
    try {
      const path = statePlace({ ...other, gzip: false });
      const bytes = (await readState(other))?.json;
      for (const resource of bytes === undefined ? [] : parseDeployment(bytes, path).resources) {
        const { type, id, custom, external, delete: leaves } = resource;
        if (!custom || id === undefined || external || leaves || isProviderType(type)) continue;
        const stacks = stacksByObject.get(cloudObjectKey({ type, id }));
        if (stacks !== undefined && stacks.at(-1) !== name) stacks.push(name);
      }
    } catch (error) {
      if (!(error instanceof ImpError)) throw error;
      unread.push({ stack: name, why: error.explanation.why });
    }
  }
  return { stacksOf: (object) => stacksByObject.get(cloudObjectKey(object)) ?? [], unread };
}

function cloudObjectKey({ type, id }: CloudObject): string {
  return `${type} ${id}`;
}
