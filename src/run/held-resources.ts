/** Finds the resources of the state that new code can refer to by a variable of the user's program. */

import type { Urn } from "../domain/graph.ts";
import type { HeldResource } from "../domain/held-resource.ts";
import { parseUrn } from "../domain/urn.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import type { Deployment } from "../state/deployment.ts";

/** A variable, or a member of a variable: `platform`, `network.vpc`, `buckets[0]`. */
const variableForm =
  /^[\p{ID_Start}_$][\p{ID_Continue}$]*(?:\.[\p{ID_Start}_$][\p{ID_Continue}$]*|\[\d+\]|\["[^"\\]*"\])*$/u;

/**
 * Returns the resources in `nameTable` whose name has the form of a variable. `pulumi import` requires this form; imp allows other names, but
 * ignores them here.
 */
export function namedVariables(
  { nameTable }: Pick<ImportSpecs, "nameTable">,
  state: Deployment | undefined,
): ReadonlyMap<Urn, HeldResource> {
  const names = [...nameTable].filter(([name]) => variableForm.test(name));
  return heldResources(new Map(names.map(([name, { urn }]) => [urn, name])), state);
}

/** Returns the URNs that import files refer to. */
export function urnsIn({ nameTable, resources }: Pick<ImportSpecs, "nameTable" | "resources">): ReadonlySet<Urn> {
  const named = resources.flatMap(({ parent = "", provider = "", options }) => [
    parent,
    provider,
    options?.deletedWith?.name ?? "",
    ...(options?.dependsOn ?? []).map(({ name }) => name),
  ]);
  return new Set([...[...nameTable.values()].map(({ urn }) => urn), ...named.filter((text) => parseUrn(text))]);
}

/** Returns the resources of the state that have a variable. @param variables URN -> expression in the user's program */
export function heldResources(
  variables: ReadonlyMap<Urn, string>,
  state: Deployment | undefined,
): ReadonlyMap<Urn, HeldResource> {
  if (variables.size === 0) return new Map();
  const held = (state?.resources ?? []).flatMap((resource): readonly HeldResource[] => {
    const variable = resource.delete ? undefined : variables.get(resource.urn);
    if (variable === undefined) return [];
    const { urn, type, custom, protect, retainOnDelete } = resource;
    return [{ urn, type, custom, protect, retainOnDelete, variable }];
  });
  return new Map(held.map((resource) => [resource.urn, resource]));
}
