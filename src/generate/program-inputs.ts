/**
 * Selects the inputs of a resource in a state that a program sets: without private members and defaults of bridged providers.
 */
import { mapInside } from "../value/map-inside.ts";
import { mapValue, type PropertyMap, type Value } from "../value/value.ts";

/**
 * Bridged providers note in `__defaults`, at every level, which members are not the program's; what is required there is set all the
 * same, for nobody else would.
 */
export function programInputs(inputs: PropertyMap, required: ReadonlySet<string> = new Set()): PropertyMap {
  const filled = new Set(textsOf(inputs.get("__defaults")));
  const set = [...inputs].filter(([key]) => !key.startsWith("__") && (!filled.has(key) || required.has(key)));
  return new Map(set.map(([key, value]) => [key, setValue(value)]));
}

function setValue(value: Value): Value {
  // A map of the program's own has no such list, and may have keys that begin like it.
  if (value.kind === "map" && value.entries.has("__defaults")) return mapValue(programInputs(value.entries));
  return mapInside(value, setValue);
}

function textsOf(value: Value | undefined): readonly string[] {
  return value?.kind === "list" ? value.items.flatMap((item) => (item.kind === "string" ? [item.value] : [])) : [];
}
