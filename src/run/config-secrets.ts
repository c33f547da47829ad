/**
 * Reports the values of `--config` that are encrypted though no schema marks them.
 */
import type { Diagnostic } from "../diagnostic.ts";
import type { LinkedImport } from "../import/link-import.ts";

/** Returns a note for each value, in the order of the configuration. */
export function likelyConfigSecrets({ config }: Pick<LinkedImport, "config">): readonly Diagnostic[] {
  return [...config].flatMap(([key, { likely }]) => {
    if (likely === undefined) return [];
    const why = likely.by === "form" ? `it has ${likely.of}` : "its name says that it is a secret";
    const message = `${key} is encrypted: ${why}. If it is not one, add --not-secret ${key}`;
    return [{ severity: "note" as const, where: "--config", message }];
  });
}
