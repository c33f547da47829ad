/** The input and the result of `inferLinks`. */
import type { Link, Note, ResourceKind, Urn } from "../domain/graph.ts";
import type { ResourceSchema } from "../schema/types.ts";
import type { PropertyMap } from "../value/value.ts";

export type Path = Link["path"];

export interface LinkableResource {
  readonly urn: Urn;
  readonly type: string;
  readonly name: string;
  /** The ID in the cloud, or `""` for components. */
  readonly id: string;
  readonly parent?: Urn;
  /** The explicit provider. Omitted for the default provider or the parent's provider. */
  readonly provider?: Urn;
  /** The read inputs, projected to the input shape. Empty for referents that are not consumers. */
  readonly inputs: PropertyMap;
  readonly outputs: PropertyMap;
  readonly schema?: ResourceSchema;
  readonly dependencies?: readonly Urn[];
  /** The resources whose outputs are used in an input, by input, from the state. */
  readonly madeOf?: ReadonlyMap<string, readonly Urn[]>;
  /** The resource whose deletion also deletes this one, from the state. */
  readonly deletedWith?: Urn;
  readonly kind: ResourceKind;
  /** False for a resource in the state with a variable in the program: it is only a referent. */
  readonly consumer: boolean;
}

/** Returns the resources that the links refer to. */
export function linkedUrns(links: readonly Link[]): ReadonlySet<Urn> {
  const parts = links.flatMap((link) => link.parts);
  return new Set(parts.flatMap((part) => (part.kind === "output" ? [part.referent] : [])));
}

export interface FoundLinks {
  /** The links of each consumer, in the order of its inputs. Consumers without links are omitted. */
  readonly links: ReadonlyMap<Urn, readonly Link[]>;
  /** Notes for the user by consumer: references that stay literals because they are ambiguous or close a cycle. */
  readonly notes: ReadonlyMap<Urn, readonly Note[]>;
  /** The dependencies of each consumer that are not in its inputs: the definition of a custom resource. */
  readonly dependsOn: ReadonlyMap<Urn, readonly Urn[]>;
  /** The dependencies that the description of a type suggests, by consumer. The program does not contain them. */
  readonly proposals: ReadonlyMap<Urn, readonly Urn[]>;
  /** All resources, with providers, parents, dependencies, and referents first. Ties keep the input order. */
  readonly order: readonly Urn[];
}
