/** Converts types of Terraform's plugin protocol (`"string"`, `["list", "string"]`, `["object", {…}]`) to types of the model. */

import { isJsonObject } from "../../../value/json/object.ts";
import type { Path } from "../../../value/path.ts";
import type { Field, FieldType, ObjectType } from "./model.ts";

export function typeOfWire(type: unknown, path: Path): FieldType {
  const [word, ...rest] = Array.isArray(type) ? type : [type];
  switch (word) {
    case "bool":
      return { kind: "boolean" };
    case "number":
      return { kind: "float" };
    case "string":
    case "dynamic":
      return { kind: word };
    case "list":
    case "map":
    case "set":
      return { kind: word, element: { type: typeOfWire(rest[0], path) } };
    case "object":
      return objectOfWire(rest, path);
    case "tuple": {
      const elements: readonly unknown[] = Array.isArray(rest[0]) ? rest[0] : [];
      const fields = elements.map((element, index): [string, Field] => {
        const [name, elementPath] = [`t${index}`, [...path, index]];
        return [name, { ...plainField(name, elementPath, typeOfWire(element, elementPath)), optional: true }];
      });
      return { kind: "object", fields: new Map(fields), isTypeAlone: true, isTuple: true };
    }
    default:
      return { kind: "invalid" };
  }
}

/**
 * Converts an object type. Members are required if they are not in the list of optional members. If there is no list, it is unknown which are
 * required.
 */
function objectOfWire([members, optionalNames]: readonly unknown[], path: Path): ObjectType {
  const optional =
    Array.isArray(optionalNames) && optionalNames.length > 0 ? new Set<unknown>(optionalNames) : undefined;
  const entries = Object.entries(isJsonObject(members) ? members : {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const fields = new Map(
    entries.map(([name, type]) => {
      const memberPath = [...path, name];
      const field = plainField(name, memberPath, typeOfWire(type, memberPath));
      return [name, { ...field, optional: optional?.has(name) ?? true }];
    }),
  );
  return { kind: "object", fields, isTypeAlone: optional === undefined };
}

/** Returns an attribute that has only a type. */
export function plainField(name: string, path: Path, type: FieldType): Field {
  return {
    name,
    path,
    type,
    syntax: "attribute",
    optional: false,
    required: false,
    computed: false,
    forceNew: false,
    sensitive: false,
    writeOnly: false,
    hasDefault: false,
  };
}
