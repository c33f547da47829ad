/**
 * Types -> names of Go types: inputs, outputs and bare values (docs/programs.md#go).
 */
import type { Type } from "../../src/ir/type.ts";
import { refuse } from "../shared/place.ts";
import { title } from "./go-name.ts";
import { type Place, pulumi, sdkMember } from "./place.ts";

/**
 * The name that inputs and outputs of a type start with: `pulumi.String`, `pulumi.StringArray`, `storage.Rule`. Of what SDKs know
 * nothing about it is `pulumi.`, so that lists of it are `pulumi.Array`.
 */
export function stem(type: Type, place: Place): string {
  switch (type.kind) {
    case "string":
      return pulumi(place, "String");
    case "integer":
      return pulumi(place, "Int");
    case "number":
      return pulumi(place, "Float64");
    case "boolean":
      return pulumi(place, "Bool");
    case "any":
    case "json":
      return pulumi(place, "");
    case "asset":
      return pulumi(place, "AssetOrArchive");
    case "archive":
      return pulumi(place, "Archive");
    case "list":
      return collection(type.element, "Array", place);
    case "map":
      return collection(type.element, "Map", place);
    case "object":
    case "enum":
      return sdkMember(place, type.name, typeName(type, place));
    case "union":
      return stem(relaxed(type), place);
    case "resource":
      return sdkMember(place, type.name, title(type.name.member));
  }
}

/** The SDK leaves the type of a collection out where its name is taken: nothing can be sent there. */
function collection(element: Type, word: "Array" | "Map", place: Place): string {
  const name = `${stem(element, place)}${word}`;
  if (element.kind !== "object" && element.kind !== "enum") return name;
  const member = `${typeName(element, place)}${word}`;
  const isTaken = place.names.renames.get(element.name.package)?.isTaken(element.name, member) === true;
  return isTaken
    ? refuse(place, `is a collection for which the SDK has no type: its ${member} is something else`)
    : name;
}

/** The type of an output: `pulumi.StringOutput`. */
export function outputType(type: Type, place: Place): string {
  const name = stem(type, place);
  return `${name.endsWith(".") ? `${name}Any` : name}Output`;
}

/** The bare type, without inputs and outputs: `string`, `[]string`, `map[string]any`; of objects the args struct. */
export function bareType(type: Type, place: Place): string {
  switch (type.kind) {
    case "string":
      return "string";
    case "integer":
      return "int";
    case "number":
      return "float64";
    case "boolean":
      return "bool";
    case "any":
    case "json":
      return "any";
    case "asset":
    case "archive":
    case "enum":
      return stem(type, place);
    case "list":
      return `[]${elementType(type, place)}`;
    case "map":
      return `map[string]${elementType(type, place)}`;
    case "object":
      return `${stem(type, place)}Args`;
    case "union":
      return bareType(relaxed(type), place);
    case "resource":
      return `*${stem(type, place)}`;
  }
}

/** A type that shares its name with a resource of its package has another one there. */
export function typeName(type: Type & { kind: "object" | "enum" }, place: Place): string {
  const renamed = place.names.renames.get(type.name.package)?.type(type.name);
  if (renamed !== undefined) return renamed;
  const name = title(type.name.member);
  if (type.namesake !== true) return name;
  return `${name}${type.kind === "enum" ? "Enum" : "Type"}`;
}

/** SDKs take a union with an enum in it for the enum's values, and any other for anything. */
export function relaxed(union: Type & { kind: "union" }): Type {
  for (const part of union.members) if (part.kind === "enum") return { kind: part.element };
  return { kind: "any" };
}

/** Of a list without outputs the elements may be inputs nevertheless. */
function elementType(type: Type & { kind: "list" | "map" }, place: Place): string {
  if (type.plainElement === true) return bareType(type.element, place);
  return `${stem(type.element, place)}Input`;
}
