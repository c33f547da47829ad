/**
 * Finds the form that a specification uses for a type of a package schema. Follows references to named types, and reports types without an equivalent
 * as lost.
 */

import { isJsonObject, type JsonObject, memberAt } from "../../../value/json/object.ts";
import type { Path } from "../../../value/path.ts";
import type { ComparedValue } from "./code.ts";
import type { LossLog } from "./loss-log.ts";

/** A property, a type, or an element, with its path in the schema. */
export interface Side {
  readonly spec: JsonObject;
  readonly path: Path;
}

type ScalarKind = "bool" | "float64" | "int64" | "string";

export type Form =
  /** `values` are the only values that the type accepts. Omitted if it accepts all values of its kind. */
  | { readonly kind: ScalarKind; readonly values?: readonly ComparedValue[] }
  | { readonly kind: "array" | "map"; readonly element: Side }
  | { readonly kind: "object"; readonly token: string; readonly type: Side }
  /** Any value, or a value of unknown type. */
  | { readonly kind: "dynamic" };

export interface TypeScope {
  readonly types: JsonObject;
  readonly losses: LossLog;
}

const nestedUnions = 8;

/** Returns the form of a property or type. */
export function typeForm({ spec, path }: Side, scope: TypeScope, unions = nestedUnions): Form {
  const alternatives = memberAt(spec, "oneOf");
  if (Array.isArray(alternatives)) return unionForm(alternatives, { spec, path }, scope, unions);
  const reference = memberAt(spec, "$ref");
  if (typeof reference === "string") return referent(reference, { spec, path }, scope);
  switch (memberAt(spec, "type")) {
    case "array":
      return { kind: "array", element: sideUnder(spec, "items", path) ?? { spec: {}, path: [...path, "items"] } };
    case "object":
      return {
        kind: "map",
        element: sideUnder(spec, "additionalProperties", path) ?? { spec: { type: "string" }, path },
      };
    default: {
      const kind = scalarKind(spec);
      if (kind !== undefined) return { kind };
      scope.losses.add("unknown-type", path, "not a Pulumi type; becomes dynamic");
      return { kind: "dynamic" };
    }
  }
}

function sideUnder(spec: JsonObject, key: string, path: Path): Side | undefined {
  const value = memberAt(spec, key);
  return isJsonObject(value) ? { spec: value, path: [...path, key] } : undefined;
}

const scalars: ReadonlyMap<unknown, ScalarKind> = new Map([
  ["boolean", "bool"],
  ["integer", "int64"],
  ["number", "float64"],
  ["string", "string"],
]);

function scalarKind(spec: JsonObject): ScalarKind | undefined {
  return scalars.get(memberAt(spec, "type"));
}

/**
 * Returns the form of a type without an equivalent. Like languages without unions, uses the primitive type next to it. If there is none, returns
 * `dynamic`.
 */
function fallback(spec: JsonObject): Form {
  return { kind: scalarKind(spec) ?? "dynamic" };
}

function referent(reference: string, side: Side, scope: TypeScope): Form {
  const { spec, path } = side;
  const lose = (kind: "asset" | "foreign-type" | "json" | "reference" | "resource-reference", detail: string): void =>
    scope.losses.add(kind, path, detail);
  switch (reference) {
    case "pulumi.json#/Any":
      return { kind: "dynamic" };
    case "pulumi.json#/Json":
      lose("json", "becomes a string");
      return { kind: "string" };
    case "pulumi.json#/Archive":
    case "pulumi.json#/Asset":
      lose("asset", "becomes the path of a file, as a string");
      return { kind: "string" };
  }
  const [document = "", fragment = ""] = reference.split("#", 2);
  if (fragment === "/provider" || fragment.startsWith("/resources/")) {
    lose("resource-reference", "becomes the id of a resource, as a string");
    return { kind: "string" };
  }
  if (document !== "") {
    lose("foreign-type", `a type of another package: ${reference}`);
    return fallback(spec);
  }
  const token = localToken(reference);
  const type = token === undefined ? undefined : sideUnder(scope.types, token, ["types"]);
  if (token === undefined || type === undefined) {
    lose("reference", `not found: ${reference}`);
    return fallback(spec);
  }
  return namedTypeForm(token, type, scope);
}

/** Returns the token of a type of the same schema, or undefined for other references. */
export function localToken(reference: string): string | undefined {
  const prefix = "#/types/";
  if (!reference.startsWith(prefix)) return undefined;
  const text = reference.slice(prefix.length);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function namedTypeForm(token: string, type: Side, scope: TypeScope): Form {
  const values = memberAt(type.spec, "enum");
  if (!Array.isArray(values)) return { kind: "object", token, type };
  const kind = scalarKind(type.spec) ?? "string";
  scope.losses.add("named-type", type.path, "the name of an enum");
  for (const [index, entry] of values.entries()) loseWords(entry, [...type.path, "enum", index], scope);
  const fits = (value: unknown): value is ComparedValue =>
    kind === "string" ? typeof value === "string" : isNumberOfKind(kind, value);
  const allowed = [...new Set(values.map((entry) => memberAt(entry, "value")))].filter(fits);
  if (allowed.length > 0) return { kind, values: allowed };
  scope.losses.add("enum", [...type.path, "enum"], "its values");
  return { kind };
}

function isNumberOfKind(kind: ScalarKind, value: unknown): boolean {
  return kind === "float64" ? typeof value === "number" : kind === "int64" && Number.isSafeInteger(value);
}

function loseWords(entry: unknown, path: Path, { losses }: TypeScope): void {
  for (const key of ["name", "description", "deprecationMessage"]) {
    if (memberAt(entry, key) !== undefined) losses.add("enum-words", [...path, key], `the ${key} of a value`);
  }
}

function unionForm(alternatives: readonly unknown[], { spec, path }: Side, scope: TypeScope, unions: number): Form {
  const sides = alternatives.map((alternative, index) => ({
    spec: isJsonObject(alternative) ? alternative : {},
    path: [...path, "oneOf", index],
  }));
  const [only] = sides;
  if (only !== undefined && sides.length === 1 && unions > 0) return typeForm(only, scope, unions - 1);
  const kinds = unions > 0 ? sides.map((side) => typeForm(side, scope, unions - 1).kind) : [];
  const kind = commonKind(new Set(kinds));
  const detail = kind === "dynamic" ? "any value is accepted" : `every ${kind} is accepted`;
  scope.losses.add("union", [...path, "oneOf"], detail);
  if (memberAt(spec, "discriminator") !== undefined) {
    scope.losses.add("union", [...path, "discriminator"], "the property that selects a type");
  }
  return { kind };
}

/** Returns the common scalar kind of alternatives, or `dynamic` if there is none. Integers and numbers have the common kind `float64`. */
function commonKind(kinds: ReadonlySet<Form["kind"]>): ScalarKind | "dynamic" {
  const numbers = kinds.size === 2 && kinds.has("int64") && kinds.has("float64");
  const [kind] = numbers ? ["float64" as const] : [...kinds];
  const isScalar = kind === "bool" || kind === "float64" || kind === "int64" || kind === "string";
  return isScalar && (numbers || kinds.size === 1) ? kind : "dynamic";
}
