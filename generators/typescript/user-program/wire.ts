/** Inserts an import, and a call if needed, into the user's TypeScript program to load a file next to it. */
import type { ts as Ts } from "ts-morph";
import type { LoadingCall } from "../../shared/held.ts";
import type { ChangedFile, UserProgramFolder } from "../../user-program.ts";
import { isModule } from "./best-site.ts";
import { nodesIn, ts } from "./compiler.ts";
import { endOfStatement, withEdits } from "./edits.ts";
import { importStatement, withImports } from "./import-edits.ts";
import { syntaxMistake } from "./index.ts";
import { specifierOf } from "./reach.ts";
import { declarationsIn, namesIn } from "./scopes.ts";
import { readSources, type SourceFile } from "./source-files.ts";
import { fileStyle, type Style } from "./style.ts";

/**
 * Inserts the import and the call into the main file. Returns undefined if the main file is missing or invalid, or if an argument is not a top-level
 * constant.
 *
 * @param call omitted if importing the file is enough
 * @param former the call of the file's previous function
 */
export async function wireTypeScript(
  fileName: string,
  call: LoadingCall | undefined,
  former: LoadingCall | undefined,
  { folder, main }: UserProgramFolder,
): Promise<ChangedFile | undefined> {
  const sources = await readSources(folder, main);
  const file = sources.files.get(sources.main ?? "");
  if (file === undefined || syntaxMistake(file) !== undefined) return undefined;
  const unchanged = { file: file.path, before: file.text, text: file.text };
  if (call === undefined) {
    if (sources.files.has(fileName)) return unchanged;
  } else if (loadsFunction(file, fileName, call)) return unchanged;
  const withoutFormer = withoutLoading(file, fileName, former);
  // Another import of the file would expect its old exports, or use the same name as the new code.
  const others = [...sources.files.values()].filter(({ path }) => path !== file.path);
  if ([withoutFormer, ...others].some(({ imports }) => [...imports.values()].includes(fileName))) return undefined;
  const style = await fileStyle(withoutFormer, folder);
  const from = specifierOf(fileName, withoutFormer, isModule(withoutFormer, sources));
  const text =
    call === undefined
      ? withImports(withoutFormer, [importStatement(undefined, from, style)], style.lineEnd)
      : insertCall(withoutFormer, call, from, style);
  return text === undefined ? undefined : { ...unchanged, text };
}

/** Returns true if the file imports the function and calls it with these arguments in a statement. */
function loadsFunction(file: SourceFile, fileName: string, { name, args }: LoadingCall): boolean {
  const expected = `${name}(${args.join(",")})`;
  const calls = file.tree.statements.some(
    (one) => ts.isExpressionStatement(one) && one.expression.getText().replace(/\s+/g, "") === expected,
  );
  return calls && [...file.imports.values()].includes(fileName);
}

/** Removes the import and the call of the previous version of the loaded file. */
function withoutLoading(file: SourceFile, fileName: string, former: LoadingCall | undefined): SourceFile {
  const isImport = (statement: Ts.Statement): boolean =>
    ts.isImportDeclaration(statement) &&
    ts.isStringLiteral(statement.moduleSpecifier) &&
    file.imports.get(statement.moduleSpecifier.text) === fileName &&
    importedNamesText(statement) === (former?.name ?? "");
  const isCall = (statement: Ts.Statement): boolean =>
    former !== undefined &&
    ts.isExpressionStatement(statement) &&
    ts.isCallExpression(statement.expression) &&
    statement.expression.expression.getText() === former.name;
  const removed = file.tree.statements.filter((one) => isImport(one) || isCall(one));
  if (!removed.some(isImport)) return file;
  let text = "";
  let offset = 0;
  for (const statement of removed) {
    text += file.text.slice(offset, statement.getStart());
    offset = endOfStatement(statement, file.text);
  }
  text += file.text.slice(offset);
  const imports = new Map([...file.imports].filter(([, path]) => path !== fileName));
  return { ...file, text, tree: ts.createSourceFile(file.path, text, ts.ScriptTarget.Latest, true), imports };
}

function importedNamesText({ importClause }: Ts.ImportDeclaration): string {
  return (importClause?.getText() ?? "").replace(/[{}\s]/g, "");
}

/** Adds the import, and the call after the last statement that uses one of the variables. */
function insertCall(
  file: SourceFile,
  { name, args, variables }: LoadingCall,
  from: string,
  style: Style,
): string | undefined {
  const { tree } = file;
  if (namesIn(tree).has(name) || !variables.every((variable) => isConstantName(tree, variable))) return undefined;
  const variableNames = new Set(variables);
  const last =
    tree.statements.findLast((one) => !ts.isImportDeclaration(one) && usesName(one, variableNames)) ??
    tree.statements.at(-1);
  if (last === undefined) return undefined;
  const offset = endOfStatement(last, file.text);
  const isFresh = file.text[offset - 1] === "\n";
  const line = `${isFresh ? "" : style.lineEnd}${name}(${args.join(", ")})${style.semi ? ";" : ""}${style.lineEnd}`;
  const text = withEdits(file.text, [{ at: offset, text: line }]);
  const withCall = { ...file, text, tree: ts.createSourceFile(file.path, text, ts.ScriptTarget.Latest, true) };
  const space = style.bracketSpacing ? " " : "";
  return withImports(withCall, [importStatement(`{${space}${name}${space}}`, from, style)], style.lineEnd);
}

/** Returns true for a top-level `const` or an import. */
function isConstantName(tree: Ts.SourceFile, name: string): boolean {
  const declaration = declarationsIn(tree).get(name);
  if (declaration?.kind === "import") return true;
  if (declaration?.kind !== "variable" && declaration?.kind !== "element") return false;
  for (let ancestor: Ts.Node = declaration.node; !ts.isSourceFile(ancestor); ancestor = ancestor.parent) {
    if (ts.isVariableDeclarationList(ancestor)) return (ancestor.flags & ts.NodeFlags.Const) !== 0;
  }
  return false;
}

function usesName(node: Ts.Node, names: ReadonlySet<string>): boolean {
  return nodesIn(node).some((descendant) => ts.isIdentifier(descendant) && names.has(descendant.text));
}
