/**
 * Takes resources out of a program that a person changed: the statements that nobody changed and nobody needs, and what only they used.
 */
import type { ts as Ts } from "ts-morph";
import type { StuckStatement } from "../../changed-program.ts";
import { canonical, isOfConfig } from "./canonical.ts";
import { commentsIn, compared } from "./compare.ts";
import { ts } from "./compiler.ts";
import type { Construction } from "./constructions.ts";
import { applied, type Edit } from "./edits.ts";
import { declarationsOf } from "./fresh-code.ts";
import { lineOf, type Merging } from "./merging.ts";
import { statementAround } from "./printed.ts";
import { resolveName, scopeOf } from "./scopes.ts";
import type { SourceFile } from "./source-files.ts";
import { namesBelow } from "./translate.ts";

export interface TakenOut {
  readonly edits: readonly Edit[];
  readonly stuck: readonly StuckStatement[];
  /** The text of the file after all edits, without imports and configuration that only the resources used. */
  cleaned(text: string): string;
}

export function takenOut(urns: ReadonlySet<string>, merging: Merging): TakenOut {
  const { theirs } = merging;
  const goes = [...urns].flatMap((urn) => {
    const there = theirs.held.get(urn) ?? theirs.altered.get(urn);
    return there === undefined ? [] : [{ urn, there }];
  });
  const statements = new Set(goes.flatMap(({ there }) => statementAround(there.node, bodyOf(there, merging)) ?? []));
  const edits: Edit[] = [];
  const stuck: StuckStatement[] = [];
  for (const { urn, there } of goes) {
    const why = reasonToStay(urn, there, statements, merging);
    const statement = statementAround(there.node, bodyOf(there, merging));
    if (why !== undefined || statement === undefined)
      stuck.push({
        urn,
        place: `${there.file.path}:${lineOf(there.node)}`,
        why: why ?? "It stands inside another statement.",
      });
    else edits.push(removal(statement, printedComments(urn, merging), there.file));
  }
  const cleaned = (text: string): string => (edits.length === 0 ? text : withoutUnused(text, merging));
  return { edits, stuck, cleaned };
}

/** The body of the statement that constructs a resource: the block, or the file. */
function bodyOf({ node, file }: Construction, { site }: Merging): Ts.Node {
  return statementAround(node, site.body) === undefined ? file.tree : site.body;
}

function reasonToStay(
  urn: string,
  there: Construction,
  goes: ReadonlySet<Ts.Node>,
  { base, theirs, file, ...merging }: Merging,
): string | undefined {
  const was = base.held.get(urn);
  if (there.file.path !== file.path) return "It stands in another file than imp printed it to.";
  const statement = statementAround(there.node, bodyOf(there, { base, theirs, file, ...merging }));
  const [only, ...others] = statement === undefined ? [] : declarationsOf(statement);
  if (only === undefined || others.length > 0 || there.holder?.members !== "")
    return "It stands inside another statement.";
  const isSame = was !== undefined && theirs.held.has(urn) && compared(there, theirs) === compared(was, base);
  if (!isSame) return "A person changed it.";
  if (commentsIn(there.node).join("\n") !== commentsIn(was.node).join("\n")) return "A comment stands in it.";
  const user = userOf(there.holder.variable, file, goes);
  return user === undefined ? undefined : `Line ${lineOf(user)} needs it.`;
}

/** A name elsewhere in the file that stands for a variable. */
function userOf(
  variable: Ts.VariableDeclaration,
  { tree }: SourceFile,
  goes: ReadonlySet<Ts.Node>,
): Ts.Node | undefined {
  for (const statement of tree.statements) {
    if (goes.has(statement)) continue;
    for (const name of namesBelow(statement)) {
      if (name.parent === variable || goes.has(statementAround(name, variable.parent.parent.parent) ?? tree)) continue;
      if (resolveName(name.text, name)?.node === variable) return name;
    }
  }
  return undefined;
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
function withoutUnused(text: string, merging: Merging): string {
  const tree = ts.createSourceFile(merging.file.path, text, ts.ScriptTarget.Latest, true);
  const file = { ...merging.file, text, tree };
  const { base, ours, theirs } = merging;
  const [old, now] = [neededBy(base), neededBy(ours)];
  const edits: Edit[] = [];
  for (const statement of tree.statements) {
    const names = declaredBy(statement);
    const need = needOf(statement, file, theirs.reading);
    if (need === undefined || !old.has(need) || now.has(need)) continue;
    if (names.every((name) => !isUsed(name, statement, tree))) edits.push(removal(statement, new Set(), file));
  }
  if (edits.length === 0) return text;
  return withoutUnused(applied(text, edits), merging);
}

/** The imports and the configuration of a printed program. */
function neededBy({ reading }: Merging["base"]): ReadonlySet<string> {
  const files = [...reading.sources.files.values()];
  return new Set(files.flatMap((file) => file.tree.statements.flatMap((one) => needOf(one, file, reading) ?? [])));
}

/** The package that a statement imports as a whole, or the configuration that it reads. */
function needOf(statement: Ts.Statement, file: SourceFile, reading: Merging["base"]["reading"]): string | undefined {
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
  return canonical(only.initializer, { file, reading, holders: new Map(), codes: new Map(), withValues: false });
}

function declaredBy(statement: Ts.Statement): readonly string[] {
  return [...scopeOf(statement.getSourceFile())].flatMap(([name, { node }]) =>
    statement.pos <= node.pos && node.end <= statement.end ? [name] : [],
  );
}

function isUsed(name: string, statement: Ts.Statement, tree: Ts.SourceFile): boolean {
  return tree.statements.some((one) => one !== statement && namesBelow(one).some(({ text }) => text === name));
}
