/** Answers of pure functions that are asked the same again and again: an estate has few names, and repeats most texts. */

/** Texts whose answers one function keeps. The texts of further ones are asked anew: memory has a bound. */
const textsRemembered = 20_000;

/** Returns the function with its answers kept. */
export function rememberedByText<Answer>(ask: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, { readonly answer: Answer }>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found.answer;
    const answer = ask(text);
    if (known.size < textsRemembered) known.set(text, { answer });
    return answer;
  };
}
