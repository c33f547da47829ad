/** Maps the fields of a cloud's list to an import spec (`--map`). */
import { ImpError } from "../domain/errors.ts";
import type { JsonMap, JsonNode } from "../value/json/tree.ts";

/** The parts of a pattern: literal texts, and paths of fields. */
export type Pattern = readonly (string | { readonly path: string })[];

export interface FieldMap {
  readonly id: Pattern;
  /** Omitted if `--type` gives the type of all objects. */
  readonly type?: Pattern;
  /** Omitted if IDs are used as names. */
  readonly name?: Pattern;
}

const mapFields = ["id", "type", "name"] as const;

/** Parses `id=Arn,type=ResourceType,name=tags.Name`. Braces join fields: `id={metadata.namespace}/{metadata.name}`. Throws USAGE. */
export function parseFieldMap(words: readonly string[]): FieldMap {
  const map = new Map<string, Pattern>();
  for (const word of words.flatMap((text) => text.split(","))) {
    const separator = word.indexOf("=");
    const [key, value] = [word.slice(0, Math.max(0, separator)), word.slice(separator + 1)];
    const field = mapFields.find((name) => name === key);
    if (field === undefined || value === "")
      throw refuseMap(`Unknown field in --map ${word}. The fields are ${mapFields.join(", ")}.`);
    if (map.has(field)) throw refuseMap(`Duplicate field ${field} in --map.`);
    map.set(field, parsePattern(value, word));
  }
  const [id, type, name] = mapFields.map((field) => map.get(field));
  if (id === undefined) throw refuseMap("--map has no id.");
  return { id, type, name };
}

function parsePattern(text: string, word: string): Pattern {
  if (!/[{}]/.test(text)) return [{ path: text }];
  const foreign = /\{\{[^{}]*\}\}|\$\{[^{}]*\}|\{\}/.exec(text)?.[0];
  if (foreign !== undefined) throw refuseMap(`Invalid field ${foreign} in --map ${word}.`);
  const pieces = text.split(/(\{[^{}]+\})/).filter((piece) => piece !== "");
  return pieces.map((piece) => {
    if (/^\{[^{}]+\}$/.test(piece)) return { path: piece.slice(1, -1) };
    if (/[{}]/.test(piece)) throw refuseMap(`Unbalanced brace in --map ${word}.`);
    return piece;
  });
}

function refuseMap(message: string): ImpError {
  return ImpError.of("USAGE", {
    message,
    hint:
      "For example: --map id=Arn,type=ResourceType,name=tags.Name. A value is a path of keys, separated by dots. Braces combine " +
      "several paths and other text: --map 'id={metadata.namespace}/{metadata.name}'.",
  });
}

/** A field of a pattern that has no text in the object. `at` is the last value on its path that exists. */
export interface MissingField {
  readonly path: string;
  readonly at: JsonNode;
  /** Omitted if the field is missing or null. */
  readonly kind?: "list" | "map";
}

/** Fills a pattern from an object. Numbers and booleans are used as written. */
export function filledPattern(pattern: Pattern, object: JsonMap): string | MissingField {
  let text = "";
  for (const piece of pattern) {
    if (typeof piece === "string") {
      text += piece;
      continue;
    }
    const value = fieldAt(object, piece.path);
    switch (value?.kind) {
      case "text":
        text += value.value;
        break;
      case "number":
        text += value.text;
        break;
      case "boolean":
        text += String(value.value);
        break;
      case "list":
      case "map":
        return { path: piece.path, at: value, kind: value.kind };
      case "null":
      case undefined:
        return { path: piece.path, at: value ?? object };
    }
  }
  return text;
}

/** Returns the field at a path. Keys can contain dots, so it tries the longest key first. A number is a list index. */
function fieldAt(node: JsonNode, path: string): JsonNode | undefined {
  if (node.kind === "list") {
    const [, index = "", rest] = /^(\d+)(?:\.([\s\S]+))?$/.exec(path) ?? [];
    const item = node.items[Number(index)];
    return index === "" || item === undefined || rest === undefined ? item : fieldAt(item, rest);
  }
  if (node.kind !== "map") return undefined;
  for (let end = path.length; end > 0; end = path.lastIndexOf(".", end - 1)) {
    const entry = node.entries.get(path.slice(0, end));
    if (entry === undefined) continue;
    if (end === path.length) return entry.value;
    const value = fieldAt(entry.value, path.slice(end + 1));
    if (value !== undefined) return value;
  }
  return undefined;
}
