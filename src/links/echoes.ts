/**
 * Outputs that only repeat what another resource set or has: `availabilityZoneId` of a mount target is its subnet's.
 */
import type { Urn } from "../graph.ts";
import { openTexts } from "../value/open-texts.ts";
import type { PropertyMap } from "../value/value.ts";
import { sharedByMost } from "./candidate-index.ts";
import { type Identity, isGivenInput } from "./identity.ts";
import type { LinkableResource } from "./linkable-resource.ts";
import { isStrong, valueForm } from "./value-form.ts";

interface Holder {
  readonly resource: LinkableResource;
  /** The resource sets it. */
  readonly isInput: boolean;
}

/**
 * Output properties by resource. A top-level text that a resource does not set is an echo where a resource that it needs has the same text
 * under the same name: it lives there, and has it from there. "Needs": its id, where that is no word, stands in an input that somebody has
 * to set (a provider fills others in by itself). Where both need each other, only what the other sets is an echo. Linear in the number of values.
 */
export function findEchoes(
  resources: readonly LinkableResource[],
  identities: ReadonlyMap<Urn, Identity>,
): ReadonlyMap<Urn, ReadonlySet<string>> {
  const holders = new Map<string, Holder[]>();
  const shared = new Set<string>();
  const texts = resources.map((resource) => ({ resource, texts: echoingTexts(resource) }));
  for (const one of texts) {
    for (const [property, { text, isInput }] of one.texts) {
      const key = echoKey(property, text);
      const list = holders.get(key);
      if (list === undefined) holders.set(key, [{ resource: one.resource, isInput }]);
      else if (list.length < sharedByMost) list.push({ resource: one.resource, isInput });
      else shared.add(key);
    }
  }
  const needed = new Map<Urn, ReadonlySet<string>>();
  const needs = (resource: LinkableResource, other: LinkableResource): boolean => {
    const known = needed.get(resource.urn) ?? firmTexts(resource, identities.get(resource.urn)?.naming);
    needed.set(resource.urn, known);
    return isStrong(valueForm(other.id, false)) && known.has(other.id);
  };
  const found = new Map<Urn, Set<string>>();
  for (const { resource, texts: own } of texts) {
    for (const [property, { text, isInput }] of own) {
      const key = echoKey(property, text);
      if (isInput || shared.has(key)) continue;
      const isEcho = (holders.get(key) ?? []).some(
        (holder) =>
          holder.resource.urn !== resource.urn &&
          needs(resource, holder.resource) &&
          (holder.isInput || !needs(holder.resource, resource)),
      );
      if (isEcho) found.set(resource.urn, (found.get(resource.urn) ?? new Set()).add(property));
    }
  }
  return found;
}

function echoKey(property: string, text: string): string {
  return `${property}\n${text}`;
}

/** Top-level texts of outputs and inputs; the id is nobody's echo. */
function echoingTexts({ id, inputs, outputs, schema }: LinkableResource) {
  const found = new Map<string, { readonly text: string; readonly isInput: boolean }>();
  const add = (properties: PropertyMap, isInput: boolean): void => {
    for (const [property, value] of properties) {
      if (value.kind !== "string" || value.value === "" || value.value === id) continue;
      // A resource that is already in the program comes without inputs.
      found.set(property, { text: value.value, isInput: isInput || schema?.inputs.has(property) === true });
    }
  };
  add(outputs, false);
  add(inputs, true);
  return found;
}

/** Every text in the inputs that a provider does not fill in by itself. */
function firmTexts({ inputs, schema }: LinkableResource, naming?: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [property, value] of inputs)
    if (isGivenInput(property, schema) && !naming?.has(property)) for (const text of openTexts(value)) found.add(text);
  return found;
}
