/**
 * Prints a graph without the resources that a program or one of its languages cannot express.
 */
import { failingResources, type ImpError } from "../errors.ts";
import type { ResourceGraph, Urn } from "../graph.ts";

/** Resources that cannot be printed, each with the reason. */
export type Inexpressible = ReadonlyMap<Urn, ImpError>;

interface Printed<P, T> {
  readonly plan: P;
  readonly printed: T;
}

/**
 * Prints a plan. If printing fails for some of its resources, prints the plan without these. Each attempt has fewer resources than the one
 * before.
 *
 * @param planWithout returns a plan whose graph has none of the resources
 * @throws what `print` throws about anything else than resources of the graph
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
        // A resource that an earlier run printed stays in the program.
        if (!urns.has(urn)) throw error;
        inexpressible.set(urn, reason);
      }
    }
  }
}
