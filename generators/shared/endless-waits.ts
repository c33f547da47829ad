/** Finds resources below a remote component that depend on the component. */
import type { Diagnostic } from "../../src/domain/diagnostic.ts";
import type { Expression } from "../../src/ir/expression.ts";
import type { Program, ResourceNode } from "../../src/ir/program.ts";
import { expressionsIn, inputReferences } from "../../src/ir/walk.ts";

/**
 * Reports each descendant of a remote component that depends on that component, directly or indirectly. The SDKs of Go and Java wait for all
 * descendants of a component before they resolve its outputs, so such a program hangs.
 *
 * @param language the display name of the language
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
      `A ${language} program hangs at this resource: it is a child of the remote component ${JSON.stringify(name)} and depends on the component, but ` +
      "the SDK waits for all children of a component before it resolves the component's outputs.";
    return [{ severity: "warning", resource: node.urn, path, message }];
  });
}

function ancestorIds(node: ResourceNode, nodes: ReadonlyMap<string, ResourceNode>): readonly string[] {
  const ids: string[] = [];
  for (let id = node.options.parent; id !== undefined; id = nodes.get(id)?.options.parent) ids.push(id);
  return ids;
}

/** Returns the nodes that a resource waits for. Parents and providers are not included: only their URNs are sent. */
function directNeeds(node: ResourceNode): readonly string[] {
  return [...inputReferences(node).map((reference) => reference.node), ...node.options.dependsOn];
}

function nodesReferredTo(value: Expression): readonly string[] {
  return expressionsIn(value).flatMap((expression) => (expression.kind === "reference" ? [expression.node] : []));
}

function needed(ids: readonly string[], nodes: ReadonlyMap<string, ResourceNode>): ReadonlySet<string> {
  const closure = new Set(ids);
  for (const id of closure) {
    const node = nodes.get(id);
    for (const next of node === undefined ? [] : directNeeds(node)) closure.add(next);
  }
  return closure;
}
