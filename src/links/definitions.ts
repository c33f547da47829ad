/** Finds the CustomResourceDefinition that a custom resource of Kubernetes requires. */

import type { Urn } from "../domain/graph.ts";
import { addTo } from "../domain/order/maps.ts";
import type { Value } from "../value/value.ts";
import type { InferredEdge } from "./break-cycles.ts";
import type { LinkableResource } from "./linkable-resource.ts";
import type { Relations } from "./relations.ts";
import { linkWeight } from "./weights.ts";

/**
 * Finds the definition of each custom resource by group and kind. No input refers to a definition, so the program lists it in `dependsOn`. If
 * there are several definitions, none is chosen. Linear in the number of resources.
 */
export function definitionEdges(
  resources: readonly LinkableResource[],
  { areApart, dependsOn }: Pick<Relations, "areApart" | "dependsOn">,
): readonly InferredEdge[] {
  const definitions = new Map<string, LinkableResource[]>();
  for (const resource of resources) {
    const defined = definedKind(resource);
    if (defined !== undefined) addTo(definitions, defined, resource);
  }
  return resources.flatMap((resource) => {
    const kind = definedKindName(resource);
    if (!resource.consumer || kind === undefined) return [];
    const near = (definitions.get(kind) ?? []).filter((definition) => !areApart(definition, resource));
    const [definition] = near;
    if (definition === undefined || near.length > 1 || isNeeded(definition.urn, resource, dependsOn)) return [];
    return [{ from: resource.urn, to: definition.urn, weight: linkWeight.recorded }];
  });
}

function isNeeded(definition: Urn, resource: LinkableResource, dependsOn: Relations["dependsOn"]): boolean {
  return resource.parent === definition || dependsOn(resource, definition);
}

/** Returns `kubernetes stable.example.com CronTab` for the type `kubernetes:stable.example.com/v1:CronTab`. */
function definedKindName({ type, kind }: LinkableResource): string | undefined {
  const [, packageName, group, member] = /^([^:]+):([^:/]+\.[^:/]+)\/[^:/]+:([^:]+)$/.exec(type) ?? [];
  return member === undefined || kind !== "custom" ? undefined : `${packageName} ${group} ${member}`;
}

function definedKind({ type, inputs, outputs }: LinkableResource): string | undefined {
  const [packageName, , member] = type.split(":");
  if (member !== "CustomResourceDefinition") return undefined;
  const spec = mapEntriesOf(inputs.get("spec") ?? outputs.get("spec"));
  const [group, kind] = [spec?.get("group"), mapEntriesOf(spec?.get("names"))?.get("kind")];
  if (group?.kind !== "string" || kind?.kind !== "string") return undefined;
  return `${packageName} ${group.value} ${kind.value}`;
}

function mapEntriesOf(value: Value | undefined): ReadonlyMap<string, Value> | undefined {
  return value?.kind === "map" ? value.entries : undefined;
}
