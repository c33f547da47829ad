/** The input and the result of `inferLinks`. */
import type { Link, LinkPart, Note, ResourceKind, Urn } from "../domain/graph.ts";
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
  /** The resources that the state records as dependencies of each input, by input. */
  readonly madeOf?: ReadonlyMap<string, readonly Urn[]>;
  /** The resource whose deletion also deletes this one, as recorded in the state. */
  readonly deletedWith?: Urn;
  readonly kind: ResourceKind;
  /** False for a referent that is already in the state and in the program. */
  readonly consumer: boolean;
}

/** Returns the resources that the links refer to. */
export function linkedUrns(links: readonly Link[]): ReadonlySet<Urn> {
  const parts = links.flatMap((link) => link.parts);
  return new Set(parts.flatMap((part) => (part.kind === "output" ? [part.referent] : [])));
}

/** Joins adjacent texts. */
export function mergedParts(parts: readonly LinkPart[]): readonly LinkPart[] {
  const merged: LinkPart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (part.kind === "text" && last?.kind === "text") merged.splice(-1, 1, { ...last, text: last.text + part.text });
    else merged.push(part);
  }
  return merged;
}

export interface FoundLinks {
  /** The links of each consumer, in the order of its inputs. Consumers without links are omitted. */
  readonly links: ReadonlyMap<Urn, readonly Link[]>;
  /** Notes by consumer about references that stay literals because they are ambiguous or would close a cycle. */
  readonly notes: ReadonlyMap<Urn, readonly Note[]>;
  /** The dependencies that no input refers to, by consumer: the definition of a custom resource. */
  readonly dependsOn: ReadonlyMap<Urn, readonly Urn[]>;
  /** The dependencies that a type's description suggests, by consumer. Only shown to the user. */
  readonly proposals: ReadonlyMap<Urn, readonly Urn[]>;
  /** All resources, with providers, parents, dependencies, and referents first. Ties keep the input order. */
  readonly order: readonly Urn[];
}
