import type { JsonObject } from "../../../value/json/object.ts";
import type { Path } from "../../../value/path.ts";
import type { LossLog } from "./loss-log.ts";
import { formatName, freeAttributeName } from "./names.ts";

/**
 * Returns a unique, valid name for each key of `members`, in the same order. Keeps keys that are valid names. Does not use names in `reservedNames`.
 */
export function wireNames(
  members: JsonObject,
  path: Path,
  losses: LossLog,
  reservedNames: Iterable<string> = [],
): ReadonlyMap<string, string> {
  const names = Object.keys(members);
  const usedNames = new Set(reservedNames);
  const result = new Map(names.map((name) => [name, ""]));
  const isFree = (name: string): boolean => formatName(name) === name && !usedNames.has(name);
  for (const name of names.filter(isFree)) {
    usedNames.add(name);
    result.set(name, name);
  }
  for (const name of names.filter((candidate) => result.get(candidate) === "").sort()) {
    const free = freeAttributeName(formatName(name), (candidate) => usedNames.has(candidate));
    usedNames.add(free);
    result.set(name, free);
    losses.add("name", [...path, name], `\`${free}\``);
  }
  return result;
}
