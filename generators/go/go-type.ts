/**
 * Types -> names of Go types: inputs, outputs and bare values (docs/programs.md#go).
 */
import type { Type } from "../../src/ir/type.ts";
import { refuse } from "../shared/place.ts";
import { exportedName } from "./go-name.ts";
import { type Place, pulumi, sdkMember } from "./place.ts";

/**
 * The name that inputs and outputs of a type start with: `pulumi.String`, `pulumi.StringArray`, `storage.Rule`. For types that SDKs do not
 * know it is `pulumi.`, so that a list of them is `pulumi.Array`.
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
      return sdkMember(place, type.name, exportedName(type.name.member));
  }
}

/** The type of a list or a map; refuses one that the SDK does not have because another type has its name. */
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
      return `[]${goElementType(type, place)}`;
    case "map":
      return `map[string]${goElementType(type, place)}`;
    case "object":
      return `${stem(type, place)}Args`;
    case "union":
      return bareType(relaxed(type), place);
    case "resource":
      return `*${stem(type, place)}`;
  }
}

/** The name of a type in the SDK, which is another one where a resource of the package has it. */
export function typeName(type: Type & { kind: "object" | "enum" }, place: Place): string {
  const renamed = place.names.renames.get(type.name.package)?.type(type.name);
  if (renamed !== undefined) return renamed;
  const name = exportedName(type.name.member);
  if (type.namesake !== true) return name;
  return `${name}${type.kind === "enum" ? "Enum" : "Type"}`;
}

/** The type that SDKs have for a union: with an enum in it the type of the enum's values, otherwise anything. */
export function relaxed(union: Type & { kind: "union" }): Type {
  for (const part of union.members) if (part.kind === "enum") return { kind: part.element };
  return { kind: "any" };
}

/** The type of an element: it may be an input though the collection itself takes no outputs. */
function goElementType(type: Type & { kind: "list" | "map" }, place: Place): string {
  if (type.plainElement === true) return bareType(type.element, place);
  return `${stem(type.element, place)}Input`;
}
