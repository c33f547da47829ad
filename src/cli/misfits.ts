/** Messages about values that do not match their type. Messages never contain the value, because it may be secret. */
import type { Why } from "../schema/judge/verdict.ts";

type Type = Extract<Why, { kind: "type" }>["expected"];
type ValueKind = Extract<Why, { kind: "type" }>["found"];

/** Explains why a value does not match its type, and what to do. @param from "flag" for a value of `--config`, otherwise "file" */
export function misfitText(why: Why | { readonly kind: "in secret" }, from: "file" | "flag"): string {
  switch (why.kind) {
    case "missing":
      return "The required property is missing. Add the property.";
    case "unknown property":
      return `The schema has no such property. ${why.near === undefined ? "Check the name in the documentation of the package, or remove the property." : `Did you mean ${JSON.stringify(why.near)}?`}`;
    case "constant":
      return `The schema allows only ${joinedNames(
        why.expected.map((value) => JSON.stringify(value)),
        namedAtMost.values,
      )} here.`;
    case "no member":
      return `The value is not one of ${why.expected.name.member}: ${enumValuesText(why.expected)}. If it is newer than the schema, the provider may accept it.`;
    case "type":
      return `Expected ${typeInWords(why.expected)}, found ${kindNames[why.found]}. ${misfitHint(why, from)}`;
    case "in secret":
      return "A part of this secret does not match the schema. Check the documentation of the package.";
  }
}

function misfitHint({ converts, found: kind }: Extract<Why, { kind: "type" }>, from: "file" | "flag"): string {
  if (from === "flag" && kind === "string") return "Write the value as JSON.";
  if (!converts) return "Correct the value, unless the provider accepts it.";
  return `Pulumi may convert the value. Write it ${kind === "string" ? "without quotes" : "in quotes"}.`;
}

const kindNames: Readonly<Record<ValueKind, string>> = {
  null: "null",
  boolean: "true or false",
  number: "a number",
  string: "a string",
  bytes: "bytes",
  list: "a list",
  map: "an object",
  secret: "a secret",
  asset: "an asset",
  archive: "an archive",
  resource: "a reference to a resource",
  unknown: "an unknown value",
  output: "an output",
};

/** Limits for the description of a type: enum values, union types, and nesting depth. */
const namedAtMost = { values: 8, types: 4, depth: 4 };

function typeInWords(type: Type): string {
  switch (type.kind) {
    case "string":
      return "a string";
    case "boolean":
      return "true or false";
    case "integer":
      return "a whole number";
    case "number":
      return "a number";
    case "asset":
      return "an asset or an archive";
    case "archive":
      return "an archive";
    case "resource":
      return `a reference to a resource of type ${type.name.token}`;
    case "list":
      return `a list of ${many(type.element, 1)}`;
    case "map":
      return `a map of ${many(type.element, 1)}`;
    case "object":
      return `an object of type ${type.name.member}`;
    case "enum":
      return `a value of ${type.name.member} (${enumValuesText(type)})`;
    case "union":
      return joinedNames([...new Set(unionLeaves(type).map(typeInWords))], namedAtMost.types);
    case "any":
    case "json":
      return "a value of any type";
  }
}

function many(type: Type, depth: number): string {
  switch (type.kind) {
    case "string":
      return "strings";
    case "boolean":
      return "booleans";
    case "integer":
      return "whole numbers";
    case "number":
      return "numbers";
    case "asset":
      return "assets or archives";
    case "archive":
      return "archives";
    case "resource":
      return `references to resources of type ${type.name.token}`;
    case "list":
      return depth === namedAtMost.depth ? "lists" : `lists of ${many(type.element, depth + 1)}`;
    case "map":
      return depth === namedAtMost.depth ? "maps" : `maps of ${many(type.element, depth + 1)}`;
    case "object":
      return `objects of type ${type.name.member}`;
    case "enum":
      return `values of ${type.name.member}`;
    case "union":
      return "values of several types";
    case "any":
    case "json":
      return "values of any type";
  }
}

function unionLeaves(type: Type): readonly Type[] {
  return type.kind === "union" ? type.members.flatMap(unionLeaves) : [type];
}

function enumValuesText({ members }: Extract<Type, { kind: "enum" }>): string {
  return joinedNames(
    members.map(({ value }) => JSON.stringify(value)),
    namedAtMost.values,
  );
}

/** Joins names with commas and `or`. Counts names beyond the limit. */
function joinedNames(names: readonly string[], limit: number): string {
  const rest = names.length - limit;
  const shown = rest > 0 ? [...names.slice(0, limit), `${rest} more`] : names;
  return shown.length < 2 ? (shown[0] ?? "nothing") : `${shown.slice(0, -1).join(", ")} or ${shown.at(-1)}`;
}
