/** Converts dependencies and aliases to and from the messages of the protocol. */

import type { Urn } from "../domain/graph.ts";
import type { Alias } from "../domain/registration.ts";
import type { Alias_Spec as Spec, Urns, Alias as WireAlias } from "./proto/gen/monitor_pb.ts";
import type { UrnsEntry, Variable } from "./proto/gen/provider_pb.ts";

type AliasSpec = Extract<Alias, { readonly kind: "spec" }>;

export function urnLists(lists: Readonly<Record<string, Urns>>): ReadonlyMap<string, readonly Urn[]> {
  return new Map(Object.entries(lists).map(([key, { urns }]) => [key, urns]));
}

export function urnsByKey(lists: ReadonlyMap<string, readonly Urn[]>): Record<string, Urns> {
  return Object.fromEntries(
    [...lists].map(([key, urns]) => [key, { $typeName: "pulumirpc.Urns", urns: [...urns] } as const]),
  );
}

export function urnEntries(lists: ReadonlyMap<string, readonly Urn[]>): UrnsEntry[] {
  return [...lists].map(([key, urns]) => ({
    $typeName: "pulumirpc.UrnsEntry",
    key,
    value: { $typeName: "pulumirpc.Urns", urns: [...urns] },
  }));
}

export function listsOfEntries(entries: readonly UrnsEntry[]): ReadonlyMap<string, readonly Urn[]> {
  return new Map(entries.map(({ key, value }) => [key, value?.urns ?? []]));
}

export function stringEntries(strings: ReadonlyMap<string, string>): Variable[] {
  return [...strings].map(([key, value]) => ({ $typeName: "pulumirpc.Variable", key, value }));
}

export function aliasOf({ alias }: WireAlias): Alias {
  if (alias.case !== "spec") return { kind: "urn", urn: alias.value ?? "" };
  const { name, type, stack, project, parent } = alias.value;
  return {
    kind: "spec",
    name,
    type,
    stack,
    project,
    parent: parentOf(parent),
  };
}

/** The SDK for Python sends an empty `parentUrn` if an alias has the same parent. */
function parentOf({ case: kind, value }: Spec["parent"]): AliasSpec["parent"] {
  if (kind === "parentUrn" && value !== "") return { kind: "urn", urn: value };
  return { kind: kind === "noParent" && value ? "none" : "same" };
}

export function aliasMessage(alias: Alias): WireAlias {
  if (alias.kind === "urn") return { $typeName: "pulumirpc.Alias", alias: { case: "urn", value: alias.urn } };
  const { name, type, stack, project } = alias;
  const spec = { $typeName: "pulumirpc.Alias.Spec", name, type, stack, project, parent: parentMessage(alias) } as const;
  return { $typeName: "pulumirpc.Alias", alias: { case: "spec", value: spec } };
}

function parentMessage({ parent }: AliasSpec) {
  switch (parent.kind) {
    case "urn":
      return { case: "parentUrn", value: parent.urn } as const;
    case "none":
      return { case: "noParent", value: true } as const;
    case "same":
      return { case: undefined } as const;
  }
}
