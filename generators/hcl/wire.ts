/** Requires the providers of a printed file in the user's program. A program must not require a provider twice. */
import type { AppendedProgram, ChangedFile, UserProgramFolder } from "../generator.ts";
import { insertCodeLines } from "../shared/code-lines.ts";
import { terraformBlock } from "./blocks.ts";
import { declaredProviders } from "./required-providers.ts";

/** Adds a `terraform` block with the missing providers to the end of `main.tf`. Returns undefined without this file. */
export async function wireHcl(
  { program }: AppendedProgram,
  { folder }: UserProgramFolder,
): Promise<ChangedFile | undefined> {
  const file = "main.tf";
  const before = await folder.text(file);
  if (before === undefined) return undefined;
  const declared = await declaredProviders(folder);
  const block = terraformBlock([...program.packages.values()].filter(({ name }) => !declared.has(name)));
  if (block === undefined) return { file, before, text: before };
  const separator = before.trim() === "" ? [] : [""];
  const lines = [...separator, ...block.trimEnd().split("\n")];
  return { file, before, text: insertCodeLines(before, [{ at: before.length, lines }]) };
}
