/** Inserts entries into the user's YAML program, because the runtime reads only one file. */
import {
  isMap,
  isScalar,
  isSeq,
  type ParsedNode,
  parseAllDocuments,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { AppendedProgram, ChangedFile, UserProgramFolder } from "../generator.ts";
import { endOfLine, type InsertedLines, insertCodeLines } from "../shared/code-lines.ts";
import { heldWords } from "../shared/held.ts";

interface Entry {
  readonly key: string;
  readonly value: unknown;
  /** The lines of the entry, without the indentation of its section. */
  readonly lines: readonly string[];
}

type Section = "config" | "variables" | "resources";

interface Source {
  readonly text: string;
  readonly root: YAMLMap.Parsed;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Sections whose names share one scope. */
const sharedSections = ["config", "configuration", "resources", "variables", "components"];

/**
 * Inserts the entries. Returns undefined if the program is not YAML in block style, if it already uses a new name, or if it lacks a resource that an
 * entry refers to.
 */
export async function wireYaml(
  { program, text, before: former }: AppendedProgram,
  { folder }: UserProgramFolder,
): Promise<ChangedFile | undefined> {
  if ((await folder.text("Main.json")) !== undefined) return undefined;
  for (const file of ["Main.yaml", "Pulumi.yaml"]) {
    const before = await folder.text(file);
    if (before === undefined) continue;
    const previousNames = new Set(former?.resources.map(({ logicalName }) => logicalName));
    const changed = withNewEntries(before, text, { held: heldWords(program), previousNames }, file === "Pulumi.yaml");
    return changed === undefined ? undefined : { file, before, text: changed };
  }
  return undefined;
}

/** The resources that the entries refer to (`held`), and the logical names that a previous run inserted. The user can have edited these entries. */
interface Expected {
  readonly held: readonly string[];
  readonly previousNames: ReadonlySet<string>;
}

function withNewEntries(
  userText: string,
  printedText: string,
  { held, previousNames }: Expected,
  isProject: boolean,
): string | undefined {
  const [before, printed] = [readYamlProgram(userText), readYamlProgram(printedText)];
  if (before === undefined || printed === undefined) return undefined;
  const existingResources = new Map(Object.entries(ownRecord(before.values.resources)));
  if (!held.every((name) => existingResources.has(name))) return undefined;
  const isPresent = ({ key, value }: Entry): boolean =>
    isEqualJson(existingResources.get(key), value) ||
    (previousNames.has(nameOfEntry(key, value)) && hasSameType(existingResources.get(key), value));
  const resources = printedEntries(printed, "resources").filter((entry) => !isPresent(entry));
  const existingConfig = new Map(Object.entries(ownRecord(before.values[configSectionName(before)])));
  const config = printedEntries(printed, "config").filter(
    ({ key, value }) => !isEqualJson(existingConfig.get(key), value),
  );
  const existingVariables = new Map(Object.entries(ownRecord(before.values.variables)));
  const variables = printedEntries(printed, "variables").filter(
    ({ key, value }) => !isEqualJson(existingVariables.get(key), value),
  );
  const taken = new Set(sharedSections.flatMap((section) => Object.keys(ownRecord(before.values[section]))));
  if ([...resources, ...variables, ...config].some(({ key }) => taken.has(key))) return undefined;
  // A project file can only declare values by their keys.
  if (isProject && config.some(({ key, value }) => key.includes(":") || "name" in ownRecord(value))) return undefined;
  if (resources.length + variables.length + config.length === 0) return userText;
  const sections = [
    [configSectionName(before), config] as const,
    ["variables", variables] as const,
    ["resources", resources] as const,
  ];
  const added = new Map(sections.filter(([, entries]) => entries.length > 0));
  const edits: InsertedLines[] = [];
  for (const [section, entries] of added) {
    const edit = insertion(before, section, entries);
    if (edit === undefined) return undefined;
    // Insert entries into existing sections before new sections at the same position.
    if (section in before.values) edits.unshift(edit);
    else edits.push(edit);
  }
  const text = insertCodeLines(userText, edits);
  return hasAll(text, before, added) ? text : undefined;
}

/** Parses a file. Returns undefined unless it is one valid document with a block-style mapping. */
function readYamlProgram(text: string): Source | undefined {
  const documents = parseAllDocuments(text, { logLevel: "silent" });
  const [document] = documents;
  if (!Array.isArray(documents) || documents.length !== 1 || document === undefined) return undefined;
  if (document.errors.length > 0 || !isMap(document.contents) || document.contents.flow === true) return undefined;
  // Nothing can be inserted after a document end marker.
  if (/^\.\.\./m.test(text) || /\r(?!\n)/.test(text)) return undefined;
  return { text, root: document.contents, values: ownRecord(document.toJS()) };
}

/** Returns `configuration`, the older name of the section, if the program uses it. */
function configSectionName({ values }: Source): string {
  return "configuration" in values ? "configuration" : "config";
}

/** Returns the entries of a printed file with the comments above them. */
function printedEntries({ text, root, values }: Source, section: Section): readonly Entry[] {
  const map = blockSection(root, section);
  if (map === undefined) return [];
  let from = endOfLine(text, text.search(RegExp(`^${section}:`, "m")));
  return map.items.map((item) => {
    const indent = columnOf(text, item.key.range[0]);
    const end = entryEnd(text, item);
    const key = String(isScalar(item.key) ? item.key.value : "");
    const lines = text.slice(from, end).replace(/\n$/, "").split("\n");
    from = end;
    return { key, value: ownRecord(values[section])[key], lines: lines.map((line) => line.slice(indent)) };
  });
}

function blockSection(root: YAMLMap.Parsed, name: string): YAMLMap.Parsed | undefined {
  const pair = root.items.find(({ key }) => isScalar(key) && key.value === name);
  return isMap(pair?.value) && pair.value.flow !== true ? (pair.value as YAMLMap.Parsed) : undefined;
}

/** Returns the insertion after the last entry of a section, or of a new section. Returns undefined if the section has another style. */
function insertion({ text, root, values }: Source, name: string, entries: readonly Entry[]): InsertedLines | undefined {
  const lines = entries.flatMap((entry) => entry.lines);
  if (!(name in values)) return { at: newSectionAt(text, name), lines: [`${name}:`, ...indentLines(lines, 2)] };
  const map = blockSection(root, name);
  const last = map?.items.at(-1);
  if (last === undefined) return undefined;
  return { at: entryEnd(text, last), lines: indentLines(lines, columnOf(text, last.key.range[0])) };
}

/** Returns the position of a new section: before the resources, or the end of the file if a comment above them could describe them. */
function newSectionAt(text: string, name: string): number {
  const offset = name === "resources" ? -1 : text.search(/^resources:/m);
  return offset < 0 || /#[^\n]*\n$/.test(text.slice(0, offset)) ? text.length : offset;
}

function indentLines(lines: readonly string[], blanks: number): readonly string[] {
  return lines.map((line) => (line.trim() === "" ? line : " ".repeat(blanks) + line));
}

/** Returns the start of the line after an entry and its indented comments. */
function entryEnd(
  text: string,
  { key, value }: { readonly key: ParsedNode; readonly value: ParsedNode | null },
): number {
  const last = Math.max(key.range[1], value === null ? 0 : endOfValue(value));
  const end = text[last - 1] === "\n" ? last : endOfLine(text, last);
  const inside = RegExp(`^(?:(?:[ \\t]*\\r?\\n)* {${columnOf(text, key.range[0]) + 1},}#[^\\n]*(?:\\n|$))*`);
  return end + (inside.exec(text.slice(end))?.[0].length ?? 0);
}

/** Returns the end of the last nested value. The range of a block collection can include comments after it. */
function endOfValue(value: ParsedNode): number {
  if (isMap(value) && value.flow !== true) {
    const last = (value as YAMLMap.Parsed).items.at(-1);
    if (last !== undefined) return Math.max(last.key.range[1], last.value === null ? 0 : endOfValue(last.value));
  }
  if (isSeq(value) && value.flow !== true) {
    const last = (value as YAMLSeq.Parsed).items.at(-1);
    if (last !== undefined) return endOfValue(last);
  }
  return value.range[1];
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf("\n", offset - 1) + 1);
}

function nameOfEntry(key: string, value: unknown): string {
  const { name = key } = ownRecord(value);
  return String(name);
}

/** Returns true if two entries have the same type, even if the user edited one of them. */
function hasSameType(existing: unknown, added: unknown): boolean {
  return existing !== undefined && ownRecord(existing).type === ownRecord(added).type;
}

function isEqualJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Returns true if the new text parses to the values of the program and the new entries. */
function hasAll(text: string, { values }: Source, added: ReadonlyMap<string, readonly Entry[]>): boolean {
  const document = parseDocument(text, { logLevel: "silent" });
  if (document.errors.length > 0) return false;
  const expected = new Map(Object.entries(values));
  for (const [section, entries] of added) {
    const more = Object.fromEntries(entries.map(({ key, value }) => [key, value]));
    expected.set(section, { ...ownRecord(values[section]), ...more });
  }
  const actual = ownRecord(document.toJS());
  return (
    Object.keys(actual).length === expected.size &&
    [...expected].every(([name, value]) => isEqualJson(actual[name], value))
  );
}

function ownRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
