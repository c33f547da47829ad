/** Names of a PCL program. All top-level names share one scope (docs/programs.md#pcl). */
import type { Program } from "../../src/ir/program.ts";
import { callsIn, callWord, type NamesInOneScope } from "../shared/calls.ts";
import { heldVariables, heldWords } from "../shared/held.ts";
import { nameTable } from "../shared/names.ts";

/** Values and contextual words of HCL, and root names of the binder. */
const hclWords = ["true", "false", "null", "for", "if", "in", "else", "endif", "endfor", "range", "pulumi", "options"];

const reservedWords: ReadonlySet<string> = new Set(hclWords);

export type Names = NamesInOneScope;

/** Chooses all names. A resource keeps its logical name if it is valid, so that the block needs no `__logicalName`. */
export function solveNames(program: Program): Names {
  const table = nameTable([...hclWords, ...heldWords(program)]);
  const resources = new Map<string, string>(heldVariables(program));
  const taken = new Set<string>(resources.values());
  for (const { id, logicalName } of program.resources) {
    if (!/^[A-Za-z]\w*$/.test(logicalName) || taken.has(logicalName)) continue;
    taken.add(logicalName);
    resources.set(id, table.take(logicalName));
  }
  for (const { id } of program.resources) {
    if (!resources.has(id)) resources.set(id, table.take(id));
  }
  const config = new Map(program.config.map(({ key }) => [key, table.take(hclName(key))]));
  const calls = new Map([...callsIn(program)].map(([key, call]) => [key, table.take(callWord(call))] as const));
  return { resources, config, calls };
}

/** Returns true for a name that HCL accepts without quotes. Non-ASCII names are always quoted. */
export function isHclIdentifier(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name);
}

/** Returns true for an object key that needs no quotes. Reserved words need quotes. */
export function isBareKey(name: string): boolean {
  return isHclIdentifier(name) && !reservedWords.has(name);
}

function hclName(key: string): string {
  const name = key.replace(/[^A-Za-z0-9_]/g, "_");
  return /^[A-Za-z_]/.test(name) ? name : `_${name}`;
}
