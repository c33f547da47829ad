/**
 * Types as plain data and in words.
 */
import type { Token, Type } from "../../ir/type.ts";
import { displayToken } from "../tokens.ts";
import type { EnumValueFacts, TypeFacts } from "./facts.ts";

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

/** `List<aws:s3:BucketRule>`, `string | aws:s3:CannedAcl`: named types in their short form. */
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

/** The object types that values of the type are made of, each once. */
export function objectTypesIn(type: Type): readonly Token[] {
  switch (type.kind) {
    case "list":
    case "map":
      return objectTypesIn(type.element);
    case "object":
      return [type.name];
    case "union": {
      const all = type.members.flatMap(objectTypesIn);
      return all.filter(({ token }, at) => all.findIndex((other) => other.token === token) === at);
    }
    default:
      return [];
  }
}

/** The values of all enums in the type. */
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
