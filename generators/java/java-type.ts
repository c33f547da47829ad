/**
 * Types -> Java types of inputs, without the Output around them (docs/programs.md#java). Inside lists, maps and unions SDKs take none.
 */
import type { Type } from "../../src/ir/type.ts";
import { argumentsClass, core, enumClass, javaResourceClass } from "./names.ts";
import { classNameInFile, type Place } from "./place.ts";

/** A class and its type arguments, `Map<String, Double>`. */
export interface JavaType {
  /** The class with its package, except `java.lang`. */
  readonly name: string;
  readonly of: readonly JavaType[];
}

const objectClass: JavaType = { name: "Object", of: [] };

export function javaType(type: Type, place: Place): JavaType {
  switch (type.kind) {
    case "string":
      return { name: "String", of: [] };
    case "integer":
      return { name: "Integer", of: [] };
    case "number":
      return { name: "Double", of: [] };
    case "boolean":
      return { name: "Boolean", of: [] };
    case "any":
      return objectClass;
    case "json":
      return { name: core.JsonElement, of: [] };
    case "asset":
      return { name: core.AssetOrArchive, of: [] };
    case "archive":
      return { name: core.Archive, of: [] };
    case "list":
      return { name: core.List, of: [javaType(type.element, place)] };
    case "map":
      return { name: core.Map, of: [{ name: "String", of: [] }, javaType(type.element, place)] };
    case "object":
      return { name: argumentsClass(type.name, place.program), of: [] };
    case "enum":
      return { name: enumClass(type.name, place.program), of: [] };
    case "union":
      return unionType(type.members, place);
    case "resource": {
      const kind = type.name.token.startsWith("pulumi:providers:") ? "provider" : "custom";
      return { name: javaResourceClass(type.name, kind, place.program), of: [] };
    }
  }
}

/** The type as the file writes it. */
export function javaTypeText(type: JavaType, place: Place): string {
  const name = type.name.includes(".") ? classNameInFile(place, type.name) : type.name;
  return type.of.length === 0 ? name : `${name}<${type.of.map((part) => javaTypeText(part, place)).join(", ")}>`;
}

/** True for `Object`, which may be an Output or have Outputs in it. */
export function isObjectClass({ name }: JavaType): boolean {
  return name === objectClass.name;
}

export function isSameJavaType(a: JavaType, b: JavaType): boolean {
  return canonicalText(a) === canonicalText(b);
}

/** The side of an `Either<L, R>` that a type is. */
export function eitherSide(type: JavaType, either: JavaType): "Left" | "Right" | undefined {
  const side = either.of.findIndex((part) => isSameJavaType(part, type));
  return side < 0 ? undefined : side === 0 ? "Left" : "Right";
}

export function isEither({ name }: JavaType): boolean {
  return name === core.Either;
}

/** True when setters take the two sides of an `Either` as they are: their types differ after erasure. */
export function hasDistinctSides({ of }: JavaType): boolean {
  const [left, right] = of;
  return left?.name !== right?.name;
}

/** The type of a union: of one type that type, of two an `Either`, of more `Object`. */
function unionType(members: readonly Type[], place: Place): JavaType {
  const types = new Map(members.map((member) => javaType(member, place)).map((type) => [canonicalText(type), type]));
  const [only = objectClass, second] = types.values();
  if (types.size === 1) return only;
  return types.size === 2 && second !== undefined ? { name: core.Either, of: [only, second] } : objectClass;
}

function canonicalText({ name, of }: JavaType): string {
  return of.length === 0 ? name : `${name}<${of.map(canonicalText).join(",")}>`;
}
