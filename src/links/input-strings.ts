/** Finds the strings in the inputs of a resource that may be replaced by references. */
import { unionMembers } from "../ir/type.ts";
import { objectTypesOfAll, unionMemberOf } from "../schema/judge/judge.ts";
import type { PackageSchema, PropertySchema } from "../schema/types.ts";
import type { PropertyMap, Value } from "../value/value.ts";
import type { LinkableResource, Path } from "./linkable-resource.ts";

type Type = PropertySchema["type"];

export interface InputString {
  readonly path: Path;
  readonly text: string;
  /** Set if the string is a secret. Similarity must not reveal its content. */
  readonly hidden?: "by schema" | "by value";
  /** The object or map that contains the string, directly or in a list. Omitted for top-level inputs. */
  readonly holder?: Holder;
  readonly description?: string;
}

interface Holder {
  readonly entries: PropertyMap;
  /** True if the keys are data, not properties. */
  readonly isFree: boolean;
  /** True if the schema type has exactly one member. */
  readonly isAlone: boolean;
}

/** The schema of a property or element, and whether the SDK accepts an Output. */
interface InputLocation {
  readonly type: Type;
  readonly property?: PropertySchema;
  /** The description of the property, or of the list that contains the element. */
  readonly description?: string;
}

const anyLocation: InputLocation = { type: { kind: "any" } };

/**
 * Returns the strings of the inputs, in order. Skips secret objects and lists, `const` properties, plain properties and elements, enum values,
 * values that are not text by the schema, and default values (docs/programs.md#places-that-never-refer).
 */
export function inputStrings(
  resource: LinkableResource,
  schemas: ReadonlyMap<string, PackageSchema>,
): readonly InputString[] {
  const strings: InputString[] = [];

  const visit = (value: Value, location: InputLocation, path: Path, holder?: Holder): void => {
    switch (value.kind) {
      case "string":
        visitText(value.value, location, path, location.property?.secret === true ? "by schema" : undefined, holder);
        return;
      case "secret":
        if (value.value.kind !== "string") return;
        visitText(
          value.value.value,
          location,
          path,
          location.property?.secret === true ? "by schema" : "by value",
          holder,
        );
        return;
      case "list": {
        const element = withDescription(elementLocation(value, location.type, schemas), location);
        for (const [i, item] of value.items.entries()) visit(item, element, [...path, i], holder);
        return;
      }
      case "map":
        visitProperties(
          value.entries,
          memberLocations(value, location.type, schemas),
          path,
          stringHolder(value.entries, location.type, schemas),
        );
        return;
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
    hidden: InputString["hidden"],
    holder?: Holder,
  ): void => {
    if (text === "" || !takesReference(text, location)) return;
    const { description } = location;
    strings.push({ path, text, hidden, holder, description });
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
  return property === undefined ? anyLocation : { type: property.type, property, description: property.description };
}

function withDescription(location: InputLocation, { description }: Pick<InputLocation, "description">): InputLocation {
  return description === undefined ? location : { ...location, description };
}

function elementLocation(value: Value, declared: Type, schemas: ReadonlyMap<string, PackageSchema>): InputLocation {
  const type = memberType(value, declared, schemas);
  if (type?.kind !== "list") return anyLocation;
  return type.plainElement ? plainLocation(type.element) : { type: type.element };
}

function memberLocations(
  value: Value,
  declared: Type,
  schemas: ReadonlyMap<string, PackageSchema>,
): (key: string) => InputLocation {
  const type = memberType(value, declared, schemas);
  if (type?.kind === "map") {
    const element = type.plainElement ? plainLocation(type.element) : { type: type.element };
    return () => element;
  }
  const shape = type?.kind === "object" ? objectTypesOfAll(schemas)(type) : undefined;
  return (key) => propertyLocation(shape?.properties.get(key));
}

/** Returns the type of the value; for a union, the matching member. */
function memberType(value: Value, declared: Type, schemas: ReadonlyMap<string, PackageSchema>): Type | undefined {
  return declared.kind === "union" ? unionMemberOf(value, declared, objectTypesOfAll(schemas)) : declared;
}

function stringHolder(entries: PropertyMap, type: Type, schemas: ReadonlyMap<string, PackageSchema>): Holder {
  const isFree = unionMembers(type).some(({ kind }) => kind === "map");
  const isAlone = unionMembers(type).some((option) => {
    const shape =
      option.kind === "object" ? schemas.get(option.name.package)?.objectType(option.name.token) : undefined;
    return shape?.properties.size === 1;
  });
  return { entries, isFree, isAlone };
}

function plainLocation(type: Type): InputLocation {
  const property = { name: "", secret: false, plain: true, environment: [], language: {} };
  return { type, property: { ...property, type, replaceOnChanges: false, willReplaceOnChanges: false } };
}

function takesReference(text: string, location: InputLocation): boolean {
  if (location.property?.plain || location.property?.default === text) return false;
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
