/** The resources that a preview is limited to, as with `pulumi preview --target` (pulumi `pkg/resource/deploy/deployment.go`, `UrnTargets`). */

import type { Urn } from "../domain/graph.ts";
import { literalPattern } from "../domain/literal-pattern.ts";
import { dependenciesOf, type Resource } from "./resource.ts";

export interface TargetOptions {
  /** URNs. `*` stands for characters other than a colon, `**` for any characters. Non-empty. */
  readonly urns: readonly string[];
  /** True to also include the resources that need a target, directly or indirectly. */
  readonly dependents: boolean;
}

export class Targets {
  readonly hasDependents: boolean;
  readonly #literals: ReadonlySet<Urn>;
  readonly #patterns: readonly RegExp[];
  /** The targets and their dependents that the program registered so far. */
  readonly #registered = new Set<Urn>();

  constructor({ urns, dependents }: TargetOptions) {
    this.hasDependents = dependents;
    this.#literals = new Set(urns.filter((urn) => !urn.includes("*")));
    this.#patterns = urns.filter((urn) => urn.includes("*")).map(patternOf);
  }

  /** Returns the targets without wildcards. */
  get literals(): Iterable<Urn> {
    return this.#literals;
  }

  includes(urn: Urn): boolean {
    return this.#literals.has(urn) || this.#patterns.some((pattern) => pattern.test(urn));
  }

  /** Returns true for a target. If dependents are included, also returns true for a resource that needs a target or a recorded resource. */
  isTargeted(resource: Resource): boolean {
    if (this.includes(resource.urn)) return true;
    if (!this.hasDependents) return false;
    return dependenciesOf(resource).some(([, urn]) => this.#registered.has(urn) || this.includes(urn));
  }

  /** Records a registered resource if it is targeted, so that its dependents are targeted too. */
  record(resource: Resource): void {
    if (this.isTargeted(resource)) this.#registered.add(resource.urn);
  }

  /** Returns the URNs of the targets in a state, and of all resources that need them. */
  withDependents(resources: readonly Resource[]): ReadonlySet<Urn> {
    const urns = new Set<Urn>();
    for (const resource of resources)
      if (this.includes(resource.urn) || dependenciesOf(resource).some(([, urn]) => urns.has(urn)))
        urns.add(resource.urn);
    return urns;
  }
}

function patternOf(urn: string): RegExp {
  const anywhere = urn.split("**").map((text) => text.split("*").map(literalPattern).join("[^:]*"));
  return new RegExp(`^${anywhere.join(".*")}$`);
}
