/**
 * Finds the output in which a provider keeps the inputs of the program (`provider-traits.ts`).
 */
import { equalMaps } from "../../../value/compare.ts";
import { mapEntries } from "../../../value/map-inside.ts";
import { openSecret } from "../../../value/open-value.ts";
import { openSecrets } from "../../../value/restore-secrets.ts";
import { mapValue, type PropertyMap, type Value } from "../../../value/value.ts";
import type { CloudResource } from "../../read/cloud-resource.ts";
import { isRefusal } from "./candidate.ts";

/**
 * Finds the private output in which the provider keeps the program's inputs. A refresh with other inputs shows whether it is one: only then
 * it has these.
 *
 * @throws only if the plugin died or hung, or the run was cancelled.
 */
export async function findInputsRecord(cloud: CloudResource): Promise<string | undefined> {
  const { projected, outputs, provider, request, id } = cloud;
  const names = [...projected.keys()];
  const record = [...outputs].find(([name, value]) => mayRecord(name, openSecret(value), names))?.[0];
  if (record === undefined) return undefined;
  const fewer = withoutOne(cloud);
  if (fewer === undefined) return undefined;
  const { urn, name, type } = request;
  try {
    const refreshed = await provider.read({ urn, name, type, id, last: { inputs: fewer, outputs } });
    const value = refreshed.outputs?.get(record);
    const actual = value && openSecrets(value);
    return actual?.kind === "map" && equalMaps(actual.entries, mapEntries(fewer, openSecrets)) ? record : undefined;
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** True for a private map with a member for each input that Read returned. */
function mayRecord(name: string, value: Value, inputs: readonly string[]): boolean {
  if (!name.startsWith("__") || value.kind !== "map" || inputs.length === 0) return false;
  return inputs.every((input) => value.entries.has(input));
}

/** The read inputs without one value that neither the id has nor the schema fixes: the provider may need those to find the object. */
function withoutOne({ projected, resource, id }: CloudResource): PropertyMap | undefined {
  const isFree = (value: Value): boolean =>
    value.kind === "boolean" || value.kind === "number" || (value.kind === "string" && !id.includes(value.value));
  const inside = (map: PropertyMap, isTop: boolean): PropertyMap | undefined => {
    for (const [key, value] of [...map].reverse()) {
      const fewer = value.kind === "map" ? inside(value.entries, false) : undefined;
      if (fewer !== undefined) return new Map([...map, [key, mapValue(fewer)]]);
      const isFixed = isTop && resource.inputs.get(key)?.const !== undefined;
      if (isFree(value) && !isFixed) return new Map([...map].filter(([other]) => other !== key));
    }
    return undefined;
  };
  return inside(projected, true);
}
