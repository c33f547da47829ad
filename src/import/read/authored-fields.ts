/**
 * Selects the fields of a Kubernetes object that its authors set. The API server records in `metadata.managedFields` which manager set each field.
 * Fields set only by a controller, or by no manager (allocated addresses and ports), differ between clusters.
 */

import { isBookkeeping } from "../../schema/bookkeeping.ts";
import { getAt } from "../../value/at-path.ts";
import { parsedJson } from "../../value/json/object.ts";
import { isEmpty, openSecret } from "../../value/open-value.ts";
import { listValue, mapValue, type PropertyMap, type Value } from "../../value/value.ts";

/**
 * A set of fields in the format of `fieldsV1`: `f:NAME` is a field, `k:{…}` a list element with these keys, `v:…` an element with this value, and `.`
 * the object or list itself. An empty set includes everything below.
 */
type FieldSet = PropertyMap;

/** Fields that identify the object. `managedFields` does not list them. */
const identity: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata.name", "metadata.namespace"]);

/**
 * Returns the fields that the authors of an object set. A manager that also reports the object's status is a controller, not an author. It adds
 * fields such as the volume of a claim.
 *
 * @param outputs the outputs that Read returned
 * @returns undefined if `managedFields` is not sufficient: an author used another API version or format, or authors set only metadata although the
 * object has other content. This happens if the manager that created the object also reports its status.
 */
export function authoredFields(outputs: PropertyMap): readonly FieldSet[] | undefined {
  const entries = getAt(outputs, ["metadata", "managedFields"]);
  if (entries?.kind !== "list") return undefined;
  const records = entries.items.flatMap((item) => (item.kind === "map" ? [item.entries] : []));
  const controllers = new Set(records.filter(isOfStatus).map(managerOf));
  const authored = records.filter((record) => !isOfStatus(record) && !controllers.has(managerOf(record)));
  const version = recordText(outputs, "apiVersion");
  const isReadable = (record: PropertyMap): boolean =>
    managerOf(record) !== "" && recordText(record, "apiVersion") === version && isFieldSet(record.get("fieldsV1"));
  if (records.length < entries.items.length || !authored.every(isReadable)) return undefined;
  const sets = authored.flatMap((record) => mapAt(record, "fieldsV1"));
  const hasContent = [...outputs.keys()].some((key) => !envelopeFields.has(key) && !isBookkeeping(key, undefined));
  const setsContent = sets.some((set) => [...set.keys()].some((name) => name !== "f:metadata"));
  return sets.length > 0 && (setsContent || !hasContent) ? sets : undefined;
}

/** Top-level fields that do not count as content of the object. */
const envelopeFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "status"]);

function isFieldSet(value: Value | undefined): boolean {
  return value?.kind === "map" && [...value.entries.values()].every(isFieldSet);
}

/** Removes the fields that no author set. Keeps all fields if `authored` is undefined. */
export function withAuthoredFields(values: PropertyMap, authored: readonly FieldSet[] | undefined): PropertyMap {
  return authored === undefined ? values : fieldsWithin(values, authored, []);
}

function fieldsWithin(entries: PropertyMap, sets: readonly FieldSet[], around: readonly string[]): PropertyMap {
  return new Map(
    [...entries].flatMap(([key, value]) => {
      const rest = valueWithin(value, fieldSetsBelow(sets, `f:${key}`), [...around, key]);
      return rest === undefined ? [] : [[key, rest] as const];
    }),
  );
}

/** Removes the fields of a value that no author set. Returns undefined if nothing is left. */
function valueWithin(value: Value, sets: readonly FieldSet[], path: readonly string[]): Value | undefined {
  const isIdentity = identity.has(path.join("."));
  const holdsIdentity = path.join(".") === "metadata";
  // `managedFields` does not list empty objects.
  if (isIdentity || isEmpty(value) || sets.some(({ size }) => size === 0)) return value;
  if (sets.length === 0 && !holdsIdentity) return undefined;
  if (value.kind === "map") {
    const rest = fieldsWithin(value.entries, sets, path);
    return rest.size > 0 || isAuthored(sets) ? mapValue(rest) : undefined;
  }
  if (value.kind === "list") {
    const rest = elementsWithin(value.items, sets, path);
    return rest.length > 0 || isAuthored(sets) ? listValue(rest) : undefined;
  }
  return value;
}

/** Returns whether an author set the collection itself. */
function isAuthored(sets: readonly FieldSet[]): boolean {
  return sets.some((set) => set.has("."));
}

function fieldSetsBelow(sets: readonly FieldSet[], name: string): readonly FieldSet[] {
  return sets.flatMap((set) => mapAt(set, name));
}

/** Removes fields from each element. Elements without a recorded name are unchanged. */
function elementsWithin(items: readonly Value[], sets: readonly FieldSet[], path: readonly string[]): readonly Value[] {
  const namesOf = elementNames(sets);
  return items.flatMap((item) => {
    const names = namesOf(item);
    if (names.length === 0) return [item];
    const within = names.flatMap((name) => fieldSetsBelow(sets, name));
    return valueWithin(item, within, [...path, "*"]) ?? [];
  });
}

/** Returns a function that finds the recorded names of list elements: `k:{"port":80}` selects by members, `v:80` by value. */
function elementNames(sets: readonly FieldSet[]): (item: Value) => readonly string[] {
  const byKeys = new Map<string, Map<string, string>>();
  for (const name of new Set(sets.flatMap((set) => [...set.keys()]))) {
    const [, kind, json = ""] = /^([kv]):(.+)$/s.exec(name) ?? [];
    const selector = parsedJson(json);
    if (kind === undefined || selector === undefined) continue;
    const isMembers = kind === "k" && typeof selector === "object" && selector !== null;
    const keys = isMembers ? Object.keys(selector).sort() : [];
    const values = isMembers ? keys.map((key) => (selector as Readonly<Record<string, unknown>>)[key]) : selector;
    const keyList = JSON.stringify(keys);
    byKeys.set(keyList, (byKeys.get(keyList) ?? new Map<string, string>()).set(JSON.stringify(values), name));
  }
  return (item) =>
    [...byKeys].flatMap(([keyList, names]) => {
      const keys = JSON.parse(keyList) as readonly string[];
      const name = names.get(
        JSON.stringify(keys.length === 0 ? plainJson(item) : keys.map((key) => keyFieldOf(item, key))),
      );
      return name === undefined ? [] : [name];
    });
}

function keyFieldOf(item: Value, key: string): unknown {
  const member = item.kind === "map" ? item.entries.get(key) : undefined;
  return member === undefined ? undefined : plainJson(member);
}

/** Converts a string, number or boolean to JSON. Returns undefined for other values. */
function plainJson(value: Value): unknown {
  const opened = openSecret(value);
  return opened.kind === "string" || opened.kind === "number" || opened.kind === "boolean" ? opened.value : undefined;
}

function isOfStatus(record: PropertyMap): boolean {
  return recordText(record, "subresource") === "status";
}

function managerOf(record: PropertyMap): string {
  return recordText(record, "manager");
}

function mapAt(values: PropertyMap, key: string): readonly PropertyMap[] {
  const value = values.get(key);
  return value?.kind === "map" ? [value.entries] : [];
}

function recordText(record: PropertyMap, key: string): string {
  const value = record.get(key);
  return value?.kind === "string" ? value.value : "";
}
