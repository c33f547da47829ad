/** Reads the JSON list of a cloud's CLI: one document, or one value per line. */
import { ImpError, type Problem } from "../domain/errors.ts";
import type { TextLocation } from "../import-file/import-specs.ts";
import { linesOf } from "../value/json/lines.ts";
import { type JsonMap, type JsonNode, parseTree, UnreadableJson } from "../value/json/tree.ts";
import { type FieldMap, filledPattern, type MissingField, type Pattern } from "./json-map.ts";
import { type KubernetesObject, kubernetesItems, kubernetesObject } from "./kubernetes-list.ts";

/** An object in the list. `type` is the cloud's name for the type, if the list has it. */
export interface ListedObject {
  readonly id: string;
  readonly type?: string;
  readonly name: string;
  readonly where: TextLocation;
}

export interface ReadList {
  readonly objects: readonly ListedObject[];
  readonly problems: readonly Problem[];
}

/** All objects of a Kubernetes list. */
export interface ReadKubernetesList {
  readonly objects: readonly PlacedObject[];
  readonly problems: readonly Problem[];
}

interface PlacedObject extends KubernetesObject {
  readonly where: TextLocation;
}

const listLimits = { depth: 200, values: 5_000_000 };

/** The maximum number of problems in a message. Further problems are only counted. */
const maxShownProblems = 200;

/** Throws LIST_MALFORMED with the problems of all files, if there are any. */
export function refuseProblems(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const shown = problems.slice(0, maxShownProblems);
  throw ImpError.of("LIST_MALFORMED", { problems: shown, more: problems.length - shown.length });
}

/** Opens a list file: returns its text, and functions that collect problems with positions. */
export function openList(file: string, content: string) {
  const text = content.replace(/^\ufeff/, "");
  const lines = linesOf(text);
  const positionAt = (offset: number): TextLocation => ({ file, ...lines.place(offset) });
  const problems: Problem[] = [];
  const report: Report = (offset, message, hint) => {
    problems.push({ ...positionAt(offset), message, hint });
  };
  return { text, positionAt, problems, report };
}

/** Reads all objects, and reports all errors with their positions. After a syntax error it returns no objects. */
export function readJsonList(file: string, content: string, map: FieldMap): ReadList {
  const { text, positionAt, problems, report } = openList(file, content);
  const objects: ListedObject[] = [];
  for (const { node, base } of readItems(text, map, report)) {
    if (node.kind !== "map") {
      report(base + node.offset, "Expected an object.", "Each element of the list must be an object.");
      continue;
    }
    const object = readListedObject(node, map, (offset, message, hint) => report(base + offset, message, hint));
    if (object !== undefined) objects.push({ ...object, where: positionAt(base + node.offset) });
  }
  return { objects, problems };
}

/** Reads a Kubernetes list, which needs no map. Returns undefined if the text is not one. */
export function readKubernetesList(file: string, content: string): ReadKubernetesList | undefined {
  const { text, positionAt, problems, report } = openList(file, content);
  const items = parsedText(text, report).map(({ node, base }) => ({ base, items: kubernetesItems(node) }));
  if (problems.length > 0) return { objects: [], problems };
  if (items.length === 0 || items.some((document) => document.items === undefined)) return undefined;
  const objects = items.flatMap(({ base, items: nodes = [] }) =>
    nodes.flatMap((node): readonly PlacedObject[] => {
      const object = kubernetesObject(node);
      if (object !== undefined) return [{ ...object, where: positionAt(base + node.offset) }];
      report(
        base + node.offset,
        "The object has no apiVersion, kind, or metadata.name.",
        "Print the list with `kubectl get -A -o json`.",
      );
      return [];
    }),
  );
  return { objects, problems };
}

/** Parses a text as one document, or as one document per line. */
export function parsedText(text: string, report: Report): readonly Item[] {
  try {
    return text.trim() === "" ? [] : [{ node: parseTree(text, listLimits), base: 0, isWhole: true }];
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error;
    const lines = error.reason === "syntax" ? valuesByLine(text) : [];
    const broken = lines.find(({ brokenAt }) => brokenAt !== undefined);
    const isByLine = lines.length > 1 && lines[0]?.brokenAt === undefined;
    if (isByLine && broken === undefined) return lines.flatMap(({ item }) => item ?? []);
    report(isByLine ? (broken?.brokenAt ?? 0) : error.offset, ...unreadableWords(error.reason));
    return [];
  }
}

type Report = (offset: number, message: string, hint: string) => void;

interface Item {
  readonly node: JsonNode;
  /** The offset of the item's line in the text. */
  readonly base: number;
  /** True if the item is the whole text. */
  readonly isWhole?: true;
}

/** Returns the items of a list, or the documents if there is one on each line. A document with an ID is an item itself, even if it contains lists. */
function readItems(text: string, map: FieldMap, report: Report): readonly Item[] {
  return parsedText(text, report).flatMap((item) => {
    const { node, isWhole } = item;
    if (isWhole !== true || (node.kind === "map" && typeof filledPattern(map.id, node) === "string")) return [item];
    return listedNodes(node, report).map((listed) => ({ node: listed, base: 0 }));
  });
}

/**
 * Returns the items of a list. If the root is an object, returns the items of its only list, because many commands print a count or a page token next
 * to the list.
 */
function listedNodes(root: JsonNode, report: Report): readonly JsonNode[] {
  if (root.kind === "list") return root.items;
  if (root.kind !== "map") {
    report(root.offset, "Expected a list.", "Pass a file that contains a list of objects, or one object per line.");
    return [];
  }
  const lists = [...root.entries.values()].flatMap(({ key, value }) => (value.kind === "list" ? [{ key, value }] : []));
  const [only] = lists;
  if (only !== undefined && lists.length === 1) return only.value.items;
  const names = lists
    .slice(0, 5)
    .map(({ key }) => JSON.stringify(key))
    .join(", ");
  const message =
    lists.length === 0
      ? "The object does not contain a list of objects."
      : `The object contains several lists: ${names}.`;
  report(root.offset, message, "Extract one list first, for example with `jq .Resources`.");
  return [];
}

interface LineValue {
  readonly item?: Item;
  /** The offset of a syntax error. */
  readonly brokenAt?: number;
}

/** Parses one JSON value per line, up to the first line that is not a JSON value. */
function valuesByLine(text: string): readonly LineValue[] {
  const values: LineValue[] = [];
  let base = 0;
  for (const line of text.split("\n")) {
    if (line.trim() !== "") {
      try {
        values.push({ item: { node: parseTree(line, listLimits), base } });
      } catch (error) {
        if (!(error instanceof UnreadableJson)) throw error;
        return [...values, { brokenAt: base + error.offset }];
      }
    }
    base += line.length + 1;
  }
  return values;
}

function unreadableWords(reason: UnreadableJson["reason"]): readonly [message: string, hint: string] {
  switch (reason) {
    case "syntax":
      return ["Invalid JSON.", "Print the list as JSON: `--output json` or `--format=json`, depending on the command."];
    case "end":
      return ["Unexpected end of file.", "The file is incomplete. Write the list to the file again."];
    case "depth":
      return [`Values nest deeper than ${listLimits.depth} levels.`, "Reduce the number of fields per object."];
    case "values":
      return [
        `The file has more than ${listLimits.values.toLocaleString("en")} values.`,
        "Split the list into several files.",
      ];
  }
}

function readListedObject(node: JsonMap, map: FieldMap, report: Report): Omit<ListedObject, "where"> | undefined {
  const id = required("id", map.id, node, report);
  const type = map.type === undefined ? undefined : required("type", map.type, node, report);
  // An object without a name gets its ID as the name.
  const name = map.name === undefined ? "" : filledPattern(map.name, node);
  if (id === undefined || (map.type !== undefined && type === undefined)) return undefined;
  return { id, type, name: typeof name === "string" ? name : "" };
}

function required(field: "id" | "type", pattern: Pattern, node: JsonMap, report: Report): string | undefined {
  const text = filledPattern(pattern, node);
  if (typeof text !== "string") {
    report(
      text.at.offset,
      missingFieldText(field, text),
      `Correct \`${field}\` in --map, or correct the list.${writtenAs(text.path)}`,
    );
    return undefined;
  }
  if (text !== "" && !/[\p{Cc}\p{Cs}]/u.test(text)) return text;
  const message =
    text === "" ? `The ${field} is empty.` : `The ${field} contains a control character or invalid Unicode.`;
  report(node.offset, message, `Correct \`${field}\` in --map, or correct the list.`);
  return undefined;
}

/** Returns a hint about the syntax of paths if the path looks like one of jq or JSONPath. */
function writtenAs(path: string): string {
  return /^[.$]|\[/.test(path)
    ? " A path in --map consists of keys and list indexes, separated by dots: tags.Name, or ids.0. It does not begin with a dot."
    : "";
}

function missingFieldText(field: string, { path, kind }: MissingField): string {
  const shown = JSON.stringify(path.slice(0, 80));
  if (kind === undefined) return `The object has no ${shown}, which --map uses as its ${field}.`;
  return `${shown}, which --map uses as the ${field}, is ${kind === "list" ? "a list" : "an object"}, not a string.`;
}
