/** Flattens an input into named values that can be compared with those of other resources. */

import type { PropertySchema } from "../../schema/types.ts";
import { openSecret } from "../../value/open-value.ts";
import type { Value } from "../../value/value.ts";
import { actualType, declaredObject, type Schemas } from "../input-strings.ts";
import type { Path } from "../linkable-resource.ts";
import { type PropertyName, parsePropertyName } from "../name-words.ts";

type Type = PropertySchema["type"];

/** All values with one name: a scalar, a list of scalars, or a document. */
export interface Member {
  readonly name: PropertyName;
  readonly values: readonly MemberValue[];
  /** True for a list, whose elements can have different owners. */
  readonly isList: boolean;
}

export interface MemberValue {
  readonly path: Path;
  /** The value as text: numbers in decimal, JSON documents with sorted keys. */
  readonly text: string;
  readonly kind: "word" | "document" | "boolean";
}

/** The path of a value, with its type in the schema. */
export interface TypedPath {
  readonly path: Path;
  readonly type?: Type;
}

/** Returns all members of a property, except for empty values. JSON text and maps with free keys become one document each. */
export function propertyMembers(value: Value, start: TypedPath, schemas: Schemas): readonly Member[] {
  const members = new Map<string, { name: PropertyName; values: MemberValue[]; isList: boolean }>();
  const add = (name: PropertyName, value: MemberValue, isList: boolean): void => {
    const key = name.words.join(" ");
    const existing = members.get(key) ?? { name, values: [], isList };
    // A name that occurs at two paths has both values, like a list.
    existing.isList ||= isList || existing.values.length > 0;
    existing.values.push(value);
    members.set(key, existing);
  };
  const walk = (inner: Value, { path, type: declared }: TypedPath, isList: boolean): void => {
    const plain = openSecret(inner);
    const type = actualType(plain, declared, schemas);
    const name = nameAt(path, start.path.length - 1);
    const text = scalarText(plain);
    if (text !== undefined) add(name, { ...text, path }, isList);
    else if (plain.kind === "list") {
      const element = listElement(type);
      for (const [i, item] of plain.items.entries()) {
        walk(item, { path: [...path, i], type: element }, true);
      }
    } else if (plain.kind === "map" && isFreeForm(type)) {
      if (plain.entries.size > 0) add(name, { kind: "document", text: documentText(plain), path }, isList);
    } else if (plain.kind === "map") {
      for (const [key, entry] of plain.entries) walk(entry, memberPath(key, path, type, schemas), isList);
    }
  };
  walk(value, start, false);
  return [...members.values()];
}

/** Returns the nearest name that is more specific than `id`, `arn` or `name`: `networkSecurityGroup.id` is a `networkSecurityGroupId`. */
function nameAt(path: Path, start: number): PropertyName {
  const keys = path.filter((key) => typeof key === "string");
  const inside = path.slice(start).filter((key) => typeof key === "string");
  const name = parsePropertyName(keys.at(-1) ?? "");
  return name.stem.length > 0 || inside.length < 2 ? name : parsePropertyName(inside.slice(-2).join("_"));
}

/** Returns the typed path of a member of an object. */
export function memberPath(key: string, path: Path, type: Type | undefined, schemas: Schemas): TypedPath {
  const described = declaredObject(type, schemas)?.properties.get(key);
  return { path: [...path, key], type: described?.type };
}

export function listElement(type: Type | undefined): Type | undefined {
  return type?.kind === "list" ? type.element : undefined;
}

/** Returns whether the type is a map, or accepts values of any type. */
export function isFreeForm(type: Type | undefined): boolean {
  return type?.kind === "map" || type?.kind === "any" || type?.kind === "json";
}

function scalarText(value: Value): Pick<MemberValue, "kind" | "text"> | undefined {
  switch (value.kind) {
    case "boolean":
      return { kind: "boolean", text: String(value.value) };
    case "number":
      return { kind: "word", text: String(value.value) };
    case "string":
      return value.value === "" ? undefined : comparableText(value.value);
    case "null":
    case "bytes":
    case "list":
    case "map":
    case "secret":
    case "asset":
    case "archive":
    case "resource":
    case "unknown":
    case "output":
      return undefined;
  }
}

/** Normalizes JSON text, because providers differ in whitespace and the order of keys. */
function comparableText(text: string): Pick<MemberValue, "kind" | "text"> {
  if (!/^\s*[{[]/.test(text)) return { kind: "word", text };
  try {
    return { kind: "document", text: sortedJson(JSON.parse(text)) };
  } catch {
    return { kind: "word", text };
  }
}

function sortedJson(json: unknown): string {
  return JSON.stringify(json, (_, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function documentText(value: Value): string {
  return sortedJson(plainValue(value));
}

function plainValue(value: Value): unknown {
  const plain = openSecret(value);
  if (plain.kind === "map")
    return Object.fromEntries([...plain.entries].map(([key, entry]) => [key, plainValue(entry)]));
  if (plain.kind === "list") return plain.items.map(plainValue);
  return plain.kind === "string" || plain.kind === "number" || plain.kind === "boolean" ? plain.value : null;
}
