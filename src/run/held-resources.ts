/**
 * Collects the resources of the state that a person's code holds, as far as import files name their variables.
 */
import type { HeldResource } from "../domain/held-resource.ts";
import { parseUrn } from "../domain/urn.ts";
import type { Urn } from "../graph.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import type { Deployment } from "../state/deployment.ts";

/** A variable, or a member of one: `platform`, `network.vpc`, `buckets[0]`. */
const variableForm =
  /^[\p{ID_Start}_$][\p{ID_Continue}$]*(?:\.[\p{ID_Start}_$][\p{ID_Continue}$]*|\[\d+\]|\["[^"\\]*"\])*$/u;

/** As in Pulumi, a key of `nameTable` is the variable of the resource with that URN. Keys that are no code name nothing in a program. */
export function namedVariables(
  { nameTable }: Pick<ImportSpecs, "nameTable">,
  state: Deployment | undefined,
): ReadonlyMap<Urn, HeldResource> {
  const names = [...nameTable].filter(([name]) => variableForm.test(name));
  return heldResources(new Map(names.map(([name, { urn }]) => [urn, name])), state);
}

/** The resources of a stack that import files name by URN. */
export function urnsIn({ nameTable, resources }: Pick<ImportSpecs, "nameTable" | "resources">): ReadonlySet<Urn> {
  const named = resources.flatMap(({ parent = "", provider = "", options }) => [
    parent,
    provider,
    options?.deletedWith?.name ?? "",
    ...(options?.dependsOn ?? []).map(({ name }) => name),
  ]);
  return new Set([...[...nameTable.values()].map(({ urn }) => urn), ...named.filter((text) => parseUrn(text))]);
}

/** @param variables the code for each resource */
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
  return new Map(held.map((one) => [one.urn, one]));
}
