/**
 * Finds evidence for references: an input refers to a recorded dependency if it contains a value that only the cloud assigns. Terraform also records
 * transitive dependencies, and never records which argument causes a dependency.
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

/** Returns the addresses of the resources among `needed` whose values an input contains, by input. */
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

/** Returns the ID, and the output texts that no program can set. */
export function identifyingValues({ id, outputs, resource }: Referent): ReadonlySet<string> {
  const values = new Set(id.length >= shortestEvidence ? [id] : []);
  for (const [name, value] of outputs) {
    const plain = value.kind === "secret" ? value.value : value;
    if (!resource.inputs.has(name) && plain.kind === "string" && plain.value.length >= shortestEvidence)
      values.add(plain.value);
  }
  return values;
}
