/**
 * Edits the text of a YAML or JSON settings file: replaces a value, adds pairs to a map. Everything else is left as it is.
 */
import { isMap, isScalar, type Pair, Scalar, type YAMLMap } from "yaml";
import type { StackFileFormat } from "../workspace.ts";
import { pairKey, type Settings } from "./settings.ts";
import { renderKey, renderText } from "./settings-text.ts";

/** A string, or a map of such. */
export type Tree = string | ReadonlyMap<string, Tree>;
export type Entry = readonly [key: string, value: Tree];

/** Puts `text` in the place of `start` to `end`, offsets into the file's text. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits that do not overlap; those at the same place in their order. */
export function applySettingsEdits(text: string, edits: readonly Edit[]): string {
  const sorted = edits
    .map((edit, index) => ({ edit, index }))
    .sort((a, b) => a.edit.start - b.edit.start || a.index - b.index);
  let result = "";
  let at = 0;
  for (const { edit } of sorted) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** A file without any pair yet; comments that are there stay at its top. */
export function printFile(text: string, format: StackFileFormat, entries: readonly Entry[]): string {
  if (format === "json") return `${yamlFlow(new Map(entries), "", "    ", "\n")}\n`;
  const eol = eolOf(text);
  return (text === "" || text.endsWith("\n") ? text : text + eol) + settingLines(entries, "", eol);
}

/** Replaces the value of a pair of `map`. Absent: not possible in this layout. */
export function replaceValue(
  settings: Settings,
  format: StackFileFormat,
  map: YAMLMap,
  pair: Pair,
  value: Tree,
): Edit | undefined {
  const { text } = settings;
  const place = valuePlace(settings, pair);
  if (place === undefined) return undefined;
  if (map.flow === true) {
    if (place.start === place.end) return undefined;
    const pad = padBefore(text, place.key) ?? "";
    return { start: place.start, end: place.end, text: yamlFlow(value, pad, unitOf(pad, format), eolOf(text)) };
  }
  const inner = securePlace(pair, value);
  if (inner !== undefined) return inner;
  if (typeof value === "string" && place.line && place.start < place.end)
    return { start: place.start, end: place.end, text: renderText(value) };
  return replaceBlock(text, place, value);
}

/** Adds pairs after the last one of a map that has some. Absent: not possible in this layout. */
export function addPairs(
  settings: Settings,
  format: StackFileFormat,
  map: YAMLMap,
  entries: readonly Entry[],
): Edit | undefined {
  const { text } = settings;
  const last = map.items.at(-1);
  const first = map.items[0];
  const start = map.range?.[0];
  if (start === undefined) return undefined;
  const eol = eolOf(text);
  if (map.flow === true && (first === undefined || last === undefined)) {
    const pad = padBefore(text, lineStart(text, start)) ?? "";
    return { start, end: map.range?.[1] ?? start, text: yamlFlow(new Map(entries), pad, unitOf(pad, format), eol) };
  }
  if (first === undefined || last === undefined) return undefined;
  const head = valuePlace(settings, first);
  const tail = valuePlace(settings, last);
  if (head === undefined || tail === undefined) return undefined;
  const pad = padBefore(text, head.key);
  if (map.flow === true) {
    const own = pad === undefined ? [", ", ""] : [`,${eol}${pad}`, pad];
    const unit = pad === undefined ? undefined : unitOf(pad, format);
    const pairs = entries.map(
      ([key, value]) => `${own[0]}${JSON.stringify(key)}: ${yamlFlow(value, own[1] ?? "", unit, eol)}`,
    );
    return { start: tail.end, end: tail.end, text: pairs.join("") };
  }
  if (pad === undefined) return undefined;
  return insertLines(text, tail.end, settingLines(entries, pad, eol), eol);
}

interface Place {
  /** Where the key begins, and where its colon ends. */
  readonly key: number;
  readonly colon: number;
  /** The value, without anchors and comments; empty for a null that is not written. */
  readonly start: number;
  readonly end: number;
  /** The value is a scalar that is written on the key's line. */
  readonly line: boolean;
}

function valuePlace(settings: Settings, pair: Pair): Place | undefined {
  const key = isScalar(pair.key) ? pair.key.range : undefined;
  const token = pair.srcToken;
  const mark = token?.sep?.find(({ type }) => type === "map-value-ind");
  if (!key || token === undefined || mark === undefined) return undefined;
  const colon = mark.offset + 1;
  const node = pair.value;
  const range = typeof node === "object" && node !== null && "range" in node ? (node.range as number[] | null) : null;
  const written = range !== null && (range?.[1] ?? 0) > (range?.[0] ?? 0);
  const start = written ? (range?.[0] ?? colon) : colon;
  const end = written ? (range?.[1] ?? colon) : colon;
  const block = isScalar(node) && (node.type === Scalar.BLOCK_FOLDED || node.type === Scalar.BLOCK_LITERAL);
  const line = isScalar(node) && !block && !settings.text.slice(colon, start).includes("\n");
  return { key: key[0], colon, start, end, line };
}

/** `secure: <old>` becomes `secure: <new>`. */
function securePlace(pair: Pair, value: Tree): Edit | undefined {
  const next = typeof value === "string" ? undefined : value.get("secure");
  const map = pair.value;
  const [only] = isMap(map) ? map.items : [];
  if (typeof next !== "string" || !isMap(map) || map.items.length !== 1 || only === undefined) return undefined;
  const old = only.value;
  if (pairKey(only) !== "secure" || !isScalar(old) || !old.range) return undefined;
  if (old.type === Scalar.BLOCK_FOLDED || old.type === Scalar.BLOCK_LITERAL) return undefined;
  return { start: old.range[0], end: old.range[1], text: map.flow === true ? JSON.stringify(next) : renderText(next) };
}

/** Replaces everything after the colon; a comment on the key's line stays there when lines follow it. */
function replaceBlock(text: string, place: Place, value: Tree): Edit | undefined {
  const eol = eolOf(text);
  const pad = padBefore(text, place.key);
  if (pad === undefined) return undefined;
  const ended = text[place.end - 1] === "\n";
  const between = text.slice(place.colon, place.start);
  if (typeof value === "string") {
    const kept = between.includes("#") ? ` ${(between.split(/\r?\n/)[0] ?? "").trim()}` : "";
    return { start: place.colon, end: place.end, text: ` ${renderText(value)}${kept}${ended ? eol : ""}` };
  }
  const lines = settingLines([...value], `${pad}  `, eol);
  const behind = ended ? "" : text.slice(place.end, lineEnd(text, place.end)).trim();
  const comment =
    place.start === place.end || place.line || !between.includes("#") ? behind : between.split(/\r?\n/)[0]?.trim();
  const note = comment === undefined || comment === "" ? "" : ` ${comment}`;
  const end = ended ? place.end : lineEnd(text, place.end);
  const body = `${note}${eol}${lines.slice(0, -eol.length)}`;
  return { start: place.colon, end, text: ended ? body + eol : body };
}

function insertLines(text: string, after: number, lines: string, eol: string): Edit {
  // A block scalar ends behind its last line break; all else before it.
  if (after > 0 && text[after - 1] === "\n") return { start: after, end: after, text: lines };
  const at = text.indexOf("\n", after);
  if (at >= 0) return { start: at + 1, end: at + 1, text: lines };
  return { start: text.length, end: text.length, text: eol + lines.slice(0, -eol.length) };
}

/** Lines, each with its end. */
function settingLines(entries: readonly Entry[], pad: string, eol: string): string {
  return entries
    .map(([key, value]) =>
      typeof value === "string"
        ? `${pad}${renderKey(key)}: ${renderText(value)}${eol}`
        : `${pad}${renderKey(key)}:${eol}${settingLines([...value], `${pad}  `, eol)}`,
    )
    .join("");
}

/** JSON, which is YAML's flow style too; `unit` absent: on one line. */
function yamlFlow(value: Tree, pad: string, unit: string | undefined, eol: string): string {
  if (typeof value === "string") return JSON.stringify(value);
  const inner = unit === undefined ? "" : pad + unit;
  const pairs = [...value].map(([key, item]) => `${JSON.stringify(key)}: ${yamlFlow(item, inner, unit, eol)}`);
  if (unit === undefined) return `{${pairs.join(", ")}}`;
  return `{${eol}${pairs.map((pair) => inner + pair).join(`,${eol}`)}${eol}${pad}}`;
}

function unitOf(pad: string, format: StackFileFormat): string {
  if (pad.startsWith("\t")) return "\t";
  return format === "json" ? "    " : "  ";
}

/** The white space before an offset on its line; absent: something else is there. */
function padBefore(text: string, offset: number): string | undefined {
  const pad = text.slice(lineStart(text, offset), offset);
  return /^[ \t]*$/.test(pad) ? pad : undefined;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** Before the line break, with a carriage return left out. */
function lineEnd(text: string, offset: number): number {
  const at = text.indexOf("\n", offset);
  if (at < 0) return text.length;
  return text[at - 1] === "\r" ? at - 1 : at;
}

function eolOf(text: string): string {
  const first = text.indexOf("\n");
  return first > 0 && text[first - 1] === "\r" ? "\r\n" : "\n";
}
