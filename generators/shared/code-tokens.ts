/** Splits source code into tokens: comments and strings are separated from code, and brackets are matched. */

export interface Token {
  readonly kind: "word" | "text" | "mark";
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

/** The syntax of a language. Every regular expression is sticky. */
export interface TokenRules {
  readonly comments: readonly RegExp[];
  /** String literals. If two forms can start with the same characters, the longer one is first. */
  readonly texts: readonly RegExp[];
}

export interface Tokens {
  readonly code: string;
  readonly tokens: readonly Token[];
  /** Index of an opening bracket -> index of the matching closing bracket. */
  readonly pairs: ReadonlyMap<number, number>;
}

const whitespace = /\s+|\ufeff/y;
const codeWord = /[\p{L}\p{N}_$]+/uy;
const closingBrackets: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Splits code into tokens. Returns undefined if a string or bracket is not closed, or if a character is not valid in code. */
export function codeTokens(code: string, { comments, texts }: TokenRules): Tokens | undefined {
  const tokens: Token[] = [];
  const pairs = new Map<number, number>();
  const open: number[] = [];
  let offset = 0;
  while (offset < code.length) {
    const skipped = matchAt([whitespace, ...comments], code, offset);
    if (skipped !== undefined) {
      offset += skipped.length;
      continue;
    }
    const literal = matchAt(texts, code, offset);
    const name = literal === undefined ? matchAt([codeWord], code, offset) : undefined;
    const text = literal ?? name ?? code.charAt(offset);
    const kind = literal !== undefined ? "text" : name !== undefined ? "word" : "mark";
    if (kind === "mark") {
      if (/["'`\\#]/.test(text)) return undefined;
      if (text in closingBrackets) open.push(tokens.length);
      else if (/[)\]}]/.test(text)) {
        const opened = open.pop();
        if (opened === undefined || closingBrackets[tokens[opened]?.text ?? ""] !== text) return undefined;
        pairs.set(opened, tokens.length);
      }
    }
    tokens.push({ kind, text, at: offset, end: offset + text.length });
    offset += text.length;
  }
  return open.length === 0 ? { code, tokens, pairs } : undefined;
}

/** Yields the indexes of the tokens in a range that are not inside brackets. */
export function* topLevel({ tokens, pairs }: Tokens, from: number, to: number): Generator<number> {
  for (let index = from; index < to; index += 1) {
    if (tokens[index] === undefined) return;
    yield index;
    const close = pairs.get(index);
    if (close !== undefined) index = close - 1;
  }
}

/** Returns true if the tokens that start at an index have these texts. String literals never match. */
export function readsAs({ tokens }: Tokens, index: number, texts: readonly string[]): boolean {
  return texts.every((text, offset) => {
    const token = tokens[index + offset];
    return token !== undefined && token.kind !== "text" && token.text === text;
  });
}

/** Returns the indexes where a sequence of tokens with these texts starts. */
export function findAll(code: Tokens, ...texts: readonly string[]): readonly number[] {
  return code.tokens.flatMap((_, index) => (readsAs(code, index, texts) ? [index] : []));
}

function matchAt(forms: readonly RegExp[], code: string, offset: number): string | undefined {
  for (const form of forms) {
    form.lastIndex = offset;
    const [match = ""] = form.exec(code) ?? [];
    if (match !== "") return match;
  }
  return undefined;
}
