/**
 * Code in colours, for a terminal that has them.
 */
import type { Screen } from "./render.ts";

/** Names of grammars that are called otherwise than our languages; PCL has none. */
const grammars: Readonly<Record<string, string>> = { pcl: "" };

/** The code as the screen shows it; without colour it is the code, byte for byte. */
export async function highlighted(code: string, language: string, screen: Screen): Promise<string> {
  const grammar = grammars[language] ?? language;
  if (!screen.colour || grammar === "") return code;
  const { common, createEmphasize } = await import("emphasize");
  return createEmphasize(common).highlight(grammar, code).value;
}
