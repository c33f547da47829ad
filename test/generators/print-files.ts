/** Splits a program into files, and writes them to a folder. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { GeneratedFile } from "../../generators/generator.ts";
import type { Program } from "../../src/ir/program.ts";
import { type Layout, splitProgram } from "../../src/ir/split-program.ts";
import { loadGenerator } from "./generator-of.ts";

export type Cut = Exclude<Layout, "single">;

export const cuts: readonly Cut[] = ["per-type", "per-parent"];

/** @returns the paths of the written files */
export async function printFiles(
  folder: string,
  program: Program,
  language: string,
  layout: Cut,
): Promise<readonly GeneratedFile[]> {
  const files = await (await loadGenerator(language)).print(program, { parts: splitProgram(program, layout) });
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return files;
}
