/**
 * Fields of a Kubernetes object that a controller set. The API server records in `metadata.managedFields` which manager set which field.
 */
import { getAt } from "../../value/at-path.ts";
import { listValue, mapValue, type PropertyMap, type Value } from "../../value/value.ts";

/** Field sets as `fieldsV1` writes them: `f:NAME` is a field, `k:{…}` a list element by its keys. A set without fields means all below. */
type FieldSet = PropertyMap;

/** The field sets of an object: of its controllers, and of everyone else. */
export interface FieldManagers {
  readonly controllers: readonly FieldSet[];
  readonly authors: readonly FieldSet[];
}

/**
 * Reads the managers of an object. A manager that also reports its status is a controller: it adds fields such as the volume of a claim,
 * which another controller sets again in another cluster.
 *
 * @param outputs the outputs that Read returned
 * @returns undefined if no controller can be told from an author, for example if one manager made the whole object
 */
export function fieldManagers(outputs: PropertyMap): FieldManagers | undefined {
  const entries = getAt(outputs, ["metadata", "managedFields"]);
  if (entries?.kind !== "list") return undefined;
  const records = entries.items.flatMap((item) => (item.kind === "map" ? [item.entries] : []));
  const reporting = new Set(records.filter((record) => text(record, "subresource") === "status").map(managerOf));
  const main = records.filter((record) => text(record, "subresource") !== "status");
  const setsOf = (some: readonly PropertyMap[]): readonly FieldSet[] =>
    some.flatMap((record) => {
      const fields = record.get("fieldsV1");
      return fields?.kind === "map" ? [fields.entries] : [];
    });
  const controllers = setsOf(main.filter((record) => reporting.has(managerOf(record))));
  const authors = setsOf(main.filter((record) => !reporting.has(managerOf(record))));
  return controllers.length > 0 && authors.length > 0 ? { controllers, authors } : undefined;
}

/** Returns an object's properties without the fields that only controllers set. Objects that are empty then are removed too. */
export function withoutControllerFields(values: PropertyMap, managers: FieldManagers | undefined): PropertyMap {
  if (managers === undefined) return values;
  return withoutFields(values, managers.controllers, managers.authors);
}

function withoutFields(
  entries: PropertyMap,
  controllers: readonly FieldSet[],
  authors: readonly FieldSet[],
): PropertyMap {
  return new Map(
    [...entries].flatMap(([key, value]) => {
      const rest = remaining(value, below(controllers, `f:${key}`), below(authors, `f:${key}`));
      return rest === undefined ? [] : [[key, rest] as const];
    }),
  );
}

/** Returns what remains of a value. @returns undefined if controllers set all of it */
function remaining(value: Value, controllers: readonly FieldSet[], authors: readonly FieldSet[]): Value | undefined {
  if (controllers.length === 0) return value;
  if (controllers.some(({ size }) => size === 0)) return authors.length === 0 ? undefined : value;
  if (value.kind === "map") {
    const rest = withoutFields(value.entries, controllers, authors);
    return rest.size === 0 && value.entries.size > 0 ? undefined : mapValue(rest);
  }
  if (value.kind === "list") {
    const rest = value.items.flatMap((item) => {
      const kept = remaining(item, ofElement(controllers, item), ofElement(authors, item));
      return kept === undefined ? [] : [kept];
    });
    return rest.length === 0 && value.items.length > 0 ? undefined : listValue(rest);
  }
  return value;
}

/** Returns the field sets below a field. */
function below(sets: readonly FieldSet[], name: string): readonly FieldSet[] {
  return sets.flatMap((set) => {
    const inner = set.get(name);
    return inner?.kind === "map" ? [inner.entries] : [];
  });
}

/** Returns the field sets of a list element: `k:` names it by some of its fields, `v:` by its value. */
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

function managerOf(record: PropertyMap): string {
  return text(record, "manager");
}

function text(record: PropertyMap, key: string): string {
  const value = record.get(key);
  return value?.kind === "string" ? value.value : "";
}
