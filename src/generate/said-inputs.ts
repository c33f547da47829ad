/**
 * A resource's inputs in a state -> what a program says for them: without private members, and without what a bridged provider filled in.
 */
import { mapValue, type PropertyMap, type Value } from "../value/value.ts";

/**
 * Bridged providers note in `__defaults`, at every level, which members are not the program's; what is required there is said all the
 * same, for nobody else would.
 */
export function saidInputs(inputs: PropertyMap, required: ReadonlySet<string> = new Set()): PropertyMap {
  const filled = new Set(textsOf(inputs.get("__defaults")));
  const said = [...inputs].filter(([key]) => !key.startsWith("__") && (!filled.has(key) || required.has(key)));
  return new Map(said.map(([key, value]) => [key, saidValue(value)]));
}

function saidValue(value: Value): Value {
  switch (value.kind) {
    case "map":
      // A map of the program's own has no such list, and may have keys that begin like it.
      return mapValue(value.entries.has("__defaults") ? saidInputs(value.entries) : mapped(value.entries));
    case "list":
      return { kind: "list", items: value.items.map(saidValue) };
    case "secret":
      return { kind: "secret", value: saidValue(value.value) };
    case "null":
    case "boolean":
    case "number":
    case "string":
    case "bytes":
    case "asset":
    case "archive":
    case "resource":
    case "unknown":
    case "output":
      return value;
  }
}

function mapped(entries: PropertyMap): PropertyMap {
  return new Map([...entries].map(([key, value]) => [key, saidValue(value)]));
}

function textsOf(value: Value | undefined): readonly string[] {
  return value?.kind === "list" ? value.items.flatMap((item) => (item.kind === "string" ? [item.value] : [])) : [];
}
