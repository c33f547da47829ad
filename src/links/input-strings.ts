/** Finds the strings in the inputs of a resource that may be replaced by references. */

import { unionMembers } from "../ir/type.ts";
import { objectTypesOfAll, unionMemberOf } from "../schema/judge/judge.ts";
import type { ObjectSchema, PackageSchema, PropertySchema } from "../schema/types.ts";
import type { PropertyMap, Value } from "../value/value.ts";
import type { LinkableResource, Path } from "./linkable-resource.ts";

type Type = PropertySchema["type"];

/** Schemas by package name. */
export type Schemas = ReadonlyMap<string, PackageSchema>;

export interface InputString {
  readonly path: Path;
  readonly text: string;
  /** Set if the string is a secret. Only references that the state records may replace it, because other links would reveal its content. */
  readonly hidden?: "by schema" | "by value";
  /** The object or map that contains the string, directly or in a list. Omitted for top-level inputs. */
  readonly holder?: Holder;
  readonly description?: string;
}

interface Holder {
  readonly entries: PropertyMap;
  /** True if the keys are a user's data, not properties of a schema. */
  readonly isFree: boolean;
  /** True if the object type has exactly one property. */
  readonly isAlone: boolean;
}

/** The schema of a property or element. */
interface InputLocation {
  readonly type: Type;
  readonly property?: PropertySchema;
  /** True if the SDK does not accept an Output. */
  readonly isPlain?: boolean | undefined;
  /** The description of the property, or of the list that contains the element. */
  readonly description?: string;
}

const anyLocation: InputLocation = { type: { kind: "any" } };

/**
 * Returns the strings of the inputs, in order. Skips secret objects and lists, `const` properties, plain properties and elements, enum values,
 * values that are not strings according to the schema, and default values (docs/programs.md#values-that-never-become-references).
 */
export function inputStrings(resource: LinkableResource, schemas: Schemas): readonly InputString[] {
  const strings: InputString[] = [];

  const visit = (value: Value, location: InputLocation, path: Path, holder?: Holder): void => {
    switch (value.kind) {
      case "string":
        visitText(value.value, location, path, undefined, holder);
        return;
      case "secret":
        if (value.value.kind === "string") visitText(value.value.value, location, path, "by value", holder);
        return;
      case "list": {
        const element = { ...elementLocation(value, location.type, schemas), description: location.description };
        for (const [i, item] of value.items.entries()) visit(item, element, [...path, i], holder);
        return;
      }
      case "map": {
        const holder = stringHolder(value.entries, location.type, schemas);
        visitProperties(value.entries, memberLocations(value, location.type, schemas), path, holder);
        return;
      }
      case "output":
        if (!value.secret && value.value !== undefined) visit(value.value, location, path, holder);
        return;
      case "null":
      case "boolean":
      case "number":
      case "bytes":
      case "asset":
      case "archive":
      case "resource":
      case "unknown":
        return;
    }
  };
  const visitText = (
    text: string,
    location: InputLocation,
    path: Path,
    hidden: "by value" | undefined,
    holder?: Holder,
  ): void => {
    if (text === "" || !takesReference(text, location)) return;
    const { description, property } = location;
    strings.push({ path, text, hidden: property?.secret ? "by schema" : hidden, holder, description });
  };
  const visitProperties = (
    properties: PropertyMap,
    locationOf: (key: string) => InputLocation,
    path: Path,
    holder?: Holder,
  ): void => {
    for (const [key, value] of properties) {
      const location = locationOf(key);
      if (location.property?.const !== undefined) continue;
      if (location.property?.secret && (value.kind === "list" || value.kind === "map")) continue;
      visit(value, location, [...path, key], holder);
    }
  };

  visitProperties(resource.inputs, (key) => propertyLocation(resource.schema?.inputs.get(key)), []);
  return strings;
}

function propertyLocation(property: PropertySchema | undefined): InputLocation {
  if (property === undefined) return anyLocation;
  const { type, plain: isPlain, description } = property;
  return { type, property, isPlain, description };
}

function elementLocation(value: Value, declared: Type, schemas: Schemas): InputLocation {
  const type = actualType(value, declared, schemas);
  if (type?.kind !== "list") return anyLocation;
  return { type: type.element, isPlain: type.plainElement };
}

function memberLocations(value: Value, declared: Type, schemas: Schemas): (key: string) => InputLocation {
  const type = actualType(value, declared, schemas);
  if (type?.kind === "map") {
    const element = { type: type.element, isPlain: type.plainElement };
    return () => element;
  }
  const shape = declaredObject(type, schemas);
  return (key) => propertyLocation(shape?.properties.get(key));
}

/** Returns the type of a value. For a union, this is the member of the union that matches the value. */
export function actualType(value: Value, declared: Type | undefined, schemas: Schemas): Type | undefined {
  return declared?.kind === "union" ? unionMemberOf(value, declared, objectTypesOfAll(schemas)) : declared;
}

/** Returns the schema of an object type. Returns undefined for other types. */
export function declaredObject(type: Type | undefined, schemas: Schemas): ObjectSchema | undefined {
  return type?.kind === "object" ? objectTypesOfAll(schemas)(type) : undefined;
}

function stringHolder(entries: PropertyMap, type: Type, schemas: Schemas): Holder {
  const isFree = unionMembers(type).some(({ kind }) => kind === "map");
  const isAlone = unionMembers(type).some((option) => declaredObject(option, schemas)?.properties.size === 1);
  return { entries, isFree, isAlone };
}

function takesReference(text: string, location: InputLocation): boolean {
  if (location.isPlain || location.property?.default === text) return false;
  let takes = false;
  for (const option of unionMembers(location.type)) {
    if (option.kind === "string" || option.kind === "any" || option.kind === "json") takes = true;
    if (option.kind === "enum" && option.members.some((member) => member.value === text)) return false;
  }
  return takes;
}

export function objectKey({ path }: InputString): string {
  return JSON.stringify(path.slice(0, -1));
}
