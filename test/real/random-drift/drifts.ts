/** Random changes of objects in the simulated cloud, as a user of its console makes them. Each object stays valid. */
import { compare, normalise } from "../../../fixtures/simcloud/compare.ts";
import { canonicalDocument } from "../../../fixtures/simcloud/documents.ts";
import type { Definition, Kind, Properties, Property } from "../../../fixtures/simcloud/language.ts";
import { type Bag, bag, isBag, isList, type Plain } from "../../../fixtures/simcloud/plain.ts";
import { memberOf, validate } from "../../../fixtures/simcloud/validate.ts";
import type { Draw } from "../../support/mutate.ts";

/** The keys and indexes of a change. A path in a JSON document continues after the name of the input. */
export type ChangedPath = readonly string[];

export interface Drifted {
  readonly settings: Bag;
  readonly paths: readonly ChangedPath[];
}

interface Changed {
  readonly value: Plain;
  readonly path: ChangedPath;
}

/** Changes one to three properties of an object. @param isUpdatable true for changes that an update reverts without a replacement */
export function drifted(definition: Definition, settings: Bag, inputs: Bag, isUpdatable: boolean, draw: Draw): Drifted {
  let current: Drifted = { settings, paths: [] };
  for (let count = 1 + draw(3); count > 0; count -= 1) {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const next = changedProperty(definition, current.settings, inputs, draw);
      if (next === undefined || (isUpdatable && isReplaced(definition, next.settings, inputs))) continue;
      current = { settings: next.settings, paths: [...current.paths, ...next.paths] };
      break;
    }
  }
  return current;
}

/** Returns the paths that the next update after a refresh changes back. */
export function visiblePaths({ properties }: Definition, settings: Bag, inputs: Bag): readonly string[] {
  return compare(properties, settings, inputs).map(({ path }) => path);
}

/** Returns true if the next update after a refresh replaces the object. */
function isReplaced({ properties }: Definition, settings: Bag, inputs: Bag): boolean {
  const replacing = compare(properties, settings, inputs).filter(({ path, replaces }) => {
    return replaces || properties[path]?.replaceOnChanges === true;
  });
  return replacing.length > 0;
}

/** Returns undefined if the change is invalid, or does not show. */
function changedProperty(definition: Definition, settings: Bag, inputs: Bag, draw: Draw): Drifted | undefined {
  const { properties } = definition;
  const names = Object.keys(properties).filter((name) => isInput(properties[name]) && name !== "tagsAll");
  const [set, unset] = [names.filter((name) => name in inputs), names.filter((name) => !(name in inputs))];
  const name = pick(unset.length > 0 && draw(5) === 0 ? unset : set, draw);
  const property = properties[name];
  if (property === undefined) return undefined;
  const changed = changedValue(property, settings[name] ?? null, draw);
  const next = bag([...Object.entries(settings), [name, changed.value]]);
  const asked = bag(names.map((each) => [each, next[each] ?? null]));
  const cloud = bag([...Object.entries(next), ...Object.entries(normalise(properties, asked))]);
  if ("tags" in properties && "tagsAll" in properties) cloud.tagsAll = cloud.tags ?? {};
  const taken = bag([...Object.keys(inputs), name].map((each) => [each, cloud[each] ?? null]));
  const failures = [...validate(properties, taken), ...(definition.rules ?? []).flatMap((rule) => rule(taken))];
  const isShown =
    compare(properties, cloud, bag([...Object.entries(settings)].filter(([key]) => key in inputs || key === name)))
      .length > 0;
  return failures.length > 0 || !isShown ? undefined : { settings: cloud, paths: [[name, ...changed.path]] };
}

function isInput(property: Property | undefined): boolean {
  return property !== undefined && property.use !== "output" && property.writeOnly !== true && property.secret !== true;
}

function changedValue(property: Property, value: Plain, draw: Draw): Changed {
  const isRemoved = property.use !== "required" && value !== null && draw(6) === 0;
  if (isRemoved) return { value: property.fallback ?? null, path: [] };
  if (property.normal === canonicalDocument && typeof value === "string") {
    const { value: document, path } = changedJson(JSON.parse(value) as Plain, draw);
    return { value: JSON.stringify(document), path };
  }
  return changedKind(property.kind, value, draw);
}

function changedKind(kind: Kind, value: Plain, draw: Draw): Changed {
  if (value === null) return { value: newValue(kind, draw), path: [] };
  switch (kind.kind) {
    case "list":
      return isList(value) ? changedList(kind.of, value, draw) : { value, path: [] };
    case "map":
      return isBag(value)
        ? changedMap(
            value,
            (item) => changedKind(kind.of, item, draw),
            () => newValue(kind.of, draw),
            draw,
          )
        : { value, path: [] };
    case "object":
      return isBag(value) ? changedObject(kind.type.properties, value, draw) : { value, path: [] };
    case "union": {
      const member = isBag(value) ? memberOf(kind.members, kind.discriminator, value) : undefined;
      if (member === undefined || !isBag(value) || draw(4) === 0) return { value: newValue(kind, draw), path: [] };
      return changedObject(member.properties, value, draw);
    }
    case "string":
    case "integer":
    case "number":
    case "boolean":
    case "any":
    case "asset":
    case "archive":
    case "enum":
      return { value: newValue(kind, draw, value), path: [] };
  }
}

function changedObject(properties: Properties, value: Bag, draw: Draw): Changed {
  const name = pick(
    Object.keys(properties).filter((each) => isInput(properties[each])),
    draw,
  );
  const property = properties[name];
  if (property === undefined) return { value, path: [] };
  const changed = changedValue(property, value[name] ?? null, draw);
  const entries = Object.entries({ ...value, [name]: changed.value }).filter(([, item]) => item !== null);
  return { value: bag(entries), path: [name, ...changed.path] };
}

/** Inserts, removes, or moves an element, or changes one. */
function changedList(of: Kind, items: readonly Plain[], draw: Draw): Changed {
  const index = draw(items.length + 1);
  const path = String(Math.min(index, items.length - 1));
  switch (items.length === 0 ? 0 : draw(5)) {
    case 0:
      return { value: items.toSpliced(index, 0, newValue(of, draw)), path: [] };
    case 1:
      return { value: items.toSpliced(index % items.length, 1), path: [] };
    case 2: {
      const [moved = null] = items.slice(index % items.length);
      return { value: items.toSpliced(index % items.length, 1).toSpliced(draw(items.length), 0, moved), path: [] };
    }
    default: {
      const changed = changedKind(of, items[Number(path)] ?? null, draw);
      return { value: items.with(Number(path), changed.value), path: [path, ...changed.path] };
    }
  }
}

function changedMap(value: Bag, change: (item: Plain) => Changed, create: () => Plain, draw: Draw): Changed {
  const keys = Object.keys(value);
  const key = keys.length > 0 && draw(3) > 0 ? pick(keys, draw) : pick(oddKeys, draw);
  const isNew = !keys.includes(key);
  if (!isNew && draw(3) === 0)
    return { value: bag(Object.entries(value).filter(([each]) => each !== key)), path: [key] };
  const changed = isNew ? { value: create(), path: [] } : change(value[key] ?? null);
  const entries = Object.entries(value).filter(([each]) => each !== key);
  const path = isNew ? draw(keys.length + 1) : keys.indexOf(key);
  return { value: bag(entries.toSpliced(path, 0, [key, changed.value])), path: [key, ...changed.path] };
}

/** Changes a JSON document at any depth. */
function changedJson(value: Plain, draw: Draw): Changed {
  if (isBag(value))
    return changedMap(
      value,
      (item) => changedJson(item, draw),
      () => newJson(draw),
      draw,
    );
  if (isList(value)) {
    const index = draw(Math.max(1, value.length));
    if (value.length === 0 || draw(3) === 0) return { value: [...value, newJson(draw)], path: [] };
    if (draw(4) === 0) return { value: value.toSpliced(index, 1), path: [] };
    const changed = changedJson(value[index] ?? null, draw);
    return { value: value.with(index, changed.value), path: [String(index), ...changed.path] };
  }
  return { value: newJson(draw), path: [] };
}

function newJson(draw: Draw): Plain {
  return pick<Plain>(
    [oddText(draw), draw(1000), true, { Key: oddText(draw) }, [oddText(draw), "two"], null, 1.5, {}],
    draw,
  );
}

function newValue(kind: Kind, draw: Draw, before: Plain = null): Plain {
  switch (kind.kind) {
    case "string":
      return typeof before === "string" && /^\d+\.\d+\.\d+\.\d+\/\d+$/.test(before)
        ? `10.${draw(256)}.0.0/16`
        : oddText(draw);
    case "integer":
      return pick([0, 1, draw(100), draw(60000), 9_007_199_254_740_991, -draw(100)], draw);
    case "number":
      return pick([0, -0.5, draw(100) / 8, 1e21, 1e-7, -9_007_199_254_740_991, draw(100)], draw);
    case "boolean":
      return before === null ? draw(2) === 0 : before !== true;
    case "enum":
      return pick(kind.type.values, draw).value;
    case "list":
      return Array.from({ length: draw(3) }, () => newValue(kind.of, draw));
    case "map":
      return bag(Array.from({ length: draw(3) }, () => [pick(oddKeys, draw), newValue(kind.of, draw)]));
    case "object":
      return newObject(kind.type.properties, draw);
    case "union": {
      const member = pick(kind.members, draw);
      return newObject(member.properties, draw);
    }
    case "any":
    case "asset":
    case "archive":
      return before;
  }
}

function newObject(properties: Properties, draw: Draw): Bag {
  const entries = Object.entries(properties).flatMap(([name, property]): [string, Plain][] => {
    if (!isInput(property) || (property.use !== "required" && draw(2) === 0)) return [];
    return [[name, property.constant ?? newValue(property.kind, draw)]];
  });
  return bag(entries);
}

const oddKeys = [
  "team",
  "a.b",
  "a b",
  'quo"te',
  "it's",
  "back\\slash",
  "[0]",
  "0",
  "12",
  "ünïcode",
  "x]y",
  "*",
  "a-b/c",
  "$x",
  "\u{1f600}",
  "line\nbreak",
  "$" + "{x}",
  "`",
  "__proto__",
  "constructor",
  "toString",
  "a:b",
  "",
];

const oddTexts = [
  "",
  " ",
  "plain",
  "it's",
  'say "hi"',
  "both ' and \"",
  "two\nlines",
  "cr\r\nlf",
  "tab\t",
  "$" + "{pulumi}",
  "`tick`",
  "back\\slash",
  "\u{1f600} emoji",
  "ünïcode",
  "\u2028",
  "*/ end",
  "// no comment",
  "<!-- -->",
  "\u0000\u0001",
  "null",
  "0",
  "true",
  "\ufeffmark",
  "א ב",
  "%s %d",
  "a".repeat(300),
];

function oddText(draw: Draw): string {
  return `${pick(oddTexts, draw)}${draw(3) === 0 ? pick(oddTexts, draw) : ""}`;
}

function pick<T>(items: readonly T[], draw: Draw): T {
  const item = items[draw(items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}
