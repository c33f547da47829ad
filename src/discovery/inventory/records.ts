/** Reads the records of an inventory file: JSON, one JSON value per line, CSV, or one identity per line. */
import { CsvError, parse } from "csv-parse/sync";
import type { Problem } from "../../domain/errors.ts";
import type { TextLocation } from "../../import-file/import-specs.ts";
import type { JsonMap, JsonNode } from "../../value/json/tree.ts";
import { openList, parsedText } from "../json-list.ts";
import { isGlobal } from "./inventory-object.ts";

export interface InventoryRecord {
  readonly node: JsonMap;
  readonly where: TextLocation;
}

export interface ReadRecords {
  readonly records: readonly InventoryRecord[];
  readonly problems: readonly Problem[];
}

/** The message and the hint of each problem. */
export const recordProblems = {
  noList: [
    "No list of objects found.",
    "Pass one list of objects, for example with `jq .Resources`, or one object per line.",
  ],
  noObject: ["Expected an object.", "Each element of the list must be an object."],
  csv: ["Invalid CSV", "Write a header line, and quote fields that contain the delimiter, quotes, or line breaks."],
  noIdentity: [
    "The object has no field that identifies it, such as an ARN, an ID, or a name.",
    "Name the fields with --map, for example --map id=Arn,type=ResourceType.",
  ],
} as const;

/** Reads all records, and reports errors with their positions. After a syntax error it returns no records. */
export function readRecords(file: string, content: string): ReadRecords {
  const text = content.replace(/^\ufeff/, "");
  if (/^\s*(?:[[{]|$)/.test(text)) return jsonRecords(file, text);
  const delimiter = delimiterOf(text);
  if (delimiter === undefined && isGlobal(text.trim().split(/\s/, 1)[0] ?? "")) return identityLines(file, text);
  return csvRecords(file, text, delimiter ?? ",");
}

function jsonRecords(file: string, content: string): ReadRecords {
  const { text, positionAt, problems, report } = openList(file, content);
  const records: InventoryRecord[] = [];
  for (const { node, base, isWhole } of parsedText(text, report)) {
    const items = isWhole === true ? itemsOf(node) : [node];
    if (items === undefined) {
      report(base + node.offset, ...recordProblems.noList);
      continue;
    }
    for (const item of items) {
      const map = asMap(item);
      if (map === undefined) report(base + item.offset, ...recordProblems.noObject);
      else records.push({ node: map, where: positionAt(base + item.offset) });
    }
  }
  return { records, problems };
}

/** Keys of the list of objects, in outputs that contain several lists. */
const listKeys = ["rows", "resources", "Resources", "items", "value", "data", "results", "Results"];

/** Returns the objects of a document: a list, the only list in an object, or an object that is one itself. */
function itemsOf(root: JsonNode): readonly JsonNode[] | undefined {
  if (root.kind === "list") return root.items;
  if (root.kind !== "map") return undefined;
  const lists = [...root.entries.values()].flatMap(({ key, value }) => (value.kind === "list" ? [{ key, value }] : []));
  const ofMaps = lists.filter(({ value }) => value.items.every((item) => asMap(item) !== undefined));
  const named = ofMaps.filter(({ key }) => listKeys.includes(key));
  const [only, ...others] = named.length > 0 ? named : ofMaps;
  if (only !== undefined && others.length === 0) return only.value.items;
  return lists.length === 0 && root.entries.size > 0 ? [root] : undefined;
}

/** Returns the object, also if it is JSON text: AWS Config returns its results as texts. */
function asMap(node: JsonNode): JsonMap | undefined {
  if (node.kind === "map") return node;
  if (node.kind !== "text" || !node.value.startsWith("{")) return undefined;
  const [item] = parsedText(node.value, () => {});
  return item?.node.kind === "map" ? { ...item.node, offset: node.offset } : undefined;
}

const delimiters = [",", ";", "\t", "|"] as const;

/** Returns the delimiter that occurs most often in the first line, or undefined if it has none. */
function delimiterOf(text: string): string | undefined {
  const [line = ""] = text.split("\n", 1);
  const counts = delimiters.map((delimiter) => ({ delimiter, count: line.split(delimiter).length - 1 }));
  const [best] = counts.sort((a, b) => b.count - a.count);
  return best === undefined || best.count === 0 ? undefined : best.delimiter;
}

function csvRecords(file: string, text: string, delimiter: string): ReadRecords {
  try {
    const rows = parse(text, {
      ...{ delimiter, columns: true, info: true, trim: true, skip_empty_lines: true, relax_column_count_less: true },
    }) as unknown as readonly { readonly record: Readonly<Record<string, string>>; readonly info: { lines: number } }[];
    const records = rows.map(({ record, info }) => ({
      node: textMap(Object.entries(record)),
      where: { file, line: info.lines, column: 1 },
    }));
    return { records, problems: [] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = "lines" in error && typeof error.lines === "number" ? error.lines : 1;
    const [message, hint] = recordProblems.csv;
    return { records: [], problems: [{ file, line, column: 1, message: `${message}: ${error.message}.`, hint }] };
  }
}

function identityLines(file: string, text: string): ReadRecords {
  const records = text.split("\n").flatMap((line, index) => {
    const identity = line.trim();
    const where = { file, line: index + 1, column: 1 };
    return identity === "" ? [] : [{ node: textMap([["id", identity]]), where }];
  });
  return { records, problems: [] };
}

function textMap(fields: readonly (readonly [string, string])[]): JsonMap {
  const entries = fields.map(([key, value]) => [key, { key, offset: 0, value: textNode(value) }] as const);
  return { kind: "map", offset: 0, entries: new Map(entries), repeated: [] };
}

function textNode(value: string): JsonNode {
  return { kind: "text", offset: 0, value };
}
