import type { Token, Type } from "../../ir/type.ts";
import { displayToken } from "../tokens.ts";
import type { EnumValueFacts, TypeFacts } from "./facts.ts";

/** Converts a type to plain data. */
export function typeFacts(type: Type): TypeFacts {
  switch (type.kind) {
    case "list":
    case "map":
      return { kind: type.kind, element: typeFacts(type.element) };
    case "object":
    case "enum":
    case "resource":
      return { kind: type.kind, token: type.name.token };
    case "union": {
      const { discriminator } = type;
      const members = type.members.map(typeFacts);
      return { kind: "union", members, discriminator: discriminator?.property };
    }
    default:
      return { kind: type.kind };
  }
}

/** Formats a type with short names, such as `List<aws:s3:BucketRule>` or `string | aws:s3:CannedAcl`. */
export function shortTypeText(type: Type): string {
  switch (type.kind) {
    case "list":
      return `List<${shortTypeText(type.element)}>`;
    case "map":
      return `Map<${shortTypeText(type.element)}>`;
    case "object":
    case "enum":
    case "resource":
      return displayToken(type.name);
    case "union":
      return [...new Set(type.members.map(shortTypeText))].join(" | ");
    default:
      return type.kind;
  }
}

/** Returns the object types inside the type, each once. */
export function objectTypesIn(type: Type): readonly Token[] {
  switch (type.kind) {
    case "list":
    case "map":
      return objectTypesIn(type.element);
    case "object":
      return [type.name];
    case "union": {
      const all = type.members.flatMap(objectTypesIn);
      return all.filter(({ token }, index) => all.findIndex((other) => other.token === token) === index);
    }
    default:
      return [];
  }
}

/** Returns the values of all enums in the type. */
export function valuesIn(type: Type): readonly EnumValueFacts[] {
  switch (type.kind) {
    case "list":
    case "map":
      return valuesIn(type.element);
    case "enum":
      return type.members;
    case "union":
      return type.members.flatMap(valuesIn);
    default:
      return [];
  }
}
