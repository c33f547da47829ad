/** The stack references of a program. */

import type { GraphResource, StateEntry } from "../../domain/graph.ts";
import type { ReferencedStack } from "../../domain/referenced-stack.ts";
import { nameOf, stackReferenceType } from "../../domain/urn.ts";
import { linkedUrns } from "../../links/linkable-resource.ts";
import { stringValue } from "../../value/value.ts";

/** Returns the stacks whose outputs the resources refer to. */
export function usedStacks(
  resources: readonly GraphResource[],
  stacks: readonly ReferencedStack[],
): readonly ReferencedStack[] {
  if (stacks.length === 0) return [];
  const referents = linkedUrns(resources.flatMap(({ links }) => links));
  return stacks.filter(({ urn }) => referents.has(urn));
}

/** Returns the entries that the state needs for stack references. All have the same provider. */
export function entriesOfReferences(stacks: readonly ReferencedStack[]): readonly StateEntry[] {
  return [...new Map(stacks.flatMap(({ entries }) => entries.map((entry) => [entry.urn, entry] as const))).values()];
}

/** Returns the resource that reads the outputs of a stack. */
export function stackReferenceOf({ urn, name }: ReferencedStack): GraphResource {
  return {
    urn,
    type: stackReferenceType,
    name: nameOf(urn),
    kind: "stack",
    package: { name: "pulumi" },
    inputs: new Map([["name", stringValue(name)]]),
    links: [],
    options: {
      protect: false,
      retainOnDelete: false,
      ignoreChanges: [],
      dependsOn: [],
      additionalSecretOutputs: [],
    },
    notes: [],
  };
}
