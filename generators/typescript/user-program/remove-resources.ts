/**
 * Removes resources from an edited program: their statements, if they are unedited and no other code uses them, and then imports and configuration
 * that only these statements used.
 */
import type { ts as Ts } from "ts-morph";
import type { StuckStatement } from "../../changed-program.ts";
import { canonicalCode, isOfConfig } from "./canonical.ts";
import { commentsIn, compared } from "./compare.ts";
import { ts } from "./compiler.ts";
import type { Construction } from "./constructions.ts";
import { type Edit, withEdits } from "./edits.ts";
import { declarationsOf } from "./fresh-code.ts";
import { lineNumber, type Merging } from "./merging.ts";
import { statementAround } from "./printed.ts";
import { declarationsIn, resolveName } from "./scopes.ts";
import type { SourceFile } from "./source-files.ts";
import { namesBelow } from "./translate.ts";
import { expressionMeaning, type Reading } from "./values.ts";

export interface Removed {
  readonly edits: ReadonlyMap<string, readonly Edit[]>;
  readonly stuck: readonly StuckStatement[];
  /** Returns the text of an edited file without imports and configuration that only the removed resources used. */
  cleaned(path: string, text: string): string;
}

export function removeStatements(urns: ReadonlySet<string>, merging: Merging): Removed {
  const { current } = merging;
  const removed = [...urns].flatMap((urn) => {
    const construction = current.held.get(urn) ?? current.altered.get(urn);
    return construction === undefined
      ? []
      : [{ urn, construction, statement: constructingStatement(construction, merging) }];
  });
  const statements = new Set<Ts.Node>(removed.flatMap(({ statement }) => statement ?? []));
  const edits = new Map<string, readonly Edit[]>();
  const stuck: StuckStatement[] = [...urns].flatMap((urn) => repeatedAt(urn, merging));
  for (const { urn, construction, statement } of removed) {
    const why = reasonToStay(urn, construction, statement, statements, merging);
    const { path } = construction.file;
    if (why !== undefined) stuck.push({ urn, location: `${path}:${lineNumber(construction.node)}`, why });
    else if (statement !== undefined)
      edits.set(path, [
        ...(edits.get(path) ?? []),
        removal(statement, printedComments(urn, merging), construction.file),
      ]);
  }
  return {
    edits,
    stuck,
    cleaned: (path, text) => (edits.has(path) ? withoutUnused(text, path, merging) : text),
  };
}

function repeatedAt(urn: string, { current }: Merging): readonly StuckStatement[] {
  const [first] = current.repeated.get(urn) ?? [];
  const why = "The program creates the resource more than once.";
  return first === undefined ? [] : [{ urn, location: `${first.file.path}:${lineNumber(first.node)}`, why }];
}

/** Returns the statement that constructs a resource, in the block for new code or at the top level of its file. */
function constructingStatement({ node, file }: Construction, { site }: Merging): Ts.Statement | undefined {
  return statementAround(node, site.body) ?? statementAround(node, file.tree);
}

function reasonToStay(
  urn: string,
  construction: Construction,
  statement: Ts.Statement | undefined,
  removed: ReadonlySet<Ts.Node>,
  { base, current }: Merging,
): string | undefined {
  const printedCall = base.held.get(urn);
  const [declaration, ...others] = statement === undefined ? [] : declarationsOf(statement);
  if (declaration === undefined || others.length > 0 || construction.holder?.members !== "")
    return "The resource is created inside another statement.";
  const isSame =
    printedCall !== undefined &&
    current.held.has(urn) &&
    compared(construction, current) === compared(printedCall, base);
  if (!isSame) return "The statement was edited after imp wrote it.";
  if (commentsIn(construction.node).join("\n") !== commentsIn(printedCall.node).join("\n"))
    return "The statement contains a comment.";
  const user = userOf(construction.holder.variable, removed, current.reading);
  if (user === undefined) return undefined;
  const { fileName } = user.getSourceFile();
  return `${fileName === construction.file.path ? "Line" : `${fileName}, line`} ${lineNumber(user)} uses the resource.`;
}

/** Returns code outside of the removed statements that uses a variable. */
function userOf(
  variable: Ts.VariableDeclaration,
  removed: ReadonlySet<Ts.Node>,
  reading: Reading,
): Ts.Node | undefined {
  for (const file of reading.sources.files.values()) {
    for (const name of namesBelow(file.tree)) {
      if (name.parent === variable || isInsideOf(name, removed)) continue;
      const declaration = resolveName(name.text, name);
      if (declaration?.node === variable) return name;
      if (declaration?.kind !== "import" || !declaration.from.startsWith(".")) continue;
      const meaning = expressionMeaning(name, file, reading);
      if (meaning?.kind === "variable" && meaning.node === variable) return name;
    }
  }
  return undefined;
}

function isInsideOf(node: Ts.Node, removed: ReadonlySet<Ts.Node>): boolean {
  for (let ancestor = node; ancestor !== undefined; ancestor = ancestor.parent) if (removed.has(ancestor)) return true;
  return false;
}

function printedComments(urn: string, { base }: Merging): ReadonlySet<string> {
  const printedCall = base.held.get(urn);
  const statement = printedCall === undefined ? undefined : statementAround(printedCall.node, printedCall.file.tree);
  if (printedCall === undefined || statement === undefined) return new Set();
  const { text } = printedCall.file;
  return new Set(
    (ts.getLeadingCommentRanges(text, statement.pos) ?? []).map(({ pos, end }) => text.slice(pos, end).trim()),
  );
}

/** Removes a statement with its line, imp's comments above it, and one empty line. Keeps other comments. */
function removal(statement: Ts.Statement, comments: ReadonlySet<string>, { text }: SourceFile): Edit {
  const above = ts.getLeadingCommentRanges(text, statement.pos) ?? [];
  let start = statement.getStart();
  for (const { pos, end } of [...above].reverse()) {
    if (!comments.has(text.slice(pos, end).trim())) break;
    start = pos;
  }
  const lineStart = start - (/[ \t]*$/.exec(text.slice(0, start))?.[0].length ?? 0);
  const isAlone = lineStart === 0 || text[lineStart - 1] === "\n";
  const rest = /^[ \t]*(\r?\n|$)/.exec(text.slice(statement.end));
  if (!isAlone || rest === null) return { at: start, to: statement.end, text: "" };
  let to = statement.end + rest[0].length;
  const below = /^[ \t]*\r?\n/.exec(text.slice(to));
  const isSpaced = lineStart === 0 || /\n[ \t]*\r?\n$/.test(text.slice(0, lineStart));
  if (isSpaced && below !== null) to += below[0].length;
  // At the end of the file, remove the empty line above.
  const isLast = to >= text.length && isSpaced;
  return {
    at: isLast ? lineStart - (/\r?\n$/.exec(text.slice(0, lineStart))?.[0].length ?? 0) : lineStart,
    to,
    text: "",
  };
}

/** Removes unused imports and configuration that imp printed for the removed resources. Repeats until nothing is unused. */
function withoutUnused(text: string, path: string, merging: Merging): string {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const file = { path, text, tree, imports: merging.current.reading.sources.files.get(path)?.imports ?? new Map() };
  const { base, target, current } = merging;
  const [old, now] = [printedImports(base), printedImports(target)];
  const edits: Edit[] = [];
  for (const statement of tree.statements) {
    const names = namesDeclaredBy(statement);
    const need = needOf(statement, file, current.reading);
    if (need === undefined || !old.has(need) || now.has(need)) continue;
    if (names.every((name) => !isUsed(name, statement, tree))) edits.push(removal(statement, new Set(), file));
  }
  if (edits.length === 0) return text;
  return withoutUnused(withEdits(text, edits), path, merging);
}

function printedImports({ reading }: Merging["base"]): ReadonlySet<string> {
  const files = [...reading.sources.files.values()];
  return new Set(files.flatMap((file) => file.tree.statements.flatMap((one) => needOf(one, file, reading) ?? [])));
}

/**
 * Returns a key for a namespace import (`import * as`), or for a declaration of `pulumi.Config` or of a value read from it. Returns undefined for all
 * other statements.
 */
function needOf(statement: Ts.Statement, file: SourceFile, reading: Reading): string | undefined {
  if (ts.isImportDeclaration(statement)) {
    const named = statement.importClause?.namedBindings;
    const isWhole = named !== undefined && ts.isNamespaceImport(named) && statement.importClause?.name === undefined;
    return isWhole && ts.isStringLiteral(statement.moduleSpecifier)
      ? `import ${statement.moduleSpecifier.text}`
      : undefined;
  }
  const [declaration, ...others] = declarationsOf(statement);
  if (
    declaration?.initializer === undefined ||
    others.length > 0 ||
    !isOfConfig(declaration.initializer, file, reading)
  )
    return undefined;
  return canonicalCode(declaration.initializer, {
    file,
    reading,
    holders: new Map(),
    codes: new Map(),
    withValues: false,
  });
}

function namesDeclaredBy(statement: Ts.Statement): readonly string[] {
  return [...declarationsIn(statement.getSourceFile())].flatMap(([name, { node }]) =>
    statement.pos <= node.pos && node.end <= statement.end ? [name] : [],
  );
}

function isUsed(name: string, statement: Ts.Statement, tree: Ts.SourceFile): boolean {
  return tree.statements.some((one) => one !== statement && namesBelow(one).some(({ text }) => text === name));
}
