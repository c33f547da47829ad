/**
 * Takes the statements of new resources from the program as imp prints it, with the names of the file that they go to.
 */
import type { ts as Ts } from "ts-morph";
import { nameTable } from "../../shared/names.ts";
import { reserved } from "../names.ts";
import { canonicalCode, isOfConfig } from "./canonical.ts";
import { ts } from "./compiler.ts";
import type { NewCode } from "./insert.ts";
import type { Merging } from "./merging.ts";
import type { ReachedPart } from "./parts.ts";
import { statementAround } from "./printed.ts";
import { namesIn, resolveName } from "./scopes.ts";
import type { SourceFile } from "./source-files.ts";
import { namesBelow, translated, type Vocabulary } from "./translate.ts";

export interface FreshCode extends NewCode {
  readonly used: readonly ReachedPart[];
  /** Resources that the code needs and that no variable reaches. */
  readonly unreached: readonly string[];
}

/** @param urns the new resources, each behind those that it needs */
export function freshCode(urns: ReadonlySet<string>, merging: Merging): FreshCode {
  const { ours, file, site, aliases, reached } = merging;
  const statements = freshStatements(urns, merging);
  const names = nameTable([...reserved, ...namesIn(file.tree)]);
  const own = new Map<Ts.Node, string>();
  for (const { statement } of statements) {
    for (const { name } of declarationsOf(statement)) {
      if (ts.isIdentifier(name)) own.set(name.parent, names.take(name.text));
    }
  }
  const used: ReachedPart[] = [];
  const unreached: string[] = [];
  const config = configVariables(merging);
  const vocabulary: Vocabulary = {
    aliases,
    names,
    imported: new Map(),
    codeOf: (variable) => {
      const fresh = own.get(variable);
      if (fresh !== undefined) return fresh;
      const there = config.get(
        configVariableText(variable, ours.reading.sources.files.get(variable.getSourceFile().fileName), merging),
      );
      if (there !== undefined) {
        used.push(there);
        return there.code;
      }
      const urn = ours.holders.get(variable)?.get("");
      if (urn === undefined) return undefined;
      const one = reached.get(urn);
      if (one === undefined) unreached.push(urn);
      else used.push(one);
      return one?.code;
    },
  };
  for (const [code, urn] of ours.codes) {
    const one = reached.get(urn);
    if (one?.code === code) used.push(one);
  }
  const texts = statements.map(({ statement, from }) => {
    const code = commentsAbove(statement, from) + translated(statement, from, ours.reading, vocabulary);
    // An export of the main file is an output of the stack; a function exports nothing.
    const isExported = ts.isSourceFile(site.body) && from.path === file.path;
    return isExported ? code : code.replace(/^export /m, "");
  });
  const imported = [...vocabulary.imported].map(([from, alias]) => ({ from, alias }));
  return { statements: together(texts, statements), imported, used, unreached };
}

interface FreshStatement {
  readonly statement: Ts.VariableStatement;
  readonly from: SourceFile;
  readonly isConfig: boolean;
}

/** The statements that construct the resources, and those of the configuration that they read and the file does not. */
function freshStatements(urns: ReadonlySet<string>, merging: Merging): readonly FreshStatement[] {
  const { ours } = merging;
  const known = configVariables(merging);
  const found = new Map<Ts.Statement, FreshStatement>();
  const add = (node: Ts.Node, from: SourceFile, isConfig: boolean): void => {
    const statement = statementAround(node, from.tree);
    if (statement === undefined || !ts.isVariableStatement(statement) || found.has(statement)) return;
    found.set(statement, { statement, from, isConfig });
    for (const name of namesBelow(statement)) {
      const declaration = resolveName(name.text, name);
      if (declaration?.kind !== "variable" || declaration.node.initializer === undefined) continue;
      if (!isOfConfig(declaration.node.initializer, from, ours.reading)) continue;
      if (!known.has(configVariableText(declaration.node, from, merging))) add(declaration.node, from, true);
    }
  };
  for (const urn of urns) {
    const made = ours.held.get(urn);
    if (made !== undefined) add(made.node, made.file, false);
  }
  const all = [...found.values()];
  const config = all
    .filter(({ isConfig }) => isConfig)
    .sort((a, b) => a.from.path.localeCompare(b.from.path) || a.statement.pos - b.statement.pos);
  return [...config, ...all.filter(({ isConfig }) => !isConfig)];
}

/** Configuration that the file reads already: canonical text -> the variable. */
function configVariables({ theirs, file, site }: Merging): ReadonlyMap<string, ReachedPart> {
  const found = new Map<string, ReachedPart>();
  for (const statement of [...file.tree.statements, ...site.body.statements]) {
    for (const variable of declarationsOf(statement)) {
      if (!ts.isIdentifier(variable.name) || variable.initializer === undefined) continue;
      if (!isOfConfig(variable.initializer, file, theirs.reading)) continue;
      const text = canonicalCode(variable.initializer, { ...theirs, file, withValues: false });
      const isHidden = resolveName(variable.name.text, site.body)?.node !== variable;
      if (!found.has(text) && !isHidden) found.set(text, { code: variable.name.text, variable });
    }
  }
  return found;
}

function configVariableText(variable: Ts.VariableDeclaration, from: SourceFile | undefined, { ours }: Merging): string {
  if (variable.initializer === undefined || from === undefined) return "";
  return canonicalCode(variable.initializer, { ...ours, file: from, withValues: false });
}

export function declarationsOf(statement: Ts.Statement): readonly Ts.VariableDeclaration[] {
  return ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
}

/** With the line break behind each. */
function commentsAbove(statement: Ts.Statement, { text }: SourceFile): string {
  const [first] = ts.getLeadingCommentRanges(text, statement.pos) ?? [];
  return first === undefined ? "" : text.slice(first.pos, statement.getStart());
}

/** Statements of the configuration are one paragraph. */
function together(texts: readonly string[], statements: readonly FreshStatement[]): readonly string[] {
  const head = texts.filter((_, index) => statements[index]?.isConfig === true);
  const rest = texts.filter((_, index) => statements[index]?.isConfig !== true);
  return [...(head.length === 0 ? [] : [head.join("\n")]), ...rest];
}
