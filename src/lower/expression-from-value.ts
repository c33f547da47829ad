/** Converts values and their declared types to typed expressions. Secrets become configuration, and links become references. */
import { ImpError } from "../domain/errors.ts";
import type { Expression, Property } from "../ir/expression.ts";
import type { ConfigNode } from "../ir/program.ts";
import type { Type, UnionType } from "../ir/type.ts";
import { anyType } from "../ir/type.ts";
import { unionMemberOf } from "../schema/judge/judge.ts";
import type { ObjectSchema } from "../schema/types.ts";
import { formatPath, type Path } from "../value/path.ts";
import { type ArchiveValue, type AssetValue, type PropertyMap, secretValue, type Value } from "../value/value.ts";
import { jsonDocument } from "./json-document.ts";

export interface LoweringContext {
  readonly urn: string;
  /** The resource in messages: its type and name, or its URN. */
  readonly resource: string;
  /** The origin of the resource, for messages. Omitted for imports. */
  readonly source?: "state";
  objectType(type: Type & { kind: "object" }): ObjectSchema | undefined;
  /** Returns the reference or interpolation to print at a path, or undefined to print the literal. */
  linkAt(path: Path): Expression | undefined;
  /** Returns true if the link at a path refers to an output that the schema marks as secret. */
  isSecretLink(path: Path): boolean;
  /** Returns the configuration key for a secret, or undefined if the value can't be text. */
  secretAt(path: Path, value: Value, type: Type): ConfigNode | undefined;
  nodeOf(urn: string): string | undefined;
  commentAt(path: Path): string | undefined;
}

export type Shape = Pick<ObjectSchema, "properties" | "required">;

/**
 * Converts a value to an expression. Its type is the declared type, or the matching member of a union.
 *
 * @throws ImpError LOWER_CANNOT_EXPRESS for bytes, unknown values, elided assets, and secret assets with visible content
 */
function expressionFromValue(value: Value, declared: Type, path: Path, context: LoweringContext): Expression {
  const type = memberOrDeclared(value, declared, context);
  const link = linkedExpression(value, path, context);
  if (link !== undefined) return link;
  switch (value.kind) {
    case "null":
      return { kind: "null", type };
    case "boolean":
    case "number":
    case "string":
      return primitive(value, type);
    case "list":
      return listExpression(value.items, type, path, context);
    case "map":
      return mapExpression(value.entries, type, path, context);
    case "secret":
      return secretExpression(value.value, type, path, context);
    case "asset":
      return assetExpression(value, type, path, context);
    case "archive":
      return archiveExpression(value, type, path, context);
    case "resource":
      return resourceExpression(value.urn, type, path, context);
    case "bytes":
      return cannotLower(context, path, "a string that is not valid Unicode");
    case "unknown":
    case "output":
      return cannotLower(context, path, "a value that is not known yet");
  }
}

/**
 * Converts a property map to properties: first the properties of the schema in its order, then all others by name.
 *
 * @param schema the properties' declarations; undefined if unknown, so that no property is undeclared
 */
export function propertiesFromValues(
  entries: PropertyMap,
  schema: Shape | undefined,
  path: Path,
  context: LoweringContext,
): readonly Property[] {
  const declared = [...(schema?.properties.keys() ?? [])].filter((name) => entries.has(name));
  const undeclaredNames = [...entries.keys()].filter((name) => schema?.properties.has(name) !== true).sort();
  return [...declared, ...undeclaredNames].flatMap((name) => {
    const value = entries.get(name);
    if (value === undefined) return [];
    const property = schema?.properties.get(name);
    const propertyPath = [...path, name];
    const plain = property?.plain ?? false;
    // If an SDK takes no Output, a reference would not compile, so the literal is printed (docs/programs.md#inputs-that-sdks-send).
    const childContext = plain ? { ...context, linkAt: () => undefined } : context;
    const comment = context.commentAt(propertyPath);
    const expression = expressionFromValue(value, property?.type ?? anyType, propertyPath, childContext);
    return {
      name,
      value: expression,
      plain,
      required: schema?.required.has(name) === true ? true : undefined,
      language: property?.language ?? {},
      isConstant: property?.const === undefined ? undefined : true,
      union: property?.type.kind === "union" ? property.type : undefined,
      json: property?.type.kind === "json" && expression.type.kind !== "json" ? true : undefined,
      undeclared: schema !== undefined && property === undefined ? true : undefined,
      comment,
    };
  });
}

function memberOrDeclared(value: Value, declared: Type, context: LoweringContext): Type {
  if (declared.kind !== "union") return declared;
  return unionMemberOf(value, declared satisfies UnionType, context.objectType) ?? anyType;
}

/** Returns the link at a path. A secret can only be a whole reference, because an interpolation would show parts of it. */
function linkedExpression(value: Value, path: Path, context: LoweringContext): Expression | undefined {
  const link = context.linkAt(path);
  if (link?.kind === "interpolation" && value.kind === "string") {
    return jsonDocument(value.value, link.parts, link.type) ?? link;
  }
  if (link === undefined || value.kind !== "secret") return link;
  if (link.kind !== "reference") return undefined;
  return context.isSecretLink(path) ? link : { kind: "secret", value: link, type: link.type };
}

function primitive(value: Value & { kind: "boolean" | "number" | "string" }, type: Type): Expression {
  if (type.kind === "enum") {
    const member = type.members.find((candidate) => candidate.value === value.value);
    if (member !== undefined) return { kind: "enum", member, type };
  }
  switch (value.kind) {
    case "boolean":
      return { kind: "boolean", value: value.value, type };
    case "number":
      return { kind: "number", value: value.value, type };
    case "string":
      return textExpression(value.value, type);
  }
}

/** Returns a `json` expression if the string is a JSON document and the type accepts any string. Otherwise, returns a string expression. */
function textExpression(text: string, type: Type): Expression {
  const isText = type.kind === "string" || type.kind === "any" || type.kind === "json";
  const document = isText ? jsonDocument(text, [{ kind: "text", text }], type) : undefined;
  return document ?? { kind: "string", value: text, type };
}

function listExpression(items: readonly Value[], type: Type, path: Path, context: LoweringContext): Expression {
  const element = type.kind === "list" ? type.element : anyType;
  const childContext =
    type.kind === "list" && type.plainElement === true ? { ...context, linkAt: () => undefined } : context;
  return {
    kind: "list",
    items: items.map((item, index) => expressionFromValue(item, element, [...path, index], childContext)),
    type,
  };
}

/** Returns a map with sorted keys. Providers can return keys in any order, and the output must be deterministic. */
function mapExpression(entries: PropertyMap, type: Type, path: Path, context: LoweringContext): Expression {
  if (type.kind === "object") {
    const shape = context.objectType(type);
    return { kind: "object", properties: propertiesFromValues(entries, shape, path, context), type };
  }
  const element = type.kind === "map" ? type.element : anyType;
  const childContext =
    type.kind === "map" && type.plainElement === true ? { ...context, linkAt: () => undefined } : context;
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    kind: "map",
    entries: sorted.map(([key, value]) => ({
      key,
      value: expressionFromValue(value, element, [...path, key], childContext),
    })),
    type,
  };
}

function secretExpression(value: Value, type: Type, path: Path, context: LoweringContext): Expression {
  const declared = memberOrDeclared(value, type, context);
  if ((value.kind === "map" || value.kind === "list") && hasObjectType(declared) && isNamed(value, declared, context)) {
    return { kind: "secret", value: objectWithSecrets(value, declared, path, context), type: declared };
  }
  if (value.kind === "asset" || value.kind === "archive") {
    // Configuration cannot contain assets, so the program contains them. A file path reveals no secret, but text does, and a URI may contain a token.
    const shown = shownSource(value);
    if (shown !== undefined) return cannotLower(context, path, `a secret ${value.kind} of a ${shown}`);
    return { kind: "secret", value: expressionFromValue(value, declared, path, context), type: declared };
  }
  const node = context.secretAt(path, value, type);
  if (node === undefined) return cannotLower(context, path, `a secret ${value.kind}`);
  return { kind: "config", key: node.key, secret: true, type };
}

/**
 * Returns a typed object or list in which each part is a secret, because SDKs cannot read their classes from configuration. It contains no links,
 * because a secret is stored as a whole.
 */
function objectWithSecrets(
  value: Value & { kind: "map" | "list" },
  type: Type,
  path: Path,
  context: LoweringContext,
): Expression {
  const childContext = { ...context, linkAt: () => undefined };
  const asSecret = (part: Value): Value => (part.kind === "null" || part.kind === "secret" ? part : secretValue(part));
  if (value.kind === "list") return listExpression(value.items.map(asSecret), type, path, childContext);
  const { properties } = (type.kind === "object" ? context.objectType(type) : undefined) ?? {};
  const parts = [...value.entries].map(([key, part]) => {
    const bare = part.kind === "secret" ? part.value : part;
    // Constants are not secret, because the schema shows them. SDKs use them to choose a type.
    const constant = properties?.get(key)?.const;
    return [key, constant !== undefined && "value" in bare && bare.value === constant ? bare : asSecret(part)] as const;
  });
  return mapExpression(new Map(parts), type, path, childContext);
}

/** Returns true for objects and lists of objects, but not for maps, because their keys can be secret too. */
function hasObjectType(type: Type): boolean {
  return type.kind === "object" || (type.kind === "list" && hasObjectType(type.element));
}

/** Returns true if the schema contains all names of properties in the value. */
function isNamed(value: Value, declared: Type, context: LoweringContext): boolean {
  const type = memberOrDeclared(value, declared, context);
  if (!hasObjectType(type)) return true;
  if (value.kind === "list") {
    const element = type.kind === "list" ? type.element : anyType;
    return value.items.every((item) => isNamed(item, element, context));
  }
  if (value.kind !== "map" || type.kind !== "object") return value.kind !== "map";
  const { properties } = context.objectType(type) ?? {};
  return [...value.entries].every(([name, part]) => {
    const property = properties?.get(name);
    return property !== undefined && isNamed(part, property.type, context);
  });
}

/** Returns the kind of source in a secret asset or archive that a program would reveal, or undefined if it would reveal none. */
function shownSource({ source }: AssetValue | ArchiveValue): "text" | "URI" | undefined {
  switch (source.from) {
    case "text":
      return "text";
    case "uri":
      return "URI";
    case "assets":
      return [...source.assets.values()].map(shownSource).find((shown) => shown !== undefined);
    case "path":
    case "elided":
      return undefined;
  }
}

function assetExpression(asset: AssetValue, type: Type, path: Path, context: LoweringContext): Expression {
  if (asset.source.from === "elided") return cannotLower(context, path, "an asset with unknown content");
  return { kind: "asset", source: asset.source, type };
}

function archiveExpression(archive: ArchiveValue, type: Type, path: Path, context: LoweringContext): Expression {
  const source = archive.source;
  if (source.from === "elided") return cannotLower(context, path, "an archive with unknown content");
  if (source.from !== "assets") return { kind: "archive", source, type };
  const assets = [...source.assets]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ({
      name,
      value: expressionFromValue(value, { kind: value.kind }, [...path, name], context),
    }));
  return { kind: "archive", source: { from: "assets", assets }, type };
}

function resourceExpression(urn: string, type: Type, path: Path, context: LoweringContext): Expression {
  const node = context.nodeOf(urn);
  if (node === undefined) return cannotLower(context, path, "a resource that is not in the program");
  return { kind: "reference", node, path: [], type };
}

function cannotLower(context: LoweringContext, path: Path, what: string): never {
  const { urn, resource, source } = context;
  throw ImpError.of("LOWER_CANNOT_EXPRESS", {
    urn,
    resource,
    path: formatPath(path),
    what,
    source,
  });
}
