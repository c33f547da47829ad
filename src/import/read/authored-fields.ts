/**
 * Fields of a Kubernetes object that someone asked for. The API server records in `metadata.managedFields` which manager set which field;
 * fields that only a controller set, and those that no manager set (addresses and ports that the server allocates), are new in each cluster.
 */

import { parsedJson } from "../../json/parse.ts";
import { isBookkeeping } from "../../schema/bookkeeping.ts";
import { getAt } from "../../value/at-path.ts";
import { isEmpty } from "../../value/is-empty.ts";
import { openSecret } from "../../value/open-value.ts";
import { listValue, mapValue, type PropertyMap, type Value } from "../../value/value.ts";

/**
 * A set of fields as `fieldsV1` writes it: `f:NAME` is a field, `k:{…}` a list element with these keys, `v:…` one with this value, and `.` the
 * object or list itself. A set without entries means everything below.
 */
type FieldSet = PropertyMap;

/** Identify the object, and are in no record. */
const identity: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata.name", "metadata.namespace"]);

/**
 * Finds the fields that the authors of an object set. A manager that also reports the object's status is a controller: it adds fields such as
 * the volume of a claim.
 *
 * @param outputs the outputs that Read returned
 * @returns undefined if the records do not tell: an author wrote in another API version or in another form, or set only metadata of an object
 *   that has more, as next to a manager that made the object and reports its status
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

/** Parts of an object that are not its content. */
const envelopeFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "status"]);

/** Returns true if a value is a set of fields in depth. */
function isFieldSet(value: Value | undefined): boolean {
  return value?.kind === "map" && [...value.entries.values()].every(isFieldSet);
}

/** Returns an object's properties with only the fields that its authors set. */
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

/** Returns what remains of a value. @returns undefined if no author set anything of it */
function valueWithin(value: Value, sets: readonly FieldSet[], path: readonly string[]): Value | undefined {
  const isIdentity = identity.has(path.join("."));
  const holdsIdentity = path.join(".") === "metadata";
  // Nobody allocates an empty object, and records leave it out.
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

/** Returns true if an author set the collection itself. */
function isAuthored(sets: readonly FieldSet[]): boolean {
  return sets.some((set) => set.has("."));
}

/** Returns the field sets below a field. */
function fieldSetsBelow(sets: readonly FieldSet[], name: string): readonly FieldSet[] {
  return sets.flatMap((set) => mapAt(set, name));
}

/** Returns what remains of each element. An element that no name is found for stays as it is. */
function elementsWithin(items: readonly Value[], sets: readonly FieldSet[], path: readonly string[]): readonly Value[] {
  const namesOf = elementNames(sets);
  return items.flatMap((item) => {
    const names = namesOf(item);
    if (names.length === 0) return [item];
    const within = names.flatMap((name) => fieldSetsBelow(sets, name));
    return valueWithin(item, within, [...path, "*"]) ?? [];
  });
}

/** Finds the names of list elements: `k:{"port":80}` names one by its members, `v:80` by its value. */
function elementNames(sets: readonly FieldSet[]): (item: Value) => readonly string[] {
  const byKeys = new Map<string, Map<string, string>>();
  for (const name of new Set(sets.flatMap((set) => [...set.keys()]))) {
    const [, kind, json = ""] = /^([kv]):(.+)$/s.exec(name) ?? [];
    const named = parsedJson(json);
    if (kind === undefined || named === undefined) continue;
    const isMembers = kind === "k" && typeof named === "object" && named !== null;
    const keys = isMembers ? Object.keys(named).sort() : [];
    const values = isMembers ? keys.map((key) => (named as Readonly<Record<string, unknown>>)[key]) : named;
    const of = JSON.stringify(keys);
    byKeys.set(of, (byKeys.get(of) ?? new Map<string, string>()).set(JSON.stringify(values), name));
  }
  return (item) =>
    [...byKeys].flatMap(([of, names]) => {
      const keys = JSON.parse(of) as readonly string[];
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

/** The value as JSON has it. Returns undefined for values that are not texts, numbers, or truth values. */
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
