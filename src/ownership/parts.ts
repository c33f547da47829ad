/**
 * The parts of a resource's inputs that another resource may set: properties, blocks, elements of lists, entries of maps.
 */
import type { LinkableResource, Path } from "../links/linkable-resource.ts";
import { type PropertyName, parsePropertyName } from "../links/name-words.ts";
import { getThroughSecrets } from "../value/at-path.ts";
import { openSecret } from "../value/open-value.ts";
import { isContainer, mapValue, nullValue, type PropertyMap, stringValue, type Value } from "../value/value.ts";
import {
  actualType,
  declaredObject,
  isFreeForm,
  listElement,
  type Member,
  type Place,
  placeIn,
  propertyMembers,
  type Schemas,
} from "./members.ts";

export interface Part {
  /** The property, list or map that the part belongs to. */
  readonly property: Path;
  /** The index or key in it; absent: the whole property. */
  readonly element?: string | number;
  /** The name of the property. */
  readonly name: PropertyName;
  readonly isObject: boolean;
  readonly members: readonly Member[];
  /** Members that only the outputs have: an owner may set them, though nobody sets them here. */
  readonly computed: readonly Member[];
  /** Members that the schema has and the part has not, without values. */
  readonly absent: readonly Member[];
  /** The schema lists the members. */
  readonly isKnown: boolean;
}

/** Every part that has a value, in the order of the inputs. Linear in the number of values. */
export function resourceParts(resource: LinkableResource, schemas: Schemas): readonly Part[] {
  const found: Part[] = [];
  const add = (value: Value, place: Place, element?: number): void => {
    found.push(partAt(value, place, element, resource, schemas));
  };
  const visit = (value: Value, place: Place): void => {
    const plain = openSecret(value);
    const { path } = place;
    const type = actualType(plain, place.type, schemas);
    if (plain.kind === "string" && plain.value !== "") add(plain, place);
    else if (plain.kind === "list") {
      const element = listElement(type);
      for (const [i, item] of plain.items.entries()) {
        const inner = openSecret(item);
        if (inner.kind !== "string" && inner.kind !== "map") continue;
        add(inner, { path: [...path, i], type: element }, i);
      }
    } else if (plain.kind === "map") {
      add(plain, place);
      for (const [key, item] of plain.entries) {
        if (isFreeForm(type)) found.push(entryAt(key, openSecret(item), place, schemas));
        else if (isContainer(openSecret(item))) visit(item, placeIn(key, path, type, schemas));
      }
    }
  };
  for (const [property, value] of resource.inputs) {
    const type = resource.schema?.inputs.get(property)?.type;
    visit(value, { path: [property], type });
  }
  return found;
}

/** The whole property at a place, or an element of the list around it. */
function partAt(
  value: Value,
  place: Place,
  element: number | undefined,
  { outputs }: LinkableResource,
  schemas: Schemas,
): Part {
  const property = element === undefined ? place.path : place.path.slice(0, -1);
  const type = actualType(value, place.type, schemas);
  const isObject = value.kind === "map" && !isFreeForm(type);
  const known = isObject ? declaredObject(type, schemas)?.properties : undefined;
  const computed = isObject ? computedAt(outputs, place.path, value) : undefined;
  return {
    property,
    name: lastPropertyName(property),
    isObject,
    members: propertyMembers(value, place, schemas),
    computed: computed === undefined ? [] : propertyMembers(mapValue(computed), place, schemas),
    element,
    absent: absentFrom(value, known),
    isKnown: known !== undefined,
  };
}

/** An entry of a map of free keys is an object of a key and a value. */
function entryAt(key: string, value: Value, { path }: Place, schemas: Schemas): Part {
  const entry: readonly (readonly [string, Value])[] = [
    ["key", stringValue(key)],
    ["value", value],
  ];
  return {
    property: path,
    element: key,
    name: lastPropertyName(path),
    isObject: true,
    members: propertyMembers(mapValue(entry), { path }, schemas),
    computed: [],
    absent: [],
    isKnown: true,
  };
}

function lastPropertyName(property: Path): PropertyName {
  return parsePropertyName(String(property.findLast((key) => typeof key === "string") ?? ""));
}

function absentFrom(value: Value, known: ReadonlyMap<string, unknown> | undefined): readonly Member[] {
  const names = [...(known?.keys() ?? [])].filter((name) => value.kind !== "map" || !value.entries.has(name));
  return names.map((name) => ({ name: parsePropertyName(name), values: [], isList: false }));
}

/** The members that the outputs have beyond an input, where they have the same object at that place. */
function computedAt(outputs: PropertyMap, path: Path, input: Value): PropertyMap | undefined {
  const output = openSecret(getThroughSecrets(outputs, path) ?? nullValue);
  if (output.kind !== "map" || input.kind !== "map") return undefined;
  const isSame = [...input.entries].every(([key, value]) => {
    const [one, other] = [openSecret(value), openSecret(output.entries.get(key) ?? nullValue)];
    const isScalar = one.kind === "string" || one.kind === "number" || one.kind === "boolean";
    return !isScalar || (other.kind === one.kind && other.value === one.value);
  });
  return isSame ? new Map([...output.entries].filter(([key]) => !input.entries.has(key))) : undefined;
}
