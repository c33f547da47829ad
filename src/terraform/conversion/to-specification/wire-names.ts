import type { Path } from "../../../ir/path.ts";
import type { LossLog } from "./loss-log.ts";
import { formatName, freeAttributeName } from "./names.ts";

/** Returns valid names by Terraform name. Valid names stay, and duplicates are numbered. `reservedNames` are already taken. */
export function wireNames(
  names: readonly string[],
  path: Path,
  losses: LossLog,
  reservedNames: Iterable<string> = [],
): ReadonlyMap<string, string> {
  const usedNames = new Set(reservedNames);
  const result = new Map<string, string>();
  const isFree = (name: string): boolean => formatName(name) === name && !usedNames.has(name);
  for (const name of names.filter(isFree)) {
    usedNames.add(name);
    result.set(name, name);
  }
  for (const name of names.filter((candidate) => !result.has(candidate)).sort()) {
    const free = freeAttributeName(formatName(name), (candidate) => usedNames.has(candidate));
    usedNames.add(free);
    result.set(name, free);
    losses.add("name", [...path, name], `\`${free}\``);
  }
  return result;
}
