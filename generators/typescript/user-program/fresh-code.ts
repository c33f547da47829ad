/** Takes the statements of new resources from the printed program, and renames them for the file that they are inserted into. */
import type { ts as Ts } from "ts-morph";
import { nameTable } from "../../shared/names.ts";
import { typescriptReserved } from "../names.ts";
import { canonicalCode, isOfConfig } from "./canonical.ts";
import { ts } from "./compiler.ts";
import type { NewCode } from "./insert.ts";
import type { Merging } from "./merging.ts";
import type { ReachedPart } from "./parts.ts";
import { statementAround } from "./printed.ts";
import { namesIn, resolveName } from "./scopes.ts";
import type { SourceFile } from "./source-files.ts";
import { namesBelow, translate, type Vocabulary } from "./translate.ts";

export interface FreshCode extends NewCode {
  readonly used: readonly ReachedPart[];
  /** Resources that the code needs but no variable refers to. */
  readonly unreached: readonly string[];
}

/** Returns the code of new resources. @param urns the new resources in dependency order */
export function freshCode(urns: ReadonlySet<string>, merging: Merging): FreshCode {
  const { target, file, site, aliases, reachable } = merging;
  const statements = freshStatements(urns, merging);
  const names = nameTable([...typescriptReserved, ...namesIn(file.tree)]);
  const freshNames = new Map<Ts.Node, string>();
  for (const { statement } of statements) {
    for (const { name } of declarationsOf(statement)) {
      if (ts.isIdentifier(name)) freshNames.set(name.parent, names.take(name.text));
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
      const freshName = freshNames.get(variable);
      if (freshName !== undefined) return freshName;
      const existingConfig = config.get(
        configVariableText(variable, target.reading.sources.files.get(variable.getSourceFile().fileName), merging),
      );
      if (existingConfig !== undefined) {
        used.push(existingConfig);
        return existingConfig.code;
      }
      const urn = target.holders.get(variable)?.get("");
      if (urn === undefined) return undefined;
      const resource = reachable.get(urn);
      if (resource === undefined) unreached.push(urn);
      else used.push(resource);
      return resource?.code;
    },
  };
  for (const [code, urn] of target.codes) {
    const resource = reachable.get(urn);
    if (resource?.code === code) used.push(resource);
  }
  const texts = statements.map(({ statement, from }) => {
    const code = commentsAbove(statement, from) + translate(statement, from, target.reading, vocabulary);
    // An export of the main file is a stack output. Functions cannot export.
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

/** Returns the statements that construct the resources, and statements for configuration that the file does not read yet. */
function freshStatements(urns: ReadonlySet<string>, merging: Merging): readonly FreshStatement[] {
  const { target } = merging;
  const existingConfig = configVariables(merging);
  const statements = new Map<Ts.Statement, FreshStatement>();
  const add = (node: Ts.Node, from: SourceFile, isConfig: boolean): void => {
    const statement = statementAround(node, from.tree);
    if (statement === undefined || !ts.isVariableStatement(statement) || statements.has(statement)) return;
    statements.set(statement, { statement, from, isConfig });
    for (const name of namesBelow(statement)) {
      const declaration = resolveName(name.text, name);
      if (declaration?.kind !== "variable" || declaration.node.initializer === undefined) continue;
      if (!isOfConfig(declaration.node.initializer, from, target.reading)) continue;
      if (!existingConfig.has(configVariableText(declaration.node, from, merging))) add(declaration.node, from, true);
    }
  };
  for (const urn of urns) {
    const construction = target.held.get(urn);
    if (construction !== undefined) add(construction.node, construction.file, false);
  }
  const all = [...statements.values()];
  const config = all
    .filter(({ isConfig }) => isConfig)
    .sort((a, b) => a.from.path.localeCompare(b.from.path) || a.statement.pos - b.statement.pos);
  return [...config, ...all.filter(({ isConfig }) => !isConfig)];
}

/** Returns the configuration that the file already reads: canonical text -> variable. */
function configVariables({ current, file, site }: Merging): ReadonlyMap<string, ReachedPart> {
  const variables = new Map<string, ReachedPart>();
  for (const statement of [...file.tree.statements, ...site.body.statements]) {
    for (const variable of declarationsOf(statement)) {
      if (!ts.isIdentifier(variable.name) || variable.initializer === undefined) continue;
      if (!isOfConfig(variable.initializer, file, current.reading)) continue;
      const text = canonicalCode(variable.initializer, { ...current, file, withValues: false });
      const isHidden = resolveName(variable.name.text, site.body)?.node !== variable;
      if (!variables.has(text) && !isHidden) variables.set(text, { code: variable.name.text, variable });
    }
  }
  return variables;
}

function configVariableText(
  variable: Ts.VariableDeclaration,
  from: SourceFile | undefined,
  { target }: Merging,
): string {
  if (variable.initializer === undefined || from === undefined) return "";
  return canonicalCode(variable.initializer, { ...target, file: from, withValues: false });
}

export function declarationsOf(statement: Ts.Statement): readonly Ts.VariableDeclaration[] {
  return ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
}

function commentsAbove(statement: Ts.Statement, { text }: SourceFile): string {
  const [first] = ts.getLeadingCommentRanges(text, statement.pos) ?? [];
  return first === undefined ? "" : text.slice(first.pos, statement.getStart());
}

/** Joins the statements of the configuration into one paragraph. */
function together(texts: readonly string[], statements: readonly FreshStatement[]): readonly string[] {
  const head = texts.filter((_, index) => statements[index]?.isConfig === true);
  const rest = texts.filter((_, index) => statements[index]?.isConfig !== true);
  return [...(head.length === 0 ? [] : [head.join("\n")]), ...rest];
}
