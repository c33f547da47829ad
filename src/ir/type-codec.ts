/** Converts types to JSON and back. Shared types are written once to a table, and read as one object. */
import { isJsonObject } from "../value/json/object.ts";
import {
  type JsonValue,
  listReader,
  type Reader,
  readFields,
  readNumber,
  readString,
  refuseJson,
  writeNumber,
} from "../value/json/read.ts";
import {
  booleanCodec,
  type Codec,
  listCodec,
  type OptionalCodec,
  optionalCodec,
  recordCodec,
  textCodec,
  trueCodec,
  wordCodec,
} from "./record-codec.ts";
import type { EnumMember, LanguageData, PrimitiveKind, Token, Type } from "./type.ts";

const simpleKinds = ["string", "integer", "number", "boolean", "any", "json", "asset", "archive"] as const;
type SimpleType = Type & { readonly kind: (typeof simpleKinds)[number] };
type TableType = Exclude<Type, SimpleType>;

export const tokenCodec: Codec<Token> = recordCodec({
  token: textCodec,
  package: textCodec,
  module: textCodec,
  member: textCodec,
});

/** A `language` object. */
export const dataCodec: Codec<LanguageData> = {
  write: (data) => data as JsonValue,
  read: (json) => (isJsonObject(json) ? json : refuseJson("object")),
};

/** A `language` object. It is omitted if it is empty, as most are. */
export const languageCodec: OptionalCodec<LanguageData> = {
  write: (language) => (Object.keys(language).length === 0 ? undefined : (language as JsonValue)),
  read: (json) => (json === undefined ? {} : dataCodec.read(json)),
};

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
    if (isSimple(type)) return type.kind;
    const cached = byIdentity.get(type);
    if (cached !== undefined) return cached;
    const json = writeTableType(type, codecs);
    const text = JSON.stringify(json);
    const index = byText.get(text) ?? table.push(json) - 1;
    byText.set(text, index);
    byIdentity.set(type, index);
    return index;
  }
  const types: Type[] = [];
  const read: Reader<Type> = (value) => {
    const simpleKind = simpleKinds.find((kind) => kind === value);
    if (simpleKind !== undefined) return { kind: simpleKind };
    return (typeof value === "number" ? types[value] : undefined) ?? refuseJson("type");
  };
  const codecs = tableCodecs({ write, read });
  listReader((entry) => {
    const kind = readFields(entry).required("kind", readString);
    types.push(isTableKind(kind, codecs) ? codecs[kind].read(entry) : refuseJson("type"));
  })(entries);
  return { table, write, read };
}

type TableKind = TableType["kind"];
type TypeOf<K extends TableKind> = Extract<TableType, { readonly kind: K }>;
type TableCodecs = { readonly [K in TableKind]: Codec<TypeOf<K>> };

function tableCodecs(type: Codec<Type>): TableCodecs {
  return {
    list: recordCodec<TypeOf<"list">>({
      kind: wordCodec("list"),
      element: type,
      plainElement: optionalCodec(booleanCodec),
    }),
    map: recordCodec<TypeOf<"map">>({
      kind: wordCodec("map"),
      element: type,
      plainElement: optionalCodec(booleanCodec),
    }),
    object: recordCodec<TypeOf<"object">>({
      kind: wordCodec("object"),
      name: tokenCodec,
      namesake: optionalCodec(trueCodec),
      language: languageCodec,
    }),
    enum: recordCodec<TypeOf<"enum">>({
      kind: wordCodec("enum"),
      name: tokenCodec,
      element: primitiveCodec,
      members: listCodec(memberCodec),
      namesake: optionalCodec(trueCodec),
      language: languageCodec,
    }),
    union: recordCodec<TypeOf<"union">>({
      kind: wordCodec("union"),
      members: listCodec(type),
      discriminator: optionalCodec(recordCodec({ property: textCodec, mapping: mappingCodec })),
      defaultType: optionalCodec(primitiveCodec),
    }),
    resource: recordCodec({ kind: wordCodec("resource"), name: tokenCodec }),
  };
}

function writeTableType<K extends TableKind>(type: TypeOf<K> & { readonly kind: K }, codecs: TableCodecs): JsonValue {
  const kind: K = type.kind;
  return codecs[kind].write(type);
}

function isSimple(type: Type): type is SimpleType {
  return simpleKinds.some((kind) => kind === type.kind);
}

function isTableKind(kind: string, codecs: TableCodecs): kind is TableKind {
  return Object.hasOwn(codecs, kind);
}

const primitiveCodec: Codec<PrimitiveKind> = wordCodec("string", "integer", "number", "boolean");

const mappingCodec: Codec<ReadonlyMap<string, string>> = {
  write: (mapping) => [...mapping].map(([value, token]) => [value, token]),
  read: (json) => {
    const pairs = listReader(listReader(readString))(json);
    return new Map(pairs.map(([key, token]) => [key ?? refuseJson("mapping"), token ?? refuseJson("mapping")]));
  },
};
