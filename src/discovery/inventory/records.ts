/** Reads the records of an inventory file: JSON, one JSON value per line, CSV, or one identity per line. */
import { CsvError, parse } from "csv-parse/sync";
import type { Problem } from "../../domain/errors.ts";
import type { TextLocation } from "../../import-file/import-specs.ts";
import { isGlobal } from "../../import-ids/inventory-object.ts";
import type { JsonMap, JsonNode } from "../../value/json/tree.ts";
import { openList, parsedText } from "../json-list.ts";
import { fieldNames } from "./field-names.ts";

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
  noIdentityLine: ["Expected an ARN or an ID on each line.", "Pass JSON, CSV with a header line, or one ID per line."],
  controlCharacter: ["The identity contains a control character or invalid Unicode.", "Correct the inventory."],
  noIdentity: [
    "The object has no field that identifies it, such as an ARN, an ID, or a name.",
    "Name the fields with --map, for example --map id=Arn,type=ResourceType.",
  ],
} as const;

/** Reads all records, and reports errors with their positions. After a syntax error it returns no records. */
export function readRecords(file: string, content: string): ReadRecords {
  const text = content.replace(/^\ufeff/, "");
  if (/^\s*(?:[[{"]|null\b|true\b|false\b|-?\d+(?:\.\d+)?\s*$|$)/.test(text)) return jsonRecords(file, text);
  const [firstLine = ""] = text.trimStart().split(/\r?\n|\r/, 1);
  const delimiter = delimiterOf(firstLine);
  if (firstLine.trim().split(/\s+/).every(isGlobal)) return identityLines(file, text);
  if (delimiter === undefined && !isHeader(firstLine.trim())) return identityLines(file, text);
  return csvRecords(file, text, delimiter ?? ",");
}

/** Returns true for a field name that inventories use for an identity or a name. */
function isHeader(word: string): boolean {
  return [...fieldNames.identity, ...fieldNames.name].some((name) => name.toLowerCase() === word.toLowerCase());
}

function jsonRecords(file: string, content: string): ReadRecords {
  const { text, positionAt, problems, report } = openList(file, content);
  const records: InventoryRecord[] = [];
  for (const { node, base } of parsedText(text, report)) {
    const items = itemsOf(node);
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

/** Keys of the list of objects in the outputs of commands. Pages contain other lists, too. */
const listKeys: ReadonlySet<string> = new Set([
  ...["rows", "resources", "Resources", "items", "value", "data", "results", "Results", "resourceIdentifiers"],
  ...["ResourceTagMappingList", "StackResources", "StackResourceSummaries"],
]);

/** Returns the objects of a document or of a line: a list, the list in an object, or an object that is one itself. */
function itemsOf(root: JsonNode): readonly JsonNode[] | undefined {
  if (root.kind === "list") return root.items;
  if (root.kind !== "map") return undefined;
  const names: readonly string[] = [...fieldNames.identity, ...fieldNames.name];
  if ([...root.entries].some(([key, { value }]) => names.includes(key) && value.kind === "text")) return [root];
  const lists = [...root.entries.values()].flatMap(({ key, value }) => (value.kind === "list" ? [{ key, value }] : []));
  const ofMaps = lists.filter(({ value }) => value.items.every((item) => asMap(item) !== undefined));
  const named = ofMaps.filter(({ key }) => listKeys.has(key));
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

/** Returns the delimiter that occurs most often in the header line, or undefined if it has none. */
function delimiterOf(line: string): string | undefined {
  const counts = delimiters.map((delimiter) => ({ delimiter, count: line.split(delimiter).length - 1 }));
  const [best] = counts.sort((a, b) => b.count - a.count);
  return best === undefined || best.count === 0 ? undefined : best.delimiter;
}

function csvRecords(file: string, text: string, delimiter: string): ReadRecords {
  try {
    const rows = parse(text, {
      ...{ delimiter, columns: true, info: true, trim: true, skip_empty_lines: true, relax_column_count_less: true },
    }) as unknown as readonly { readonly record: Readonly<Record<string, string>>; readonly info: { lines: number } }[];
    // csv-parse counts the lines at the end of each record.
    const records = rows.map(({ record }, index) => ({
      node: textMap(Object.entries(record)),
      where: { file, line: (rows[index - 1]?.info.lines ?? 1) + 1, column: 1 },
    }));
    if (records.length > 0 || isHeader(text.split(delimiter, 1)[0]?.trim() ?? "")) return { records, problems: [] };
    const [message, hint] = recordProblems.noList;
    return { records: [], problems: [{ file, line: 1, column: 1, message, hint }] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = "lines" in error && typeof error.lines === "number" ? error.lines : 1;
    const [message, hint] = recordProblems.csv;
    return { records: [], problems: [{ file, line, column: 1, message: `${message}: ${error.message}.`, hint }] };
  }
}

/** Reads ARNs, which white space can separate, or IDs, one per line. */
function identityLines(file: string, text: string): ReadRecords {
  const problems: Problem[] = [];
  const records = text.split(/\r?\n|\r/).flatMap((line, index) => {
    const where = { file, line: index + 1, column: 1 };
    const words = line
      .trim()
      .split(/\s+/)
      .filter((word) => word !== "");
    if (words.length > 1 && !words.every(isGlobal)) {
      const [message, hint] = recordProblems.noIdentityLine;
      problems.push({ ...where, message, hint });
      return [];
    }
    return words.map((word) => ({ node: textMap([["id", word]]), where }));
  });
  return { records: problems.length > 0 ? [] : records, problems };
}

function textMap(fields: readonly (readonly [string, string])[]): JsonMap {
  const entries = fields.map(([key, value]) => [key, { key, offset: 0, value: textNode(value) }] as const);
  return { kind: "map", offset: 0, entries: new Map(entries), repeated: [] };
}

function textNode(value: string): JsonNode {
  return { kind: "text", offset: 0, value };
}
