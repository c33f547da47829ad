/**
 * Fields of a Kubernetes object that someone asked for. The API server records in `metadata.managedFields` which manager set which field;
 * fields that only a controller set, and those that no manager set (addresses and ports that the server allocates), are new in each cluster.
 */
import { getAt } from "../../value/at-path.ts";
import { isEmpty } from "../../value/is-empty.ts";
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
 * @returns undefined if the record names no author: there is none, or one manager made the object and reports its status
 */
export function authoredFields(outputs: PropertyMap): readonly FieldSet[] | undefined {
  const entries = getAt(outputs, ["metadata", "managedFields"]);
  if (entries?.kind !== "list") return undefined;
  const records = entries.items.flatMap((item) => (item.kind === "map" ? [item.entries] : []));
  const controllers = new Set(records.filter(isOfStatus).map(managerOf));
  const sets = records.flatMap((record) => {
    const fields = record.get("fieldsV1");
    const isAuthored = !isOfStatus(record) && !controllers.has(managerOf(record));
    return isAuthored && fields?.kind === "map" && fields.entries.size > 0 ? [fields.entries] : [];
  });
  return sets.length > 0 ? sets : undefined;
}

/** Returns an object's properties with only the fields that its authors set. */
export function withAuthoredFields(values: PropertyMap, authored: readonly FieldSet[] | undefined): PropertyMap {
  return authored === undefined ? values : fieldsWithin(values, authored, []);
}

function fieldsWithin(entries: PropertyMap, sets: readonly FieldSet[], around: readonly string[]): PropertyMap {
  return new Map(
    [...entries].flatMap(([key, value]) => {
      const rest = valueWithin(value, below(sets, `f:${key}`), [...around, key]);
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
    const rest = value.items.flatMap((item) => valueWithin(item, ofElement(sets, item), [...path, "*"]) ?? []);
    return rest.length > 0 || isAuthored(sets) ? listValue(rest) : undefined;
  }
  return value;
}

/** Returns true if an author set the collection itself. */
function isAuthored(sets: readonly FieldSet[]): boolean {
  return sets.some((set) => set.has("."));
}

/** Returns the field sets below a field. */
function below(sets: readonly FieldSet[], name: string): readonly FieldSet[] {
  return sets.flatMap((set) => {
    const inner = set.get(name);
    return inner?.kind === "map" ? [inner.entries] : [];
  });
}

function ofElement(sets: readonly FieldSet[], item: Value): readonly FieldSet[] {
  const names = new Set(sets.flatMap((set) => [...set.keys()]));
  return [...names].filter((name) => isElementName(name, item)).flatMap((name) => below(sets, name));
}

function isElementName(name: string, item: Value): boolean {
  const [, kind, json = ""] = /^([kv]):(.+)$/s.exec(name) ?? [];
  const named = parsed(json);
  if (kind === "v") return "value" in item && item.value === named;
  if (item.kind !== "map" || typeof named !== "object" || named === null) return false;
  return Object.entries(named).every(([key, expected]) => {
    const member = item.entries.get(key);
    return member !== undefined && "value" in member && member.value === expected;
  });
}

/** Returns undefined if the text is not JSON. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isOfStatus(record: PropertyMap): boolean {
  return text(record, "subresource") === "status";
}

function managerOf(record: PropertyMap): string {
  return text(record, "manager");
}

function text(record: PropertyMap, key: string): string {
  const value = record.get(key);
  return value?.kind === "string" ? value.value : "";
}
