/**
 * Names of Terraform in the letters that a specification takes.
 */
import type { Path } from "../../../ir/path.ts";
import type { LossLog } from "./loss-log.ts";
import { firstFree, identifier } from "./names.ts";

/** By name of Terraform; those that the format takes stay, and others are numbered where two become one. */
export function wireNames(names: readonly string[], path: Path, losses: LossLog): ReadonlyMap<string, string> {
  const taken = new Set(names.filter((name) => identifier(name) === name));
  const found = new Map([...taken].map((name) => [name, name]));
  for (const name of names.filter((one) => !taken.has(one)).sort()) {
    const free = firstFree(identifier(name), (one) => taken.has(one));
    taken.add(free);
    found.set(name, free);
    losses.add("name", [...path, name], `\`${free}\``);
  }
  return found;
}
