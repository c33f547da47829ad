/**
 * Inserts the entries of a file into a person's YAML program next to it: the runtime reads one file, so nothing else loads them.
 */
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
import type { AppendedProgram, ChangedFile, OwnFolder } from "../generator.ts";
import { endOfLine, type InsertedLines, insertLines } from "../shared/code-lines.ts";
import { heldWords } from "../shared/held.ts";

/** An entry of a section, with the lines that it has there. */
interface Entry {
  readonly key: string;
  readonly value: unknown;
  /** Without the indentation of the section. */
  readonly lines: readonly string[];
}

type Section = "config" | "variables" | "resources";

/** A file as its text shows it. */
interface Source {
  readonly text: string;
  readonly root: YAMLMap.Parsed;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Names of these sections are names of the whole program. */
const sharedSections = ["config", "configuration", "resources", "variables", "components"];

/**
 * `undefined`: the program is none of YAML in block style, it has names that the new entries have for something else, or it lacks resources
 * that they refer to.
 */
export async function wireYaml(
  { program, text, before: former }: AppendedProgram,
  { folder }: OwnFolder,
): Promise<ChangedFile | undefined> {
  if ((await folder.text("Main.json")) !== undefined) return undefined;
  for (const file of ["Main.yaml", "Pulumi.yaml"]) {
    const before = await folder.text(file);
    if (before === undefined) continue;
    const ofBefore = new Set(former?.resources.map(({ logicalName }) => logicalName));
    const changed = wiredText(before, text, { held: heldWords(program), ofBefore }, file === "Pulumi.yaml");
    return changed === undefined ? undefined : { file, before, text: changed };
  }
  return undefined;
}

/** Names that a file needs in the program, and logical names that a run before put there, whatever a person changed in them since. */
interface Expected {
  readonly held: readonly string[];
  readonly ofBefore: ReadonlySet<string>;
}

function wiredText(
  own: string,
  printedText: string,
  { held, ofBefore }: Expected,
  isProject: boolean,
): string | undefined {
  const [before, printed] = [readYamlProgram(own), readYamlProgram(printedText)];
  if (before === undefined || printed === undefined) return undefined;
  const there = new Map(Object.entries(ownRecord(before.values.resources)));
  if (!held.every((name) => there.has(name))) return undefined;
  const isThere = ({ key, value }: Entry): boolean =>
    isEqualJson(there.get(key), value) || (ofBefore.has(nameOfEntry(key, value)) && hasSameType(there.get(key), value));
  const resources = printedEntries(printed, "resources").filter((entry) => !isThere(entry));
  const declared = new Map(Object.entries(ownRecord(before.values[configSectionName(before)])));
  const config = printedEntries(printed, "config").filter(({ key, value }) => !isEqualJson(declared.get(key), value));
  const known = new Map(Object.entries(ownRecord(before.values.variables)));
  const variables = printedEntries(printed, "variables").filter(
    ({ key, value }) => !isEqualJson(known.get(key), value),
  );
  const taken = new Set(sharedSections.flatMap((section) => Object.keys(ownRecord(before.values[section]))));
  if ([...resources, ...variables, ...config].some(({ key }) => taken.has(key))) return undefined;
  // A project file declares values by their keys alone.
  if (isProject && config.some(({ key, value }) => key.includes(":") || "name" in ownRecord(value))) return undefined;
  if (resources.length + variables.length + config.length === 0) return own;
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
    // Of two at one position, new entries of a section stand before a new section.
    if (section in before.values) edits.unshift(edit);
    else edits.push(edit);
  }
  const text = insertLines(own, edits);
  return hasAll(text, before, added) ? text : undefined;
}

/** The text is one document without mistakes, and a mapping in block style. */
function readYamlProgram(text: string): Source | undefined {
  const documents = parseAllDocuments(text, { logLevel: "silent" });
  const [document] = documents;
  if (!Array.isArray(documents) || documents.length !== 1 || document === undefined) return undefined;
  if (document.errors.length > 0 || !isMap(document.contents) || document.contents.flow === true) return undefined;
  // A mark of the end: nothing may follow it.
  if (/^\.\.\./m.test(text) || /\r(?!\n)/.test(text)) return undefined;
  return { text, root: document.contents, values: ownRecord(document.toJS()) };
}

/** The older name of the section, where the program has that. */
function configSectionName({ values }: Source): string {
  return "configuration" in values ? "configuration" : "config";
}

/** The entries of a printed file, each with the comments above it. */
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

/** A section in block style that has entries. */
function blockSection(root: YAMLMap.Parsed, name: string): YAMLMap.Parsed | undefined {
  const pair = root.items.find(({ key }) => isScalar(key) && key.value === name);
  return isMap(pair?.value) && pair.value.flow !== true ? (pair.value as YAMLMap.Parsed) : undefined;
}

/** Behind the last entry of a section, or in a new section; `undefined`: the section has another form. */
function insertion({ text, root, values }: Source, name: string, entries: readonly Entry[]): InsertedLines | undefined {
  const lines = entries.flatMap((entry) => entry.lines);
  if (!(name in values)) return { at: newSectionAt(text, name), lines: [`${name}:`, ...indentLines(lines, 2)] };
  const map = blockSection(root, name);
  const last = map?.items.at(-1);
  if (last === undefined) return undefined;
  return { at: entryEnd(text, last), lines: indentLines(lines, columnOf(text, last.key.range[0])) };
}

/** Above the resources, which need the configuration; at the end where a comment, which may be about them, stands above them. */
function newSectionAt(text: string, name: string): number {
  const at = name === "resources" ? -1 : text.search(/^resources:/m);
  return at < 0 || /#[^\n]*\n$/.test(text.slice(0, at)) ? text.length : at;
}

function indentLines(lines: readonly string[], blanks: number): readonly string[] {
  return lines.map((line) => (line.trim() === "" ? line : " ".repeat(blanks) + line));
}

/** The start of the line behind an entry, with the comments that stand further in. */
function entryEnd(
  text: string,
  { key, value }: { readonly key: ParsedNode; readonly value: ParsedNode | null },
): number {
  const last = Math.max(key.range[1], value === null ? 0 : endOfValue(value));
  const end = text[last - 1] === "\n" ? last : endOfLine(text, last);
  const inside = RegExp(`^(?:(?:[ \\t]*\\r?\\n)* {${columnOf(text, key.range[0]) + 1},}#[^\\n]*(?:\\n|$))*`);
  return end + (inside.exec(text.slice(end))?.[0].length ?? 0);
}

/** The end of the last value in a value: collections in block style may end behind comments that are not theirs. */
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

function columnOf(text: string, at: number): number {
  return at - (text.lastIndexOf("\n", at - 1) + 1);
}

function nameOfEntry(key: string, value: unknown): string {
  const { name = key } = ownRecord(value);
  return String(name);
}

/** The same resource: it has the type that the entry has, whatever a person changed in it. */
function hasSameType(own: unknown, added: unknown): boolean {
  return own !== undefined && ownRecord(own).type === ownRecord(added).type;
}

function isEqualJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The text means what the program meant, and the new entries next to it. */
function hasAll(text: string, { values }: Source, added: ReadonlyMap<string, readonly Entry[]>): boolean {
  const document = parseDocument(text, { logLevel: "silent" });
  if (document.errors.length > 0) return false;
  const wanted = new Map(Object.entries(values));
  for (const [section, entries] of added) {
    const more = Object.fromEntries(entries.map(({ key, value }) => [key, value]));
    wanted.set(section, { ...ownRecord(values[section]), ...more });
  }
  const found = ownRecord(document.toJS());
  return (
    Object.keys(found).length === wanted.size && [...wanted].every(([name, value]) => isEqualJson(found[name], value))
  );
}

function ownRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
