/** Defines selections: patterns of read values that a program sets, which also apply to other resources of the type. */
import type { Reason } from "../../../domain/graph.ts";
import type { Type } from "../../../ir/type.ts";
import { objectTypesOf, unionMemberOf } from "../../../schema/judge/judge.ts";
import type { ObjectSchema, PackageSchema, PropertySchema } from "../../../schema/types.ts";
import { formatPath, type Path } from "../../../value/path.ts";
import { nullValue, type PropertyMap, type Value } from "../../../value/value.ts";

export interface Pattern {
  readonly path: Path;
  /** If true, sets an object or list of objects, but only the members that other patterns name. */
  readonly presenceOnly: boolean;
}

export interface Selected {
  readonly pattern: Pattern;
  readonly reason: Reason;
}

/** Reasons that come only from the provider's responses. */
export const searchReasons: ReadonlySet<Reason> = new Set(["diff", "check"]);

/** Selected patterns by key. */
export type Selection = ReadonlyMap<string, Selected>;

/** Returns a unique key for a pattern. */
export function patternKey(pattern: Pattern): string {
  return pattern.presenceOnly ? `${formatPath(pattern.path)}/` : formatPath(pattern.path);
}

/** Returns the pattern of a path, with `*` instead of list indexes. */
export function patternOf(path: Path): Pattern {
  return { path: path.map((key) => (typeof key === "number" ? "*" : key)), presenceOnly: false };
}

/** Truncates a path before its first list. */
export function plainPart(path: Path): Path {
  const list = path.findIndex((key) => key === "*" || typeof key === "number");
  return list < 0 ? path : path.slice(0, list);
}

/** Adds patterns for one reason. If the selection already has a pattern, its reason does not change. */
export function withPatterns(selection: Selection, patterns: readonly Pattern[], reason: Reason): Selection {
  return withSelected(
    selection,
    patterns.map((pattern) => ({ pattern, reason })),
  );
}

/** Adds patterns with their reasons. If the selection already has a pattern, its reason does not change. */
export function withSelected(selection: Selection, more: readonly Selected[]): Selection {
  const all = new Map(selection);
  for (const entry of more) {
    const key = patternKey(entry.pattern);
    if (!all.has(key)) all.set(key, entry);
  }
  return all;
}

/** Removes the patterns with these keys. */
export function withoutPatterns(selection: Selection, keys: ReadonlySet<string>): Selection {
  return new Map([...selection].filter(([key]) => !keys.has(key)));
}

/** Returns a pattern for every value that is neither an object with a schema type nor a list of such objects. */
export function leafPatterns(
  values: PropertyMap,
  properties: ReadonlyMap<string, PropertySchema>,
  schema: PackageSchema,
): readonly Pattern[] {
  const patterns = new Map<string, Pattern>();
  const visit = (value: Value, type: Type, path: Path): void => {
    const object = objectIn(value, type, schema);
    const elements = typedElements(value, type, schema);
    if (elements !== undefined) for (const element of elements) members(element, [...path, "*"]);
    else if (object !== undefined) members(object, path);
    else add(path);
  };
  const members = ({ entries, shape }: TypedObject, path: Path): void => {
    // An object can be empty in one element and have members in another.
    if (entries.size === 0) add(path, path.includes("*"));
    for (const [key, child] of entries) {
      const property = shape.properties.get(key);
      if (property !== undefined) visit(child, property.type, [...path, key]);
    }
  };
  const add = (path: Path, presenceOnly = false): void => {
    patterns.set(patternKey({ path, presenceOnly }), { path, presenceOnly });
  };
  if (values.size > 0) members({ entries: values, shape: { properties, required: new Set() } }, []);
  return [...patterns.values()];
}

/** Returns the patterns of required values, including required members of objects around the paths in `set`. */
export function requiredPatterns(
  values: PropertyMap,
  properties: ReadonlyMap<string, PropertySchema>,
  required: ReadonlySet<string>,
  schema: PackageSchema,
  set: readonly Path[] = [],
): readonly Pattern[] {
  const patterns: Pattern[] = [];
  const visit = (value: Value, type: Type, path: Path, isRequired: boolean): void => {
    const object = objectIn(value, type, schema);
    const elements = typedElements(value, type, schema);
    if (elements !== undefined) {
      patterns.push({ path, presenceOnly: true }, { path: [...path, "*"], presenceOnly: true });
      for (const element of elements) members(element, [...path, "*"]);
    } else if (object !== undefined) {
      patterns.push({ path, presenceOnly: true });
      members(object, path);
    } else if (isRequired) patterns.push({ path, presenceOnly: false });
  };
  const around = new Set(set.flatMap(({ length }, i) => Array.from({ length }, (_, end) => prefixKey(set[i], end))));
  const members = ({ entries, shape }: TypedObject, path: Path): void => {
    for (const name of shape.properties.keys()) {
      const isRequired = shape.required.has(name);
      if (!isRequired && !around.has(formatPath([...path, name]))) continue;
      const child = entries.get(name);
      const property = shape.properties.get(name);
      if (child !== undefined && property !== undefined) visit(child, property.type, [...path, name], isRequired);
    }
  };
  members({ entries: values, shape: { properties, required } }, []);
  return patterns;
}

/** The schema of the values of one pattern. */
export interface LeafSchema {
  /** The length of the prefix that a program can omit: the path, or the innermost optional property around it. 0 if all of it is required. */
  readonly optional: number;
  /** The property of the values. Omitted for an object without members. */
  readonly property?: PropertySchema;
}

/**
 * Returns the schema of each pattern, by pattern key. If list elements have different schemas for a pattern, returns the one with the longest optional
 * prefix (`optional`).
 */
export function leafSchemas(
  values: PropertyMap,
  properties: ReadonlyMap<string, PropertySchema>,
  required: ReadonlySet<string>,
  schema: PackageSchema,
): ReadonlyMap<string, LeafSchema> {
  const leaves = new Map<string, LeafSchema>();
  const visit = (value: Value, property: PropertySchema, path: Path, length: number): void => {
    const object = objectIn(value, property.type, schema);
    const elements = typedElements(value, property.type, schema);
    if (elements !== undefined) for (const element of elements) members(element, [...path, "*"], length);
    else if (object !== undefined) members(object, path, length);
    else add(path, length, property);
  };
  const members = ({ entries, shape }: TypedObject, path: Path, length: number): void => {
    if (entries.size === 0) add(path, length);
    for (const [key, child] of entries) {
      const property = shape.properties.get(key);
      // A constant in a nested object is its discriminator, so it is required. SDKs send the constants of the resource itself.
      const isKind = property?.const !== undefined && path.length > 0;
      const isOptional = !shape.required.has(key) && !isKind;
      if (property !== undefined) visit(child, property, [...path, key], isOptional ? path.length + 1 : length);
    }
  };
  const add = (path: Path, length: number, property?: PropertySchema): void => {
    const key = patternKey({ path, presenceOnly: false });
    const existing = leaves.get(key);
    if (existing === undefined || length > existing.optional) leaves.set(key, { optional: length, property });
  };
  members({ entries: values, shape: { properties, required } }, [], 0);
  return leaves;
}

/** Returns the key of a path's prefix, with `*` for every index. */
function prefixKey(path: Path = [], length: number): string {
  return formatPath(patternOf(path.slice(0, length)).path);
}

interface TypedObject {
  readonly entries: PropertyMap;
  readonly shape: Pick<ObjectSchema, "properties" | "required">;
}

function objectIn(value: Value, type: Type, schema: PackageSchema): TypedObject | undefined {
  if (value.kind !== "map") return undefined;
  const find = objectTypesOf(schema);
  const member = type.kind === "union" ? unionMemberOf(value, type, find) : type;
  const shape = member?.kind === "object" ? find(member) : undefined;
  return shape && { entries: value.entries, shape };
}

/** Returns the elements of a list of objects. Returns undefined for an empty list, or if an element is not an object. */
function typedElements(value: Value, type: Type, schema: PackageSchema): readonly TypedObject[] | undefined {
  if (value.kind !== "list" || type.kind !== "list" || value.items.length === 0) return undefined;
  const objects = value.items.map((item) => objectIn(item, type.element, schema));
  return objects.every((item) => item !== undefined) ? objects : undefined;
}

interface Node {
  whole: boolean;
  presenceOnly: boolean;
  readonly children: Map<string, Node>;
}

/** Returns the selected part of `values`. Lists keep their length. A pattern without a value sets no objects, unless it has `presenceOnly`. */
export function select(values: PropertyMap, selection: Selection): PropertyMap {
  const root: Node = { whole: false, presenceOnly: false, children: new Map() };
  for (const { pattern } of selection.values()) {
    let node = root;
    for (const key of pattern.path) {
      let child = node.children.get(String(key));
      if (child === undefined) {
        child = { whole: false, presenceOnly: false, children: new Map() };
        node.children.set(String(key), child);
      }
      node = child;
    }
    if (pattern.presenceOnly) node.presenceOnly = true;
    else node.whole = true;
  }
  return selectEntries(values, root);
}

function selectEntries(entries: PropertyMap, node: Node): PropertyMap {
  const chosen = new Map<string, Value>();
  for (const [key, value] of entries) {
    const child = node.children.get(key);
    const part = child && selectValue(value, child);
    if (part !== undefined) chosen.set(key, part);
  }
  return chosen;
}

/** Returns the selected part of a value, or undefined if no pattern matches. */
function selectValue(value: Value, node: Node): Value | undefined {
  if (node.children.size === 0 && node.whole) return value;
  const isSet = node.whole || node.presenceOnly;
  if (value.kind === "map") {
    const entries = selectEntries(value.entries, node);
    return entries.size === 0 && !isSet ? undefined : { kind: "map", entries };
  }
  if (value.kind === "list" && node.children.size > 0) {
    const all = node.children.get("*") ?? emptyNode;
    const items = value.items.map((item, index) => {
      const specific = node.children.get(String(index));
      return selectValue(item, specific === undefined ? all : mergedNodes(all, specific));
    });
    if (!isSet && items.every((item) => item === undefined)) return undefined;
    // Elements without selected values become empty objects.
    return { kind: "list", items: items.map((item, index) => item ?? emptyItem(value.items[index])) };
  }
  return value;
}

function emptyItem(item: Value = nullValue): Value {
  return item.kind === "map" ? { kind: "map", entries: new Map() } : item;
}

const emptyNode: Node = { whole: false, presenceOnly: false, children: new Map() };

function mergedNodes(a: Node, b: Node): Node {
  const children = new Map(a.children);
  for (const [key, node] of b.children) children.set(key, mergedNodes(children.get(key) ?? emptyNode, node));
  return { whole: a.whole || b.whole, presenceOnly: a.presenceOnly || b.presenceOnly, children };
}
