/** Adds imports to a file: new lines for packages, and names in existing imports. */
import type { ts as Ts } from "ts-morph";
import { ts } from "./compiler.ts";
import { type Edit, importsStart, withEdits } from "./edits.ts";
import { type NeededImport, specifierOf } from "./reach.ts";
import type { SourceFile } from "./source-files.ts";
import type { Style } from "./style.ts";

export interface NewImports {
  readonly packages: readonly { readonly from: string; readonly alias: string }[];
  readonly variables: readonly NeededImport[];
}

/** Returns the edits that add imports after the last import or at the start of the code. */
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
    const existingImport = namedImports(file, specifier);
    if (named.length === 0) continue;
    const items = named.map(importSpecifier);
    if (existingImport === undefined) lines.push(importStatement(importBraces(items, style), specifier, style));
    else edits.push(intoBraces(existingImport, items, file.text));
  }
  if (lines.length === 0) return edits;
  return [...edits, linesEdit(file, lines, style.lineEnd)];
}

/** Returns the text of a file with additional import lines. */
export function withImports(file: SourceFile, lines: readonly string[], lineEnd: string): string {
  return withEdits(file.text, [linesEdit(file, lines, lineEnd)]);
}

function linesEdit(file: SourceFile, lines: readonly string[], lineEnd: string): Edit {
  const last = file.tree.statements.findLast((one) => ts.isImportDeclaration(one) || ts.isImportEqualsDeclaration(one));
  const text = lines.map((line) => `${line}${lineEnd}`).join("");
  if (last === undefined) {
    const offset = importsStart(file);
    const isSpaced = /^[ \t]*(\r?\n|$)/.test(file.text.slice(offset));
    return { at: offset, text: `${text}${isSpaced ? "" : lineEnd}` };
  }
  const rest = /^[^\n]*(\n|$)/.exec(file.text.slice(last.end))?.[0] ?? "";
  const isAlone = /^[ \t]*(\/\/[^\n]*)?\r?\n?$/.test(rest);
  if (!isAlone) return { at: last.end, text: `${lineEnd}${text.trimEnd()}` };
  const offset = last.end + rest.length;
  return { at: offset, text: rest.endsWith("\n") ? text : `${lineEnd}${text}` };
}

function bySpecifier(
  variables: readonly NeededImport[],
  file: SourceFile,
  isModule: boolean,
): ReadonlyMap<string, readonly NeededImport[]> {
  const imports = new Map<string, NeededImport[]>();
  for (const variable of variables) {
    const specifier = specifierOf(variable.path, file, isModule);
    imports.set(specifier, [...(imports.get(specifier) ?? []), variable]);
  }
  return imports;
}

/** Returns the named imports of a module, except type imports. */
function namedImports({ tree }: SourceFile, specifier: string): Ts.NamedImports | undefined {
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement) || statement.importClause?.isTypeOnly === true) continue;
    const named = statement.importClause?.namedBindings;
    const isFrom = ts.isStringLiteral(statement.moduleSpecifier) && statement.moduleSpecifier.text === specifier;
    if (isFrom && named !== undefined && ts.isNamedImports(named) && named.elements.length > 0) return named;
  }
  return undefined;
}

/** Adds names after the last name, on separate lines if the last name is on its own line. */
function intoBraces({ elements }: Ts.NamedImports, items: readonly string[], text: string): Edit {
  const last = elements[elements.length - 1];
  const offset = elements.hasTrailingComma ? elements.end : (last?.end ?? elements.end);
  const before = last === undefined ? "" : text.slice(last.getFullStart(), last.getStart());
  const space = before.includes("\n") ? before : " ";
  const joined = items.map((item) => `${space}${item}`).join(",");
  return { at: offset, text: elements.hasTrailingComma ? `${joined},` : `,${joined}` };
}

function importSpecifier({ exported, local }: NeededImport): string {
  return exported === local ? local : `${exported} as ${local}`;
}

function importBraces(items: readonly string[], { bracketSpacing }: Style): string {
  const space = bracketSpacing ? " " : "";
  return `{${space}${items.join(", ")}${space}}`;
}

/** Prints an import statement. Without a clause, prints an import for side effects. */
export function importStatement(clause: string | undefined, from: string, { singleQuote, semi }: Style): string {
  const mark = singleQuote ? "'" : '"';
  return `import ${clause === undefined ? "" : `${clause} from `}${mark}${from}${mark}${semi ? ";" : ""}`;
}
