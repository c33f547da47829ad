/** Converts properties, expressions, and paths to JSON and back. */
import {
  type JsonValue,
  listReader,
  readFields,
  readNumber,
  readString,
  refuseJson,
  writeNumber,
} from "../value/json/read.ts";
import type { Path } from "../value/path.ts";
import type {
  ArchiveSource,
  AssetSource,
  Expression,
  InterpolationPart,
  MapEntry,
  Property,
  ReferenceExpression,
} from "./expression.ts";
import {
  booleanCodec,
  type Codec,
  listCodec,
  optionalCodec,
  recordCodec,
  textCodec,
  trueCodec,
  wordCodec,
} from "./record-codec.ts";
import type { Type } from "./type.ts";
import { dataCodec, languageCodec, memberCodec, tokenCodec } from "./type-codec.ts";

export const pathCodec: Codec<Path> = {
  write: (path) => [...path],
  read: listReader((key) => (typeof key === "string" || typeof key === "number" ? key : refuseJson("path"))),
};

/** Returns the codec of properties. Create it once per document. @param types the codec of the document's types */
export function propertyCodec(types: Codec<Type>): Codec<Property> {
  const property: Codec<Property> = {
    write: (value) => members.write(value),
    read: (json) => members.read(json),
  };
  const members = recordCodec<Property>({
    name: textCodec,
    value: expressionCodec(types, property),
    plain: booleanCodec,
    required: optionalCodec(trueCodec),
    language: languageCodec,
    union: optionalCodec(typeCodecOf("union", types)),
    json: optionalCodec(trueCodec),
    undeclared: optionalCodec(trueCodec),
    isConstant: optionalCodec(trueCodec),
    comment: optionalCodec(textCodec),
  });
  return property;
}

type Kind = Expression["kind"];
type ExpressionOf<K extends Kind> = Extract<Expression, { readonly kind: K }>;
type KindCodecs = { readonly [K in Kind]: Codec<ExpressionOf<K>> };

function expressionCodec(type: Codec<Type>, property: Codec<Property>): Codec<Expression> {
  const expression: Codec<Expression> = {
    write: (value) => writeExpression(value, codecs),
    read: (json) => {
      const kind = readFields(json).required("kind", readString);
      return isKind(kind, codecs) ? codecs[kind].read(json) : refuseJson("expression");
    },
  };
  const codecs: KindCodecs = {
    null: recordCodec({ kind: wordCodec("null"), type }),
    boolean: recordCodec({ kind: wordCodec("boolean"), type, value: booleanCodec }),
    number: recordCodec({ kind: wordCodec("number"), type, value: numberCodec }),
    string: recordCodec({ kind: wordCodec("string"), type, value: textCodec }),
    enum: recordCodec({ kind: wordCodec("enum"), type: typeCodecOf("enum", type), member: memberCodec }),
    list: recordCodec({ kind: wordCodec("list"), type, items: listCodec(expression) }),
    map: recordCodec({ kind: wordCodec("map"), type, entries: listCodec(entryCodec(expression)) }),
    object: recordCodec({ kind: wordCodec("object"), type, properties: listCodec(property) }),
    reference: referenceCodec(type),
    call: recordCodec<ExpressionOf<"call">>({
      kind: wordCodec("call"),
      type,
      function: tokenCodec,
      takesArguments: booleanCodec,
      isNamesake: optionalCodec(trueCodec),
      provider: optionalCodec(textCodec),
      path: pathCodec,
      optional: optionalCodec(trueCodec),
      language: languageCodec,
    }),
    interpolation: recordCodec({ kind: wordCodec("interpolation"), type, parts: listCodec(partCodec(expression)) }),
    secret: recordCodec({ kind: wordCodec("secret"), type, value: expression }),
    config: recordCodec({ kind: wordCodec("config"), type, key: textCodec, secret: booleanCodec }),
    asset: recordCodec({ kind: wordCodec("asset"), type, source: assetCodec }),
    archive: recordCodec({ kind: wordCodec("archive"), type, source: archiveCodec(expression) }),
    json: recordCodec({ kind: wordCodec("json"), type, value: expression }),
  };
  return expression;
}

/** Returns the codec of references. @param type the codec of the document's types */
export function referenceCodec(type: Codec<Type>): Codec<ReferenceExpression> {
  return recordCodec<ReferenceExpression>({
    kind: wordCodec("reference"),
    type,
    node: textCodec,
    path: pathCodec,
    through: optionalCodec(listCodec(type)),
    optional: optionalCodec(trueCodec),
    language: optionalCodec(listCodec(dataCodec)),
    optionalSteps: optionalCodec(listCodec(indexCodec)),
    isStackOutput: optionalCodec(trueCodec),
    text: optionalCodec(textCodec),
  });
}

function writeExpression<K extends Kind>(value: ExpressionOf<K> & { readonly kind: K }, codecs: KindCodecs): JsonValue {
  const kind: K = value.kind;
  return codecs[kind].write(value);
}

function isKind(kind: string, codecs: KindCodecs): kind is Kind {
  return Object.hasOwn(codecs, kind);
}

/** Returns the codec of types of a kind. */
function typeCodecOf<K extends Type["kind"]>(kind: K, { write, read }: Codec<Type>): Codec<Type & { kind: K }> {
  const isOfKind = (type: Type): type is Type & { kind: K } => type.kind === kind;
  return {
    write,
    read: (json) => {
      const type = read(json);
      return isOfKind(type) ? type : refuseJson(kind);
    },
  };
}

const numberCodec: Codec<number> = { write: writeNumber, read: readNumber };

const indexCodec: Codec<number> = {
  write: (index) => index,
  read: (json) => (typeof json === "number" ? json : refuseJson("index")),
};

function entryCodec({ write, read }: Codec<Expression>): Codec<MapEntry> {
  return {
    write: ({ key, value }) => [key, write(value)],
    read: (json) => {
      if (!Array.isArray(json) || json.length !== 2) return refuseJson("entry");
      return { key: readString(json[0]), value: read(json[1]) };
    },
  };
}

function partCodec({ write, read }: Codec<Expression>): Codec<InterpolationPart> {
  return {
    write: (part) => (part.kind === "text" ? part.text : write(part.reference)),
    read: (json) => {
      if (typeof json === "string") return { kind: "text", text: json };
      const reference = read(json);
      const isPart = reference.kind === "reference" || reference.kind === "call";
      return isPart ? { kind: "reference", reference } : refuseJson("part");
    },
  };
}

const assetCodec: Codec<AssetSource> = {
  write: (source) => ({ ...source }),
  read: (json) => {
    const fields = readFields(json);
    const from = fields.required("from", readString);
    if (from === "text") return { from, text: fields.required("text", readString) };
    if (from === "path") return { from, path: fields.required("path", readString) };
    return from === "uri" ? { from, uri: fields.required("uri", readString) } : refuseJson("asset");
  },
};

function archiveCodec(expression: Codec<Expression>): Codec<ArchiveSource> {
  const entries = listCodec(entryCodec(expression));
  return {
    write: (source): JsonValue => {
      if (source.from !== "assets") return { ...source };
      return { from: "assets", assets: entries.write(source.assets.map(({ name, value }) => ({ key: name, value }))) };
    },
    read: (json) => {
      const fields = readFields(json);
      const from = fields.required("from", readString);
      if (from === "path") return { from, path: fields.required("path", readString) };
      if (from === "uri") return { from, uri: fields.required("uri", readString) };
      if (from !== "assets") return refuseJson("archive");
      const assets = fields.required("assets", entries.read);
      return { from, assets: assets.map(({ key, value }) => ({ name: key, value })) };
    },
  };
}
