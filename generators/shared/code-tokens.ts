/**
 * Splits source code into tokens, as far as is needed to find a place in it: comments and texts are kept apart from code, and brackets are matched.
 */

export interface Token {
  readonly kind: "word" | "text" | "mark";
  readonly text: string;
  /** Offsets into the code. */
  readonly at: number;
  readonly end: number;
}

/** The forms of a language; every expression is sticky. */
export interface TokenRules {
  /** Comments. */
  readonly comments: readonly RegExp[];
  /** Literals in quotes, the longest form first. */
  readonly texts: readonly RegExp[];
}

export interface Tokens {
  readonly code: string;
  readonly tokens: readonly Token[];
  /** Index of an opening bracket -> index of the one that closes it. */
  readonly pairs: ReadonlyMap<number, number>;
}

const whitespace = /\s+|\ufeff/y;
const codeWord = /[\p{L}\p{N}_$]+/uy;
const closingBrackets: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Returns the tokens; `undefined`: a quote is not closed, brackets do not match, or a character stands where no code has it. */
export function codeTokens(code: string, { comments, texts }: TokenRules): Tokens | undefined {
  const tokens: Token[] = [];
  const pairs = new Map<number, number>();
  const open: number[] = [];
  let at = 0;
  while (at < code.length) {
    const skipped = matchAt([whitespace, ...comments], code, at);
    if (skipped !== undefined) {
      at += skipped.length;
      continue;
    }
    const literal = matchAt(texts, code, at);
    const name = literal === undefined ? matchAt([codeWord], code, at) : undefined;
    const text = literal ?? name ?? code.charAt(at);
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
    tokens.push({ kind, text, at, end: at + text.length });
    at += text.length;
  }
  return open.length === 0 ? { code, tokens, pairs } : undefined;
}

/** The tokens from an index on whose brackets are closed as a whole: those inside are left out. */
export function* topLevel({ tokens, pairs }: Tokens, from: number, to: number): Generator<number> {
  for (let index = from; index < to; index += 1) {
    if (tokens[index] === undefined) return;
    yield index;
    const close = pairs.get(index);
    if (close !== undefined) index = close - 1;
  }
}

/** True where the tokens from an index on have these texts. */
export function readsAs({ tokens }: Tokens, index: number, texts: readonly string[]): boolean {
  return texts.every((text, offset) => {
    const token = tokens[index + offset];
    return token !== undefined && token.kind !== "text" && token.text === text;
  });
}

/** Each index at which tokens with these texts begin. */
export function findAll(code: Tokens, ...texts: readonly string[]): readonly number[] {
  return code.tokens.flatMap((_, index) => (readsAs(code, index, texts) ? [index] : []));
}

function matchAt(forms: readonly RegExp[], code: string, at: number): string | undefined {
  for (const form of forms) {
    form.lastIndex = at;
    const [found = ""] = form.exec(code) ?? [];
    if (found !== "") return found;
  }
  return undefined;
}
