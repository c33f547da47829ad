/** Finds values in property maps. */
import type { Path } from "../../src/value/path.ts";
import type { PropertyMap, Value } from "../../src/value/value.ts";

export function atPath(properties: PropertyMap, path: Path): Value | undefined {
  let value: Value | undefined = { kind: "map", entries: properties };
  for (const key of path) {
    if (value?.kind === "map") value = value.entries.get(String(key));
    else if (value?.kind === "list") value = value.items[Number(key)];
    else return undefined;
  }
  return value;
}
