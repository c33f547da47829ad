/**
 * Writes code that imp printed with the names of a file that a person changed: its imports, its variables, and names that are free there.
 */
import type { ts as Ts } from "ts-morph";
import type { NameTable } from "../../shared/names.ts";
import { ts } from "./compiler.ts";
import { type Edit, withEdits } from "./edits.ts";
import { type Declaration, resolveName } from "./scopes.ts";
import type { SourceFile } from "./source-files.ts";
import { expressionMeaning, type Reading } from "./values.ts";

/** Names of a file, for code of another one. */
export interface Vocabulary {
  /** Modules of packages -> the names that they have as a whole. */
  readonly aliases: ReadonlyMap<string, string>;
  /** The code for a variable of the printed program; `undefined`: the name that it has there. */
  codeOf(variable: Ts.VariableDeclaration): string | undefined;
  /** Gives free names to imports that the file does not have. */
  readonly names: NameTable;
  /** Filled with the packages that the file does not import, and the names they get. */
  readonly imported: Map<string, string>;
}

/** Returns the text of a node of a printed file, without the comments above it. */
export function translated(node: Ts.Node, file: SourceFile, reading: Reading, vocabulary: Vocabulary): string {
  const start = node.getStart();
  const edits: Edit[] = [];
  for (const name of namesBelow(node)) {
    const code = translatedName(name, file, reading, vocabulary);
    if (code === undefined || code === name.text) continue;
    const isShort = ts.isShorthandPropertyAssignment(name.parent);
    edits.push({
      at: name.getStart() - start,
      to: name.end - start,
      text: isShort ? `${name.text}: ${code}` : code,
    });
  }
  return withEdits(file.text.slice(start, node.end), edits);
}

/** The names in a node that stand for a declaration: none of members and keys. */
export function namesBelow(node: Ts.Node): readonly Ts.Identifier[] {
  const found: Ts.Identifier[] = [];
  const visit = (at: Ts.Node): void => {
    if (ts.isIdentifier(at) && !isKey(at)) found.push(at);
    ts.forEachChild(at, visit);
  };
  visit(node);
  return found;
}

function isKey(node: Ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) return parent.name === node;
  if (ts.isQualifiedName(parent)) return parent.right === node;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return parent.propertyName === node;
  return (
    (ts.isPropertySignature(parent) || ts.isPropertyDeclaration(parent) || ts.isMethodDeclaration(parent)) &&
    parent.name === node
  );
}

function translatedName(
  name: Ts.Identifier,
  file: SourceFile,
  reading: Reading,
  { aliases, codeOf, names, imported }: Vocabulary,
): string | undefined {
  const declaration = resolveName(name.text, name);
  if (declaration === undefined) return undefined;
  const from = packageOfName(declaration);
  if (from !== undefined) {
    const known = aliases.get(from) ?? imported.get(from);
    if (known !== undefined) return known;
    const alias = names.take(name.text);
    imported.set(from, alias);
    return alias;
  }
  const meaning = expressionMeaning(name, file, reading);
  return meaning?.kind === "variable" ? codeOf(meaning.node) : undefined;
}

/** The package that a name is as a whole. */
function packageOfName(declaration: Declaration): string | undefined {
  const isPackage = declaration.kind === "import" && !declaration.from.startsWith(".");
  return isPackage && declaration.imported === "*" ? declaration.from : undefined;
}
