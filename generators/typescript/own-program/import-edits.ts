/**
 * Adds imports to a file: a line for each package, and names to the lines that import from the same file already.
 */
import type { ts as Ts } from "ts-morph";
import { ts } from "./compiler.ts";
import { type Edit, importsStart, withEdits } from "./edits.ts";
import { type NeededImport, specifierOf } from "./reach.ts";
import type { SourceFile } from "./source-files.ts";
import type { Style } from "./style.ts";

export interface NewImports {
  readonly packages: readonly { readonly from: string; readonly alias: string }[];
  /** Variables of other files of the program. */
  readonly variables: readonly NeededImport[];
}

/** Behind the last import of the file, or where its code begins. */
export function importEdits(
  file: SourceFile,
  { packages, variables }: NewImports,
  style: Style,
  isModule: boolean,
): readonly Edit[] {
  const lines = packages.map(({ from, alias }) => importStatement(`* as ${alias}`, from, style));
  const edits: Edit[] = [];
  for (const [specifier, names] of bySpecifier(variables, file, isModule)) {
    const [default_] = names.filter(({ exported }) => exported === "default");
    const named = names.filter(({ exported }) => exported !== "default");
    if (default_ !== undefined) lines.push(importStatement(default_.local, specifier, style));
    const there = namedImports(file, specifier);
    if (named.length === 0) continue;
    const items = named.map(importSpecifier);
    if (there === undefined) lines.push(importStatement(importBraces(items, style), specifier, style));
    else edits.push(intoBraces(there, items, file.text));
  }
  if (lines.length === 0) return edits;
  return [...edits, linesEdit(file, lines, style.lineEnd)];
}

/** The text of a file with more lines of imports. */
export function withImports(file: SourceFile, lines: readonly string[], lineEnd: string): string {
  return withEdits(file.text, [linesEdit(file, lines, lineEnd)]);
}

function linesEdit(file: SourceFile, lines: readonly string[], lineEnd: string): Edit {
  const last = file.tree.statements.findLast((one) => ts.isImportDeclaration(one) || ts.isImportEqualsDeclaration(one));
  const text = lines.map((line) => `${line}${lineEnd}`).join("");
  if (last === undefined) {
    const at = importsStart(file);
    const isSpaced = /^[ \t]*(\r?\n|$)/.test(file.text.slice(at));
    return { at, text: `${text}${isSpaced ? "" : lineEnd}` };
  }
  const rest = /^[^\n]*(\n|$)/.exec(file.text.slice(last.end))?.[0] ?? "";
  const isAlone = /^[ \t]*(\/\/[^\n]*)?\r?\n?$/.test(rest);
  if (!isAlone) return { at: last.end, text: `${lineEnd}${text.trimEnd()}` };
  const at = last.end + rest.length;
  return { at, text: rest.endsWith("\n") ? text : `${lineEnd}${text}` };
}

function bySpecifier(
  variables: readonly NeededImport[],
  file: SourceFile,
  isModule: boolean,
): ReadonlyMap<string, readonly NeededImport[]> {
  const found = new Map<string, NeededImport[]>();
  for (const one of variables) {
    const specifier = specifierOf(one.path, file, isModule);
    found.set(specifier, [...(found.get(specifier) ?? []), one]);
  }
  return found;
}

/** The names in braces that a file imports from a module as values. */
function namedImports({ tree }: SourceFile, specifier: string): Ts.NamedImports | undefined {
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement) || statement.importClause?.isTypeOnly === true) continue;
    const named = statement.importClause?.namedBindings;
    const isFrom = ts.isStringLiteral(statement.moduleSpecifier) && statement.moduleSpecifier.text === specifier;
    if (isFrom && named !== undefined && ts.isNamedImports(named) && named.elements.length > 0) return named;
  }
  return undefined;
}

/** Behind the last name, on a line of its own where that has one. */
function intoBraces({ elements }: Ts.NamedImports, items: readonly string[], text: string): Edit {
  const last = elements[elements.length - 1];
  const at = elements.hasTrailingComma ? elements.end : (last?.end ?? elements.end);
  const before = last === undefined ? "" : text.slice(last.getFullStart(), last.getStart());
  const space = before.includes("\n") ? before : " ";
  const joined = items.map((item) => `${space}${item}`).join(",");
  return { at, text: elements.hasTrailingComma ? `${joined},` : `,${joined}` };
}

function importSpecifier({ exported, local }: NeededImport): string {
  return exported === local ? local : `${exported} as ${local}`;
}

function importBraces(items: readonly string[], { bracketSpacing }: Style): string {
  const space = bracketSpacing ? " " : "";
  return `{${space}${items.join(", ")}${space}}`;
}

/** Returns an import of a module; without a clause, the import runs it. */
export function importStatement(clause: string | undefined, from: string, { singleQuote, semi }: Style): string {
  const mark = singleQuote ? "'" : '"';
  return `import ${clause === undefined ? "" : `${clause} from `}${mark}${from}${mark}${semi ? ";" : ""}`;
}
