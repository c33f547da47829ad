/** Finds assets and archives in values. The engine and SDKs do not support secret assets. */
import type { Value } from "./value.ts";

/** Returns true for an asset or archive, or a value that contains one. */
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

/** Returns true for an asset or archive. */
export function isAsset({ kind }: Value): boolean {
  return kind === "asset" || kind === "archive";
}
