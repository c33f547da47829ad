/**
 * How the fields of a cloud's own list are those of an import spec (`--map`): text -> map, and the texts of one object by it.
 */
import { ImpError } from "../errors.ts";
import type { JsonMap, JsonNode } from "../json/tree.ts";

/** Texts, and in their midst paths to fields. */
export type Pattern = readonly (string | { readonly path: string })[];

export interface FieldMap {
  readonly id: Pattern;
  /** Absent: `--type` names the one type of the list. */
  readonly type?: Pattern;
  /** Absent: objects are called by their ids. */
  readonly name?: Pattern;
}

const mapFields = ["id", "type", "name"] as const;

/** `id=Arn,type=ResourceType,name=tags.Name`; braces join several: `id={metadata.namespace}/{metadata.name}`. Throws USAGE. */
export function parseFieldMap(words: readonly string[]): FieldMap {
  const map = new Map<string, Pattern>();
  for (const word of words.flatMap((text) => text.split(","))) {
    const at = word.indexOf("=");
    const [key, value] = [word.slice(0, Math.max(0, at)), word.slice(at + 1)];
    const field = mapFields.find((one) => one === key);
    if (field === undefined || value === "")
      throw refuseMap(`--map ${word} maps no field: the fields are ${mapFields.join(", ")}.`);
    if (map.has(field)) throw refuseMap(`--map names ${field} twice.`);
    map.set(field, parsePattern(value, word));
  }
  const [id, type, name] = mapFields.map((field) => map.get(field));
  if (id === undefined) throw refuseMap("--map does not name the field with the id.");
  return { id, type, name };
}

function parsePattern(text: string, word: string): Pattern {
  if (!/[{}]/.test(text)) return [{ path: text }];
  const foreign = /\{\{[^{}]*\}\}|\$\{[^{}]*\}|\{\}/.exec(text)?.[0];
  if (foreign !== undefined) throw refuseMap(`--map ${word}: ${foreign} names no field.`);
  const pieces = text.split(/(\{[^{}]+\})/).filter((piece) => piece !== "");
  return pieces.map((piece) => {
    if (/^\{[^{}]+\}$/.test(piece)) return { path: piece.slice(1, -1) };
    if (/[{}]/.test(piece)) throw refuseMap(`--map ${word} has a brace without its other one.`);
    return piece;
  });
}

function refuseMap(message: string): ImpError {
  return ImpError.of("USAGE", {
    message,
    hint:
      "Write it like --map id=Arn,type=ResourceType,name=tags.Name: a field is named by its keys, with dots between them. Single braces join " +
      "several fields and texts: --map 'id={metadata.namespace}/{metadata.name}'.",
  });
}

/** A field that a pattern wants and that has no text, at the innermost value that is there. */
export interface MissingField {
  readonly path: string;
  readonly at: JsonNode;
  /** Absent: there is no such field, or it is null. */
  readonly kind?: "list" | "map";
}

/** The text of a pattern; numbers and flags as they are written. */
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

/** A key may have dots itself: the longest key that is there goes first. A number is the place in a list. */
function fieldAt(node: JsonNode, path: string): JsonNode | undefined {
  if (node.kind === "list") {
    const [, place = "", rest] = /^(\d+)(?:\.([\s\S]+))?$/.exec(path) ?? [];
    const item = node.items[Number(place)];
    return place === "" || item === undefined || rest === undefined ? item : fieldAt(item, rest);
  }
  if (node.kind !== "map") return undefined;
  for (let end = path.length; end > 0; end = path.lastIndexOf(".", end - 1)) {
    const entry = node.entries.get(path.slice(0, end));
    if (entry === undefined) continue;
    if (end === path.length) return entry.value;
    const found = fieldAt(entry.value, path.slice(end + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}
