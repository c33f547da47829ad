/** Parses a YAML or JSON settings file into nodes with positions, for errors with line and column. */
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type Node,
  type Pair,
  parseAllDocuments,
  visit,
  type YAMLMap,
} from "yaml";
import { ImpError } from "../../domain/errors.ts";

export interface Settings {
  readonly path: string;
  /** The text without its byte order mark. */
  readonly text: string;
  /** True if the file has a byte order mark. */
  readonly marked: boolean;
  readonly document: Document;
  readonly lines: LineCounter;
  /** Undefined if the file is empty. */
  readonly root: YAMLMap | undefined;
}

/** Parses a single document that is a map or empty. Parses JSON as YAML. Throws SETTINGS_INVALID. */
export function parseSettings(path: string, bytes: Uint8Array): Settings {
  const lines = new LineCounter();
  const text = decodeSettings(path, bytes);
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  refuseDeepSettings(path, text);
  const documents = parseAllDocuments(text, {
    lineCounter: lines,
    prettyErrors: false,
    keepSourceTokens: true,
    uniqueKeys: false,
  });
  const document = "empty" in documents ? undefined : documents[0];
  if (document === undefined) return { path, text, marked, document: parseEmpty(), lines, root: undefined };
  const second = "empty" in documents ? undefined : documents[1];
  const settings = { path, text, marked, document, lines };
  const [error] = document.errors;
  if (error !== undefined) throw settingsProblem(settings, error.pos[0], `${error.message}.`);
  if (second !== undefined)
    throw settingsProblem(
      settings,
      second.range[0],
      "The file contains a second YAML document. Only one is supported.",
    );
  const root = document.contents;
  if (root === null || (isScalar(root) && root.value === null)) return { ...settings, root: undefined };
  if (!isMap(root)) throw settingsProblem(settings, nodeOffset(root), "Expected a map of keys and values.");
  refuseRepeatedKeys(settings);
  return { ...settings, root };
}

/** Throws for a duplicate key, as Pulumi does. The check of the library is quadratic. */
function refuseRepeatedKeys(settings: Omit<Settings, "root">): void {
  visit(settings.document, {
    Map(_, map) {
      const seen = new Set<string>();
      for (const pair of map.items) {
        if (!isScalar(pair.key)) continue;
        const key = pairKey(pair);
        if (seen.has(key)) throw settingsProblem(settings, nodeOffset(pair.key), "Duplicate key.");
        seen.add(key);
      }
    },
  });
}

/** Returns the value of a key with aliases resolved. Returns undefined if it is missing or null. */
export function settingNode(settings: Settings, map: YAMLMap | undefined, key: string): Node | undefined {
  const pair = map?.items.find((item) => pairKey(item) === key);
  return pair === undefined ? undefined : resolveAlias(settings, pair.value);
}

/** Returns the string of a key. Returns undefined if it is missing or null. Throws SETTINGS_INVALID for other values. */
export function stringChild(settings: Settings, map: YAMLMap | undefined, key: string): string | undefined {
  const node = settingNode(settings, map, key);
  if (node === undefined) return undefined;
  if (isScalar(node) && typeof node.value === "string") return node.value;
  // Pulumi reads a plain scalar such as 1.0 as text if it expects a string.
  if (isScalar(node) && node.source !== undefined) return node.source;
  throw settingsProblem(settings, nodeOffset(node), `${JSON.stringify(key)} must be a string.`);
}

/** Resolves an alias. Returns undefined for null. */
export function resolveAlias(settings: Settings, value: unknown): Node | undefined {
  const node = isAlias(value) ? value.resolve(settings.document) : value;
  if (!isNode(node) || (isScalar(node) && node.value === null)) return undefined;
  return node;
}

/** Returns the key of a pair as written in the file. */
export function pairKey(pair: Pair): string {
  const { key } = pair;
  if (!isScalar(key)) return "";
  return typeof key.value === "string" ? key.value : (key.source ?? String(key.value));
}

export function nodeOffset(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

export function settingsProblem(
  settings: { readonly path: string; readonly lines: LineCounter },
  offset: number,
  message: string,
  hint?: string,
): ImpError {
  const { line, col } = settings.lines.linePos(offset);
  const location = { file: settings.path, line: Math.max(line, 1), column: Math.max(col, 1) };
  return ImpError.of("SETTINGS_INVALID", { ...location, message, hint });
}

/** Limits that valid files never reach. Beyond them, the parser needs quadratic time or overflows the stack. */
const deepestFlow = 500;
const longestIndent = /^[ \t?:-]{1000}/m;

function refuseDeepSettings(file: string, text: string): void {
  const message = "Values are nested too deeply.";
  const indented = longestIndent.exec(text);
  let depth = 0;
  for (let offset = 0; offset < text.length; offset += 1) {
    const mark = text[offset];
    if (mark === "[" || mark === "{") depth += 1;
    else if ((mark === "]" || mark === "}") && depth > 0) depth -= 1;
    if (depth <= deepestFlow && offset !== indented?.index) continue;
    const before = text.slice(0, offset).split("\n");
    throw ImpError.of("SETTINGS_INVALID", {
      file,
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
      message,
    });
  }
}

function decodeSettings(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw ImpError.of("SETTINGS_INVALID", { file: path, line: 1, column: 1, message: "The file is not UTF-8 text." });
  }
}

function parseEmpty(): Document {
  const [document] = parseAllDocuments("{}");
  return document as Document;
}
