/** Converts current C# to C# 7 for Debian's Mono compiler. Rejects sources that the grammar does not parse. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The used parts of web-tree-sitter, which is not a dependency of the project. */
interface SyntaxNode {
  readonly type: string;
  readonly text: string;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly hasError: boolean;
  readonly parent: SyntaxNode | null;
  readonly children: readonly SyntaxNode[];
  readonly namedChildren: readonly SyntaxNode[];
  childForFieldName(name: string): SyntaxNode | null;
}

export interface Grammar {
  /** Returns the root of the tree, or the location of the first syntax error. */
  parse(source: string): SyntaxNode | string;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Loads the C# grammar. @param modules the folder `node_modules` with the parser and the grammar */
export async function loadGrammar(modules: string): Promise<Grammar> {
  const module = (await import(pathToFileURL(join(modules, "web-tree-sitter", "tree-sitter.js")).href)) as {
    readonly Parser: { init(): Promise<void>; new (): Parser };
    readonly Language: { load(path: string): Promise<unknown> };
  };
  await module.Parser.init();
  const parser = new module.Parser();
  parser.setLanguage(await module.Language.load(join(modules, "tree-sitter-c-sharp", "tree-sitter-c_sharp.wasm")));
  return {
    parse(source) {
      const { rootNode } = parser.parse(source);
      return rootNode.hasError ? `no C#: ${firstError(rootNode)}` : rootNode;
    },
  };
}

interface Parser {
  setLanguage(language: unknown): void;
  parse(source: string): { readonly rootNode: SyntaxNode };
}

/** Converts C# to older C#. @param enums the full names of all enums, which are value types, unlike classes */
export function olderCsharp(source: string, grammar: Grammar, enums: ReadonlySet<string>): string {
  const root = grammar.parse(source);
  if (typeof root === "string") throw new Error(`${root}\n${source.slice(0, 2000)}`);
  return source.slice(0, root.startIndex) + lowered(root, enums) + source.slice(root.endIndex);
}

/** Returns the text of a node in older C#. */
function lowered(node: SyntaxNode, enums: ReadonlySet<string>): string {
  const edits: Edit[] = [];
  collect(node, enums, edits);
  let text = "";
  let end = node.startIndex;
  for (const edit of edits) {
    text += node.text.slice(end - node.startIndex, edit.start - node.startIndex) + edit.text;
    end = edit.end;
  }
  return text + node.text.slice(end - node.startIndex);
}

/** Wraps a program without a class in a class with a method `Run`. */
export function asClass(program: string, name: string): string {
  const start = program.indexOf("return await ");
  return `${program.slice(0, start)}public static class ${name} { public static void Run() {\n${program.slice(start + "return await ".length)}}}\n`;
}

/** Collects the edits of a node in the order of the text. Edits do not contain other edits. */
function collect(node: SyntaxNode, enums: ReadonlySet<string>, edits: Edit[]): void {
  switch (node.type) {
    case "nullable_type": {
      const [type] = node.namedChildren;
      if (type !== undefined) collect(type, enums, edits);
      if (type !== undefined && !isValueType(type, enums))
        edits.push({ start: type.endIndex, end: node.endIndex, text: "" });
      return;
    }
    case "postfix_unary_expression": {
      const [inner] = node.namedChildren;
      if (inner !== undefined) collect(inner, enums, edits);
      if (inner !== undefined && node.text.endsWith("!"))
        edits.push({ start: inner.endIndex, end: node.endIndex, text: "" });
      return;
    }
    case "implicit_object_creation_expression":
      edits.push({ start: node.startIndex, end: node.startIndex + "new()".length, text: creation(node) });
      for (const child of node.namedChildren.slice(1)) collect(child, enums, edits);
      return;
    case "assignment_expression": {
      const [left, operator] = node.children;
      if (left !== undefined && operator?.text === "??=") {
        edits.push({ start: operator.startIndex, end: operator.endIndex, text: `= ${left.text} ??` });
      }
      break;
    }
    case "raw_string_literal":
      edits.push({ start: node.startIndex, end: node.endIndex, text: `"${escaped(node.text.slice(3, -3))}"` });
      return;
    case "interpolated_string_expression":
      edits.push({ start: node.startIndex, end: node.endIndex, text: formattable(node.text) });
      return;
  }
  for (const child of node.children) collect(child, enums, edits);
}

/** Replaces `new()`: in an argument, with the class of the parameter, and in a property, with `Nothing`, which converts to any type. */
function creation(node: SyntaxNode): string {
  if (node.parent?.type !== "argument") return "new Pulumi.Nothing()";
  const call = node.parent.parent?.parent;
  const read = call?.childForFieldName("function")?.text ?? "";
  if (read.endsWith(".Get")) return `new ${read.slice(0, -".Get".length)}State()`;
  return `new ${call?.childForFieldName("type")?.text ?? ""}Args()`;
}

/**
 * Converts an interpolated string to a format call, because Mono limits the length of interpolated strings. Parses the text itself, because the
 * grammar misses interpolated expressions after an escaped brace.
 */
function formattable(literal: string): string {
  const [open = "", dollars = "", quotes = ""] = /^(\$+)("+)/.exec(literal) ?? [];
  const inside = literal.slice(open.length, -quotes.length);
  const isRaw = quotes.length > 1;
  const braces = isRaw ? dollars.length : 1;
  const hole = `\\{{${braces}}(?<code>[^{}]+)\\}{${braces}}`;
  const codes: string[] = [];
  const format = inside.replace(
    new RegExp(isRaw ? `${hole}|[{}"\\\\]` : `\\{\\{|\\}\\}|${hole}`, "g"),
    (found, code?: string) => {
      if (code !== undefined) return `{${codes.push(code) - 1}}`;
      if (!isRaw) return found;
      return /[{}]/.test(found) ? found + found : escaped(found);
    },
  );
  const create = "System.Runtime.CompilerServices.FormattableStringFactory.Create";
  return `${create}(${[`"${format}"`, ...codes].join(", ")})`;
}

function escaped(text: string): string {
  return text.replace(/[\\"]/g, "\\$&");
}

function isValueType(type: SyntaxNode, enums: ReadonlySet<string>): boolean {
  return ["int", "bool", "double"].includes(type.text) || type.text.startsWith("Union<") || enums.has(type.text);
}

function firstError(node: SyntaxNode): string {
  const inside = node.children.find((child) => child.hasError);
  return inside === undefined ? node.text.slice(0, 200) : firstError(inside);
}
