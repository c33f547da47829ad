/** Prints a graph without the resources that a language cannot express. */

import { failingResources, type ImpError } from "../domain/errors.ts";
import type { ResourceGraph, Urn } from "../domain/graph.ts";

/** Resources that cannot be printed, with the reason. */
export type Inexpressible = ReadonlyMap<Urn, ImpError>;

interface Printed<P, T> {
  readonly plan: P;
  readonly printed: T;
}

/**
 * Prints a plan. If some resources cannot be printed, prints the plan without them.
 *
 * @param planWithout returns the plan without the given resources
 * @throws errors of `print` that are not about single resources
 */
export async function printExpressible<P extends { readonly graph: ResourceGraph }, T>(
  planWithout: (inexpressible: Inexpressible) => P,
  print: (plan: P) => Promise<T>,
): Promise<Printed<P, T>> {
  const inexpressible = new Map<Urn, ImpError>();
  for (;;) {
    const plan = planWithout(inexpressible);
    try {
      return { plan, printed: await print(plan) };
    } catch (error) {
      const urns = new Set(plan.graph.resources.map(({ urn }) => urn));
      for (const [urn, reason] of failingResources(error)) {
        // A resource that an earlier run wrote must stay in the program.
        if (!urns.has(urn)) throw error;
        inexpressible.set(urn, reason);
      }
    }
  }
}
