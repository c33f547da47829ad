/**
 * Bodies of functions in languages with braces: what their statements bind and return, and the lines that are inserted into them.
 */
import { endOfLine, findLines, indentAt, withLines } from "./code-lines.ts";
import { readsAs, type Tokens, topLevel } from "./code-tokens.ts";

/** Indexes of the braces. */
export interface Body {
  readonly open: number;
  readonly close: number;
}

/** The function of a program that Pulumi calls. */
export interface RunFunction {
  readonly source: Tokens;
  readonly body: Body;
  /** The name of its parameter. */
  readonly context: string;
}

/** The body that a brace opens; `undefined`: no brace is there. */
export function bodyAt({ tokens, pairs }: Tokens, open: number): Body | undefined {
  const close = pairs.get(open);
  return close === undefined || tokens[open]?.text !== "{" ? undefined : { open, close };
}

/** Comments and texts that languages with braces have in common. */
export const commonComments: readonly RegExp[] = [/\/\/[^\n]*/y, /\/\*[\s\S]*?\*\//y];
export const commonTexts: readonly RegExp[] = [/"(?:[^"\\\r\n]|\\.)*"/y, /'(?:[^'\\\r\n]|\\.)+'/y];

/** True where the lines of a text stand in the body. */
export function hasInside({ code, tokens }: Tokens, { open, close }: Body, text: string): boolean {
  const found = findLines(code, text);
  return found !== undefined && found.start > (tokens[open]?.at ?? 0) && found.end <= (tokens[close]?.at ?? 0);
}

/** Whether a token has the text anywhere in the code. */
export function hasWord({ tokens }: Tokens, word: string): boolean {
  return tokens.some(({ kind, text }) => kind === "word" && text === word);
}

/**
 * The code with a text as lines of the body, behind the statement before a token; `undefined`: statements share their lines there.
 *
 * @param before the token that follows: of the last statement, or the brace that closes the body
 * @param text indented by one tab for each level
 */
export function insertedBefore(
  source: Tokens,
  { open, close }: Body,
  before: number,
  text: string,
): string | undefined {
  const { code, tokens } = source;
  const [first, next, last, end] = [tokens[open + 1], tokens[before], tokens[before - 1], tokens[close]];
  if (first === undefined || next === undefined || last === undefined || end === undefined) return undefined;
  const closing = indentAt(code, end.at);
  const indent = before === open + 1 && before === close ? undefined : indentAt(code, first.at);
  if (closing === undefined || indentAt(code, next.at) === undefined) return undefined;
  if (before !== open + 1 && indent === undefined) return undefined;
  const at = endOfLine(code, last.end);
  // A comment that goes on behind the line.
  if (at > next.at || /\/\*(?![^\n]*\*\/)/.test(code.slice(last.end, at))) return undefined;
  const isTabbed = closing.includes("\t") || indent?.includes("\t") === true;
  const step = isTabbed ? "\t" : " ".repeat(Math.max((indent ?? "").length - closing.length, 0) || 4);
  const depth = indent ?? `${closing}${step}`;
  const lines = text.split("\n").map((line) => depth + line.replace(/^\t+/, (tabs) => step.repeat(tabs.length)));
  return withLines(code, [{ at, lines }]);
}

/** Indexes of `return` in the body itself: not in the functions in it, which `isFunction` knows by the index of their brace. */
export function returnsIn(
  { tokens, pairs }: Tokens,
  { open, close }: Body,
  isFunction: (open: number) => boolean,
): readonly number[] {
  const found: number[] = [];
  for (let index = open + 1; index < close; index += 1) {
    if (tokens[index]?.text === "{" && isFunction(index)) index = pairs.get(index) ?? index;
    else if (tokens[index]?.kind === "word" && tokens[index]?.text === "return") found.push(index);
  }
  return found;
}

/** Where a body can take one more statement at its end: before its only `return`, which is its last statement, or before its brace. */
export function endOfBody(source: Tokens, body: Body, isFunction: (open: number) => boolean): number | undefined {
  const returns = returnsIn(source, body, isFunction);
  const [only] = returns;
  if (only === undefined) return body.close;
  const own = [...topLevel(source, body.open + 1, body.close)];
  const rest = own.slice(own.indexOf(only));
  const isLast = rest.findIndex((index) => source.tokens[index]?.text === ";") === rest.length - 1;
  return returns.length === 1 && own.includes(only) && isLast ? only : undefined;
}

/** True where a declaration of the body itself binds the name, and nothing else in the body assigns to it: `var name = …`, `T<U> name = …`. */
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
