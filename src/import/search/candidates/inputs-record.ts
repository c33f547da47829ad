import { equalMaps } from "../../../value/compare.ts";
import { mapEntries } from "../../../value/map-inside.ts";
import { isEmpty, openSecret } from "../../../value/open-value.ts";
import { openSecrets } from "../../../value/restore-secrets.ts";
import { mapValue, type PropertyMap, type Value } from "../../../value/value.ts";
import type { CloudResource } from "../../read/cloud-resource.ts";
import { unlessRejected } from "./rejection.ts";

/** Returns the name of the output in which the provider stores the program's inputs (`__inputs`). Calls Read as in a refresh to confirm it. */
export async function findInputsRecord(cloud: CloudResource): Promise<string | undefined> {
  const { projected, outputs, provider, request, id } = cloud;
  const names = [...projected.keys()];
  const record = [...outputs].find(([name, value]) => mayRecord(name, openSecret(value), names))?.[0];
  if (record === undefined) return undefined;
  const changedInputs = otherInputs(cloud);
  if (changedInputs === undefined) return undefined;
  const { urn, name, type } = request;
  const refresh = provider.read({ urn, name, type, id, last: { inputs: changedInputs, outputs } });
  const refreshed = await unlessRejected(refresh, () => undefined);
  const value = refreshed?.outputs?.get(record);
  const actual = value && openSecrets(value);
  const expected = mapEntries(changedInputs, openSecrets);
  return actual?.kind === "map" && equalMaps(withoutEmpty(actual.entries), withoutEmpty(expected)) ? record : undefined;
}

/** Returns whether the output is a private map with a member for each read input. */
function mayRecord(name: string, value: Value, inputs: readonly string[]): boolean {
  if (!name.startsWith("__") || value.kind !== "map" || inputs.length === 0) return false;
  return inputs.every((input) => value.entries.has(input));
}

/** Removes empty values, which a provider may omit in a refresh. */
function withoutEmpty(map: PropertyMap): PropertyMap {
  return new Map(
    [...map].flatMap(([key, value]): [string, Value][] => {
      const kept = value.kind === "map" ? mapValue(withoutEmpty(value.entries)) : value;
      return isEmpty(kept) ? [] : [[key, kept]];
    }),
  );
}

/** Returns the read inputs without one value. If none can be omitted, adds values from the outputs instead. */
function otherInputs(cloud: CloudResource): PropertyMap | undefined {
  const fewer = withoutOne(cloud);
  if (fewer !== undefined) return fewer;
  const { projected, projectedOutputs } = cloud;
  const more = [...projectedOutputs].filter(([name]) => !projected.has(name));
  return more.length === 0 ? undefined : new Map([...projected, ...more]);
}

/** Returns the read inputs without one value. Keeps constants of the schema and strings in the id, which the provider may need. */
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
