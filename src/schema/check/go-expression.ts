/** Converts a Go regular expression (RE2) to JavaScript. For the features that a `moduleFormat` uses, the syntax is nearly the same. */

export type GoExpression =
  | { readonly kind: "read"; readonly expression: RegExp; readonly groups: number }
  | { readonly kind: "wrong"; readonly why: string }
  /** JavaScript does not accept the expression, but Go may accept it. */
  | { readonly kind: "unknown" };

export function goExpression(pattern: string): GoExpression {
  const plain = pattern.replace(/\\[\s\S]/g, "--").replace(/\[\^?\]?[^\]]*\]/g, "-");
  if (/\(\?(?:[=!]|<[=!])/.test(plain)) return { kind: "wrong", why: "it has a lookahead or lookbehind" };
  const escaped = [...pattern.matchAll(/\\([\s\S]?)/g)].map(([, letter = ""]) => letter);
  if (escaped.includes("")) return { kind: "wrong", why: "it ends with a backslash" };
  const unknown = escaped.find((letter) => /[A-Za-z1-9]/.test(letter) && !/[AbBCdDsSwWzQEpPafnrtvx]/.test(letter));
  if (unknown !== undefined) return { kind: "wrong", why: `it has the escape \\${unknown}` };
  const repeats = [...plain.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].flatMap(([, low, high]) => [
    Number(low),
    Number(high || 0),
  ]);
  if (repeats.some((count) => count > 1000)) return { kind: "wrong", why: "it repeats more than 1000 times" };
  const text = pattern.replaceAll("(?P<", "(?<").replaceAll("\\z", "$").replaceAll("\\A", "^");
  const flags = /^\(\?([ims]+)\)/.exec(text);
  try {
    const expression = new RegExp(text.slice(flags?.[0].length ?? 0), flags?.[1] ?? "");
    const groups = (new RegExp(`${expression.source}|`, expression.flags).exec("")?.length ?? 1) - 1;
    return { kind: "read", expression, groups };
  } catch (error) {
    if (/\\[pPQEa]|\[\[:|\(\?/.test(pattern)) return { kind: "unknown" };
    return { kind: "wrong", why: error instanceof Error ? error.message.replace(/^.*: /, "").toLowerCase() : "" };
  }
}
