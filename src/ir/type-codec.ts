/** Converts types to JSON and back. Shared types are written once to a table, and read as one object. */
import {
  type Fields,
  type JsonValue,
  listReader,
  type Reader,
  readBoolean,
  readFields,
  readNumber,
  readString,
  readTrue,
  refuseJson,
  writeNumber,
  writeOptional,
} from "../json/read.ts";
import { type Codec, type OptionalCodec, optionalCodec, recordCodec, textCodec } from "./record-codec.ts";
import type { EnumMember, LanguageData, PrimitiveKind, Token, Type } from "./type.ts";

type SimpleKind = "string" | "integer" | "number" | "boolean" | "any" | "json" | "asset" | "archive";
const simpleKinds: ReadonlySet<string> = new Set<SimpleKind>([
  "string",
  "integer",
  "number",
  "boolean",
  "any",
  "json",
  "asset",
  "archive",
]);

/** A codec of types that share a table. A simple type is written as its kind, and other types as indexes into the table. */
export interface TypeTable extends Codec<Type> {
  readonly table: readonly JsonValue[];
}

/** Returns an empty table to write types to, or a table to read types from. Entries can only refer to earlier entries. */
export function typeTable(entries: unknown = []): TypeTable {
  const table: JsonValue[] = [];
  const byIdentity = new WeakMap<Type, number>();
  const byText = new Map<string, number>();
  function write(type: Type): JsonValue {
    if (simpleKinds.has(type.kind)) return type.kind;
    const cached = byIdentity.get(type);
    if (cached !== undefined) return cached;
    const json = writeBody(type, write);
    const text = JSON.stringify(json);
    const index = byText.get(text) ?? table.push(json) - 1;
    byText.set(text, index);
    byIdentity.set(type, index);
    return index;
  }
  const types: Type[] = [];
  const read: Reader<Type> = (value) => {
    if (typeof value === "string" && simpleKinds.has(value)) return { kind: value as SimpleKind };
    return (typeof value === "number" ? types[value] : undefined) ?? refuseJson("type");
  };
  listReader((entry) => types.push(readBody(entry, read)))(entries);
  return { table, write, read };
}

export const tokenCodec: Codec<Token> = recordCodec({
  token: textCodec,
  package: textCodec,
  module: textCodec,
  member: textCodec,
});

/** A `language` object. It is omitted if it is empty, as most are. */
export const languageCodec: OptionalCodec<LanguageData> = {
  write: (language) => (isEmptyData(language) ? undefined : (language as JsonValue)),
  read: (json) => (json === undefined ? {} : readData(json)),
};

/** Writes a `language` object unless it is empty, as most are. */
export function writeLanguage(language: LanguageData): { readonly language?: JsonValue } {
  return isEmptyData(language) ? {} : { language: language as JsonValue };
}

export function isEmptyData(language: LanguageData): boolean {
  for (const name in language) if (Object.hasOwn(language, name)) return false;
  return true;
}

/** Reads the output of `writeLanguage`. */
export function readLanguage(fields: Fields): LanguageData {
  return fields.optional("language", readData).language ?? {};
}

/** Reads a `language` object. */
export const readData: Reader<LanguageData> = (value) => {
  readFields(value);
  return value as LanguageData;
};

function writeBody(type: Type, write: (type: Type) => JsonValue): JsonValue {
  switch (type.kind) {
    case "list":
    case "map":
      return { kind: type.kind, element: write(type.element), ...writeOptional("plainElement", type.plainElement) };
    case "object":
      return {
        kind: "object",
        name: tokenCodec.write(type.name),
        ...writeOptional("namesake", type.namesake),
        ...writeLanguage(type.language),
      };
    case "enum":
      return {
        kind: "enum",
        name: tokenCodec.write(type.name),
        element: type.element,
        members: type.members.map(memberCodec.write),
        ...writeOptional("namesake", type.namesake),
        ...writeLanguage(type.language),
      };
    case "union":
      return {
        kind: "union",
        members: type.members.map(write),
        ...writeOptional("discriminator", type.discriminator, (discriminator) => ({
          property: discriminator.property,
          mapping: [...discriminator.mapping].map(([value, token]) => [value, token]),
        })),
        ...writeOptional("defaultType", type.defaultType),
      };
    case "resource":
      return { kind: "resource", name: tokenCodec.write(type.name) };
    default:
      return type.kind;
  }
}

function readBody(value: unknown, read: Reader<Type>): Type {
  const fields = readFields(value);
  const kind = fields.required("kind", readString);
  switch (kind) {
    case "list":
    case "map":
      return { kind, element: fields.required("element", read), ...fields.optional("plainElement", readBoolean) };
    case "object":
      return {
        kind,
        name: fields.required("name", tokenCodec.read),
        ...fields.optional("namesake", readTrue),
        language: readLanguage(fields),
      };
    case "enum":
      return {
        kind,
        name: fields.required("name", tokenCodec.read),
        element: fields.required("element", readElement),
        members: fields.required("members", listReader(memberCodec.read)),
        ...fields.optional("namesake", readTrue),
        language: readLanguage(fields),
      };
    case "union":
      return {
        kind,
        members: fields.required("members", listReader(read)),
        ...fields.optional("discriminator", readDiscriminator),
        ...fields.optional("defaultType", readElement),
      };
    case "resource":
      return { kind, name: fields.required("name", tokenCodec.read) };
    default:
      return refuseJson("type");
  }
}

function readElement(value: unknown): PrimitiveKind {
  if (value === "string" || value === "integer" || value === "number" || value === "boolean") return value;
  return refuseJson("primitive type");
}

function readDiscriminator(value: unknown): { property: string; mapping: ReadonlyMap<string, string> } {
  const fields = readFields(value);
  const pairs = fields.required("mapping", listReader(listReader(readString)));
  return {
    property: fields.required("property", readString),
    mapping: new Map(pairs.map(([key, token]) => [key ?? refuseJson("mapping"), token ?? refuseJson("mapping")])),
  };
}

export const memberCodec: Codec<EnumMember> = recordCodec<EnumMember>({
  name: optionalCodec(textCodec),
  value: {
    write: (value: EnumMember["value"]) => (typeof value === "number" ? { number: writeNumber(value) } : value),
    read: (json) => {
      if (typeof json === "string" || typeof json === "boolean") return json;
      return readFields(json).required("number", readNumber);
    },
  },
  deprecationMessage: optionalCodec(textCodec),
});
