/**
 * Names of Terraform in the letters that a specification takes.
 */
import type { Path } from "../../../ir/path.ts";
import type { LossLog } from "./loss-log.ts";
import { formatName, freeAttributeName } from "./names.ts";

/**
 * By name of Terraform; those that the format takes stay, and others are numbered where two become one.
 *
 * @param others names of the same level that are taken.
 */
export function wireNames(
  names: readonly string[],
  path: Path,
  losses: LossLog,
  others: Iterable<string> = [],
): ReadonlyMap<string, string> {
  const taken = new Set(others);
  const found = new Map<string, string>();
  const isFree = (name: string): boolean => formatName(name) === name && !taken.has(name);
  for (const name of names.filter(isFree)) {
    taken.add(name);
    found.set(name, name);
  }
  for (const name of names.filter((one) => !found.has(one)).sort()) {
    const free = freeAttributeName(formatName(name), (one) => taken.has(one));
    taken.add(free);
    found.set(name, free);
    losses.add("name", [...path, name], `\`${free}\``);
  }
  return found;
}
