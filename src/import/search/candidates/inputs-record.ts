/**
 * Finds the output in which a provider keeps the inputs of the program (`provider-traits.ts`).
 */
import { equalMaps } from "../../../value/compare.ts";
import { isEmpty } from "../../../value/is-empty.ts";
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
  const others = otherInputs(cloud);
  if (others === undefined) return undefined;
  const { urn, name, type } = request;
  try {
    const refreshed = await provider.read({ urn, name, type, id, last: { inputs: others, outputs } });
    const value = refreshed.outputs?.get(record);
    const actual = value && openSecrets(value);
    const asked = mapEntries(others, openSecrets);
    return actual?.kind === "map" && equalMaps(withoutEmpty(actual.entries), withoutEmpty(asked)) ? record : undefined;
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

/** A map that is empty says nothing, and a provider may leave it out of a refresh. */
function withoutEmpty(map: PropertyMap): PropertyMap {
  return new Map(
    [...map].flatMap(([key, value]): [string, Value][] => {
      const kept = value.kind === "map" ? mapValue(withoutEmpty(value.entries)) : value;
      return isEmpty(kept) ? [] : [[key, kept]];
    }),
  );
}

/** The read inputs without one value; with what Read returned among the outputs only, where none can be left out. */
function otherInputs(cloud: CloudResource): PropertyMap | undefined {
  const fewer = withoutOne(cloud);
  if (fewer !== undefined) return fewer;
  const { projected, projectedOutputs } = cloud;
  const more = [...projectedOutputs].filter(([name]) => !projected.has(name));
  return more.length === 0 ? undefined : new Map([...projected, ...more]);
}

/** The read inputs without one value that neither the id has nor the schema fixes: the provider may need those to find the object. */
function withoutOne(cloud: CloudResource): PropertyMap | undefined {
  const { projected, resource, id } = cloud;
  const isScalar = (value: Value): boolean =>
    value.kind === "boolean" || value.kind === "number" || (value.kind === "string" && !id.includes(value.value));
  const isList = (value: Value): boolean => value.kind === "list" && value.items.length > 0;
  const without = (isFree: (value: Value) => boolean, map: PropertyMap, isTop: boolean): PropertyMap | undefined => {
    for (const [key, value] of [...map].reverse()) {
      const fewer = value.kind === "map" ? without(isFree, value.entries, false) : undefined;
      if (fewer !== undefined) return new Map([...map, [key, mapValue(fewer)]]);
      const isFixed = isTop && resource.inputs.get(key)?.const !== undefined;
      if (isFree(value) && !isFixed) return new Map([...map].filter(([other]) => other !== key));
    }
    return undefined;
  };
  return without(isScalar, projected, true) ?? without(isList, projected, true);
}
