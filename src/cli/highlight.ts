/** Syntax highlighting for the terminal. */
import type { Screen } from "./render.ts";

/** Adds terminal colors to the code. Returns the code unchanged if the screen is monochrome or the grammar is undefined. */
export async function highlighted(code: string, grammar: string | undefined, screen: Screen): Promise<string> {
  if (!screen.colour || grammar === undefined) return code;
  const { common, createEmphasize } = await import("emphasize");
  return createEmphasize(common).highlight(grammar, code).value;
}
