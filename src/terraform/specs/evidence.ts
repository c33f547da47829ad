/**
 * Finds evidence for references. Terraform records dependencies, but includes transitive ones, and does not record which argument causes a
 * dependency. So an input refers to a dependency only if it contains a value that only the cloud assigns.
 */

import type { ResourceSchema } from "../../schema/types.ts";
import { openTexts } from "../../value/open-value.ts";
import { openSecrets } from "../../value/restore-secrets.ts";
import type { PropertyMap } from "../../value/value.ts";

export interface Referent {
  readonly address: string;
  readonly id: string;
  readonly outputs: PropertyMap;
  readonly resource: ResourceSchema;
}

/** Returns, for each input, the addresses of the resources in `needed` whose identifying values it contains. */
export function referencedAddresses(
  inputs: PropertyMap,
  needed: readonly Referent[],
  valuesOf: (referent: Referent) => ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  const evidence = new Map<string, readonly string[]>();
  if (needed.length === 0) return evidence;
  for (const [name, value] of inputs) {
    const texts = [...openTexts(openSecrets(value))];
    const sources = needed.filter((referent) => texts.some((text) => valuesOf(referent).has(text)));
    const addresses = sources.map(({ address }) => address);
    if (addresses.length > 0) evidence.set(name, addresses);
  }
  return evidence;
}

/** The minimum length of evidence. Shorter texts, such as `true` or a zone, are ambiguous. */
const shortestEvidence = 4;

/** Returns the ID, and the texts of outputs that a program cannot set. */
export function identifyingValues({ id, outputs, resource }: Referent): ReadonlySet<string> {
  const values = new Set(id.length >= shortestEvidence ? [id] : []);
  for (const [name, value] of outputs) {
    const plain = value.kind === "secret" ? value.value : value;
    if (!resource.inputs.has(name) && plain.kind === "string" && plain.value.length >= shortestEvidence)
      values.add(plain.value);
  }
  return values;
}
