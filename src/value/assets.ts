/**
 * Assets and archives inside of values: the engine and the SDKs know no secret that is one.
 */
import type { Value } from "./value.ts";

/** True for an asset or an archive, and for what has one inside. */
export function holdsAsset(value: Value): boolean {
  switch (value.kind) {
    case "list":
      return value.items.some(holdsAsset);
    case "map":
      return [...value.entries.values()].some(holdsAsset);
    case "secret":
      return holdsAsset(value.value);
    default:
      return isAsset(value);
  }
}

/** True for an asset or an archive itself. */
export function isAsset({ kind }: Value): boolean {
  return kind === "asset" || kind === "archive";
}
