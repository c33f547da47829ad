/** Parses the top level of a Python program into statements, and finds bindings of a name. */
import { codeTokens, readsAs, type Token, type TokenRules, type Tokens } from "../shared/code-tokens.ts";

/** An unindented logical line, with the indented block below it. */
export interface Statement {
  readonly first: Token;
  readonly last: Token;
  /** The last token of the block, or of the line if it doesn't open a block. */
  readonly lastInside: Token;
  /** The text of each token of the line. */
  readonly words: readonly string[];
}

export interface Module extends Tokens {
  readonly statements: readonly Statement[];
}

const stringPrefix = "(?:[rRbBuUfFtT]{1,2})?";

const pythonRules: TokenRules = {
  comments: [/#[^\n]*/y, /\\\r?\n/y],
  texts: [
    new RegExp(`${stringPrefix}"""(?:[^\\\\]|\\\\[\\s\\S])*?"""`, "y"),
    new RegExp(`${stringPrefix}'''(?:[^\\\\]|\\\\[\\s\\S])*?'''`, "y"),
    new RegExp(`${stringPrefix}"(?:[^"\\\\\\r\\n]|\\\\(?:\\r\\n|[\\s\\S]))*"`, "y"),
    new RegExp(`${stringPrefix}'(?:[^'\\\\\\r\\n]|\\\\(?:\\r\\n|[\\s\\S]))*'`, "y"),
  ],
};

/** Parses a Python file. Returns undefined if its tokens are not valid Python. */
export function readPython(code: string): Module | undefined {
  // Form feeds and single carriage returns end lines only in some parsers.
  if (/\f|\r(?!\n)/.test(code)) return undefined;
  const tokens = codeTokens(code, pythonRules);
  if (tokens === undefined || !tokens.tokens.every(isClosedText)) return undefined;
  const statements: Statement[] = [];
  for (const line of logicalLines(tokens)) {
    const [first] = line;
    const last = line.at(-1);
    if (first === undefined || last === undefined) continue;
    const before = statements.at(-1);
    if (isIndented(code, first)) {
      if (before === undefined) return undefined;
      statements[statements.length - 1] = { ...before, lastInside: last };
    } else statements.push({ first, last, lastInside: last, words: line.map(({ text }) => text) });
  }
  return { ...tokens, statements };
}

/** Returns false if a formatted string has unclosed braces. A quote inside of its braces does not end the string. */
function isClosedText({ kind, text }: Token): boolean {
  if (kind !== "text" || !/^[rRbBuU]?[fFtT]/.test(text)) return true;
  const braces = text.replace(/\{\{|\}\}/g, "");
  return (braces.match(/\{/g)?.length ?? 0) === (braces.match(/\}/g)?.length ?? 0);
}

function* logicalLines({ code, tokens, pairs }: Tokens): Generator<readonly Token[]> {
  let line: Token[] = [];
  let inside = -1;
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    if (index > inside && before !== undefined && endsLine(code.slice(before.end, token.at))) {
      yield line;
      line = [];
    }
    line.push(token);
    inside = Math.max(inside, pairs.get(index) ?? -1);
  }
  yield line;
}

/** Returns true if a line ends between two tokens. A backslash in a comment does not continue the line. */
function endsLine(gap: string): boolean {
  return gap
    .replace(/#[^\n]*/g, "")
    .replace(/\\\r?\n/g, "")
    .includes("\n");
}

function isIndented(code: string, { at }: Token): boolean {
  return at > 0 && code[at - 1] !== "\n" && !(at === 1 && code[0] === "\ufeff");
}

/** Returns the tokens that bind a name: assignments, imports, declarations, deletions. Names in brackets are arguments, unless `:=` follows. */
export function bindings(module: Module, name: string): readonly Token[] {
  const { code, tokens, pairs } = module;
  const closes: number[] = [];
  const bindingTokens: Token[] = [];
  for (const [index, token] of tokens.entries()) {
    while ((closes.at(-1) ?? Number.POSITIVE_INFINITY) <= index) closes.pop();
    const close = pairs.get(index);
    if (close !== undefined) closes.push(close);
    const before = tokens[index - 1];
    if (token.kind !== "word" || token.text !== name || before?.text === ".") continue;
    const startsLine = before === undefined || code.slice(before.end, token.at).includes("\n");
    const isDeclared = /^(?:def|class|for|as|del|global|nonlocal|import)$/.test(before?.text ?? "");
    const isAssignment = closes.length === 0 && isAssignedInPython(module, index + 1, startsLine);
    const isWalrus = readsAs(module, index + 1, [":", "="]);
    if (isDeclared || isAssignment || isWalrus || (before?.text === "," && readsAs(module, index + 1, ["in"])))
      bindingTokens.push(token);
  }
  return bindingTokens;
}

/** Returns true for `name = …`, `name: T = …`, `name += …`, and `name, other = …`. */
function isAssignedInPython(module: Module, from: number, startsLine: boolean): boolean {
  let index = from;
  while (readsAs(module, index, [","])) index += 2;
  const [next = "", second = "", third = ""] = module.tokens.slice(index, index + 3).map(({ text }) => text);
  if (next === "=") return second !== "=";
  if (next === ":") return startsLine && index === from;
  if (/^[-+@%&|^/*]$/.test(next)) return second === "=" || (second === next && third === "=");
  return /^[<>]$/.test(next) && second === next && third === "=";
}
