/** Inserts the statements of a program into a file, with their imports. Keeps all other bytes. */
import type { ts as Ts } from "ts-morph";
import type { Program } from "../../../src/ir/program.ts";
import { importTable } from "../../shared/imports.ts";
import { type Doc, layOut } from "../../shared/layout.ts";
import { nodesById } from "../../shared/scope.ts";
import { page } from "../layout.ts";
import { core, solveNames } from "../names.ts";
import { configStatements, resourceStatement } from "../statements.ts";
import { ts } from "./compiler.ts";
import { type Edit, endOfStatement, importsStart, withEdits } from "./edits.ts";
import { importEdits, type NewImports } from "./import-edits.ts";
import type { Reachable } from "./reach.ts";
import { type Declaration, declarationsIn, namesIn } from "./scopes.ts";
import { lastOfBody, type Site } from "./sites.ts";
import type { SourceFile } from "./source-files.ts";
import type { Style } from "./style.ts";

export interface InsertedAt {
  readonly site: Site;
  readonly style: Style;
  readonly isModule: boolean;
  /** Returns true if a statement constructs a resource of the state. */
  readonly holds: (statement: Ts.Statement) => boolean;
}

export interface NewCode {
  readonly statements: readonly string[];
  /** Packages that the file does not import yet, with their aliases. */
  readonly imported: readonly { readonly from: string; readonly alias: string }[];
  readonly used: readonly Reachable[];
}

/** Returns the new text of the file. */
export async function insertProgram(
  program: Program,
  position: InsertedAt,
  reachable: ReadonlyMap<string, Reachable>,
): Promise<string> {
  const { site, isModule } = position;
  const used = (program.held ?? []).flatMap(({ urn }) => reachable.get(urn) ?? []);
  const aliases = packageAliases(site.file, site.body, isModule);
  const code = { ...insertedStatements(program, site.file, aliases), used };
  return withEdits(site.file.text, await insertionEdits(code, position));
}

/** Returns the edits that insert the imports and the statements. */
export async function insertionEdits(
  { statements, imported, used }: NewCode,
  { site, style, isModule, holds }: InsertedAt,
): Promise<readonly Edit[]> {
  const { file, body } = site;
  const text = await layOutAs(statements, style, bodyDepth(body));
  const after =
    site.after ?? Math.max(lastOfBody(body, holds), ...used.map(({ variable }) => statementIndex(variable, body)));
  const needs = new Map(used.flatMap(({ needs: needed }) => (needed === undefined ? [] : [[needed.local, needed]])));
  const imports: NewImports = { packages: imported, variables: [...needs.values()] };
  const head = importEdits(file, imports, style, isModule);
  return [...head, blockEdit(file, body, after, text, style, head.length > 0)];
}

/** Returns the namespace imports of a file: package -> alias. */
export function packageAliases(file: SourceFile, body: Ts.Node, isModule: boolean): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>();
  for (const declaration of declarationsIn(file.tree).values()) {
    const module = wholeModule(declaration, isModule);
    if (module !== undefined && !isShadowed(declaration.name, body)) aliases.set(module, declaration.name);
  }
  return aliases;
}

/**
 * Returns the package that a declaration imports as a whole. In ES modules, this includes default imports, because Pulumi SDKs are CommonJS modules.
 */
function wholeModule(declaration: Declaration, isModule: boolean): string | undefined {
  if (declaration.kind === "import") {
    const isWhole = declaration.imported === "*" || (isModule && declaration.imported === "default");
    return isWhole && !declaration.from.startsWith(".") ? declaration.from : undefined;
  }
  if (declaration.kind !== "variable") return undefined;
  const { initializer } = declaration.node;
  if (initializer === undefined || !ts.isCallExpression(initializer)) return undefined;
  const [first] = initializer.arguments;
  const isRequire = ts.isIdentifier(initializer.expression) && initializer.expression.text === "require";
  return isRequire && first !== undefined && ts.isStringLiteralLike(first) ? first.text : undefined;
}

function isShadowed(name: string, body: Ts.Node): boolean {
  for (let ancestor = body; !ts.isSourceFile(ancestor); ancestor = ancestor.parent) {
    if (declarationsIn(ancestor).has(name)) return true;
  }
  return false;
}

/** Prints the statements. Avoids names that the file already uses. */
function insertedStatements(
  program: Program,
  file: SourceFile,
  aliases: ReadonlyMap<string, string>,
): Omit<NewCode, "used"> {
  const taken = namesIn(file.tree);
  const names = solveNames(program, taken);
  const isFree = !taken.has(core.alias) || aliases.has(core.from);
  const imports = importTable(isFree ? aliases : new Map([...aliases, [core.from, `${core.alias}Sdk`]]));
  const scope = { names, imports };
  const head = configStatements(program.config, scope).map(statementLine);
  const namedProgram = { program, names, nodes: nodesById(program) };
  const resources = program.resources.map((node) => statementLine(resourceStatement(node, namedProgram, imports)));
  const imported = imports
    .used()
    .filter(({ from }) => !aliases.has(from))
    .map((symbol) => ({ from: symbol.from, alias: imports.use(symbol) }));
  return { statements: [...(head.length === 0 ? [] : [head.join("\n")]), ...resources], imported };
}

function statementLine(statement: Doc): string {
  return layOut(statement, page).trimEnd();
}

function bodyDepth(body: Ts.Node): number {
  let depth = 0;
  for (let ancestor = body; !ts.isSourceFile(ancestor); ancestor = ancestor.parent)
    if (ts.isBlock(ancestor) || ts.isModuleBlock(ancestor)) depth += 1;
  return depth;
}

/** Formats statements with prettier in the given style, nested in as many blocks as at the insertion position. */
export async function layOutAs(statements: readonly string[], style: Style, depth: number): Promise<string> {
  const { format } = await import("prettier/standalone");
  const plugins = await Promise.all([import("prettier/plugins/babel"), import("prettier/plugins/estree")]);
  const { lineEnd, ...options } = style;
  const inside = `${"{\n".repeat(depth)}${statements.join("\n\n")}${"\n}".repeat(depth)}\n`;
  const formatted = await format(inside, {
    ...options,
    parser: "babel-ts",
    plugins: plugins.map((plugin) => plugin.default ?? plugin),
    quoteProps: "preserve",
    embeddedLanguageFormatting: "off",
    endOfLine: "lf",
  });
  const lines = formatted.trimEnd().split("\n");
  return lines.slice(depth, lines.length - depth).join(lineEnd);
}

/** Inserts statements after another statement, with an empty line before them and after them if code follows. */
function blockEdit(
  file: SourceFile,
  body: Site["body"],
  after: number,
  code: string,
  { lineEnd }: Style,
  isBelowImports: boolean,
): Edit {
  const { text } = file;
  const before = body.statements[after];
  const start = ts.isSourceFile(body) ? importsStart(file) : body.getStart() + 1;
  const offset = before === undefined ? start : endOfStatement(before, text);
  const isFresh = offset === 0 || text[offset - 1] === "\n";
  const isFirst = before === undefined && !(ts.isSourceFile(body) && isBelowImports);
  const above = `${isFresh ? "" : lineEnd}${isFirst ? "" : lineEnd}`;
  const rest = text.slice(offset);
  if (/^\s*$/.test(rest)) return { at: offset, text: `${above}${code}${lineEnd}` };
  const isSpaced = /^[ \t]*(\r?\n|\})/.test(rest);
  return { at: offset, text: `${above}${code}${lineEnd}${isSpaced ? "" : lineEnd}` };
}

function statementIndex(variable: Ts.VariableDeclaration | undefined, body: Site["body"]): number {
  if (variable === undefined) return -1;
  return body.statements.findIndex((statement) => statement.pos <= variable.pos && variable.end <= statement.end);
}
