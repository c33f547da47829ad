/** Tracks which registered resources exist before the update (pulumi `pkg/resource/deploy/resourcetracker`). */

import type { Urn } from "../domain/graph.ts";
import type { Resource } from "./resource.ts";

export class ResourceTracker {
  readonly #answered = new Map<Urn, Resource>();
  readonly #children = new Map<Urn, Urn[]>();
  /** The registrations that have no answer yet, by parent. */
  readonly #running = new Map<Urn, Set<Promise<unknown>>>();

  /** Returns an answered resource with its outputs. */
  get(urn: Urn): Resource | undefined {
    return this.#answered.get(urn);
  }

  /** Records the resource of an answer. */
  add(resource: Resource): void {
    const { urn, parent } = resource;
    this.#answered.set(urn, resource);
    if (parent === undefined) return;
    const children = this.#children.get(parent);
    if (children === undefined) this.#children.set(parent, [urn]);
    else children.push(urn);
  }

  /** Records a registration until it is answered. */
  async during<T>(parent: Urn, registration: Promise<T>): Promise<T> {
    const running = this.#running.get(parent) ?? new Set();
    this.#running.set(parent, running.add(registration));
    try {
      return await registration;
    } finally {
      running.delete(registration);
    }
  }

  /**
   * Returns true if a resource does not exist before the update, or a resource in a component. Waits for registrations in the component.
   * Ignores URNs that are not registered.
   */
  async isMissing(urn: Urn): Promise<boolean> {
    const resource = this.#answered.get(urn);
    if (resource === undefined) return false;
    if (resource.custom) return resource.id === "";
    await Promise.allSettled(this.#running.get(urn) ?? []);
    for (const child of this.#children.get(urn) ?? []) if (await this.isMissing(child)) return true;
    return false;
  }
}
