/** Removes resources from a program, with the packages and configuration that only they use. */
import type { Program, ResourceNode } from "./program.ts";
import { configKeys, dependencies, tokens } from "./walk.ts";

/**
 * Removes resources, and outputs of the stack that refer to them. The caller checks with `referring` that no remaining resource refers to them.
 *
 * @param outputNames other outputs to remove
 */
export function removeNodes(
  program: Program,
  urns: ReadonlySet<string>,
  outputNames: ReadonlySet<string> = new Set(),
): Program {
  const removed = program.resources.filter(({ urn }) => urns.has(urn));
  const resources = program.resources.filter(({ urn }) => !urns.has(urn));
  const unused = difference(packagesOfNodes(removed), packagesOfNodes(resources));
  const needed = new Set(resources.flatMap(dependencies));
  const gone = new Set(removed.map(({ id }) => id));
  const outputs = (program.outputs ?? []).filter(({ name, value }) => !gone.has(value.node) && !outputNames.has(name));
  const unusedKeys = difference(configKeys(removed), configKeys(resources));
  return {
    ...program,
    packages: new Map([...program.packages].filter(([name]) => !unused.has(name))),
    config: program.config.filter(({ key }) => !unusedKeys.has(key)),
    resources,
    outputs: outputs.length > 0 ? outputs : undefined,
    held: program.held?.filter(({ id }) => needed.has(id)),
  };
}

/** Returns the remaining resources that refer to a removed one. */
export function referring(
  program: Program,
  urns: ReadonlySet<string>,
): readonly { readonly urn: string; readonly to: string }[] {
  const removed = new Map(program.resources.filter(({ urn }) => urns.has(urn)).map(({ id, urn }) => [id, urn]));
  const remaining = program.resources.filter(({ urn }) => !urns.has(urn));
  return remaining.flatMap((node) =>
    dependencies(node).flatMap((id) => {
      const to = removed.get(id);
      return to === undefined ? [] : [{ urn: node.urn, to }];
    }),
  );
}

function packagesOfNodes(nodes: readonly ResourceNode[]): ReadonlySet<string> {
  return new Set(nodes.flatMap(tokens).map((token) => token.package));
}

function difference(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...a].filter((item) => !b.has(item)));
}
