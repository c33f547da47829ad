/**
 * Finds the objects that other stacks of the backend manage, as far as a run asks about them. Reads other stacks one at a time.
 */

import { isProviderType } from "../../domain/urn.ts";
import { ImpError } from "../../errors.ts";
import { parseDeployment } from "../../state/deployment.ts";
import type { DiyLocation } from "../workspace.ts";
import { findCheckpoint } from "./backend.ts";
import { stacksOf } from "./backend-layout.ts";
import { readState, statePlace } from "./read-state.ts";

/** An object of the cloud, as far as a state identifies it: account and region are not part of it. */
export interface CloudObject {
  readonly type: string;
  readonly id: string;
}

export interface ManagingStacks {
  /** The stacks that manage the object, by name. */
  stacksOf(object: CloudObject): readonly string[];
  /** Stacks that could not be read, and why. */
  readonly unread: readonly { readonly stack: string; readonly why: string }[];
}

/**
 * Looks through every other stack of the location's backend.
 *
 * @param left stacks that are known to manage them, as the backend spells them
 * @throws STORE_REFUSED when the backend cannot be listed.
 */
export async function findManagingStacks(
  location: DiyLocation,
  objects: Iterable<CloudObject>,
  left: readonly string[],
): Promise<ManagingStacks> {
  const { backend } = location;
  const found = new Map<string, string[]>([...objects].map((object) => [cloudObjectKey(object), []]));
  const unread: { stack: string; why: string }[] = [];
  for (const name of await stacksOf(backend.store, backend.layout)) {
    const [project, stack] = backend.layout === 0 ? ["", name] : name.split("/");
    const other = await findCheckpoint(backend, project ?? "", stack ?? "");
    if (other === undefined || other.checkpoint === location.checkpoint || left.includes(other.keys.qualified))
      continue;
    try {
      const place = statePlace({ ...other, gzip: false });
      const bytes = (await readState(other))?.json;
      for (const resource of bytes === undefined ? [] : parseDeployment(bytes, place).resources) {
        const { type, id, custom, external, delete: leaves } = resource;
        if (!custom || id === undefined || external || leaves || isProviderType(type)) continue;
        const stacks = found.get(cloudObjectKey({ type, id }));
        if (stacks !== undefined && stacks.at(-1) !== name) stacks.push(name);
      }
    } catch (error) {
      if (!(error instanceof ImpError)) throw error;
      unread.push({ stack: name, why: error.explanation.why });
    }
  }
  return { stacksOf: (object) => found.get(cloudObjectKey(object)) ?? [], unread };
}

function cloudObjectKey({ type, id }: CloudObject): string {
  return `${type} ${id}`;
}
