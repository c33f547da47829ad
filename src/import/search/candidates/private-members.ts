/** Handles private members that Check adds, such as `__defaults` of bridged providers. Those of one resource predict those of similar ones. */
import { isDeepStrictEqual } from "node:util";
import { isBookkeeping } from "../../../schema/bookkeeping.ts";
import { projectToInputs } from "../../../schema/shape.ts";
import { equalMaps, equalValues } from "../../../value/compare.ts";
import { mapInside } from "../../../value/map-inside.ts";
import { mapValue, type PropertyMap, type Value } from "../../../value/value.ts";
import type { Subject } from "./subject.ts";

/** The members to add to a map, to its nested members, and to every element of a list. */
export interface PrivateMembers {
  readonly direct: PropertyMap;
  readonly members: ReadonlyMap<string, PrivateMembers>;
  readonly element?: PrivateMembers;
}

const noPrivateMembers: PrivateMembers = { direct: new Map(), members: new Map() };

/** Returns the private members that Check added to the inputs, or undefined if Check changed or added another value. */
export function findPrivateMembers(
  sent: PropertyMap,
  checked: PropertyMap,
  { resource, schema }: Pick<Subject, "resource" | "schema">,
): PrivateMembers | undefined {
  const values = projectToInputs(checked, resource, schema);
  return equalMaps(values, projectToInputs(sent, resource, schema)) ? addedMembers(sent, checked) : undefined;
}

function addedMembers(sent: PropertyMap, checked: PropertyMap): PrivateMembers | undefined {
  const direct = new Map<string, Value>();
  const members = new Map<string, PrivateMembers>();
  for (const [key, value] of checked) {
    const before = sent.get(key);
    if (before === undefined) {
      if (value.kind === "null") continue;
      if (!isBookkeeping(key, sent)) return undefined;
      direct.set(key, value);
      continue;
    }
    const inside = privateWithin(before, value);
    if (inside === undefined) return undefined;
    members.set(key, inside);
  }
  const lost = [...sent].some(([key, value]) => value.kind !== "null" && !checked.has(key));
  return lost ? undefined : { direct, members };
}

function privateWithin(sent: Value, checked: Value): PrivateMembers | undefined {
  if (sent.kind === "secret" && checked.kind === "secret") return privateWithin(sent.value, checked.value);
  if (sent.kind === "map" && checked.kind === "map") return addedMembers(sent.entries, checked.entries);
  if (sent.kind !== "list" || checked.kind !== "list") return equalValues(sent, checked) ? noPrivateMembers : undefined;
  if (sent.items.length !== checked.items.length) return undefined;
  const [first, ...others] = sent.items.map((item, index) => privateWithin(item, checked.items[index] ?? item));
  if (first === undefined) return sent.items.length === 0 ? noPrivateMembers : undefined;
  return others.every((other) => isDeepStrictEqual(other, first)) ? { ...noPrivateMembers, element: first } : undefined;
}

/** Adds private members to the inputs. */
export function withPrivateMembers(inputs: PropertyMap, added: PrivateMembers): PropertyMap {
  const entries = [...inputs].map(([key, value]): [string, Value] => {
    const inside = added.members.get(key);
    return [key, inside === undefined ? value : withPrivateWithin(value, inside)];
  });
  return new Map([...entries, ...added.direct]);
}

function withPrivateWithin(value: Value, added: PrivateMembers): Value {
  if (value.kind === "map") return mapValue(withPrivateMembers(value.entries, added));
  const inside = value.kind === "list" ? added.element : added;
  return inside === undefined ? value : mapInside(value, (inner) => withPrivateWithin(inner, inside));
}
