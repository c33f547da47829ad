import fc from "fast-check";
import type { Json, JsonObject } from "./model-cloud.ts";
import type { Group, Leaf, Members } from "./random-type.ts";

/** Generates objects as Read returns them. Each property may have a value or none. */
export function cloudValues(tree: Members): fc.Arbitrary<JsonObject> {
  const entries = Object.entries(tree.properties).map(([name, property]) =>
    cloudValue(property, false).map((value) => (value === undefined ? [] : [[name, value] as const])),
  );
  return fc.tuple(...entries).map((found) => withTwins(tree, Object.fromEntries(found.flat())));
}

const text = fc.constantFrom("u", "v", "w", "d", "d", " u ", "", "odd");
const values: Readonly<Record<Leaf["type"], fc.Arbitrary<Json>>> = {
  text,
  secret: text,
  texts: fc.array(fc.constantFrom("u", "v"), { maxLength: 2 }),
  map: fc.dictionary(fc.constantFrom("k", "a.b"), fc.constantFrom("u", "v"), { maxKeys: 2 }),
};
const assigned = fc.constantFrom("10.1.2.3", "eni-0a1b2c3d4e5f", "2001:db8::1", "6f9619ff-8b86-d011-b42d-00c04fc964ff");

/** @param whole true if each member must have a value, which may be empty */
function cloudValue(property: Leaf | Group, whole: boolean): fc.Arbitrary<Json | undefined> {
  if (property.kind === "leaf") {
    if (property.unreadable) return fc.constant(undefined);
    if (property.server === "assigned") return assigned;
    const value = values[property.type];
    return property.required || whole ? value : fc.option(value, { freq: 5, nil: undefined });
  }
  const inside = property.verbatim ? wholeValues(property.members) : cloudValues(property.members);
  const value: fc.Arbitrary<Json> =
    property.of === "object" ? inside : fc.array(inside, { minLength: 1, maxLength: 2 });
  return property.required ? value : fc.option(value, { freq: 4, nil: undefined });
}

function wholeValues(tree: Members): fc.Arbitrary<JsonObject> {
  const entries = Object.entries(tree.properties).map(([name, property]) =>
    cloudValue(property, true).map((value) => [name, value ?? null] as const),
  );
  return fc.tuple(...entries).map((found) => Object.fromEntries(found));
}

/** Sets deprecated properties to the values of the properties that replace them. */
function withTwins({ properties }: Members, given: JsonObject): JsonObject {
  const result: Record<string, Json> = { ...given };
  for (const [name, property] of Object.entries(properties)) {
    if (property.kind !== "leaf" || property.copyOf === undefined) continue;
    const value = result[property.copyOf] ?? null;
    if (value === null) delete result[name];
    else result[name] = value;
  }
  return result;
}
