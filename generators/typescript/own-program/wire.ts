/**
 * Adds to a person's TypeScript program what loads a file next to it: the import, and the call where the file is a function.
 */
import type { ts as Ts } from "ts-morph";
import type { ChangedFile, OwnFolder } from "../../own-program.ts";
import type { LoadingCall } from "../../shared/held.ts";
import { ts } from "./compiler.ts";
import { endOfStatement, withEdits } from "./edits.ts";
import { importStatement, withImports } from "./import-edits.ts";
import { syntaxMistake } from "./index.ts";
import { isModule } from "./places.ts";
import { specifierOf } from "./reach.ts";
import { declarationsIn, namesIn } from "./scopes.ts";
import { readSources, type SourceFile } from "./source-files.ts";
import { fileStyle, type Style } from "./style.ts";

/**
 * `undefined`: the program has no main file that parses, or the variables are none of the file itself that nothing assigns to.
 *
 * @param call absent: the import is enough
 * @param former the call of the function that the file had so far
 */
export async function wireTypeScript(
  fileName: string,
  call: LoadingCall | undefined,
  former: LoadingCall | undefined,
  { folder, main }: OwnFolder,
): Promise<ChangedFile | undefined> {
  const sources = await readSources(folder, main);
  const file = sources.files.get(sources.main ?? "");
  if (file === undefined || syntaxMistake(file) !== undefined) return undefined;
  const same = { file: file.path, before: file.text, text: file.text };
  if (call === undefined) {
    if (sources.files.has(fileName)) return same;
  } else if (loadsFunction(file, fileName, call)) return same;
  const left = withoutLoading(file, fileName, former);
  // Whatever else imports the file expects of it what it no longer is, or names it as the new code would.
  const others = [...sources.files.values()].filter(({ path }) => path !== file.path);
  if ([left, ...others].some(({ imports }) => [...imports.values()].includes(fileName))) return undefined;
  const style = await fileStyle(left, folder);
  const from = specifierOf(fileName, left, isModule(left, sources));
  const text =
    call === undefined
      ? withImports(left, [importStatement(undefined, from, style)], style.lineEnd)
      : called(left, call, from, style);
  return text === undefined ? undefined : { ...same, text };
}

/** The file imports the function, and a statement of its own calls it with these variables. */
function loadsFunction(file: SourceFile, fileName: string, { name, given }: LoadingCall): boolean {
  const wanted = `${name}(${given.join(",")})`;
  const calls = file.tree.statements.some(
    (one) => ts.isExpressionStatement(one) && one.expression.getText().replace(/\s+/g, "") === wanted,
  );
  return calls && [...file.imports.values()].includes(fileName);
}

/** The file without the import and the call of what the other file had so far. */
function withoutLoading(file: SourceFile, fileName: string, former: LoadingCall | undefined): SourceFile {
  const isImport = (one: Ts.Statement): boolean =>
    ts.isImportDeclaration(one) &&
    ts.isStringLiteral(one.moduleSpecifier) &&
    file.imports.get(one.moduleSpecifier.text) === fileName &&
    importedNamesText(one) === (former?.name ?? "");
  const isCall = (one: Ts.Statement): boolean =>
    former !== undefined &&
    ts.isExpressionStatement(one) &&
    ts.isCallExpression(one.expression) &&
    one.expression.expression.getText() === former.name;
  const gone = file.tree.statements.filter((one) => isImport(one) || isCall(one));
  if (!gone.some(isImport)) return file;
  let text = "";
  let at = 0;
  for (const one of gone) {
    text += file.text.slice(at, one.getStart());
    at = endOfStatement(one, file.text);
  }
  text += file.text.slice(at);
  const imports = new Map([...file.imports].filter(([, path]) => path !== fileName));
  return { ...file, text, tree: ts.createSourceFile(file.path, text, ts.ScriptTarget.Latest, true), imports };
}

/** The names that a declaration imports, as text. */
function importedNamesText({ importClause }: Ts.ImportDeclaration): string {
  return (importClause?.getText() ?? "").replace(/[{}\s]/g, "");
}

/** The text with the import, and the call behind the last statement that names one of the variables. */
function called(
  file: SourceFile,
  { name, given, variables }: LoadingCall,
  from: string,
  style: Style,
): string | undefined {
  const { tree } = file;
  if (namesIn(tree).has(name) || !variables.every((variable) => isConstantName(tree, variable))) return undefined;
  const wanted = new Set(variables);
  const last =
    tree.statements.findLast((one) => !ts.isImportDeclaration(one) && usesName(one, wanted)) ?? tree.statements.at(-1);
  if (last === undefined) return undefined;
  const at = endOfStatement(last, file.text);
  const isFresh = file.text[at - 1] === "\n";
  const line = `${isFresh ? "" : style.lineEnd}${name}(${given.join(", ")})${style.semi ? ";" : ""}${style.lineEnd}`;
  const text = withEdits(file.text, [{ at, text: line }]);
  const withCall = { ...file, text, tree: ts.createSourceFile(file.path, text, ts.ScriptTarget.Latest, true) };
  const space = style.bracketSpacing ? " " : "";
  return withImports(withCall, [importStatement(`{${space}${name}${space}}`, from, style)], style.lineEnd);
}

/** A `const` of the file itself, or an import. */
function isConstantName(tree: Ts.SourceFile, name: string): boolean {
  const declaration = declarationsIn(tree).get(name);
  if (declaration?.kind === "import") return true;
  if (declaration?.kind !== "variable" && declaration?.kind !== "element") return false;
  for (let at: Ts.Node = declaration.node; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isVariableDeclarationList(at)) return (at.flags & ts.NodeFlags.Const) !== 0;
  }
  return false;
}

function usesName(node: Ts.Node, wanted: ReadonlySet<string>): boolean {
  if (ts.isIdentifier(node) && wanted.has(node.text)) return true;
  return ts.forEachChild(node, (child) => usesName(child, wanted) || undefined) ?? false;
}
