/**
 * Judges values against the types of a package schema: the rules are in the README of this folder.
 */
import type { Type, UnionType } from "../../ir/type.ts";
import { openOutput } from "../../value/open-value.ts";
import type { PropertyMap, Value } from "../../value/value.ts";
import { dataEntries, isBookkeeping } from "../bookkeeping.ts";
import type { PackageSchema, PropertySchema } from "../types.ts";
import { discriminatedMember } from "./discriminated-member.ts";
import { type Constant, type FindObject, fitting, isFitting, type Misfit, misfitsIn, type Verdict } from "./verdict.ts";

export type { FindObject, Misfit, Why } from "./verdict.ts";

/** So many misfits of one value are found at most: a wrong value may have one in every part. */
const mostMisfits = 100;

/** The values of a union that were judged already: without them a type that contains itself would double the work at every level. */
type Judged = WeakMap<Value, WeakMap<UnionType, Verdict>>;

interface Judge {
  readonly find: FindObject;
  readonly judged: Judged;
}

/** The object types of one package, and those of others that it knows (`withOtherTypes`). */
export function objectTypesOf(schema: PackageSchema): FindObject {
  return ({ name }) => schema.objectType(name.token);
}

/** The object types of several packages, by name. @param own goes before those of its name: a run may have several versions of one package */
export function objectTypesOfAll(schemas: ReadonlyMap<string, PackageSchema>, own?: PackageSchema): FindObject {
  return ({ name }) => (own?.name === name.package ? own : schemas.get(name.package))?.objectType(name.token);
}

/** True when the value fits the type. */
export function fitsType(value: Value, type: Type, find: FindObject): boolean {
  return isFitting(judgedVerdict(value, type, { find, judged: new WeakMap() }));
}

/** Where the value does not fit the type, and why; empty when it fits. */
export function valueMisfits(value: Value, type: Type, find: FindObject): readonly Misfit[] {
  return misfitsIn(judgedVerdict(value, type, { find, judged: new WeakMap() }), mostMisfits);
}

/** As `valueMisfits`, for some of the inputs of a resource: nothing is missing, because others may come from elsewhere. */
export function misfitsOfInputs(
  inputs: PropertyMap,
  properties: ReadonlyMap<string, PropertySchema>,
  find: FindObject,
): readonly Misfit[] {
  const judge = { find, judged: new WeakMap() };
  return misfitsIn({ parts: memberVerdicts(inputs, { properties, required: new Set() }, judge) }, mostMisfits);
}

/** The member of a union that the value is; never a union itself. `undefined` only for an empty union. */
export function unionMemberOf(value: Value, union: UnionType, find: FindObject): Type | undefined {
  return chosen(openOutput(value), union, { find, judged: new WeakMap() });
}

function chosen(value: Value, union: UnionType, judge: Judge): Type | undefined {
  const member =
    discriminated(value, union) ?? narrowest(value, union, judge) ?? nearestMember(value, union, judge)?.member;
  return member?.kind === "union" ? chosen(value, member, judge) : (member ?? firstLeaf(union));
}

function judgedVerdict(given: Value, type: Type, judge: Judge): Verdict {
  const value = openOutput(given);
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

/** The data of a map. Null is the absence of a value: a member of a map that is null is none. */
function presentMembers(entries: PropertyMap): readonly (readonly [string, Value])[] {
  return [...dataEntries(entries)].filter(([, value]) => openOutput(value).kind !== "null");
}

interface Properties {
  readonly properties: ReadonlyMap<string, PropertySchema>;
  readonly required: ReadonlySet<string>;
}

function memberVerdicts(entries: PropertyMap, { properties, required }: Properties, judge: Judge): Verdict["parts"] {
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

/** True for a value of the primitive that the enum is made of. */
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

/** Pulumi converts numbers and booleans to texts, and texts to what they are the text of. */
function converts(value: Value, type: Type): boolean {
  if (type.kind === "string") return value.kind === "number" || value.kind === "boolean";
  if (type.kind === "enum")
    return isConstantValue(value) && type.members.some((one) => String(one.value) === String(value.value));
  if (type.kind === "union") return type.members.some((member) => converts(value, member));
  if (value.kind !== "string") return false;
  if (type.kind === "boolean") return value.value === "true" || value.value === "false";
  if (type.kind !== "integer" && type.kind !== "number") return false;
  const number = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value.value) ? Number(value.value) : Number.NaN;
  return type.kind === "integer" ? Number.isInteger(number) : Number.isFinite(number);
}

function unionVerdict(value: Value, union: UnionType, judge: Judge): Verdict {
  const known = judge.judged.get(value)?.get(union);
  if (known !== undefined) return known;
  const verdict = freshVerdict(value, union, judge);
  if (value.kind === "map" || value.kind === "list") {
    const ofValue = judge.judged.get(value) ?? new WeakMap<UnionType, Verdict>();
    judge.judged.set(value, ofValue.set(union, verdict));
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

/** Where a constant rules out even the nearest member: everything that it may be. Nothing else of that member counts. */
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

/** The narrowest member that the value fits; members that tie keep the schema's order. */
function narrowest(value: Value, union: UnionType, judge: Judge): Type | undefined {
  let best: { readonly member: Type; readonly width: number } | undefined;
  for (const member of union.members) {
    if (!isFitting(judgedVerdict(value, member, judge))) continue;
    const width = widthOf(member);
    if (best === undefined || width < best.width) best = { member, width };
  }
  return best?.member;
}

/** A type that takes more has a greater one. */
function widthOf(type: Type): number {
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
      return widthOf(type.element);
    case "map":
      return 3 + widthOf(type.element);
    case "union":
      return Math.max(0, ...type.members.map(widthOf));
    case "json":
      return 100;
    case "any":
      return 101;
  }
}

/** The member of the value's general form with the fewest parts that do not fit; one that a constant contradicts comes last. */
function nearestMember(value: Value, union: UnionType, judge: Judge) {
  let best: { readonly member: Type; readonly verdict: Verdict; readonly distance: number } | undefined;
  for (const member of union.members) {
    if (!hasForm(value, member)) continue;
    const verdict = judgedVerdict(value, member, judge);
    const contradicts = verdict.parts.some(([, { why }]) => why?.kind === "constant");
    const distance = verdict.parts.length + (contradicts ? 1e6 : 0);
    if (best === undefined || distance < best.distance) best = { member, verdict, distance };
  }
  return best;
}

function hasForm(value: Value, type: Type): boolean {
  if (type.kind === "union") return type.members.some((member) => hasForm(value, member));
  if (type.kind === "enum") return hasElement(value, type);
  if (value.kind === "map") return type.kind === "object" || type.kind === "map";
  return value.kind === "list" && type.kind === "list";
}

function firstLeaf(union: UnionType): Type | undefined {
  const [first] = union.members;
  return first?.kind === "union" ? firstLeaf(first) : first;
}
