/**
 * Selection: which parts of the values that were read a program says. Patterns are property paths in which `*` stands for every
 * element of a list, so that the selection one resource needed can be tried on the next of its type.
 */
import type { Reason } from "../graph.ts";
import { formatPath, type Path } from "../ir/path.ts";
import type { Type } from "../ir/type.ts";
import type { PackageSchema, PropertySchema } from "../schema/types.ts";
import type { PropertyMap, Value } from "../value/value.ts";

export interface Pattern {
  readonly path: Path;
  /** True: the object or list of objects is there, its members only where other patterns name them. */
  readonly shell: boolean;
}

/** Patterns by their key, with the reason each is there. */
export type Selection = ReadonlyMap<string, { readonly pattern: Pattern; readonly reason: Reason }>;

/** The text of a pattern, unique among patterns. */
export function patternKey(pattern: Pattern): string {
  return pattern.shell ? `${formatPath(pattern.path)}/` : formatPath(pattern.path);
}

/** The pattern of a property path: list indexes become `*`. */
export function patternOf(path: Path): Pattern {
  return { path: path.map((key) => (typeof key === "number" ? "*" : key)), shell: false };
}

/** Text of a pattern for people: `rules[*].port`. */
export function patternText(path: Path): string {
  let text = "";
  for (const key of path) {
    if (key === "*" || typeof key === "number") text += `[${key}]`;
    else if (/^[A-Za-z0-9_]+$/.test(key)) text += text === "" ? key : `.${key}`;
    else text += `[${JSON.stringify(key)}]`;
  }
  return text;
}

/** `selection` and these patterns; a pattern that is there keeps its reason. */
export function withPatterns(selection: Selection, patterns: Iterable<Pattern>, reason: Reason): Selection {
  const all = new Map(selection);
  for (const pattern of patterns) {
    const key = patternKey(pattern);
    if (!all.has(key)) all.set(key, { pattern, reason });
  }
  return all;
}

/** `selection` without the patterns of these keys. */
export function withoutPatterns(selection: Selection, keys: ReadonlySet<string>): Selection {
  return new Map([...selection].filter(([key]) => !keys.has(key)));
}

/**
 * Every leaf of `values` as a pattern: what has no members of a named object type below it. Maps, secrets, assets, lists of
 * plain values and empty collections are leaves.
 */
export function leafPatterns(
  values: PropertyMap,
  properties: ReadonlyMap<string, PropertySchema>,
  schema: PackageSchema,
): readonly Pattern[] {
  const found = new Map<string, Pattern>();
  const visit = (value: Value, type: Type, path: Path): void => {
    if (value.kind === "map" && value.entries.size > 0 && type.kind === "object") {
      const object = schema.objectType(type.name.token);
      for (const [key, child] of value.entries) {
        const property = object?.properties.get(key);
        if (property !== undefined) visit(child, property.type, [...path, key]);
      }
      if (object !== undefined) return;
    }
    if (isListOfObjects(value, type)) {
      const element = type.kind === "list" ? type.element : type;
      for (const item of value.items) visit(item, element, [...path, "*"]);
      return;
    }
    const pattern = { path, shell: false };
    found.set(patternKey(pattern), pattern);
  };
  for (const [key, value] of values) {
    const property = properties.get(key);
    if (property !== undefined) visit(value, property.type, [key]);
  }
  return [...found.values()];
}

/** The patterns of what the schema requires, in depth: a required object brings its own required members. */
export function requiredPatterns(
  values: PropertyMap,
  properties: ReadonlyMap<string, PropertySchema>,
  required: ReadonlySet<string>,
  schema: PackageSchema,
): readonly Pattern[] {
  const found: Pattern[] = [];
  const visit = (value: Value, type: Type, path: Path): void => {
    const element = type.kind === "list" ? type.element : type;
    const object = element.kind === "object" ? schema.objectType(element.name.token) : undefined;
    if (isListOfObjects(value, type) && object !== undefined) {
      found.push({ path, shell: true }, { path: [...path, "*"], shell: true });
      for (const item of value.items) if (item.kind === "map") members(item.entries, object.required, [...path, "*"]);
      return;
    }
    if (value.kind === "map" && type.kind === "object" && object !== undefined) {
      found.push({ path, shell: true });
      members(value.entries, object.required, path);
      return;
    }
    found.push({ path, shell: false });

    function members(entries: PropertyMap, names: ReadonlySet<string>, at: Path): void {
      for (const name of names) {
        const child = entries.get(name);
        const property = object?.properties.get(name);
        if (child !== undefined && property !== undefined) visit(child, property.type, [...at, name]);
      }
    }
  };
  for (const name of required) {
    const value = values.get(name);
    const property = properties.get(name);
    if (value !== undefined && property !== undefined) visit(value, property.type, [name]);
  }
  return found;
}

interface Node {
  whole: boolean;
  readonly children: Map<string, Node>;
}

/** The part of `values` that the selection names, in the order of `values`. Lists keep their lengths. */
export function select(values: PropertyMap, selection: Selection): PropertyMap {
  const root: Node = { whole: false, children: new Map() };
  for (const { pattern } of selection.values()) {
    let node = root;
    for (const key of pattern.path) {
      let child = node.children.get(String(key));
      if (child === undefined) {
        child = { whole: false, children: new Map() };
        node.children.set(String(key), child);
      }
      node = child;
    }
    if (!pattern.shell) node.whole = true;
  }
  return selectEntries(values, root);
}

function selectEntries(entries: PropertyMap, node: Node): PropertyMap {
  const chosen = new Map<string, Value>();
  for (const [key, value] of entries) {
    const child = node.children.get(key);
    if (child !== undefined) chosen.set(key, selectValue(value, child));
  }
  return chosen;
}

function selectValue(value: Value, node: Node): Value {
  if (node.children.size === 0 && node.whole) return value;
  if (value.kind === "map") return { kind: "map", entries: selectEntries(value.entries, node) };
  const element = node.children.get("*");
  if (value.kind === "list" && element !== undefined) {
    return { kind: "list", items: value.items.map((item) => selectValue(item, element)) };
  }
  return value;
}

function isListOfObjects(value: Value, type: Type): value is Value & { kind: "list" } {
  return (
    value.kind === "list" &&
    type.kind === "list" &&
    type.element.kind === "object" &&
    value.items.length > 0 &&
    value.items.every((item) => item.kind === "map")
  );
}
