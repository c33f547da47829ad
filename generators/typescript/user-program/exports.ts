/** The exports of a program's files. */
import type { ts as Ts } from "ts-morph";
import { ts } from "./compiler.ts";
import { type Declaration, declarationsIn, resolveName } from "./scopes.ts";
import type { SourceFile, SourceFiles } from "./source-files.ts";

/** An exported declaration, or a default export without a name. */
export interface Exported {
  readonly file: SourceFile;
  readonly declaration?: Declaration;
  readonly expression?: Ts.Expression;
}

/** Finds an export by name, including re-exports. Returns undefined if there is none. */
export function findExport(
  path: string,
  name: string,
  sources: SourceFiles,
  seen: ReadonlySet<string> = new Set(),
): Exported | undefined {
  const file = sources.files.get(path);
  if (file === undefined || seen.has(path)) return undefined;
  const visited = new Set([...seen, path]);
  for (const statement of file.tree.statements) {
    if (ts.isExportAssignment(statement) && name === "default") return exportedExpression(statement.expression, file);
    if (isExported(statement)) {
      const isDefault = hasModifier(statement, ts.SyntaxKind.DefaultKeyword);
      const declaration = ts.isClassDeclaration(statement) && isDefault ? classDeclaration(statement) : undefined;
      if (name === "default" && declaration !== undefined) return { file, declaration };
      if (!isDefault && declaredNames(statement).includes(name)) return inFile(file, name);
    }
    if (!ts.isExportDeclaration(statement) || statement.isTypeOnly) continue;
    const exported = exportedBy(statement, name, file, sources, visited);
    if (exported !== undefined) return exported;
  }
  return undefined;
}

/** Returns the export names of a top-level variable. */
export function exportNames(file: SourceFile, name: string): readonly string[] {
  return file.tree.statements.flatMap((statement): readonly string[] => {
    if (isExported(statement) && declaredNames(statement).includes(name)) return [name];
    if (ts.isExportAssignment(statement) && !statement.isExportEquals)
      return ts.isIdentifier(statement.expression) && statement.expression.text === name ? ["default"] : [];
    if (!ts.isExportDeclaration(statement) || statement.isTypeOnly || statement.moduleSpecifier !== undefined)
      return [];
    const clause = statement.exportClause;
    if (clause === undefined || !ts.isNamedExports(clause)) return [];
    return clause.elements
      .filter((one) => !one.isTypeOnly && (one.propertyName ?? one.name).text === name)
      .map((one) => one.name.text);
  });
}

function exportedBy(
  statement: Ts.ExportDeclaration,
  name: string,
  file: SourceFile,
  sources: SourceFiles,
  seen: ReadonlySet<string>,
): Exported | undefined {
  const { exportClause: clause, moduleSpecifier } = statement;
  const specifier =
    moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
  const path = specifier === undefined ? undefined : file.imports.get(specifier);
  if (clause === undefined) return path === undefined ? undefined : findExport(path, name, sources, seen);
  if (!ts.isNamedExports(clause)) return undefined;
  const element = clause.elements.find((one) => one.name.text === name);
  if (element === undefined) return undefined;
  const localName = (element.propertyName ?? element.name).text;
  if (specifier === undefined) return inFile(file, localName);
  return path === undefined ? undefined : findExport(path, localName, sources, seen);
}

function inFile(file: SourceFile, name: string): Exported | undefined {
  const declaration = declarationsIn(file.tree).get(name);
  return declaration === undefined ? undefined : { file, declaration };
}

function exportedExpression(expression: Ts.Expression, file: SourceFile): Exported {
  const declaration = ts.isIdentifier(expression) ? resolveName(expression.text, expression) : undefined;
  return declaration === undefined ? { file, expression } : { file, declaration };
}

function classDeclaration(node: Ts.ClassDeclaration): Declaration {
  return { kind: "class", node, name: node.name?.text ?? "default" };
}

function declaredNames(statement: Ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  const { name } = statement as { readonly name?: Ts.Node };
  return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
}

function isExported(statement: Ts.Statement): boolean {
  return hasModifier(statement, ts.SyntaxKind.ExportKeyword);
}

function hasModifier(node: Ts.Node, kind: Ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some((one) => one.kind === kind) ?? false);
}
