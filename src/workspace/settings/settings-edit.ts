/** Edits the text of a YAML or JSON settings file: replaces values and adds pairs. All other text is unchanged. */
import { isMap, isScalar, type Pair, Scalar, type YAMLMap } from "yaml";
import type { StackFileFormat } from "../workspace.ts";
import { isPlainString } from "./config-data.ts";
import { pairKey, type Settings } from "./settings.ts";

export type Tree = string | ReadonlyMap<string, Tree>;
export type Entry = readonly [key: string, value: Tree];

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits that do not overlap. Edits at the same offset keep their order. */
export function applySettingsEdits(text: string, edits: readonly Edit[]): string {
  const sorted = edits
    .map((edit, index) => ({ edit, index }))
    .sort((a, b) => a.edit.start - b.edit.start || a.index - b.index);
  let result = "";
  let offset = 0;
  for (const { edit } of sorted) {
    result += text.slice(offset, edit.start) + edit.text;
    offset = edit.end;
  }
  return result + text.slice(offset);
}

/** Prints the entries into a file that has only comments or nothing. The comments stay at the top. */
export function printSettingsFile(text: string, format: StackFileFormat, entries: readonly Entry[]): string {
  if (format === "json") return `${yamlFlow(new Map(entries), "", "    ", "\n")}\n`;
  const eol = eolOf(text);
  return (text === "" || text.endsWith("\n") ? text : text + eol) + settingLines(entries, "", eol);
}

/** Replaces the value of a pair. Returns undefined if the layout does not allow it. */
export function replaceValue(
  settings: Settings,
  format: StackFileFormat,
  map: YAMLMap,
  pair: Pair,
  value: Tree,
): Edit | undefined {
  const { text } = settings;
  const location = locateValue(settings, pair);
  if (location === undefined) return undefined;
  if (map.flow === true) {
    if (location.start === location.end) return undefined;
    const pad = padBefore(text, location.key) ?? "";
    return { start: location.start, end: location.end, text: yamlFlow(value, pad, unitOf(pad, format), eolOf(text)) };
  }
  const secureEdit = replaceCiphertext(pair, value);
  if (secureEdit !== undefined) return secureEdit;
  if (typeof value === "string" && location.line && location.start < location.end)
    return { start: location.start, end: location.end, text: renderText(value) };
  return replaceBlock(text, location, value);
}

/** Adds pairs after the last pair of the map. Returns undefined if the layout does not allow it. */
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
  const head = locateValue(settings, first);
  const tail = locateValue(settings, last);
  if (head === undefined || tail === undefined) return undefined;
  const pad = padBefore(text, head.key);
  if (map.flow === true) {
    const layout = pad === undefined ? [", ", ""] : [`,${eol}${pad}`, pad];
    const unit = pad === undefined ? undefined : unitOf(pad, format);
    const pairs = entries.map(
      ([key, value]) => `${layout[0]}${JSON.stringify(key)}: ${yamlFlow(value, layout[1] ?? "", unit, eol)}`,
    );
    return { start: tail.end, end: tail.end, text: pairs.join("") };
  }
  if (pad === undefined) return undefined;
  return insertLines(text, tail.end, settingLines(entries, pad, eol), eol);
}

interface ValueLocation {
  /** The offsets of the key and of the end of its colon. */
  readonly key: number;
  readonly colon: number;
  /** The offsets of the value, without anchors and comments. They are equal if the value is missing. */
  readonly start: number;
  readonly end: number;
  /** True if the value is a scalar on the line of the key. */
  readonly line: boolean;
}

function locateValue(settings: Settings, pair: Pair): ValueLocation | undefined {
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

/** Replaces the ciphertext of `secure: <ciphertext>`. Returns undefined for other values. */
function replaceCiphertext(pair: Pair, value: Tree): Edit | undefined {
  const next = typeof value === "string" ? undefined : value.get("secure");
  const map = pair.value;
  const [only] = isMap(map) ? map.items : [];
  if (typeof next !== "string" || !isMap(map) || map.items.length !== 1 || only === undefined) return undefined;
  const old = only.value;
  if (pairKey(only) !== "secure" || !isScalar(old) || !old.range) return undefined;
  if (old.type === Scalar.BLOCK_FOLDED || old.type === Scalar.BLOCK_LITERAL) return undefined;
  return { start: old.range[0], end: old.range[1], text: map.flow === true ? JSON.stringify(next) : renderText(next) };
}

/** Replaces everything after the colon. Keeps a comment on the line of the key. */
function replaceBlock(text: string, location: ValueLocation, value: Tree): Edit | undefined {
  const eol = eolOf(text);
  const pad = padBefore(text, location.key);
  if (pad === undefined) return undefined;
  const ended = text[location.end - 1] === "\n";
  const between = text.slice(location.colon, location.start);
  if (typeof value === "string") {
    const kept = between.includes("#") ? ` ${(between.split(/\r?\n/)[0] ?? "").trim()}` : "";
    return { start: location.colon, end: location.end, text: ` ${renderText(value)}${kept}${ended ? eol : ""}` };
  }
  const lines = settingLines([...value], `${pad}  `, eol);
  const behind = ended ? "" : text.slice(location.end, lineEnd(text, location.end)).trim();
  const comment =
    location.start === location.end || location.line || !between.includes("#")
      ? behind
      : between.split(/\r?\n/)[0]?.trim();
  const note = comment === undefined || comment === "" ? "" : ` ${comment}`;
  const end = ended ? location.end : lineEnd(text, location.end);
  const body = `${note}${eol}${lines.slice(0, -eol.length)}`;
  return { start: location.colon, end, text: ended ? body + eol : body };
}

function insertLines(text: string, after: number, lines: string, eol: string): Edit {
  // A block scalar ends after its last line break. Other values end before the line break.
  if (after > 0 && text[after - 1] === "\n") return { start: after, end: after, text: lines };
  const at = text.indexOf("\n", after);
  if (at >= 0) return { start: at + 1, end: at + 1, text: lines };
  return { start: text.length, end: text.length, text: eol + lines.slice(0, -eol.length) };
}

function settingLines(entries: readonly Entry[], pad: string, eol: string): string {
  return entries
    .map(([key, value]) =>
      typeof value === "string"
        ? `${pad}${renderKey(key)}: ${renderText(value)}${eol}`
        : `${pad}${renderKey(key)}:${eol}${settingLines([...value], `${pad}  `, eol)}`,
    )
    .join("");
}

/** Prints JSON, which is also YAML's flow style. Prints one line if `unit` is undefined. */
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

/** Returns the white space between the line start and the offset. Returns undefined if there is other text. */
function padBefore(text: string, offset: number): string | undefined {
  const pad = text.slice(lineStart(text, offset), offset);
  return /^[ \t]*$/.test(pad) ? pad : undefined;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** Returns the offset of the line end, before a carriage return. */
function lineEnd(text: string, offset: number): number {
  const at = text.indexOf("\n", offset);
  if (at < 0) return text.length;
  return text[at - 1] === "\r" ? at - 1 : at;
}

function eolOf(text: string): string {
  const first = text.indexOf("\n");
  return first > 0 && text[first - 1] === "\r" ? "\r\n" : "\n";
}

/** Prints a text without quotes if every YAML version reads it as the same string, otherwise with quotes. */
function renderText(text: string): string {
  return isPlainScalar(text) && isPlainString(text) ? text : yamlQuoted(text);
}

function renderKey(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_./-]*(:[A-Za-z0-9_./-]+)*$/.test(key) && isPlainString(key) ? key : yamlQuoted(key);
}

/** Returns true if no character of the text requires quotes. */
function isPlainScalar(text: string): boolean {
  return /^[A-Za-z0-9_./](?:[^\p{C}\p{Z}#:]|[ ](?=[^#: ])|:(?=[^\s\p{C}\p{Z}]))*$/u.test(text);
}

/** Prints a text as JSON, which YAML can read. Also escapes characters that YAML 1.1 treats as line breaks or drops. */
function yamlQuoted(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
