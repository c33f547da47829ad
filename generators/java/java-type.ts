/** Java types of inputs, without the outer Output (docs/programs.md#java). SDKs accept no Outputs inside lists, maps, and unions. */
import type { Type } from "../../src/ir/type.ts";
import { argumentsClass, core, enumClass, javaResourceClass } from "./names.ts";
import { classNameInFile, type Scope } from "./scope.ts";

export interface JavaType {
  /** The full name of the class, without a package for `java.lang`. */
  readonly name: string;
  readonly typeArguments: readonly JavaType[];
}

const objectClass: JavaType = { name: "Object", typeArguments: [] };

export function javaType(type: Type, scope: Scope): JavaType {
  switch (type.kind) {
    case "string":
      return { name: "String", typeArguments: [] };
    case "integer":
      return { name: "Integer", typeArguments: [] };
    case "number":
      return { name: "Double", typeArguments: [] };
    case "boolean":
      return { name: "Boolean", typeArguments: [] };
    case "any":
      return objectClass;
    case "json":
      return { name: core.JsonElement, typeArguments: [] };
    case "asset":
      return { name: core.AssetOrArchive, typeArguments: [] };
    case "archive":
      return { name: core.Archive, typeArguments: [] };
    case "list":
      return { name: core.List, typeArguments: [javaType(type.element, scope)] };
    case "map":
      return { name: core.Map, typeArguments: [{ name: "String", typeArguments: [] }, javaType(type.element, scope)] };
    case "object":
      return { name: argumentsClass(type.name, scope.program), typeArguments: [] };
    case "enum":
      return { name: enumClass(type.name, scope.program), typeArguments: [] };
    case "union":
      return unionType(type.members, scope);
    case "resource": {
      const kind = type.name.token.startsWith("pulumi:providers:") ? "provider" : "custom";
      return { name: javaResourceClass(type.name, kind, scope.program), typeArguments: [] };
    }
  }
}

/** Returns the type as written in the file. */
export function javaTypeText(type: JavaType, scope: Scope): string {
  const name = type.name.includes(".") ? classNameInFile(scope, type.name) : type.name;
  return type.typeArguments.length === 0
    ? name
    : `${name}<${type.typeArguments.map((part) => javaTypeText(part, scope)).join(", ")}>`;
}

/** Returns true for `Object`, which can be or contain an Output. */
export function isObjectClass({ name }: JavaType): boolean {
  return name === objectClass.name;
}

export function isSameJavaType(a: JavaType, b: JavaType): boolean {
  return canonicalText(a) === canonicalText(b);
}

/** Returns the side of an `Either<L, R>` that has the type, or undefined. */
export function eitherSide(type: JavaType, either: JavaType): "Left" | "Right" | undefined {
  const side = either.typeArguments.findIndex((part) => isSameJavaType(part, type));
  return side < 0 ? undefined : side === 0 ? "Left" : "Right";
}

export function isEither({ name }: JavaType): boolean {
  return name === core.Either;
}

/** Returns true if setters accept both types of an `Either` directly, because the types differ after erasure. */
export function hasDistinctSides({ typeArguments: [left, right] }: JavaType): boolean {
  return left?.name !== right?.name;
}

/** Returns the type of a union: its only type, an `Either` of two types, or `Object`. */
function unionType(members: readonly Type[], scope: Scope): JavaType {
  const types = new Map(members.map((member) => javaType(member, scope)).map((type) => [canonicalText(type), type]));
  const [single = objectClass, second] = types.values();
  if (types.size === 1) return single;
  return types.size === 2 && second !== undefined
    ? { name: core.Either, typeArguments: [single, second] }
    : objectClass;
}

function canonicalText({ name, typeArguments }: JavaType): string {
  return typeArguments.length === 0 ? name : `${name}<${typeArguments.map(canonicalText).join(",")}>`;
}
