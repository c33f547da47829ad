/**
 * Expressions and paths <-> JSON.
 */
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
  type Fields,
  type JsonValue,
  type Reader,
  readBoolean,
  readFields,
  readList,
  readNumber,
  readString,
  refuse,
  writeNumber,
  writeOptional,
} from "./json.ts";
import type { Path } from "./path.ts";
import type { Type } from "./type.ts";
import { readLanguage, readMember, writeMember } from "./type-codec.ts";

type WriteType = (type: Type) => JsonValue;

export function writeExpression(expression: Expression, writeType: WriteType): JsonValue {
  const head = { kind: expression.kind, type: writeType(expression.type) };
  const below = (child: Expression) => writeExpression(child, writeType);
  switch (expression.kind) {
    case "null":
      return head;
    case "boolean":
    case "string":
      return { ...head, value: expression.value };
    case "number":
      return { ...head, value: writeNumber(expression.value) };
    case "enum":
      return { ...head, member: writeMember(expression.member) };
    case "list":
      return { ...head, items: expression.items.map(below) };
    case "map":
      return { ...head, entries: expression.entries.map((entry) => [entry.key, below(entry.value)]) };
    case "object":
      return { ...head, properties: expression.properties.map((property) => writeProperty(property, writeType)) };
    case "reference":
      return { ...head, node: expression.node, path: writePath(expression.path) };
    case "interpolation":
      return {
        ...head,
        parts: expression.parts.map((part) => (part.kind === "text" ? part.text : below(part.reference))),
      };
    case "secret":
    case "json":
      return { ...head, value: below(expression.value) };
    case "config":
      return { ...head, key: expression.key, secret: expression.secret };
    case "asset":
      return { ...head, source: { ...expression.source } };
    case "archive":
      return { ...head, source: writeArchive(expression.source, writeType) };
  }
}

export function expressionReader(readType: Reader<Type>): Reader<Expression> {
  const read: Reader<Expression> = (value) => {
    const fields = readFields(value);
    return readKind(fields.required("kind", readString), fields, fields.required("type", readType), readType, read);
  };
  return read;
}

function readKind(
  kind: string,
  fields: Fields,
  type: Type,
  readType: Reader<Type>,
  read: Reader<Expression>,
): Expression {
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
      if (type.kind !== "enum") return refuse("enum");
      return { kind, member: fields.required("member", readMember), type };
    case "list":
      return { kind, items: fields.required("items", readList(read)), type };
    case "map":
      return { kind, entries: fields.required("entries", readList(entryReader(read))), type };
    case "object":
      return { kind, properties: fields.required("properties", readList(propertyReader(readType))), type };
    case "reference":
      return readReference(fields, type);
    case "interpolation":
      return { kind, parts: fields.required("parts", readList(partReader(read))), type };
    case "secret":
      return { kind, value: fields.required("value", read), type };
    case "json":
      return { kind, value: fields.required("value", read), type };
    case "config":
      return { kind, key: fields.required("key", readString), secret: fields.required("secret", readBoolean), type };
    case "asset":
      return { kind, source: fields.required("source", readAsset), type };
    case "archive":
      return { kind, source: fields.required("source", archiveReader(read)), type };
    default:
      return refuse("expression");
  }
}

export function writeProperty(property: Property, writeType: WriteType): JsonValue {
  return {
    name: property.name,
    value: writeExpression(property.value, writeType),
    plain: property.plain,
    language: property.language as JsonValue,
    ...writeOptional("union", property.union, writeType),
    ...writeOptional("undeclared", property.undeclared),
    ...writeOptional("comment", property.comment),
  };
}

export function propertyReader(readType: Reader<Type>): Reader<Property> {
  const readValue = expressionReader(readType);
  return (value) => {
    const fields = readFields(value);
    return {
      name: fields.required("name", readString),
      value: fields.required("value", readValue),
      plain: fields.required("plain", readBoolean),
      language: fields.required("language", readLanguage),
      ...fields.optional("union", (type) => {
        const union = readType(type);
        return union.kind === "union" ? union : refuse("union");
      }),
      ...fields.optional("undeclared", (undeclared) => undeclared === true || refuse("undeclared")),
      ...fields.optional("comment", readString),
    };
  };
}

export function writePath(path: Path): JsonValue {
  return [...path];
}

export const readPath: Reader<Path> = readList((key) =>
  typeof key === "string" || typeof key === "number" ? key : refuse("path"),
);

function readReference(fields: Fields, type: Type): ReferenceExpression {
  return {
    kind: "reference",
    node: fields.required("node", readString),
    path: fields.required("path", readPath),
    type,
  };
}

function entryReader(read: Reader<Expression>): Reader<MapEntry> {
  return (value) => {
    if (!Array.isArray(value) || value.length !== 2) return refuse("entry");
    return { key: readString(value[0]), value: read(value[1]) };
  };
}

function partReader(read: Reader<Expression>): Reader<InterpolationPart> {
  return (value) => {
    if (typeof value === "string") return { kind: "text", text: value };
    const reference = read(value);
    return reference.kind === "reference" ? { kind: "reference", reference } : refuse("part");
  };
}

const readAsset: Reader<AssetSource> = (value) => {
  const fields = readFields(value);
  const from = fields.required("from", readString);
  if (from === "text") return { from, text: fields.required("text", readString) };
  if (from === "path") return { from, path: fields.required("path", readString) };
  return from === "uri" ? { from, uri: fields.required("uri", readString) } : refuse("asset");
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
    if (from !== "assets") return refuse("archive");
    const entries = fields.required("assets", readList(entryReader(read)));
    return { from, assets: entries.map((entry) => ({ name: entry.key, value: entry.value })) };
  };
}
