/**
 * Children of a remote component that need the component: SDKs of Go and Java wait for all children of a component where something needs it.
 */
import type { Diagnostic } from "../../src/diagnostic.ts";
import type { Expression } from "../../src/ir/expression.ts";
import type { Program, ResourceNode } from "../../src/ir/program.ts";
import { walk } from "../../src/ir/walk.ts";

/**
 * Reports each resource below a remote component whose inputs or options need that component, themselves or through other resources: a
 * program of the language never ends.
 *
 * @param language as people write it
 */
export function endlessWaits({ resources }: Program, language: string): readonly Diagnostic[] {
  const nodes = new Map(resources.map((node) => [node.id, node]));
  const remote = new Set(resources.flatMap(({ id, isRemote }) => (isRemote === true ? [id] : [])));
  if (remote.size === 0) return [];
  return resources.flatMap((node): readonly Diagnostic[] => {
    const above = ancestorIds(node, nodes).filter((id) => remote.has(id));
    const component = above.find((id) => needed(directNeeds(node), nodes).has(id));
    if (component === undefined) return [];
    const path = node.inputs.find(({ value }) => needed(nodesReferredTo(value), nodes).has(component))?.name;
    const name = nodes.get(component)?.logicalName ?? component;
    const message =
      `A program of ${language} waits forever here: the resource is below the remote component ${JSON.stringify(name)} and needs it, and ` +
      "the SDK waits for all that is below a component before it gives an output of it.";
    return [{ severity: "warning", resource: node.urn, path, message }];
  });
}

function ancestorIds(node: ResourceNode, nodes: ReadonlyMap<string, ResourceNode>): readonly string[] {
  const found: string[] = [];
  for (let at = node.options.parent; at !== undefined; at = nodes.get(at)?.options.parent) found.push(at);
  return found;
}

/** The nodes that a resource waits for; not its parent and its providers, of which only the URN is sent. */
function directNeeds({ inputs, options }: ResourceNode): readonly string[] {
  return [...inputs.flatMap(({ value }) => nodesReferredTo(value)), ...options.dependsOn];
}

function nodesReferredTo(value: Expression): readonly string[] {
  const ids: string[] = [];
  walk(value, (expression) => {
    if (expression.kind === "reference") ids.push(expression.node);
  });
  return ids;
}

/** These nodes and all that they wait for. */
function needed(ids: readonly string[], nodes: ReadonlyMap<string, ResourceNode>): ReadonlySet<string> {
  const found = new Set(ids);
  for (const id of found) {
    const node = nodes.get(id);
    for (const next of node === undefined ? [] : directNeeds(node)) found.add(next);
  }
  return found;
}
