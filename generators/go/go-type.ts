/** Names of Go types: inputs, outputs, and plain values (docs/programs.md#go). */
import type { Type } from "../../src/ir/type.ts";
import { refuse } from "../shared/scope.ts";
import { exportedName } from "./go-name.ts";
import { pulumi, type Scope, sdkMember } from "./scope.ts";

/**
 * Returns the prefix of the input and output types: `pulumi.String`, `pulumi.StringArray`, `storage.Rule`. Types without a schema have the prefix
 * `pulumi.`, so that a list of them is `pulumi.Array`.
 */
export function goTypePrefix(type: Type, scope: Scope): string {
  switch (type.kind) {
    case "string":
      return pulumi(scope, "String");
    case "integer":
      return pulumi(scope, "Int");
    case "number":
      return pulumi(scope, "Float64");
    case "boolean":
      return pulumi(scope, "Bool");
    case "any":
    case "json":
      return pulumi(scope, "");
    case "asset":
      return pulumi(scope, "AssetOrArchive");
    case "archive":
      return pulumi(scope, "Archive");
    case "list":
      return collection(type.element, "Array", scope);
    case "map":
      return collection(type.element, "Map", scope);
    case "object":
    case "enum":
      return sdkMember(scope, type.name, goTypeName(type, scope));
    case "union":
      return goTypePrefix(relaxed(type), scope);
    case "resource":
      return sdkMember(scope, type.name, exportedName(type.name.member));
  }
}

/**
 * Returns the type prefix of a list or map. Throws if the name is already the name of another type, because the SDK then does not declare the
 * collection.
 */
function collection(element: Type, word: "Array" | "Map", scope: Scope): string {
  const name = `${goTypePrefix(element, scope)}${word}`;
  if (element.kind !== "object" && element.kind !== "enum") return name;
  const member = `${goTypeName(element, scope)}${word}`;
  const isTaken = scope.names.renames.get(element.name.package)?.isTaken(element.name, member) === true;
  return isTaken ? refuse(scope, `is a collection without a type in the SDK: ${member} is another type there`) : name;
}

/** Returns the type of an output: `pulumi.StringOutput`. */
export function outputType(type: Type, scope: Scope): string {
  const name = goTypePrefix(type, scope);
  return `${name.endsWith(".") ? `${name}Any` : name}Output`;
}

/** Returns the plain type: `string`, `[]string`, `map[string]any`, or the args struct of an object. */
export function bareType(type: Type, scope: Scope): string {
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
      return goTypePrefix(type, scope);
    case "list":
      return `[]${goElementType(type, scope)}`;
    case "map":
      return `map[string]${goElementType(type, scope)}`;
    case "object":
      return `${goTypePrefix(type, scope)}Args`;
    case "union":
      return bareType(relaxed(type), scope);
    case "resource":
      return `*${goTypePrefix(type, scope)}`;
  }
}

/** Returns the SDK name of a type. It has a suffix if a resource of the package has the same name. */
export function goTypeName(type: Type & { kind: "object" | "enum" }, scope: Scope): string {
  const renamed = scope.names.renames.get(type.name.package)?.type(type.name);
  if (renamed !== undefined) return renamed;
  const name = exportedName(type.name.member);
  if (type.namesake !== true) return name;
  return `${name}${type.kind === "enum" ? "Enum" : "Type"}`;
}

/** Returns the type that SDKs use for a union: the value type of an enum member, or any. */
export function relaxed(union: Type & { kind: "union" }): Type {
  for (const member of union.members) if (member.kind === "enum") return { kind: member.element };
  return { kind: "any" };
}

/** Returns the type of an element. It can be an input even if the collection accepts no outputs. */
function goElementType(type: Type & { kind: "list" | "map" }, scope: Scope): string {
  if (type.plainElement === true) return bareType(type.element, scope);
  return `${goTypePrefix(type.element, scope)}Input`;
}
