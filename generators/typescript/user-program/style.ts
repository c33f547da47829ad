/** Detects the code style of a file from prettier and EditorConfig settings, and from its text. */

import { posix } from "node:path";
import type { ts as Ts } from "ts-morph";
import { defined, isJsonObject, memberAt } from "../../../src/value/json/object.ts";
import type { ProgramFolder } from "../../program-folder.ts";
import { page } from "../layout.ts";
import { nodesIn, ts } from "./compiler.ts";
import type { SourceFile } from "./source-files.ts";

/** The prettier options of the file, and its line ending. */
export interface Style {
  readonly printWidth: number;
  readonly tabWidth: number;
  readonly useTabs: boolean;
  readonly semi: boolean;
  readonly singleQuote: boolean;
  readonly trailingComma: "all" | "es5" | "none";
  readonly bracketSpacing: boolean;
  readonly lineEnd: "\n" | "\r\n";
}

/** The maximum number of parent folders to search for settings. */
const mostFolders = 8;

/** Returns the style of a file. Settings override the style of the text, except for line endings. */
export async function fileStyle(file: SourceFile, folder: ProgramFolder): Promise<Style> {
  const detected = textStyle(file);
  const settings = { ...(await editorSettings(file.path, folder)), ...(await prettierSettings(file.path, folder)) };
  return { ...detected, ...settings };
}

function textStyle({ text, tree }: SourceFile): Style {
  const lines = text.split("\n");
  const tabs = lines.filter((line) => line.startsWith("\t")).length;
  const spaces = lines.filter((line) => /^ {2,}\S/.test(line)).length;
  const count = { double: 0, single: 0, semi: 0, bare: 0, comma: 0, noComma: 0 };
  for (const node of nodesIn(tree)) {
    if (ts.isStringLiteral(node)) count[text[node.getStart()] === "'" ? "single" : "double"] += 1;
    if (isEnded(node)) count[text[node.end - 1] === ";" ? "semi" : "bare"] += 1;
    if (ts.isObjectLiteralExpression(node) && isBrokenList(node.properties, node))
      count[node.properties.hasTrailingComma ? "comma" : "noComma"] += 1;
  }
  return {
    printWidth: page.width,
    tabWidth: tabs > spaces ? page.indent : indentStep(lines),
    useTabs: tabs > spaces,
    semi: count.semi >= count.bare,
    singleQuote: count.single > count.double,
    trailingComma: count.noComma > count.comma ? "none" : "all",
    bracketSpacing: true,
    lineEnd: lines.filter((line) => line.endsWith("\r")).length * 2 > lines.length - 1 ? "\r\n" : "\n",
  };
}

/** Returns true for statements that can end with a semicolon. */
function isEnded(node: Ts.Node): boolean {
  return (
    ts.isVariableStatement(node) ||
    ts.isExpressionStatement(node) ||
    ts.isImportDeclaration(node) ||
    ts.isReturnStatement(node)
  );
}

function isBrokenList(items: readonly Ts.Node[], { end }: Ts.Node): boolean {
  const last = items.at(-1);
  return last !== undefined && /\n/.test(last.getSourceFile().text.slice(last.end, end));
}

function indentStep(lines: readonly string[]): number {
  const steps = new Map<number, number>();
  let before = 0;
  for (const line of lines) {
    const depth = /^ *(?=[^\s*])/.exec(line)?.[0].length;
    if (depth === undefined) continue;
    if (depth > before) steps.set(depth - before, (steps.get(depth - before) ?? 0) + 1);
    before = depth;
  }
  const [mostFrequent] = [...steps].filter(([step]) => step > 1 && step <= 8).sort((a, b) => b[1] - a[1]);
  return mostFrequent?.[0] ?? page.indent;
}

type Settings = Partial<Omit<Style, "lineEnd">>;

/** Reads static prettier settings. Settings that are code are not executed. */
async function prettierSettings(path: string, folder: ProgramFolder): Promise<Settings> {
  for (const up of foldersOf(path)) {
    for (const name of [".prettierrc", ".prettierrc.json", ".prettierrc.yaml", ".prettierrc.yml", "package.json"]) {
      const text = await folder.text(posix.join(up, name)).catch(() => undefined);
      if (text === undefined) continue;
      const read = await parseStyle(text);
      const settings = name === "package.json" ? memberAt(read, "prettier") : read;
      if (isJsonObject(settings)) return prettierOptions(settings);
    }
  }
  return {};
}

/** Converts prettier settings, with prettier's defaults. */
function prettierOptions(settings: object): Settings {
  const setting = (name: string): unknown => memberAt(settings, name);
  const [width, tab, comma] = [setting("printWidth"), setting("tabWidth"), setting("trailingComma")];
  return {
    printWidth: typeof width === "number" ? width : 80,
    tabWidth: typeof tab === "number" ? tab : 2,
    useTabs: setting("useTabs") === true,
    semi: setting("semi") !== false,
    singleQuote: setting("singleQuote") === true,
    trailingComma: comma === "none" || comma === "es5" ? comma : "all",
    bracketSpacing: setting("bracketSpacing") !== false,
  };
}

/** Reads `.editorconfig` files. Nearer files override farther ones. */
async function editorSettings(path: string, folder: ProgramFolder): Promise<Settings> {
  let settings: Settings = {};
  for (const up of foldersOf(path)) {
    const text = await folder.text(posix.join(up, ".editorconfig")).catch(() => undefined);
    if (text === undefined) continue;
    settings = { ...editorOptions(text, posix.extname(path)), ...settings };
    if (/^\s*root\s*=\s*true\s*$/im.test(text)) break;
  }
  return settings;
}

function editorOptions(text: string, ending: string): Settings {
  const values = new Map<string, string>();
  let applies = false;
  for (const line of text.split(/\r?\n/)) {
    const section = /^\s*\[(.*)\]\s*$/.exec(line)?.[1];
    if (section !== undefined) applies = matchesSection(section, ending);
    const [, key, value] = /^\s*([a-z_]+)\s*=\s*(.*?)\s*$/i.exec(line) ?? [];
    if (applies && key !== undefined && value !== undefined) values.set(key.toLowerCase(), value.toLowerCase());
  }
  const number = (key: string): number | undefined => {
    const value = Number(values.get(key));
    return Number.isInteger(value) && value > 0 ? value : undefined;
  };
  const [size, width, style] = [
    number("indent_size") ?? number("tab_width"),
    number("max_line_length"),
    values.get("indent_style"),
  ];
  return defined({
    tabWidth: size,
    printWidth: width,
    useTabs: style === undefined ? undefined : style === "tab",
  });
}

/** Returns true if a section pattern matches the extension: `*`, `*.ts`, `*.{ts,js}`, `**.ts`. */
function matchesSection(section: string, ending: string): boolean {
  const [, single, several] = /^\*{1,2}(?:\.(?:([a-z]+)|\{(.*)\}))?$/.exec(section) ?? [];
  if (/^\*{1,2}$/.test(section)) return true;
  return [single, ...(several?.split(",") ?? [])].some((name) => `.${name?.trim()}` === ending);
}

function foldersOf(path: string): readonly string[] {
  const first = posix.dirname(path);
  return Array.from({ length: mostFolders }, (_, up) => posix.join(first, ...Array.from({ length: up }, () => "..")));
}

/** Parses YAML or JSON, which is a subset of YAML. Returns undefined if the text is invalid. */
async function parseStyle(text: string): Promise<unknown> {
  const { parse } = await import("yaml");
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
