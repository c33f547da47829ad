/**
 * Reads a source file into the facts that the rules of the house speak about: what it imports, what it touches, how long its parts are.
 */
import { posix } from "node:path";
import ts from "typescript";

export interface ImportFact {
  /** A path from the project's root (`src/ir/path.ts`), or a module name (`node:fs`, `prettier`). */
  readonly target: string;
  /** `type`: gone when compiled; `dynamic`: paid for when it is reached. */
  readonly kind: "static" | "dynamic" | "type";
}

export interface SourceFacts {
  /** From the project's root, with `/`. */
  readonly path: string;
  readonly lines: number;
  readonly opensWithDoc: boolean;
  readonly imports: readonly ImportFact[];
  /** Globals that reach out of the program: `console`, `process.exit`, `Date.now`, `new Date()`. */
  readonly touches: ReadonlySet<string>;
  readonly functions: readonly { readonly name: string; readonly lines: number }[];
  /** Interfaces, with their members as comparable text. */
  readonly interfaces: readonly { readonly name: string; readonly members: readonly string[] }[];
  /** Lines with `any`. */
  readonly anys: readonly number[];
  /** Lines where a literal is spread into another one of its kind, which only packs lines. */
  readonly packed: readonly number[];
  /** Lines with an open task, or a comment that silences a checker. */
  readonly marks: readonly number[];
}

/** Parses one file; nothing is resolved on a disk, so that sources made up in a test are read alike. */
export function readSource(path: string, text: string): SourceFacts {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports: ImportFact[] = [];
  const touches = new Set<string>();
  const functions: { name: string; lines: number }[] = [];
  const interfaces: { name: string; members: readonly string[] }[] = [];
  const anys: number[] = [];
  const packed: number[] = [];
  const lineOf = (at: number): number => source.getLineAndCharacterOfPosition(at).line + 1;
  const visit = (node: ts.Node): void => {
    imports.push(...importsOf(node).map(({ target, kind }) => ({ target: resolveFrom(path, target), kind })));
    const touched = touchOf(node);
    if (touched !== undefined) touches.add(touched);
    if (ts.isInterfaceDeclaration(node)) interfaces.push({ name: node.name.text, members: membersOf(node, source) });
    if (node.kind === ts.SyntaxKind.AnyKeyword) anys.push(lineOf(node.getStart(source)));
    if (isPacked(node)) packed.push(lineOf(node.getStart(source)));
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
      functions.push({ name: nameOf(node), lines: lineOf(node.getEnd()) - lineOf(node.getStart(source)) + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  const all = text.split("\n");
  return {
    path,
    lines: text.endsWith("\n") ? all.length - 1 : all.length,
    opensWithDoc: /^(#!.*\n)?\/\*\*/.test(text),
    imports,
    touches,
    functions,
    interfaces,
    anys,
    packed,
    marks: all.flatMap((line, i) => (markPattern.test(line) ? [i + 1] : [])),
  };
}

const markPattern = /\b(TODO|FIXME|XXX|HACK)\b|@ts-(ignore|expect-error|nocheck)|biome-ignore|eslint-disable/;

function importsOf(node: ts.Node): readonly ImportFact[] {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    return [{ target: node.moduleSpecifier.text, kind: isTypeImport(node.importClause) ? "type" : "static" }];
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined && ts.isStringLiteral(node.moduleSpecifier)) {
    return [{ target: node.moduleSpecifier.text, kind: node.isTypeOnly ? "type" : "static" }];
  }
  if (ts.isCallExpression(node) && (node.expression.kind === ts.SyntaxKind.ImportKeyword || isRequire(node))) {
    const [argument] = node.arguments;
    const target = argument !== undefined && ts.isStringLiteral(argument) ? argument.text : "<computed>";
    return [{ target, kind: "dynamic" }];
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
    return [{ target: node.argument.literal.text, kind: "type" }];
  }
  return [];
}

function isRequire(node: ts.CallExpression): boolean {
  return ts.isIdentifier(node.expression) && node.expression.text === "require";
}

function isTypeImport(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { name, namedBindings } = clause;
  if (name !== undefined || namedBindings === undefined || !ts.isNamedImports(namedBindings)) return false;
  return namedBindings.elements.length > 0 && namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly);
}

function resolveFrom(path: string, target: string): string {
  return target.startsWith(".") ? posix.normalize(posix.join(posix.dirname(path), target)) : target;
}

/** The global that an expression reaches for. Members count where the object has allowed ones too. */
function touchOf(node: ts.Node): string | undefined {
  if (ts.isNewExpression(node) && isGlobal(node.expression, "Date") && (node.arguments ?? []).length === 0) {
    return "new Date()";
  }
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && timers.has(node.expression.text)) {
    return node.expression.text;
  }
  if (ts.isPropertyAccessExpression(node)) {
    if (isGlobal(node.expression, "console")) return "console";
    if (isGlobal(node.expression, "process")) return `process.${node.name.text}`;
    const member = `${node.expression.getText()}.${node.name.text}`;
    return clockAndChance.has(member) ? member : undefined;
  }
  if (ts.isVariableDeclaration(node) && node.initializer !== undefined && isGlobal(node.initializer, "process")) {
    return "process.<destructured>";
  }
  return undefined;
}

const timers: ReadonlySet<string> = new Set(["setTimeout", "setInterval", "setImmediate", "fetch"]);
const clockAndChance: ReadonlySet<string> = new Set([
  "Math.random",
  "Date.now",
  "performance.now",
  "crypto.randomUUID",
  "crypto.getRandomValues",
]);

function isGlobal(node: ts.Node, name: string): boolean {
  return (ts.isIdentifier(node) && node.text === name) || node.getText() === `globalThis.${name}`;
}

/** `{ ...{ a, b }, c }` and `[...["a", "b"], "c"]`. */
function isPacked(node: ts.Node): boolean {
  if (ts.isSpreadAssignment(node)) return ts.isObjectLiteralExpression(node.expression);
  return ts.isSpreadElement(node) && ts.isArrayLiteralExpression(node.expression);
}

/** A function's name; one without a name is named by what it is given to. */
function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name !== undefined) return node.name.getText();
  if (ts.isConstructorDeclaration(node)) return "constructor";
  for (let at: ts.Node = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if ((ts.isVariableDeclaration(at) || ts.isPropertyAssignment(at)) && at.name !== undefined)
      return at.name.getText();
    if (ts.isBlock(at)) break;
  }
  return "<anonymous>";
}

/** Sorted, without comments, `readonly` and layout. */
function membersOf(node: ts.InterfaceDeclaration, source: ts.SourceFile): readonly string[] {
  const bare = node.members.map((member) =>
    member.getText(source).replaceAll(/\/\*[\s\S]*?\*\/|\breadonly\b|[\s;,]+/g, ""),
  );
  return [...(node.heritageClauses ?? []).map((clause) => clause.getText(source)), ...bare.sort()];
}
