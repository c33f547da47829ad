/**
 * A program without some of its resources, and without the packages and the configuration that only these used. Pure.
 */
import type { Program, ResourceNode } from "./program.ts";
import { configKeys, dependencies, tokens } from "./walk.ts";

/** No remaining resource refers to a removed one: `referring` is empty. */
export function removeNodes(program: Program, urns: ReadonlySet<string>): Program {
  const goes = program.resources.filter(({ urn }) => urns.has(urn));
  const resources = program.resources.filter(({ urn }) => !urns.has(urn));
  const unused = difference(packagesOfNodes(goes), packagesOfNodes(resources));
  const needed = new Set(resources.flatMap(dependencies));
  const unasked = difference(configKeys(goes), configKeys(resources));
  return {
    ...program,
    packages: new Map([...program.packages].filter(([name]) => !unused.has(name))),
    config: program.config.filter(({ key }) => !unasked.has(key)),
    resources,
    held: program.held?.filter(({ id }) => needed.has(id)),
  };
}

/** The remaining resources that refer to a removed one. */
export function referring(
  program: Program,
  urns: ReadonlySet<string>,
): readonly { readonly urn: string; readonly to: string }[] {
  const goes = new Map(program.resources.filter(({ urn }) => urns.has(urn)).map(({ id, urn }) => [id, urn]));
  const stays = program.resources.filter(({ urn }) => !urns.has(urn));
  return stays.flatMap((node) =>
    dependencies(node).flatMap((id) => {
      const to = goes.get(id);
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
