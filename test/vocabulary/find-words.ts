/** Finds retired words in a source: in names that it declares, in its own name, in titles of its tests and in texts for people. */
import { basename } from "node:path";
import ts from "typescript";
import { type Kind, retiredWords } from "./retired-words.ts";

/** One line for each retired word: where it stands, and what to write for it. */
export function findWords(path: string, text: string): readonly string[] {
  const rules = retiredWords.filter(({ within }) => within === undefined || within.test(path));
  const byForm = new Map(rules.flatMap((rule) => rule.forms.map((form) => [form, rule] as const)));
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = new Set<string>();
  const look = (kind: Kind, words: readonly string[], shown: string, at: number): void => {
    for (const word of words) {
      const rule = byForm.get(word);
      if (rule === undefined || !rule.where.includes(kind)) continue;
      const line = source.getLineAndCharacterOfPosition(at).line + 1;
      found.add(`${path}:${line}: ${kind} ${JSON.stringify(clipped(shown))}: "${word}": write ${rule.instead}`);
    }
  };
  const name = basename(path).replace(/\.[a-z.]+$/, "");
  look("file", wordsOfName(name), name, 0);
  const visit = (node: ts.Node): void => {
    const declared = declaredName(node);
    if (declared !== undefined) look("identifier", wordsOfName(declared.text), declared.text, declared.getStart());
    const content = textOf(node);
    if (content?.includes(" ") && !isImport(node)) {
      const kind = kindOfText(path, node);
      if (kind !== undefined) look(kind, wordsOfText(content), content, node.getStart());
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found];
}

/** Texts of tests and of simulated clouds are data, but for titles. */
function kindOfText(path: string, node: ts.Node): Kind | undefined {
  if (path.startsWith("test/")) return isTitle(node) ? "title" : undefined;
  return path.startsWith("fixtures/") ? undefined : "text";
}

/** `LostShell`, `lost-shell` and `LOST_SHELL` are `lost` and `shell`. */
function wordsOfName(name: string): readonly string[] {
  const apart = name.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2");
  return withoutTerms(apart.toLowerCase()).split(/[^a-z]+/);
}

/** Names of flags, codes and members that a text quotes are no words of its own. */
function wordsOfText(text: string): readonly string[] {
  return text
    .replaceAll(/`[^`]*`|--[a-z-]+|\b[a-z]+(?:[A-Z]\w*)+|\b[A-Z]+(?:_[A-Z]+)+\b|\S*[/:]\S+/g, " ")
    .split(/[^A-Za-z']+/)
    .map((word) => word.toLowerCase());
}

/** Terms of others that hold a retired word. */
function withoutTerms(text: string): string {
  return text.replaceAll("on demand", "");
}

function declaredName(node: ts.Node): ts.Identifier | undefined {
  const isDeclaration =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isTypeParameterDeclaration(node);
  return isDeclaration && node.name !== undefined && ts.isIdentifier(node.name) ? node.name : undefined;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) return ` ${node.text} `;
  return undefined;
}

function isImport({ parent }: ts.Node): boolean {
  return ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent);
}

/** The first argument of `describe` and `it`, or a part of it. */
function isTitle(node: ts.Node): boolean {
  let at = node;
  while (ts.isTemplateSpan(at.parent) || ts.isTemplateExpression(at.parent)) at = at.parent;
  const call = at.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== at) return false;
  return /^(describe|it)(\.only|\.skip)?$/.test(call.expression.getText());
}

function clipped(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
