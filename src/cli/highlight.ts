/** Syntax highlighting for the terminal. */
import type { Screen } from "./render.ts";

/** Highlights the code. Returns it unchanged without color or grammar. */
export async function highlighted(code: string, grammar: string | undefined, screen: Screen): Promise<string> {
  if (!screen.colour || grammar === undefined) return code;
  const { common, createEmphasize } = await import("emphasize");
  return createEmphasize(common).highlight(grammar, code).value;
}
