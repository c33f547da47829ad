/** Converts types of Terraform's plugin protocol (`"string"`, `["list", "string"]`, `["object", {…}]`) to types of the model. */
import type { Path } from "../../../ir/path.ts";
import { isJsonObject } from "../../../json/object.ts";
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
        return [name, memberField(name, elementPath, typeOfWire(element, elementPath), true)];
      });
      return { kind: "object", fields: new Map(fields), isTypeAlone: true, isTuple: true };
    }
    default:
      return { kind: "invalid" };
  }
}

/** Converts an object type. Members are required unless they are listed as optional. Without a list, requiredness is unknown. */
function objectOfWire([members, optionalNames]: readonly unknown[], path: Path): ObjectType {
  const optional =
    Array.isArray(optionalNames) && optionalNames.length > 0 ? new Set<unknown>(optionalNames) : undefined;
  const entries = Object.entries(isJsonObject(members) ? members : {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const fields = new Map(
    entries.map(([name, type]) => {
      const memberPath = [...path, name];
      return [name, memberField(name, memberPath, typeOfWire(type, memberPath), optional?.has(name) ?? true)];
    }),
  );
  return { kind: "object", fields, isTypeAlone: optional === undefined };
}

/** Returns a member of an object type, which has only a type. */
export function memberField(name: string, path: Path, type: FieldType, optional: boolean): Field {
  return {
    name,
    path,
    type,
    syntax: "attribute",
    optional,
    required: false,
    computed: false,
    forceNew: false,
    sensitive: false,
    writeOnly: false,
    hasDefault: false,
  };
}

export type Nesting = "group" | "list" | "map" | "set" | "single";

export function isNesting(mode: unknown): mode is Nesting {
  return mode === "group" || mode === "list" || mode === "map" || mode === "set" || mode === "single";
}

export function nestedIn(mode: Nesting, object: ObjectType): FieldType {
  switch (mode) {
    case "group":
    case "single":
      return object;
    case "list":
    case "map":
    case "set":
      return { kind: mode, element: { type: object } };
  }
}
