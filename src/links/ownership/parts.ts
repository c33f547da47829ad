/** Divides a resource's inputs into the parts that another resource can set: properties, blocks, elements of lists, entries of maps. */

import { getThroughSecrets } from "../../value/at-path.ts";
import { openSecret } from "../../value/open-value.ts";
import { isContainer, mapValue, nullValue, type PropertyMap, stringValue, type Value } from "../../value/value.ts";
import { actualType, declaredObject, type Schemas } from "../input-strings.ts";
import type { LinkableResource, Path } from "../linkable-resource.ts";
import { type PropertyName, parsePropertyName } from "../name-words.ts";
import { isFreeForm, listElement, type Member, memberPath, propertyMembers, type TypedPath } from "./members.ts";

export interface Part {
  /** The path of the property, or of the list or map that contains the part. */
  readonly property: Path;
  /** The index or key in the property. Omitted for the whole property. */
  readonly element?: string | number;
  readonly name: PropertyName;
  readonly isObject: boolean;
  readonly members: readonly Member[];
  /** Members that only the outputs have. An owner can set them, although the resource's inputs don't have them. */
  readonly computed: readonly Member[];
  /** Properties of the schema that are not set in the part, as members without values. */
  readonly absent: readonly Member[];
  /** Whether the schema defines the part's properties. */
  readonly isKnown: boolean;
}

/** Returns every part that has a value, in the order of the inputs. Linear in the number of values. */
export function resourceParts(resource: LinkableResource, schemas: Schemas): readonly Part[] {
  const parts: Part[] = [];
  const add = (value: Value, location: TypedPath, element?: number): void => {
    parts.push(listOrPropertyPart(value, location, element, resource, schemas));
  };
  const visit = (value: Value, location: TypedPath): void => {
    const plain = openSecret(value);
    const { path } = location;
    const type = actualType(plain, location.type, schemas);
    if (plain.kind === "string" && plain.value !== "") add(plain, location);
    else if (plain.kind === "list") {
      const element = listElement(type);
      for (const [i, item] of plain.items.entries()) {
        const inner = openSecret(item);
        if (inner.kind !== "string" && inner.kind !== "map") continue;
        add(inner, { path: [...path, i], type: element }, i);
      }
    } else if (plain.kind === "map") {
      add(plain, location);
      for (const [key, item] of plain.entries) {
        if (isFreeForm(type)) parts.push(entryPart(key, openSecret(item), location, schemas));
        else if (isContainer(openSecret(item))) visit(item, memberPath(key, path, type, schemas));
      }
    }
  };
  for (const [property, value] of resource.inputs) {
    const type = resource.schema?.inputs.get(property)?.type;
    visit(value, { path: [property], type });
  }
  return parts;
}

/** Returns the part for a whole property, or for an element of a list. */
function listOrPropertyPart(
  value: Value,
  location: TypedPath,
  element: number | undefined,
  { outputs }: LinkableResource,
  schemas: Schemas,
): Part {
  const property = element === undefined ? location.path : location.path.slice(0, -1);
  const type = actualType(value, location.type, schemas);
  const isObject = value.kind === "map" && !isFreeForm(type);
  const declaredMembers = isObject ? declaredObject(type, schemas)?.properties : undefined;
  const computed = isObject ? computedMembers(outputs, location.path, value) : undefined;
  return {
    property,
    name: lastPropertyName(property),
    isObject,
    members: propertyMembers(value, location, schemas),
    computed: computed === undefined ? [] : propertyMembers(mapValue(computed), location, schemas),
    element,
    absent: absentMembers(value, declaredMembers),
    isKnown: declaredMembers !== undefined,
  };
}

/** Returns the part for an entry of a map with free keys, as an object with a key and a value. */
function entryPart(key: string, value: Value, { path }: TypedPath, schemas: Schemas): Part {
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

function absentMembers(value: Value, declaredMembers: ReadonlyMap<string, unknown> | undefined): readonly Member[] {
  const names = [...(declaredMembers?.keys() ?? [])].filter((name) => value.kind !== "map" || !value.entries.has(name));
  return names.map((name) => ({ name: parsePropertyName(name), values: [], isList: false }));
}

/** Returns the members that only the output has, if the output is otherwise the same object as the input. */
function computedMembers(outputs: PropertyMap, path: Path, input: Value): PropertyMap | undefined {
  const output = openSecret(getThroughSecrets(outputs, path) ?? nullValue);
  if (output.kind !== "map" || input.kind !== "map") return undefined;
  const isSame = [...input.entries].every(([key, value]) => {
    const [inputValue, outputValue] = [openSecret(value), openSecret(output.entries.get(key) ?? nullValue)];
    const isScalar = inputValue.kind === "string" || inputValue.kind === "number" || inputValue.kind === "boolean";
    return !isScalar || (outputValue.kind === inputValue.kind && outputValue.value === inputValue.value);
  });
  return isSame ? new Map([...output.entries].filter(([key]) => !input.entries.has(key))) : undefined;
}
