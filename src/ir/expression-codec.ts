/** Converts expressions and paths to JSON and back. */

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
import type {
  ArchiveSource,
  AssetSource,
  CallExpression,
  Expression,
  InterpolationPart,
  MapEntry,
  Property,
  ReferenceExpression,
} from "./expression.ts";
import type { Path } from "./path.ts";
import type { Codec } from "./record-codec.ts";
import type { Type } from "./type.ts";
import { isEmptyData, memberCodec, readData, readLanguage, tokenCodec, writeLanguage } from "./type-codec.ts";

type WriteType = (type: Type) => JsonValue;

/** Writes an expression. Avoids object spreads, because it runs once for each value of a program. */
function writeExpression(expression: Expression, writeType: WriteType): JsonValue {
  const writeChild = (child: Expression) => writeExpression(child, writeType);
  const { kind } = expression;
  const type = writeType(expression.type);
  switch (expression.kind) {
    case "null":
      return { kind, type };
    case "boolean":
    case "string":
      return { kind, type, value: expression.value };
    case "number":
      return { kind, type, value: writeNumber(expression.value) };
    case "enum":
      return { kind, type, member: memberCodec.write(expression.member) };
    case "list":
      return { kind, type, items: expression.items.map(writeChild) };
    case "map":
      return { kind, type, entries: expression.entries.map((entry) => [entry.key, writeChild(entry.value)]) };
    case "object":
      return { kind, type, properties: expression.properties.map((property) => writeProperty(property, writeType)) };
    case "reference":
      return {
        kind,
        type,
        node: expression.node,
        path: [...expression.path],
        ...writeOptional("through", expression.through, (types) => types.map(writeType)),
        ...writeOptional("optional", expression.optional),
        ...writeOptional("language", expression.language, (all) => all.map((data) => data as JsonValue)),
        ...writeOptional("optionalSteps", expression.optionalSteps, (steps) => [...steps]),
        ...writeOptional("text", expression.text),
      };
    case "call":
      return {
        kind,
        type,
        function: tokenCodec.write(expression.function),
        takesArguments: expression.takesArguments,
        ...writeOptional("isNamesake", expression.isNamesake),
        ...writeOptional("provider", expression.provider),
        path: [...expression.path],
        ...writeOptional("optional", expression.optional),
        ...writeLanguage(expression.language),
      };
    case "interpolation": {
      const parts = expression.parts.map((part) => (part.kind === "text" ? part.text : writeChild(part.reference)));
      return { kind, type, parts };
    }
    case "secret":
    case "json":
      return { kind, type, value: writeChild(expression.value) };
    case "config":
      return { kind, type, key: expression.key, secret: expression.secret };
    case "asset":
      return { kind, type, source: { ...expression.source } };
    case "archive":
      return { kind, type, source: writeArchive(expression.source, writeType) };
  }
}

/** The readers of a document, which call each other. They are created once, because they run once for each value of a program. */
interface Readers {
  readonly expression: Reader<Expression>;
  readonly items: Reader<readonly Expression[]>;
  readonly entries: Reader<readonly MapEntry[]>;
  readonly properties: Reader<readonly Property[]>;
  readonly parts: Reader<readonly InterpolationPart[]>;
  readonly archive: Reader<ArchiveSource>;
  readonly types: Reader<readonly Type[]>;
}

function readersOf(readType: Reader<Type>): Readers {
  const expression: Reader<Expression> = (value) => {
    const fields = readFields(value);
    return readExpressionKind(fields.required("kind", readString), fields, fields.required("type", readType), readers);
  };
  const readers: Readers = {
    expression,
    items: listReader(expression),
    entries: listReader(entryReader(expression)),
    properties: listReader(readerOfProperty(readType, expression)),
    parts: listReader(partReader(expression)),
    archive: archiveReader(expression),
    types: listReader(readType),
  };
  return readers;
}

function readExpressionKind(kind: string, fields: Fields, type: Type, readers: Readers): Expression {
  switch (kind) {
    case "null":
      return { kind, type };
    case "boolean":
      return { kind, value: fields.required("value", readBoolean), type };
    case "number":
      return { kind, value: fields.required("value", readNumber), type };
    case "string":
      return { kind, value: fields.required("value", readString), type };
    case "enum":
      if (type.kind !== "enum") return refuseJson("enum");
      return { kind, member: fields.required("member", memberCodec.read), type };
    case "list":
      return { kind, items: fields.required("items", readers.items), type };
    case "map":
      return { kind, entries: fields.required("entries", readers.entries), type };
    case "object":
      return { kind, properties: fields.required("properties", readers.properties), type };
    case "reference":
      return readReferenceExpression(fields, type, readers.types);
    case "call":
      return readCall(fields, type);
    case "interpolation":
      return { kind, parts: fields.required("parts", readers.parts), type };
    case "secret":
      return { kind, value: fields.required("value", readers.expression), type };
    case "json":
      return { kind, value: fields.required("value", readers.expression), type };
    case "config":
      return { kind, key: fields.required("key", readString), secret: fields.required("secret", readBoolean), type };
    case "asset":
      return { kind, source: fields.required("source", assetReader), type };
    case "archive":
      return { kind, source: fields.required("source", readers.archive), type };
    default:
      return refuseJson("expression");
  }
}

/** Writes a property. Avoids object spreads, because it runs once for each property of a program. */
function writeProperty(property: Property, writeType: WriteType): JsonValue {
  const json: Record<string, JsonValue> = {
    name: property.name,
    value: writeExpression(property.value, writeType),
    plain: property.plain,
  };
  if (property.required !== undefined) json.required = property.required;
  if (!isEmptyData(property.language)) json.language = property.language as JsonValue;
  if (property.union !== undefined) json.union = writeType(property.union);
  if (property.json !== undefined) json.json = property.json;
  if (property.undeclared !== undefined) json.undeclared = property.undeclared;
  if (property.comment !== undefined) json.comment = property.comment;
  return json;
}

export function propertyCodec({ write, read }: Codec<Type>): Codec<Property> {
  return {
    write: (property) => writeProperty(property, write),
    read: readerOfProperty(read, readersOf(read).expression),
  };
}

function readerOfProperty(readType: Reader<Type>, readValue: Reader<Expression>): Reader<Property> {
  return (value) => {
    const fields = readFields(value);
    return {
      name: fields.required("name", readString),
      value: fields.required("value", readValue),
      plain: fields.required("plain", readBoolean),
      ...fields.optional("required", readTrue),
      language: readLanguage(fields),
      ...fields.optional("union", (type) => {
        const union = readType(type);
        return union.kind === "union" ? union : refuseJson("union");
      }),
      ...fields.optional("json", readTrue),
      ...fields.optional("undeclared", readTrue),
      ...fields.optional("comment", readString),
    };
  };
}

export const pathCodec: Codec<Path> = {
  write: (path) => [...path],
  read: listReader((key) => (typeof key === "string" || typeof key === "number" ? key : refuseJson("path"))),
};

const readIndex: Reader<number> = (value) => (typeof value === "number" ? value : refuseJson("index"));

function readReferenceExpression(fields: Fields, type: Type, readTypes: Reader<readonly Type[]>): ReferenceExpression {
  return {
    kind: "reference",
    node: fields.required("node", readString),
    path: fields.required("path", pathCodec.read),
    ...fields.optional("through", readTypes),
    ...fields.optional("optional", readTrue),
    ...fields.optional("language", listReader(readData)),
    ...fields.optional("optionalSteps", listReader(readIndex)),
    ...fields.optional("text", readString),
    type,
  };
}

function readCall(fields: Fields, type: Type): CallExpression {
  return {
    kind: "call",
    function: fields.required("function", tokenCodec.read),
    takesArguments: fields.required("takesArguments", readBoolean),
    ...fields.optional("isNamesake", readTrue),
    ...fields.optional("provider", readString),
    path: fields.required("path", pathCodec.read),
    ...fields.optional("optional", readTrue),
    language: readLanguage(fields),
    type,
  };
}

function entryReader(read: Reader<Expression>): Reader<MapEntry> {
  return (value) => {
    if (!Array.isArray(value) || value.length !== 2) return refuseJson("entry");
    return { key: readString(value[0]), value: read(value[1]) };
  };
}

function partReader(read: Reader<Expression>): Reader<InterpolationPart> {
  return (value) => {
    if (typeof value === "string") return { kind: "text", text: value };
    const reference = read(value);
    const isPart = reference.kind === "reference" || reference.kind === "call";
    return isPart ? { kind: "reference", reference } : refuseJson("part");
  };
}

const assetReader: Reader<AssetSource> = (value) => {
  const fields = readFields(value);
  const from = fields.required("from", readString);
  if (from === "text") return { from, text: fields.required("text", readString) };
  if (from === "path") return { from, path: fields.required("path", readString) };
  return from === "uri" ? { from, uri: fields.required("uri", readString) } : refuseJson("asset");
};

function writeArchive(source: ArchiveSource, writeType: WriteType): JsonValue {
  if (source.from !== "assets") return { ...source };
  const assets = source.assets.map((asset) => [asset.name, writeExpression(asset.value, writeType)]);
  return { from: "assets", assets };
}

function archiveReader(read: Reader<Expression>): Reader<ArchiveSource> {
  return (value) => {
    const fields = readFields(value);
    const from = fields.required("from", readString);
    if (from === "path") return { from, path: fields.required("path", readString) };
    if (from === "uri") return { from, uri: fields.required("uri", readString) };
    if (from !== "assets") return refuseJson("archive");
    const entries = fields.required("assets", listReader(entryReader(read)));
    return { from, assets: entries.map((entry) => ({ name: entry.key, value: entry.value })) };
  };
}
