/** Rewrites printed code with the imports and variables of an edited file. Renames new variables if the file already uses their names. */
import type { ts as Ts } from "ts-morph";
import type { NameTable } from "../../shared/names.ts";
import { nodesIn, ts } from "./compiler.ts";
import { type Edit, withEdits } from "./edits.ts";
import { type Declaration, resolveName } from "./scopes.ts";
import type { SourceFile } from "./source-files.ts";
import { expressionMeaning, type Reading } from "./values.ts";

export interface Vocabulary {
  /** Namespace imports: package -> alias. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Returns the code for a variable of the printed program, or undefined to keep its name. */
  codeOf(variable: Ts.VariableDeclaration): string | undefined;
  readonly names: NameTable;
  /** Collects the packages that the file does not import, with their aliases. */
  readonly imported: Map<string, string>;
}

/** Returns the rewritten text of a node in a printed file, without the comments above it. */
export function translate(node: Ts.Node, file: SourceFile, reading: Reading, vocabulary: Vocabulary): string {
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

/** Returns the identifiers in a node that refer to declarations. Omits names of members and keys. */
export function namesBelow(node: Ts.Node): readonly Ts.Identifier[] {
  return nodesIn(node)
    .filter(ts.isIdentifier)
    .filter((identifier) => !isKey(identifier));
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
    const existing = aliases.get(from) ?? imported.get(from);
    if (existing !== undefined) return existing;
    const alias = names.take(name.text);
    imported.set(from, alias);
    return alias;
  }
  const meaning = expressionMeaning(name, file, reading);
  return meaning?.kind === "variable" ? codeOf(meaning.node) : undefined;
}

function packageOfName(declaration: Declaration): string | undefined {
  const isPackage = declaration.kind === "import" && !declaration.from.startsWith(".");
  return isPackage && declaration.imported === "*" ? declaration.from : undefined;
}
