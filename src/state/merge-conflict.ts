/** Finds out whether new entries can be added to a state that changed after imp read it. */

import type { StateEntry, Urn } from "../domain/graph.ts";
import { isDefaultProvider, parseProviderReference, rootStackType } from "../domain/urn.ts";
import type { Deployment, StateResource } from "./deployment.ts";
import { isSameBlock } from "./secrets/secrets-manager.ts";

/** Why new entries cannot be added. */
export type MergeConflict =
  /** The state already has the URN of a new entry. */
  | { readonly kind: "appeared"; readonly urn: Urn }
  /** A resource that a new entry refers to, or the entry that it replaces, was changed or removed. */
  | { readonly kind: "changed"; readonly urn: Urn }
  /** Another entry in the state manages the cloud object of a new entry. */
  | { readonly kind: "managed"; readonly urn: Urn }
  /** The state has a new resource that the program would not register, so the next update would delete it. */
  | { readonly kind: "unregistered"; readonly urn: Urn }
  | { readonly kind: "secrets" }
  | { readonly kind: "pending" };

/**
 * Returns the first change of the state that conflicts with the new entries, or undefined if there is none.
 *
 * @param registered the resources that the program will register. Undefined if imp does not write the stack's whole program
 */
export function mergeConflict(
  read: Deployment | undefined,
  now: Deployment,
  entries: readonly StateEntry[],
  registered: ReadonlySet<Urn> | undefined,
): MergeConflict | undefined {
  if (!isSameBlock(read?.secretsProvider, now.secretsProvider)) return { kind: "secrets" };
  if (now.pendingOperations.length > (read?.pendingOperations.length ?? 0)) return { kind: "pending" };
  const [before, after] = [textsByUrn(read), textsByUrn(now)];
  const added = new Set(entries.map(({ urn }) => urn));
  const replaced = new Set(entries.flatMap(({ urn, replacedId }) => (replacedId === undefined ? [] : [urn])));
  const gone = [...replaced].find((urn) => !after.has(urn));
  if (gone !== undefined) return { kind: "changed", urn: gone };
  const objects = new Set(entries.flatMap((entry) => cloudObject(entry) ?? []));
  for (const resource of now.resources) {
    const { urn } = resource;
    const isSame = before.get(urn) === after.get(urn);
    if (added.has(urn) && !(isSame && replaced.has(urn)))
      return { kind: replaced.has(urn) ? "changed" : "appeared", urn };
    if (isSame) continue;
    const object = resource.external || resource.delete ? undefined : cloudObject(resource);
    if (object !== undefined && objects.has(object)) return { kind: "managed", urn };
    if (registered !== undefined && !before.has(urn) && !registered.has(urn) && isOfAProgram(resource))
      return { kind: "unregistered", urn };
  }
  const changed = entries.flatMap(urnsInEntry).find((urn) => !added.has(urn) && before.get(urn) !== after.get(urn));
  return changed === undefined ? undefined : { kind: "changed", urn: changed };
}

/** Returns the JSON text of each URN's entries. */
function textsByUrn(state: Deployment | undefined): ReadonlyMap<Urn, string> {
  const texts = new Map<Urn, string>();
  for (const [index, { urn }] of (state?.resources ?? []).entries()) {
    const range = state?.source.layout.resources[index];
    if (state === undefined || range === undefined) continue;
    const text = Buffer.from(state.source.bytes.subarray(range.start, range.end)).toString("latin1");
    texts.set(urn, `${texts.get(urn) ?? ""}${text}`);
  }
  return texts;
}

/** Returns a key for the cloud object that the resource manages, or undefined if it manages none. */
function cloudObject({ type, custom, id }: Pick<StateResource, "type" | "custom" | "id">): string | undefined {
  return custom && id !== undefined && !type.startsWith("pulumi:providers:") ? `${type} ${id}` : undefined;
}

function isOfAProgram({ urn, type, external, delete: leaves }: StateResource): boolean {
  return type !== rootStackType && !isDefaultProvider(urn) && !external && !leaves;
}

function urnsInEntry({ parent, provider, dependencies, propertyDependencies }: StateEntry): readonly Urn[] {
  const providerUrn = provider === undefined ? undefined : parseProviderReference(provider)?.urn;
  const all = [parent, providerUrn, ...dependencies, ...[...propertyDependencies.values()].flat()];
  return all.filter((urn) => urn !== undefined);
}
