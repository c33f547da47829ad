/**
 * The result of Create with checked inputs, for a random type: the new object, or the response of a preview.
 */

import { type Json, type JsonObject, unknownText } from "./model-cloud.ts";
import { type Group, isKept, isList, isObject, type Leaf, type Members } from "./random-type.ts";

/** With `preview`, values that only the cloud knows are unknown. */
type How = "really" | "preview";

/** Returns true if Create rejects inputs that Check accepts. */
export function isRefusedAtCreation(tree: Members, news: JsonObject): boolean {
  if (tree.rules.some((one) => one.named === "plan" && !isKept(one, news))) return true;
  return Object.entries(tree.properties).some(([name, property]) => {
    const value = news[name] ?? null;
    if (property.kind === "leaf") return property.creation === true && value === null;
    const items = isList(value) ? value : [value];
    return items.some((item) => isObject(item) && isRefusedAtCreation(property.members, item));
  });
}

/** Returns the new object, or its preview. */
export function created(tree: Members, news: JsonObject, how: How): JsonObject {
  const result: Record<string, Json> = {};
  for (const [name, property] of Object.entries(tree.properties)) {
    const value = news[name] ?? null;
    const made = property.kind === "leaf" ? (value ?? chosen(property, how)) : createdGroup(property, value, how);
    if (made !== null) result[name] = made;
  }
  return withTwinsOf(tree, result, news, (original, { hidden }) =>
    hidden && how === "preview" ? unknownText : original,
  );
}

/** Adds deprecated properties that the program omits, with the values of the properties that replace them. */
function withTwinsOf(
  tree: Members,
  made: JsonObject,
  news: JsonObject,
  shown: (original: Json, twin: Leaf) => Json,
): JsonObject {
  const result: Record<string, Json> = { ...made };
  for (const [name, property] of Object.entries(tree.properties)) {
    if (property.kind !== "leaf" || property.copyOf === undefined || (news[name] ?? null) !== null) continue;
    const original = result[property.copyOf] ?? null;
    if (original === null) delete result[name];
    else result[name] = shown(original, property);
  }
  return result;
}

/** Returns the object after an update. Kept properties stay unchanged if the program omits them. */
export function updated(tree: Members, olds: JsonObject, news: JsonObject): JsonObject {
  const result: Record<string, Json> = {};
  for (const [name, property] of Object.entries(tree.properties)) {
    const [old, value] = [olds[name] ?? null, news[name] ?? null];
    const isKept = property.kind === "leaf" ? property.silence === "kept" : property.kept;
    const made =
      value === null && isKept
        ? old
        : created({ properties: { [name]: property }, rules: [] }, { [name]: value }, "preview")[name];
    if ((made ?? null) !== null) result[name] = made ?? null;
  }
  return withTwinsOf(tree, result, news, (original) => original);
}

let generated = 0;

/** Returns the value that the cloud sets if the program omits the property. */
function chosen({ type, silence, server, hidden }: Leaf, how: How): Json {
  const isText = type === "text" || type === "secret";
  if (silence === "default") return isText ? "d" : null;
  if (silence !== "kept") return null;
  if (server === "assigned") return how === "preview" ? unknownText : `eni-${++generated}f00dfeed`;
  if (how === "preview" && hidden) return unknownText;
  return server === "default" ? defaultOf(type) : null;
}

function createdGroup(property: Group, value: Json, how: How): Json {
  const { members: tree, kept, server, hidden, of } = property;
  if (isList(value)) return value.map((item) => (isObject(item) ? created(tree, item, how) : item));
  if (isObject(value)) return created(tree, value, how);
  if (!kept) return null;
  if (how === "preview" && hidden) return unknownText;
  if (server !== "default") return null;
  return of === "object" ? blockOf(tree) : [blockOf(tree)];
}

/** Returns the object that the cloud sets if the program omits it. */
function blockOf(tree: Members): JsonObject {
  const entries = Object.entries(tree.properties).map(([name, property]): [string, Json] => {
    if (property.kind === "leaf") return [name, defaultOf(property.type)];
    return [name, property.of === "object" ? blockOf(property.members) : [blockOf(property.members)]];
  });
  return Object.fromEntries(entries);
}

function defaultOf(type: Leaf["type"]): Json {
  switch (type) {
    case "text":
    case "secret":
      return "d";
    case "texts":
      return ["u"];
    case "map":
      return { k: "u" };
  }
}
