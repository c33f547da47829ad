/** Adds values from the read outputs to the read inputs. Some providers require zeros and other defaults, but do not return them as inputs. */
import type { Type } from "../../ir/type.ts";
import type { PackageSchema, PropertySchema } from "../../schema/types.ts";
import type { PropertyMap, Value } from "../../value/value.ts";

/** Adds missing members from `outputs` to objects with a schema type. Skips a list if elements in `values` and `outputs` contradict each other. */
export function completeValues(
  values: PropertyMap,
  outputs: PropertyMap,
  properties: ReadonlyMap<string, PropertySchema>,
  schema: PackageSchema,
): PropertyMap {
  const all = new Map(values);
  for (const [name, output] of outputs) {
    const value = values.get(name);
    const property = properties.get(name);
    all.set(
      name,
      value === undefined || property === undefined ? output : completeValue(value, output, property.type, schema),
    );
  }
  return all;
}

function completeValue(value: Value, output: Value, type: Type, schema: PackageSchema): Value {
  if (type.kind === "list" && value.kind === "list" && output.kind === "list") {
    if (value.items.length !== output.items.length || contradicts(value, output)) return value;
    const items = value.items.map((item, i) => completeValue(item, output.items[i] ?? item, type.element, schema));
    return { kind: "list", items };
  }
  if (type.kind !== "object" || value.kind !== "map" || output.kind !== "map") return value;
  const object = schema.objectType(type.name.token);
  if (object === undefined) return value;
  return { kind: "map", entries: completeValues(value.entries, output.entries, object.properties, schema) };
}

/** Returns whether two values differ at a common path. If they do, they are not two forms of one value. */
function contradicts(value: Value, output: Value): boolean {
  if (value.kind === "list" && output.kind === "list") {
    return value.items.some((item, i) => contradicts(item, output.items[i] ?? item));
  }
  if (value.kind === "map" && output.kind === "map") {
    return [...value.entries].some(([key, item]) => contradicts(item, output.entries.get(key) ?? item));
  }
  if ("value" in value && "value" in output && value.kind === output.kind && typeof value.value !== "object") {
    return value.value !== output.value;
  }
  return false;
}
