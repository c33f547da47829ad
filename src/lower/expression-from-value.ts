/**
 * Turns a value and its declared type into a typed expression. Secrets become configuration, links become references.
 */
import { ImpError } from "../errors.ts";
import type { Expression, Property } from "../ir/expression.ts";
import { formatPath, type Path } from "../ir/path.ts";
import type { ConfigNode } from "../ir/program.ts";
import type { Type, UnionType } from "../ir/type.ts";
import { anyType } from "../ir/type.ts";
import { unionMemberOf } from "../schema/judge/judge.ts";
import type { ObjectSchema } from "../schema/types.ts";
import { type ArchiveValue, type AssetValue, type PropertyMap, secretValue, type Value } from "../value/value.ts";
import { jsonDocument } from "./json-document.ts";

/** The facts about one resource that its values depend on. */
export interface Surroundings {
  readonly urn: string;
  /** `type name` or URN, for messages. */
  readonly resource: string;
  /** Where the resource is from, for messages; absent: an import. */
  readonly source?: "state";
  objectType(type: Type & { kind: "object" }): ObjectSchema | undefined;
  /** The reference or interpolation that the program writes at a path; `undefined`: the literal stands. */
  linkAt(path: Path): Expression | undefined;
  /** True when the link at a path refers to an output that is secret by the schema. */
  isSecretLink(path: Path): boolean;
  /** The configuration key for a secret; `undefined`: the value has no text form. */
  secretAt(path: Path, value: Value, type: Type): ConfigNode | undefined;
  /** The node of a resource, by URN. */
  nodeOf(urn: string): string | undefined;
  commentAt(path: Path): string | undefined;
}

/** The properties of a resource or an object type. */
export type Shape = Pick<ObjectSchema, "properties" | "required">;

/**
 * Turns a value into an expression. Its type is the declared one; of a union it is the member that the value is.
 *
 * @throws ImpError LOWER_CANNOT_EXPRESS for what no program can express: bytes, unknown values, elided assets, what a secret asset would show.
 */
function expressionFromValue(value: Value, declared: Type, path: Path, around: Surroundings): Expression {
  const type = memberOrDeclared(value, declared, around);
  const link = linkedExpression(value, path, around);
  if (link !== undefined) return link;
  switch (value.kind) {
    case "null":
      return { kind: "null", type };
    case "boolean":
    case "number":
    case "string":
      return primitive(value, type);
    case "list":
      return listExpression(value.items, type, path, around);
    case "map":
      return mapExpression(value.entries, type, path, around);
    case "secret":
      return secretExpression(value.value, type, path, around);
    case "asset":
      return assetExpression(value, type, path, around);
    case "archive":
      return archiveExpression(value, type, path, around);
    case "resource":
      return resourceExpression(value.urn, type, path, around);
    case "bytes":
      return cannotLower(around, path, "a text that is not valid Unicode");
    case "unknown":
    case "output":
      return cannotLower(around, path, "a value that is not known yet");
  }
}

/**
 * Turns a property bag into properties: those that the schema has in its order, then the others, by name.
 *
 * @param schema the properties' declarations; `undefined`: nothing is known, and nothing is called undeclared
 */
export function propertiesFromValues(
  entries: PropertyMap,
  schema: Shape | undefined,
  path: Path,
  around: Surroundings,
): readonly Property[] {
  const declared = [...(schema?.properties.keys() ?? [])].filter((name) => entries.has(name));
  const others = [...entries.keys()].filter((name) => schema?.properties.has(name) !== true).sort();
  return [...declared, ...others].flatMap((name) => {
    const value = entries.get(name);
    if (value === undefined) return [];
    const property = schema?.properties.get(name);
    const at = [...path, name];
    const plain = property?.plain ?? false;
    // Where an SDK takes no Output a reference would not compile, so the literal stands (docs/programs.md#inputs-that-sdks-send).
    const inside = plain ? { ...around, linkAt: () => undefined } : around;
    const comment = around.commentAt(at);
    const expression = expressionFromValue(value, property?.type ?? anyType, at, inside);
    return {
      name,
      value: expression,
      plain,
      required: schema?.required.has(name) === true ? true : undefined,
      language: property?.language ?? {},
      union: property?.type.kind === "union" ? property.type : undefined,
      json: property?.type.kind === "json" && expression.type.kind !== "json" ? true : undefined,
      undeclared: schema !== undefined && property === undefined ? true : undefined,
      comment,
    };
  });
}

function memberOrDeclared(value: Value, declared: Type, around: Surroundings): Type {
  if (declared.kind !== "union") return declared;
  return unionMemberOf(value, declared satisfies UnionType, around.objectType) ?? anyType;
}

/** The link at a path. A secret takes a whole reference only: an interpolation would have parts of the secret's text. */
function linkedExpression(value: Value, path: Path, around: Surroundings): Expression | undefined {
  const link = around.linkAt(path);
  if (link?.kind === "interpolation" && value.kind === "string") {
    return jsonDocument(value.value, link.parts, link.type) ?? link;
  }
  if (link === undefined || value.kind !== "secret") return link;
  if (link.kind !== "reference") return undefined;
  return around.isSecretLink(path) ? link : { kind: "secret", value: link, type: link.type };
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

/** A text; structure where it is a JSON document and any text is legal. */
function textExpression(text: string, type: Type): Expression {
  const isText = type.kind === "string" || type.kind === "any" || type.kind === "json";
  const document = isText ? jsonDocument(text, [{ kind: "text", text }], type) : undefined;
  return document ?? { kind: "string", value: text, type };
}

function listExpression(items: readonly Value[], type: Type, path: Path, around: Surroundings): Expression {
  const element = type.kind === "list" ? type.element : anyType;
  const inside = type.kind === "list" && type.plainElement === true ? { ...around, linkAt: () => undefined } : around;
  return {
    kind: "list",
    items: items.map((item, index) => expressionFromValue(item, element, [...path, index], inside)),
    type,
  };
}

/** Keys of a map are sorted: the wire does not keep their order, and the program has to be the same every time. */
function mapExpression(entries: PropertyMap, type: Type, path: Path, around: Surroundings): Expression {
  if (type.kind === "object") {
    const shape = around.objectType(type);
    return { kind: "object", properties: propertiesFromValues(entries, shape, path, around), type };
  }
  const element = type.kind === "map" ? type.element : anyType;
  const inside = type.kind === "map" && type.plainElement === true ? { ...around, linkAt: () => undefined } : around;
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    kind: "map",
    entries: sorted.map(([key, value]) => ({
      key,
      value: expressionFromValue(value, element, [...path, key], inside),
    })),
    type,
  };
}

function secretExpression(value: Value, type: Type, path: Path, around: Surroundings): Expression {
  const declared = memberOrDeclared(value, type, around);
  if ((value.kind === "map" || value.kind === "list") && hasObjectType(declared) && isNamed(value, declared, around)) {
    return { kind: "secret", value: objectWithSecrets(value, declared, path, around), type: declared };
  }
  if (value.kind === "asset" || value.kind === "archive") {
    // The configuration has no assets, so the program has it: a path shows nothing of a secret, but a text does, and a URI may have a token in it.
    const shown = shownSource(value);
    if (shown !== undefined) return cannotLower(around, path, `a secret ${value.kind} of a ${shown}`);
    return { kind: "secret", value: expressionFromValue(value, declared, path, around), type: declared };
  }
  const node = around.secretAt(path, value, type);
  if (node === undefined) return cannotLower(around, path, `a secret ${value.kind}`);
  return { kind: "config", key: node.key, secret: true, type };
}

/**
 * A secret object or list with a type, whose parts are secrets each: no SDK reads its classes from the configuration. Nothing inside is a
 * link, because a secret is stored as a whole.
 */
function objectWithSecrets(
  value: Value & { kind: "map" | "list" },
  type: Type,
  path: Path,
  around: Surroundings,
): Expression {
  const inside = { ...around, linkAt: () => undefined };
  const hidden = (part: Value): Value => (part.kind === "null" || part.kind === "secret" ? part : secretValue(part));
  if (value.kind === "list") return listExpression(value.items.map(hidden), type, path, inside);
  const { properties } = (type.kind === "object" ? around.objectType(type) : undefined) ?? {};
  const parts = [...value.entries].map(([key, part]) => {
    const bare = part.kind === "secret" ? part.value : part;
    // The schema shows a constant to everyone, and SDKs choose a type by it.
    const constant = properties?.get(key)?.const;
    return [key, constant !== undefined && "value" in bare && bare.value === constant ? bare : hidden(part)] as const;
  });
  return mapExpression(new Map(parts), type, path, inside);
}

/** True for objects, and lists of them. Not for maps: their keys are data, which may be as secret as the values. */
function hasObjectType(type: Type): boolean {
  return type.kind === "object" || (type.kind === "list" && hasObjectType(type.element));
}

/** True when all names that the program would show are in the schema. */
function isNamed(value: Value, declared: Type, around: Surroundings): boolean {
  const type = memberOrDeclared(value, declared, around);
  if (!hasObjectType(type)) return true;
  if (value.kind === "list") {
    const element = type.kind === "list" ? type.element : anyType;
    return value.items.every((item) => isNamed(item, element, around));
  }
  if (value.kind !== "map" || type.kind !== "object") return value.kind !== "map";
  const { properties } = around.objectType(type) ?? {};
  return [...value.entries].every(([name, part]) => {
    const property = properties?.get(name);
    return property !== undefined && isNamed(part, property.type, around);
  });
}

/** The kind of secret source that a program would show; `undefined`: none. */
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

function assetExpression(asset: AssetValue, type: Type, path: Path, around: Surroundings): Expression {
  if (asset.source.from === "elided") return cannotLower(around, path, "an asset of which only the hash is known");
  return { kind: "asset", source: asset.source, type };
}

function archiveExpression(archive: ArchiveValue, type: Type, path: Path, around: Surroundings): Expression {
  const source = archive.source;
  if (source.from === "elided") return cannotLower(around, path, "an archive of which only the hash is known");
  if (source.from !== "assets") return { kind: "archive", source, type };
  const assets = [...source.assets]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ({
      name,
      value: expressionFromValue(value, { kind: value.kind }, [...path, name], around),
    }));
  return { kind: "archive", source: { from: "assets", assets }, type };
}

function resourceExpression(urn: string, type: Type, path: Path, around: Surroundings): Expression {
  const node = around.nodeOf(urn);
  if (node === undefined) return cannotLower(around, path, "a resource that is not in the program");
  return { kind: "reference", node, path: [], type };
}

function cannotLower(around: Surroundings, path: Path, what: string): never {
  const { urn, resource, source } = around;
  throw ImpError.of("LOWER_CANNOT_EXPRESS", {
    urn,
    resource,
    path: formatPath(path),
    what,
    source,
  });
}
