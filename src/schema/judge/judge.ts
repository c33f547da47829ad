/** Judges whether values fit the types of a package schema. The rules are in the README of this directory. */
import type { Type, UnionType } from "../../ir/type.ts";
import { openOutput } from "../../value/open-value.ts";
import type { PropertyMap, Value } from "../../value/value.ts";
import { dataEntries, isBookkeeping } from "../bookkeeping.ts";
import type { ObjectShape, PackageSchema, PropertySchema } from "../types.ts";
import { type Constant, type FindObject, fitting, isFitting, type Misfit, misfitsIn, type Verdict } from "./verdict.ts";

export type { FindObject, Misfit, Why } from "./verdict.ts";

/** The maximum number of misfits to report. A misfit is a part of a value that does not fit its type. */
const mostMisfits = 100;

/** Caches the verdicts for unions. Without the cache, a recursive type would double the work at every level. */
type Judged = WeakMap<Value, WeakMap<UnionType, Verdict>>;

interface Judge {
  readonly find: FindObject;
  readonly judged: Judged;
}

/** Returns a lookup of the object types of a package, including those that `withOtherTypes` added. */
export function objectTypesOf(schema: PackageSchema): FindObject {
  return ({ name }) => schema.objectType(name.token);
}

/** Returns a lookup of the object types of several packages. `preferred` takes precedence over a schema with the same package name. */
export function objectTypesOfAll(schemas: ReadonlyMap<string, PackageSchema>, preferred?: PackageSchema): FindObject {
  return ({ name }) =>
    (preferred?.name === name.package ? preferred : schemas.get(name.package))?.objectType(name.token);
}

export function fitsType(value: Value, type: Type, find: FindObject): boolean {
  return isFitting(judgedVerdict(value, type, { find, judged: new WeakMap() }));
}

/** Returns the parts of the value that do not fit the type, with reasons. */
export function valueMisfits(value: Value, type: Type, find: FindObject): readonly Misfit[] {
  return misfitsIn(judgedVerdict(value, type, { find, judged: new WeakMap() }), mostMisfits);
}

/**
 * Returns the parts of a resource's inputs that do not fit their types. Does not report missing top-level inputs, because `inputs` may be incomplete.
 */
export function misfitsOfInputs(
  inputs: PropertyMap,
  properties: ReadonlyMap<string, PropertySchema>,
  find: FindObject,
): readonly Misfit[] {
  const judge = { find, judged: new WeakMap() };
  return misfitsIn({ parts: memberVerdicts(inputs, { properties, required: new Set() }, judge) }, mostMisfits);
}

/** Returns the union member that the value matches best, with nested unions resolved. Returns undefined for an empty union. */
export function unionMemberOf(value: Value, union: UnionType, find: FindObject): Type | undefined {
  return chosen(openOutput(value), union, { find, judged: new WeakMap() });
}

function chosen(value: Value, union: UnionType, judge: Judge): Type | undefined {
  const member =
    discriminated(value, union) ?? narrowest(value, union, judge) ?? nearestMember(value, union, judge)?.member;
  return member?.kind === "union" ? chosen(value, member, judge) : (member ?? firstLeaf(union));
}

function judgedVerdict(input: Value, type: Type, judge: Judge): Verdict {
  const value = openOutput(input);
  if (value.kind === "unknown" || type.kind === "any" || type.kind === "json") return fitting;
  switch (type.kind) {
    case "string":
      return value.kind === "string" || value.kind === "bytes" ? fitting : anotherType(value, type);
    case "integer":
      return value.kind === "number" && Number.isInteger(value.value) ? fitting : anotherType(value, type);
    case "boolean":
    case "number":
    case "archive":
    case "resource":
      return value.kind === type.kind ? fitting : anotherType(value, type);
    case "asset":
      return value.kind === "asset" || value.kind === "archive" ? fitting : anotherType(value, type);
    case "enum":
      return enumVerdict(value, type);
    case "list":
      return value.kind === "list" ? each(value.items.entries(), type.element, judge) : anotherType(value, type);
    case "map":
      return value.kind === "map" ? each(presentMembers(value.entries), type.element, judge) : anotherType(value, type);
    case "object": {
      if (value.kind !== "map") return anotherType(value, type);
      const object = judge.find(type);
      return object === undefined ? fitting : { parts: memberVerdicts(value.entries, object, judge) };
    }
    case "union":
      return unionVerdict(value, type, judge);
  }
}

function each(items: Iterable<readonly [string | number, Value]>, element: Type, judge: Judge): Verdict {
  const parts: [string | number, Verdict][] = [];
  for (const [key, item] of items) {
    const verdict = judgedVerdict(item, element, judge);
    if (!isFitting(verdict)) parts.push([key, verdict]);
  }
  return parts.length === 0 ? fitting : { parts };
}

/** Returns the entries of a map without `__defaults` lists and without nulls, because null counts as missing. */
function presentMembers(entries: PropertyMap): readonly (readonly [string, Value])[] {
  return [...dataEntries(entries)].filter(([, value]) => openOutput(value).kind !== "null");
}

function memberVerdicts(entries: PropertyMap, { properties, required }: ObjectShape, judge: Judge): Verdict["parts"] {
  const parts: [string, Verdict][] = [];
  for (const [name, value] of entries) {
    const property = properties.get(name);
    const verdict =
      property !== undefined
        ? propertyVerdict(value, property, required.has(name), judge)
        : isBookkeeping(name, properties)
          ? fitting
          : { why: { kind: "unknown property", known: [...properties.keys()] } as const, parts: [] };
    if (!isFitting(verdict)) parts.push([name, verdict]);
  }
  for (const name of required) if (!entries.has(name)) parts.push([name, missingVerdict]);
  return parts;
}

const missingVerdict: Verdict = { why: { kind: "missing" }, parts: [] };

function propertyVerdict(value: Value, property: PropertySchema, isRequired: boolean, judge: Judge): Verdict {
  const inner = openOutput(value);
  if (inner.kind === "null" && property.type.kind !== "any" && property.type.kind !== "json") {
    return isRequired ? missingVerdict : fitting;
  }
  if (property.const !== undefined && inner.kind !== "unknown" && !equalsConstant(inner, property.const)) {
    return { why: { kind: "constant", expected: [property.const] }, parts: [] };
  }
  return judgedVerdict(inner, property.type, judge);
}

function equalsConstant(value: Value, constant: Constant): boolean {
  return isConstantValue(value) && value.value === constant;
}

function enumVerdict(value: Value, type: Type & { readonly kind: "enum" }): Verdict {
  if (!hasElement(value, type)) return anotherType(value, type);
  if (type.members.some((member) => member.value === value.value)) return fitting;
  return { why: { kind: "no member", expected: type }, parts: [] };
}

function hasElement(value: Value, type: Type & { readonly kind: "enum" }): value is ConstantValue {
  const primitive = type.element === "integer" ? "number" : type.element;
  return value.kind === primitive;
}

type ConstantValue = Value & { readonly kind: "string" | "number" | "boolean"; readonly value: Constant };

function isConstantValue(value: Value): value is ConstantValue {
  return value.kind === "string" || value.kind === "number" || value.kind === "boolean";
}

function anotherType(value: Value, expected: Type): Verdict {
  return { why: { kind: "type", expected, found: value.kind, converts: converts(value, expected) }, parts: [] };
}

/** Returns true if Pulumi would convert the value to the type, for example 80 to "80", or "true" to true. */
function converts(value: Value, type: Type): boolean {
  if (type.kind === "string") return value.kind === "number" || value.kind === "boolean";
  if (type.kind === "enum")
    return isConstantValue(value) && type.members.some((member) => String(member.value) === String(value.value));
  if (type.kind === "union") return type.members.some((member) => converts(value, member));
  if (value.kind !== "string") return false;
  if (type.kind === "boolean") return value.value === "true" || value.value === "false";
  if (type.kind !== "integer" && type.kind !== "number") return false;
  const number = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value.value) ? Number(value.value) : Number.NaN;
  return type.kind === "integer" ? Number.isInteger(number) : Number.isFinite(number);
}

function unionVerdict(value: Value, union: UnionType, judge: Judge): Verdict {
  const cached = judge.judged.get(value)?.get(union);
  if (cached !== undefined) return cached;
  const verdict = freshVerdict(value, union, judge);
  if (value.kind === "map" || value.kind === "list") {
    const verdicts = judge.judged.get(value) ?? new WeakMap<UnionType, Verdict>();
    judge.judged.set(value, verdicts.set(union, verdict));
  }
  return verdict;
}

function freshVerdict(value: Value, union: UnionType, judge: Judge): Verdict {
  const member = discriminated(value, union);
  if (member !== undefined) return judgedVerdict(value, member, judge);
  if (union.members.some((candidate) => isFitting(judgedVerdict(value, candidate, judge)))) return fitting;
  const near = nearestMember(value, union, judge);
  if (near === undefined || !isContainerType(near.member)) return anotherType(value, union);
  return contradiction(near.verdict, union, judge) ?? near.verdict;
}

function isContainerType({ kind }: Type): boolean {
  return kind === "list" || kind === "map" || kind === "object" || kind === "union";
}

/** Returns a verdict about the first property with a wrong constant. Its expected values are the constants of all union members. */
function contradiction({ parts }: Verdict, union: UnionType, judge: Judge): Verdict | undefined {
  for (const [key, { why }] of parts) {
    if (why?.kind !== "constant") continue;
    const others = union.members.flatMap((member) => {
      const properties = member.kind === "object" ? judge.find(member)?.properties : undefined;
      return properties?.get(String(key))?.const ?? [];
    });
    const expected = [...new Set([...why.expected, ...others])];
    return { parts: [[key, { why: { kind: "constant", expected }, parts: [] }]] };
  }
  return undefined;
}

function discriminated(value: Value, union: UnionType): Type | undefined {
  return value.kind === "map" ? discriminatedMember(value.entries, union) : undefined;
}

/** Returns the narrowest union member that the value fits. If several are equally narrow, returns the first one. */
function narrowest(value: Value, union: UnionType, judge: Judge): Type | undefined {
  let best: { readonly member: Type; readonly width: number } | undefined;
  for (const member of union.members) {
    if (!isFitting(judgedVerdict(value, member, judge))) continue;
    const width = typeWidth(member);
    if (best === undefined || width < best.width) best = { member, width };
  }
  return best?.member;
}

/** Returns a number that is greater for types that accept more values. */
function typeWidth(type: Type): number {
  switch (type.kind) {
    case "string":
    case "integer":
    case "boolean":
    case "object":
    case "archive":
    case "resource":
      return 0;
    case "number":
    case "asset":
      return 1;
    case "enum":
      return 2;
    case "list":
      return typeWidth(type.element);
    case "map":
      return 3 + typeWidth(type.element);
    case "union":
      return Math.max(0, ...type.members.map(typeWidth));
    case "json":
      return 100;
    case "any":
      return 101;
  }
}

/**
 * Returns the union member with the fewest misfits among members of the value's kind (such as object or list). Members with a wrong constant come
 * last.
 */
function nearestMember(value: Value, union: UnionType, judge: Judge) {
  let best: { readonly member: Type; readonly verdict: Verdict; readonly distance: number } | undefined;
  for (const member of union.members) {
    if (!hasTypeForm(value, member)) continue;
    const verdict = judgedVerdict(value, member, judge);
    const contradicts = verdict.parts.some(([, { why }]) => why?.kind === "constant");
    const distance = verdict.parts.length + (contradicts ? 1e6 : 0);
    if (best === undefined || distance < best.distance) best = { member, verdict, distance };
  }
  return best;
}

function hasTypeForm(value: Value, type: Type): boolean {
  if (type.kind === "union") return type.members.some((member) => hasTypeForm(value, member));
  if (type.kind === "enum") return hasElement(value, type);
  if (value.kind === "map") return type.kind === "object" || type.kind === "map";
  return value.kind === "list" && type.kind === "list";
}

function firstLeaf(union: UnionType): Type | undefined {
  const [first] = union.members;
  return first?.kind === "union" ? firstLeaf(first) : first;
}

type ObjectType = Type & { readonly kind: "object" };

/**
 * Returns the union member that the discriminator selects for an object (docs/programs.md#unions-and-enums). If the mapping lacks the value, the
 * value itself is the token. Compares full tokens first. If none is equal, compares the last segments, and exactly one must be equal.
 */
function discriminatedMember(entries: PropertyMap, union: UnionType): ObjectType | undefined {
  if (union.discriminator === undefined) return undefined;
  const discriminator = entries.get(union.discriminator.property);
  const value = discriminator === undefined ? undefined : openOutput(discriminator);
  if (value?.kind !== "string") return undefined;
  const token = union.discriminator.mapping.get(value.value) ?? value.value;
  const objects = objectMembers(union);
  const exact = objects.find((member) => member.name.token === token);
  if (exact !== undefined) return exact;
  const segment = token.slice(token.lastIndexOf(":") + 1);
  const [match, other] = objects.filter((member) => member.name.member === segment);
  return other === undefined ? match : undefined;
}

function objectMembers(union: UnionType): readonly ObjectType[] {
  return union.members.flatMap((member) => {
    if (member.kind === "union") return objectMembers(member);
    return member.kind === "object" ? [member] : [];
  });
}
