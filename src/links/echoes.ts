/** Finds outputs that only repeat a value of another resource: `availabilityZoneId` of a mount target comes from its subnet. */

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
 * Returns the echoes by resource. A top-level text that a resource does not set is an echo if a resource that it needs has the same text under the
 * same name. A resource needs another one if one of its inputs contains the other's ID, unless the ID is a word or the provider filled the input in.
 * If both need each other, only texts that the other resource sets are echoes. Linear in the number of values.
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

/** Returns the top-level texts of outputs and inputs, except the ID. */
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

/** Returns the texts in inputs that a provider does not fill in. */
function firmTexts({ inputs, schema }: LinkableResource, naming?: ReadonlySet<string>): ReadonlySet<string> {
  const values = new Set<string>();
  for (const [property, value] of inputs)
    if (isGivenInput(property, schema) && !naming?.has(property)) for (const text of openTexts(value)) values.add(text);
  return values;
}
