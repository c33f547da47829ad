/** Inserts the call of a printed file into the user's program, in languages with braces. */
import type { ChangedFile } from "../generator.ts";
import { endOfLine, findLines, indentAt, insertCodeLines, withoutLines } from "./code-lines.ts";
import { readsAs, type Tokens, topLevel } from "./code-tokens.ts";
import type { LoadingCall } from "./held.ts";

/** How a program of a language calls the function or class of a printed file. */
export interface LoadingSyntax {
  /** Finds the program's function that the Pulumi runtime calls. Returns undefined if the program has an unusual shape. */
  readonly findRun: (code: string) => RunFunction | undefined;
  /** Returns the statement that makes the call, indented with tabs. */
  readonly statement: (call: LoadingCall, context: string) => string;
  /** Returns the token before which the statement can be inserted, or undefined if no position is safe. */
  readonly insertionToken: (run: RunFunction) => number | undefined;
  /** Returns true if the body declares the name at its top level and never assigns to it again. */
  readonly isDeclaredOnce: (source: Tokens, body: Body, name: string) => boolean;
}

/**
 * Inserts the call into a file of the user's program and removes the former call. Returns undefined if the program has an unusual shape, already uses
 * the name, or does not declare each argument exactly once.
 */
export function insertLoadingCall(
  file: string,
  before: string,
  { call, former }: { readonly call: LoadingCall; readonly former: LoadingCall | undefined },
  { findRun, statement, insertionToken, isDeclaredOnce }: LoadingSyntax,
): ChangedFile | undefined {
  const current = findRun(before);
  if (current === undefined) return undefined;
  if (hasInside(current, statement(call, current.context))) return { file, before, text: before };
  const run = former === undefined ? current : findRun(withoutLines(before, statement(former, current.context)));
  if (run === undefined) return undefined;
  const { source, body, context } = run;
  const token = insertionToken(run);
  const isFree = !source.tokens.some(({ kind, text }) => kind === "word" && text === call.name);
  if (token === undefined || !isFree || !call.variables.every((name) => isDeclaredOnce(source, body, name)))
    return undefined;
  const text = insertedBefore(source, body, token, statement(call, context));
  return text === undefined ? undefined : { file, before, text };
}

/** A function body, as the token indexes of its braces. */
export interface Body {
  readonly open: number;
  readonly close: number;
}

/** The function that the Pulumi runtime calls. */
export interface RunFunction {
  readonly source: Tokens;
  readonly body: Body;
  /** The parameter for the context, or an empty string if the language has none. */
  readonly context: string;
}

/** Returns the body that starts at a brace, or undefined if the token is not a brace. */
export function bodyAt({ tokens, pairs }: Tokens, open: number): Body | undefined {
  const close = pairs.get(open);
  return close === undefined || tokens[open]?.text !== "{" ? undefined : { open, close };
}

/** The syntax of comments and strings in all languages with braces. */
export const commonComments: readonly RegExp[] = [/\/\/[^\n]*/y, /\/\*[\s\S]*?\*\//y];
export const commonTexts: readonly RegExp[] = [/"(?:[^"\\\r\n]|\\.)*"/y, /'(?:[^'\\\r\n]|\\.)+'/y];

/** Returns true if the function's body contains the lines. */
function hasInside({ source: { code, tokens }, body: { open, close } }: RunFunction, text: string): boolean {
  const match = findLines(code, text);
  return match !== undefined && match.start > (tokens[open]?.at ?? 0) && match.end <= (tokens[close]?.at ?? 0);
}

/**
 * Inserts lines of code into a body, before a token.
 *
 * @param before the first token of the last statement, or the brace that closes the body
 * @param text lines indented by one tab for each level
 * @returns undefined if the position is not between two lines, for example between two statements on one line
 */
function insertedBefore(source: Tokens, { open, close }: Body, before: number, text: string): string | undefined {
  const { code, tokens } = source;
  const [first, next, last, end] = [tokens[open + 1], tokens[before], tokens[before - 1], tokens[close]];
  if (first === undefined || next === undefined || last === undefined || end === undefined) return undefined;
  const closing = indentAt(code, end.at);
  const indent = before === open + 1 && before === close ? undefined : indentAt(code, first.at);
  if (closing === undefined || indentAt(code, next.at) === undefined) return undefined;
  if (before !== open + 1 && indent === undefined) return undefined;
  const offset = endOfLine(code, last.end);
  // Return undefined if a comment continues on the next line.
  if (offset > next.at || /\/\*(?![^\n]*\*\/)/.test(code.slice(last.end, offset))) return undefined;
  const isTabbed = closing.includes("\t") || indent?.includes("\t") === true;
  const step = isTabbed ? "\t" : " ".repeat(Math.max((indent ?? "").length - closing.length, 0) || 4);
  const depth = indent ?? `${closing}${step}`;
  const lines = text.split("\n").map((line) => depth + line.replace(/^\t+/, (tabs) => step.repeat(tabs.length)));
  return insertCodeLines(code, [{ at: offset, lines }]);
}

/**
 * Returns the indexes of `return` tokens in the body, without nested functions.
 *
 * @param isFunction returns true if the brace with this index opens a function
 */
export function returnsIn(
  { tokens, pairs }: Tokens,
  { open, close }: Body,
  isFunction: (open: number) => boolean,
): readonly number[] {
  const indexes: number[] = [];
  for (let index = open + 1; index < close; index += 1) {
    if (tokens[index]?.text === "{" && isFunction(index)) index = pairs.get(index) ?? index;
    else if (tokens[index]?.kind === "word" && tokens[index]?.text === "return") indexes.push(index);
  }
  return indexes;
}

/**
 * Returns the token before which a statement can be appended: the closing brace, or the only `return` of the body. Returns undefined if there are
 * several `return` statements, or if the only one is not the last statement.
 */
export function endOfBody({ source, body }: RunFunction, isFunction: (open: number) => boolean): number | undefined {
  const returns = returnsIn(source, body, isFunction);
  const [only] = returns;
  if (only === undefined) return body.close;
  const topLevelIndexes = [...topLevel(source, body.open + 1, body.close)];
  const tail = topLevelIndexes.slice(topLevelIndexes.indexOf(only));
  const isLast = tail.findIndex((index) => source.tokens[index]?.text === ";") === tail.length - 1;
  return returns.length === 1 && topLevelIndexes.includes(only) && isLast ? only : undefined;
}

/** Returns true if the body declares the name at its top level (`var name = …`, `T<U> name = …`) and never assigns to it again. */
export function isDeclaredOnce(source: Tokens, body: Body, name: string): boolean {
  const { tokens } = source;
  const assigned: number[] = [];
  for (let index = body.open + 1; index < body.close; index += 1) {
    const token = tokens[index];
    const before = tokens[index - 1]?.text;
    if (token?.kind !== "word" || token.text !== name || before === ".") continue;
    const isValue = readsAs(source, index + 1, ["=", "="]) || readsAs(source, index + 1, ["=", ">"]);
    const changes = /^(?:ref|out)$/.test(before ?? "") || /^[-+*/%&|^?]$/.test(tokens[index + 1]?.text ?? "");
    if (readsAs(source, index + 1, ["="]) && !isValue) assigned.push(index);
    else if (changes && (before === "ref" || before === "out" || readsAs(source, index + 2, ["="])))
      assigned.push(index);
  }
  const [only] = assigned;
  if (only === undefined || assigned.length > 1) return false;
  const before = tokens[only - 1];
  const isType =
    before !== undefined && (before.kind === "word" ? before.text !== "return" : /^[>\]?]$/.test(before.text));
  return isType && [...topLevel(source, body.open + 1, body.close)].includes(only);
}
