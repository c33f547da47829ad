/**
 * The strings inside a resource's inputs where a program may write a reference.
 */
import { unionMembers } from "../ir/type.ts";
import { objectTypesOfAll, unionMemberOf } from "../schema/judge/judge.ts";
import type { PackageSchema, PropertySchema } from "../schema/types.ts";
import type { PropertyMap, Value } from "../value/value.ts";
import type { LinkableResource, Path } from "./linkable-resource.ts";

type Type = PropertySchema["type"];

export interface InputString {
  readonly path: Path;
  readonly text: string;
  /** It is a secret, by the schema or though the schema does not mark it: no likeness may show what it is. */
  readonly hidden?: "by schema" | "by value";
  /** The object or map in the inputs that the string stands in, by itself or in a list; absent: it is an input. */
  readonly holder?: Holder;
  /** The schema's description of the property. */
  readonly description?: string;
}

interface Holder {
  readonly entries: PropertyMap;
  /** Its keys are data, not properties. */
  readonly isFree: boolean;
  /** By the schema it has one member. */
  readonly isAlone: boolean;
}

/** The schema's facts about a place: its type, and whether an SDK takes an Output there. */
interface Place {
  readonly type: Type;
  readonly property?: PropertySchema;
  /** The description of the property, or of the list. */
  readonly description?: string;
}

const anyPlace: Place = { type: { kind: "any" } };

/**
 * Walks the inputs in their order. Left out, with all below them: secrets that are no text, and `const` properties. Left
 * out themselves: strings in `plain` properties and elements, enums, what is not text by the schema, a property's
 * default (docs/programs.md#places-that-never-refer).
 */
export function inputStrings(
  resource: LinkableResource,
  schemas: ReadonlyMap<string, PackageSchema>,
): readonly InputString[] {
  const found: InputString[] = [];

  const visit = (value: Value, place: Place, path: Path, holder?: Holder): void => {
    switch (value.kind) {
      case "string":
        visitText(value.value, place, path, place.property?.secret === true ? "by schema" : undefined, holder);
        return;
      case "secret":
        if (value.value.kind !== "string") return;
        visitText(value.value.value, place, path, place.property?.secret === true ? "by schema" : "by value", holder);
        return;
      case "list": {
        const element = withDescription(elementPlace(value, place.type, schemas), place);
        for (const [i, item] of value.items.entries()) visit(item, element, [...path, i], holder);
        return;
      }
      case "map":
        visitProperties(
          value.entries,
          memberPlaces(value, place.type, schemas),
          path,
          stringHolder(value.entries, place.type, schemas),
        );
        return;
      case "output":
        if (!value.secret && value.value !== undefined) visit(value.value, place, path, holder);
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
  const visitText = (text: string, place: Place, path: Path, hidden: InputString["hidden"], holder?: Holder): void => {
    if (text === "" || !takesReference(text, place)) return;
    const { description } = place;
    found.push({ path, text, hidden, holder, description });
  };
  const visitProperties = (
    properties: PropertyMap,
    placeOf: (key: string) => Place,
    path: Path,
    holder?: Holder,
  ): void => {
    for (const [key, value] of properties) {
      const place = placeOf(key);
      if (place.property?.const !== undefined) continue;
      if (place.property?.secret && (value.kind === "list" || value.kind === "map")) continue;
      visit(value, place, [...path, key], holder);
    }
  };

  visitProperties(resource.inputs, (key) => propertyPlace(resource.schema?.inputs.get(key)), []);
  return found;
}

function propertyPlace(property: PropertySchema | undefined): Place {
  return property === undefined ? anyPlace : { type: property.type, property, description: property.description };
}

function withDescription(place: Place, { description }: Pick<Place, "description">): Place {
  return description === undefined ? place : { ...place, description };
}

function elementPlace(value: Value, declared: Type, schemas: ReadonlyMap<string, PackageSchema>): Place {
  const type = memberType(value, declared, schemas);
  if (type?.kind !== "list") return anyPlace;
  return type.plainElement ? plainPlace(type.element) : { type: type.element };
}

/** The places of a map's values: an object type's properties, a map type's elements. */
function memberPlaces(
  value: Value,
  declared: Type,
  schemas: ReadonlyMap<string, PackageSchema>,
): (key: string) => Place {
  const type = memberType(value, declared, schemas);
  if (type?.kind === "map") {
    const element = type.plainElement ? plainPlace(type.element) : { type: type.element };
    return () => element;
  }
  const shape = type?.kind === "object" ? objectTypesOfAll(schemas)(type) : undefined;
  return (key) => propertyPlace(shape?.properties.get(key));
}

/** The type that the value has: of a union the member that it is. */
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

function plainPlace(type: Type): Place {
  const property = { name: "", secret: false, plain: true, environment: [], language: {} };
  return { type, property: { ...property, type, replaceOnChanges: false, willReplaceOnChanges: false } };
}

function takesReference(text: string, place: Place): boolean {
  if (place.property?.plain || place.property?.default === text) return false;
  let takes = false;
  for (const option of unionMembers(place.type)) {
    if (option.kind === "string" || option.kind === "any" || option.kind === "json") takes = true;
    if (option.kind === "enum" && option.members.some((member) => member.value === text)) return false;
  }
  return takes;
}

/** The object or map around a string, as text. */
export function objectKey({ path }: InputString): string {
  return JSON.stringify(path.slice(0, -1));
}
