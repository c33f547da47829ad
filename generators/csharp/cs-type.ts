/**
 * Types -> names of C# types as they stand between the brackets of generic ones (docs/programs.md#c).
 */
import type { PackageNode } from "../../src/ir/program.ts";
import type { Token, Type } from "../../src/ir/type.ts";
import type { ImportSymbol } from "../shared/imports.ts";
import { resourceName, typeName } from "./cs-name.ts";
import { core, immutable, qualifier, textJson } from "./names.ts";
import type { Place } from "./place.ts";

type Use = (symbol: ImportSymbol) => string;

/**
 * The type: `string`, `ImmutableArray<double>`, `Union<string, Storage.Tier>`, `Storage.Inputs.RuleArgs`. Notes the imports that it needs.
 */
export function csType(type: Type, place: Place): string {
  return csharpType(type, place, place.imports.use);
}

/** True for types that SDKs declare as `object`: those without a schema, and unions of three types and more. */
export function isObjectType(type: Type, place: Place): boolean {
  return csharpType(type, place, ({ alias }) => alias) === "object";
}

/** The class of a resource. */
export function csharpResourceClass(token: Token, language: PackageNode["language"], place: Place): string {
  return dotted(namespacePrefix(token, "", place, place.imports.use), resourceName(token, language));
}

/** The class `Provider` of a package. */
export function providerClass(token: Token, place: Place): string {
  return dotted(namespacePrefix({ ...token, module: "" }, "", place, place.imports.use), "Provider");
}

function csharpType(type: Type, place: Place, use: Use): string {
  switch (type.kind) {
    case "string":
      return "string";
    case "integer":
      return "int";
    case "number":
      return "double";
    case "boolean":
      return "bool";
    case "any":
      return "object";
    case "json":
      use(textJson);
      return "JsonElement";
    case "asset":
      use(core);
      return "AssetOrArchive";
    case "archive":
      use(core);
      return "Archive";
    case "list":
      use(immutable);
      return `ImmutableArray<${csharpType(type.element, place, use)}>`;
    case "map":
      use(immutable);
      return `ImmutableDictionary<string, ${csharpType(type.element, place, use)}>`;
    case "object":
      // The state that `get` takes has classes of its own.
      return dotted(
        namespacePrefix(type.name, "Inputs", place, use),
        `${typeName(type.name)}${place.node.read ? "GetArgs" : "Args"}`,
      );
    case "enum":
      return dotted(namespacePrefix(type.name, "", place, use), typeName(type.name));
    case "union":
      return unionText(type.members, place, use);
    case "resource":
      return dotted(namespacePrefix(type.name, "", place, use), resourceName(type.name, {}));
  }
}

function unionText(members: readonly Type[], place: Place, use: Use): string {
  const texts = new Set(members.map((member) => csharpType(member, place, ({ alias }) => alias)));
  if (texts.size > 2) return "object";
  const used = [...new Set(members.map((member) => csharpType(member, place, use)))];
  if (used.length === 1) return used[0] ?? "object";
  use(core);
  return `Union<${used.join(", ")}>`;
}

function namespacePrefix(token: Token, kind: "Inputs" | "", place: Place, use: Use): string {
  const { program, names } = place;
  const symbol = names.packages.get(token.package) ?? core;
  const node = program.packages.get(token.package) ?? { name: token.package, language: {} };
  return qualifier(token, node, use(symbol), kind);
}

function dotted(before: string, name: string): string {
  return before === "" ? name : `${before}.${name}`;
}
