/** Finds echoes: outputs that only repeat a value of another resource. `availabilityZoneId` of a mount target repeats that of its subnet. */

import type { Urn } from "../domain/graph.ts";
import { getOrInsert } from "../domain/order/maps.ts";
import { openTexts } from "../value/open-value.ts";
import type { PropertyMap } from "../value/value.ts";
import { sharedByMost } from "./candidate-index.ts";
import { type Identity, isGivenInput } from "./identity.ts";
import type { LinkableResource } from "./linkable-resource.ts";
import { isStrong, valueForm } from "./value-form.ts";

interface Holder {
  readonly resource: LinkableResource;
  /** True if the value is an input of the resource. */
  readonly isInput: boolean;
}

/**
 * Returns the names of echoing outputs by resource. A string output of A is an echo of B if B has the same string under the same name, and A needs B.
 * A needs B if one of A's inputs contains B's ID, unless the ID is a plain word or the provider fills that input in. If A and B need each other, the
 * string must be an input of B. Linear in the number of values.
 */
export function findEchoes(
  resources: readonly LinkableResource[],
  identities: ReadonlyMap<Urn, Identity>,
): ReadonlyMap<Urn, ReadonlySet<string>> {
  const holders = new Map<string, Holder[]>();
  const shared = new Set<string>();
  const texts = resources.map((resource) => ({ resource, texts: echoingTexts(resource) }));
  for (const entry of texts) {
    for (const [property, { text, isInput }] of entry.texts) {
      const key = echoKey(property, text);
      const list = holders.get(key);
      if (list === undefined) holders.set(key, [{ resource: entry.resource, isInput }]);
      else if (list.length < sharedByMost) list.push({ resource: entry.resource, isInput });
      else shared.add(key);
    }
  }
  const needed = new Map<Urn, ReadonlySet<string>>();
  const needs = (resource: LinkableResource, other: LinkableResource): boolean => {
    const firm = getOrInsert(needed, resource.urn, () => firmTexts(resource, identities.get(resource.urn)?.naming));
    return isStrong(valueForm(other.id, false)) && firm.has(other.id);
  };
  const echoes = new Map<Urn, Set<string>>();
  for (const { resource, texts: ownTexts } of texts) {
    for (const [property, { text, isInput }] of ownTexts) {
      const key = echoKey(property, text);
      if (isInput || shared.has(key)) continue;
      const isEcho = (holders.get(key) ?? []).some(
        (holder) =>
          holder.resource.urn !== resource.urn &&
          needs(resource, holder.resource) &&
          (holder.isInput || !needs(holder.resource, resource)),
      );
      if (isEcho) getOrInsert(echoes, resource.urn, () => new Set()).add(property);
    }
  }
  return echoes;
}

function echoKey(property: string, text: string): string {
  return `${property}\n${text}`;
}

/** Returns the top-level strings of outputs and inputs that differ from the ID. */
function echoingTexts({ id, inputs, outputs, schema }: LinkableResource) {
  const entries = new Map<string, { readonly text: string; readonly isInput: boolean }>();
  const add = (properties: PropertyMap, isInput: boolean): void => {
    for (const [property, value] of properties) {
      if (value.kind !== "string" || value.value === "" || value.value === id) continue;
      // Referents that are already in the program don't have inputs here.
      entries.set(property, { text: value.value, isInput: isInput || schema?.inputs.has(property) === true });
    }
  };
  add(outputs, false);
  add(inputs, true);
  return entries;
}

/** Returns the strings in the inputs that programs set and that do not name the resource. */
function firmTexts({ inputs, schema }: LinkableResource, naming?: ReadonlySet<string>): ReadonlySet<string> {
  const values = new Set<string>();
  for (const [property, value] of inputs)
    if (isGivenInput(property, schema) && !naming?.has(property)) for (const text of openTexts(value)) values.add(text);
  return values;
}
