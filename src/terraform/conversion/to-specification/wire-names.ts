import type { Path } from "../../../ir/path.ts";
import type { LossLog } from "./loss-log.ts";
import { formatName, freeAttributeName } from "./names.ts";

/** Returns valid names by Terraform name. Valid names stay, and duplicates are numbered. `others` are already taken. */
export function wireNames(
  names: readonly string[],
  path: Path,
  losses: LossLog,
  others: Iterable<string> = [],
): ReadonlyMap<string, string> {
  const taken = new Set(others);
  const result = new Map<string, string>();
  const isFree = (name: string): boolean => formatName(name) === name && !taken.has(name);
  for (const name of names.filter(isFree)) {
    taken.add(name);
    result.set(name, name);
  }
  for (const name of names.filter((candidate) => !result.has(candidate)).sort()) {
    const free = freeAttributeName(formatName(name), (candidate) => taken.has(candidate));
    taken.add(free);
    result.set(name, free);
    losses.add("name", [...path, name], `\`${free}\``);
  }
  return result;
}
