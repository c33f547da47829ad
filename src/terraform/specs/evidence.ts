/**
 * Evidence for references: an input that has a value which only the cloud gives a resource, where Terraform recorded that this resource is
 * needed, is made of it. Terraform records whom a resource needs, through others too, and not for which argument.
 */
import type { ResourceSchema } from "../../schema/types.ts";
import type { PropertyMap, Value } from "../../value/value.ts";

/** A resource that others may need. */
export interface Referent {
  /** The address of the instance. */
  readonly address: string;
  readonly id: string;
  readonly outputs: PropertyMap;
  readonly resource: ResourceSchema;
}

/** Input -> addresses of the resources among `needed` whose own values it has. */
export function madeOf(
  inputs: PropertyMap,
  needed: readonly Referent[],
  valuesOf: (referent: Referent) => ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  if (needed.length === 0) return found;
  for (const [name, value] of inputs) {
    const texts = [...eachText(value)];
    const sources = needed.filter((referent) => texts.some((text) => valuesOf(referent).has(text)));
    if (sources.length > 0)
      found.set(
        name,
        sources.map(({ address }) => address),
      );
  }
  return found;
}

/** Shorter texts, such as `true` or a zone, may be anybody's. */
const shortestEvidence = 4;

/** The id, and the texts that no program could have set. */
export function ownValues({ id, outputs, resource }: Referent): ReadonlySet<string> {
  const own = new Set(id.length >= shortestEvidence ? [id] : []);
  for (const [name, value] of outputs) {
    const plain = value.kind === "secret" ? value.value : value;
    if (!resource.inputs.has(name) && plain.kind === "string" && plain.value.length >= shortestEvidence)
      own.add(plain.value);
  }
  return own;
}

function* eachText(value: Value): Iterable<string> {
  switch (value.kind) {
    case "string":
      yield value.value;
      return;
    case "secret":
      yield* eachText(value.value);
      return;
    case "list":
      for (const item of value.items) yield* eachText(item);
      return;
    case "map":
      for (const item of value.entries.values()) yield* eachText(item);
      return;
    default:
      return;
  }
}
