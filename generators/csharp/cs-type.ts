/** Names of C# types in generic type arguments (docs/programs.md#c). */
import type { PackageNode } from "../../src/ir/program.ts";
import type { Token, Type } from "../../src/ir/type.ts";
import type { ImportSymbol } from "../shared/imports.ts";
import { resourceName, typeName } from "./cs-name.ts";
import { core, immutable, qualifier, textJson } from "./names.ts";
import type { Scope } from "./scope.ts";

type Use = (symbol: ImportSymbol) => string;

/** Returns the name of a type, such as `ImmutableArray<double>` or `Storage.Inputs.RuleArgs`, and marks its imports as used. */
export function csType(type: Type, scope: Scope): string {
  return csharpType(type, scope, scope.imports.use);
}

/** Returns true for types that SDKs declare as `object`: types without a schema, and unions of three or more types. */
export function isObjectType(type: Type, scope: Scope): boolean {
  return csharpType(type, scope, ({ alias }) => alias) === "object";
}

/** Returns the class of a resource. */
export function csharpResourceClass(token: Token, language: PackageNode["language"], scope: Scope): string {
  return dotted(namespacePrefix(token, "", scope, scope.imports.use), resourceName(token, language));
}

/** Returns the `Provider` class of a package. */
export function providerClass(token: Token, scope: Scope): string {
  return dotted(namespacePrefix({ ...token, module: "" }, "", scope, scope.imports.use), "Provider");
}

function csharpType(type: Type, scope: Scope, use: Use): string {
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
      return `ImmutableArray<${csharpType(type.element, scope, use)}>`;
    case "map":
      use(immutable);
      return `ImmutableDictionary<string, ${csharpType(type.element, scope, use)}>`;
    case "object":
      // The SDK has separate classes for objects in the state argument of `Get`.
      return dotted(
        namespacePrefix(type.name, "Inputs", scope, use),
        `${typeName(type.name)}${scope.node.read ? "GetArgs" : "Args"}`,
      );
    case "enum":
      return dotted(namespacePrefix(type.name, "", scope, use), typeName(type.name));
    case "union":
      return unionText(type.members, scope, use);
    case "resource":
      return dotted(namespacePrefix(type.name, "", scope, use), resourceName(type.name, {}));
  }
}

function unionText(members: readonly Type[], scope: Scope, use: Use): string {
  const texts = new Set(members.map((member) => csharpType(member, scope, ({ alias }) => alias)));
  if (texts.size > 2) return "object";
  const used = [...new Set(members.map((member) => csharpType(member, scope, use)))];
  if (used.length === 1) return used[0] ?? "object";
  use(core);
  return `Union<${used.join(", ")}>`;
}

function namespacePrefix(token: Token, kind: "Inputs" | "", scope: Scope, use: Use): string {
  const { program, names } = scope;
  const symbol = names.packages.get(token.package) ?? core;
  const node = program.packages.get(token.package) ?? { name: token.package, language: {} };
  return qualifier(token, node, use(symbol), kind);
}

function dotted(before: string, name: string): string {
  return before === "" ? name : `${before}.${name}`;
}
