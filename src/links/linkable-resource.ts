/**
 * The input and the result of inferring links: resources with what Read returned, and the references found between them.
 */
import type { Link, Note, ResourceKind, Urn } from "../graph.ts";
import type { ResourceSchema } from "../schema/types.ts";
import type { PropertyMap } from "../value/value.ts";

/** A property path, as links carry it. */
export type Path = Link["path"];

/** One resource that may refer to others, or be referred to. */
export interface LinkableResource {
  readonly urn: Urn;
  /** The canonical type token. */
  readonly type: string;
  readonly name: string;
  /** The id in the cloud; `""` where there is none (components). */
  readonly id: string;
  readonly parent?: Urn;
  /** The explicit provider; absent: the default one, or the parent's. */
  readonly provider?: Urn;
  /** Read's inputs projected to the input shape: references are looked for here. Empty for mere referents. */
  readonly inputs: PropertyMap;
  /** Read's outputs: what others may refer to. */
  readonly outputs: PropertyMap;
  readonly schema?: ResourceSchema;
  /** Dependencies that a state or a spec already has. */
  readonly dependencies?: readonly Urn[];
  /** Input -> resources whose outputs its value is made of, as a state records. */
  readonly madeOf?: ReadonlyMap<string, readonly Urn[]>;
  /** The resource that takes it along when it is deleted, as a state records. */
  readonly deletedWith?: Urn;
  readonly kind: ResourceKind;
  /** False: already in the state with a variable in the program, so only a referent. */
  readonly consumer: boolean;
}

export interface FoundLinks {
  /** Consumer -> its links, in the order of its inputs. Consumers without links have no entry. */
  readonly links: ReadonlyMap<Urn, readonly Link[]>;
  /** Consumer -> what a person should know: references that stay literal because they are ambiguous or close a cycle. */
  readonly notes: ReadonlyMap<Urn, readonly Note[]>;
  /** Consumer -> resources that it needs though none of its inputs refers to them: the definition of a custom resource. */
  readonly dependsOn: ReadonlyMap<Urn, readonly Urn[]>;
  /** Consumer -> resources that it may need first, by the description of its type. The program doesn't name them. */
  readonly proposals: ReadonlyMap<Urn, readonly Urn[]>;
  /** Every resource once: providers, parents, dependencies and referents first, ties by input order. */
  readonly order: readonly Urn[];
}
