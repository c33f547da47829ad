/**
 * Code in colours, for a terminal that has them.
 */
import type { Screen } from "./render.ts";

/** The code as the screen shows it; without colour, or without a grammar, it is the code, byte for byte. */
export async function highlighted(code: string, grammar: string | undefined, screen: Screen): Promise<string> {
  if (!screen.colour || grammar === undefined) return code;
  const { common, createEmphasize } = await import("emphasize");
  return createEmphasize(common).highlight(grammar, code).value;
}
