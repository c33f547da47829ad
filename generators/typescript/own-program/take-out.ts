/**
 * Takes resources out of a program that a person changed: the statements that nobody changed and nobody needs, and what only they used.
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

export interface TakenOut {
  /** Path -> the edits of the file. */
  readonly edits: ReadonlyMap<string, readonly Edit[]>;
  readonly stuck: readonly StuckStatement[];
  /** The text of a file after all edits, without imports and configuration that only the resources used. */
  cleaned(path: string, text: string): string;
}

export function takenOut(urns: ReadonlySet<string>, merging: Merging): TakenOut {
  const { theirs } = merging;
  const goes = [...urns].flatMap((urn) => {
    const there = theirs.held.get(urn) ?? theirs.altered.get(urn);
    return there === undefined ? [] : [{ urn, there, statement: constructingStatement(there, merging) }];
  });
  const statements = new Set<Ts.Node>(goes.flatMap(({ statement }) => statement ?? []));
  const edits = new Map<string, readonly Edit[]>();
  const stuck: StuckStatement[] = [...urns].flatMap((urn) => repeatedAt(urn, merging));
  for (const { urn, there, statement } of goes) {
    const why = reasonToStay(urn, there, statement, statements, merging);
    const { path } = there.file;
    if (why !== undefined) stuck.push({ urn, place: `${path}:${lineNumber(there.node)}`, why });
    else if (statement !== undefined)
      edits.set(path, [...(edits.get(path) ?? []), removal(statement, printedComments(urn, merging), there.file)]);
  }
  return {
    edits,
    stuck,
    cleaned: (path, text) => (edits.has(path) ? withoutUnused(text, path, merging) : text),
  };
}

function repeatedAt(urn: string, { theirs }: Merging): readonly StuckStatement[] {
  const [first] = theirs.repeated.get(urn) ?? [];
  const why = "The program constructs it more than once.";
  return first === undefined ? [] : [{ urn, place: `${first.file.path}:${lineNumber(first.node)}`, why }];
}

/** The statement that constructs a resource, in the block that new code goes to or in its file. */
function constructingStatement({ node, file }: Construction, { site }: Merging): Ts.Statement | undefined {
  return statementAround(node, site.body) ?? statementAround(node, file.tree);
}

function reasonToStay(
  urn: string,
  there: Construction,
  statement: Ts.Statement | undefined,
  goes: ReadonlySet<Ts.Node>,
  { base, theirs }: Merging,
): string | undefined {
  const was = base.held.get(urn);
  const [only, ...others] = statement === undefined ? [] : declarationsOf(statement);
  if (only === undefined || others.length > 0 || there.holder?.members !== "")
    return "It stands inside another statement.";
  const isSame = was !== undefined && theirs.held.has(urn) && compared(there, theirs) === compared(was, base);
  if (!isSame) return "A person changed it.";
  if (commentsIn(there.node).join("\n") !== commentsIn(was.node).join("\n")) return "A comment stands in it.";
  const user = userOf(there.holder.variable, goes, theirs.reading);
  if (user === undefined) return undefined;
  const { fileName } = user.getSourceFile();
  return `${fileName === there.file.path ? "Line" : `${fileName}, line`} ${lineNumber(user)} needs it.`;
}

/** A name elsewhere in the program that stands for a variable. */
function userOf(variable: Ts.VariableDeclaration, goes: ReadonlySet<Ts.Node>, reading: Reading): Ts.Node | undefined {
  for (const file of reading.sources.files.values()) {
    for (const name of namesBelow(file.tree)) {
      if (name.parent === variable || isInsideOf(name, goes)) continue;
      const declaration = resolveName(name.text, name);
      if (declaration?.node === variable) return name;
      if (declaration?.kind !== "import" || !declaration.from.startsWith(".")) continue;
      const meaning = expressionMeaning(name, file, reading);
      if (meaning?.kind === "variable" && meaning.node === variable) return name;
    }
  }
  return undefined;
}

function isInsideOf(node: Ts.Node, goes: ReadonlySet<Ts.Node>): boolean {
  for (let at = node; at !== undefined; at = at.parent) if (goes.has(at)) return true;
  return false;
}

/** The comments that imp printed above a statement. */
function printedComments(urn: string, { base }: Merging): ReadonlySet<string> {
  const was = base.held.get(urn);
  const statement = was === undefined ? undefined : statementAround(was.node, was.file.tree);
  if (was === undefined || statement === undefined) return new Set();
  const { text } = was.file;
  return new Set(
    (ts.getLeadingCommentRanges(text, statement.pos) ?? []).map(({ pos, end }) => text.slice(pos, end).trim()),
  );
}

/** The statement with its lines, imp's comments above it, and one empty line; comments of others stay. */
function removal(statement: Ts.Statement, comments: ReadonlySet<string>, { text }: SourceFile): Edit {
  const above = ts.getLeadingCommentRanges(text, statement.pos) ?? [];
  let at = statement.getStart();
  for (const { pos, end } of [...above].reverse()) {
    if (!comments.has(text.slice(pos, end).trim())) break;
    at = pos;
  }
  const lineStart = at - (/[ \t]*$/.exec(text.slice(0, at))?.[0].length ?? 0);
  const isAlone = lineStart === 0 || text[lineStart - 1] === "\n";
  const rest = /^[ \t]*(\r?\n|$)/.exec(text.slice(statement.end));
  if (!isAlone || rest === null) return { at, to: statement.end, text: "" };
  let to = statement.end + rest[0].length;
  const below = /^[ \t]*\r?\n/.exec(text.slice(to));
  const isSpaced = lineStart === 0 || /\n[ \t]*\r?\n$/.test(text.slice(0, lineStart));
  if (isSpaced && below !== null) to += below[0].length;
  // At the end of the file the empty line above goes.
  const isLast = to >= text.length && isSpaced;
  return {
    at: isLast ? lineStart - (/\r?\n$/.exec(text.slice(0, lineStart))?.[0].length ?? 0) : lineStart,
    to,
    text: "",
  };
}

/** Once more without what imp printed for the resources alone: reading the configuration, imports. */
function withoutUnused(text: string, path: string, merging: Merging): string {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const file = { path, text, tree, imports: merging.theirs.reading.sources.files.get(path)?.imports ?? new Map() };
  const { base, ours, theirs } = merging;
  const [old, now] = [printedImports(base), printedImports(ours)];
  const edits: Edit[] = [];
  for (const statement of tree.statements) {
    const names = namesDeclaredBy(statement);
    const need = needOf(statement, file, theirs.reading);
    if (need === undefined || !old.has(need) || now.has(need)) continue;
    if (names.every((name) => !isUsed(name, statement, tree))) edits.push(removal(statement, new Set(), file));
  }
  if (edits.length === 0) return text;
  return withoutUnused(withEdits(text, edits), path, merging);
}

/** The imports and the configuration of a printed program. */
function printedImports({ reading }: Merging["base"]): ReadonlySet<string> {
  const files = [...reading.sources.files.values()];
  return new Set(files.flatMap((file) => file.tree.statements.flatMap((one) => needOf(one, file, reading) ?? [])));
}

/** The package that a statement imports as a whole, or the configuration that it reads. */
function needOf(statement: Ts.Statement, file: SourceFile, reading: Reading): string | undefined {
  if (ts.isImportDeclaration(statement)) {
    const named = statement.importClause?.namedBindings;
    const isWhole = named !== undefined && ts.isNamespaceImport(named) && statement.importClause?.name === undefined;
    return isWhole && ts.isStringLiteral(statement.moduleSpecifier)
      ? `import ${statement.moduleSpecifier.text}`
      : undefined;
  }
  const [only, ...others] = declarationsOf(statement);
  if (only?.initializer === undefined || others.length > 0 || !isOfConfig(only.initializer, file, reading))
    return undefined;
  return canonicalCode(only.initializer, { file, reading, holders: new Map(), codes: new Map(), withValues: false });
}

function namesDeclaredBy(statement: Ts.Statement): readonly string[] {
  return [...declarationsIn(statement.getSourceFile())].flatMap(([name, { node }]) =>
    statement.pos <= node.pos && node.end <= statement.end ? [name] : [],
  );
}

function isUsed(name: string, statement: Ts.Statement, tree: Ts.SourceFile): boolean {
  return tree.statements.some((one) => one !== statement && namesBelow(one).some(({ text }) => text === name));
}
