/** Reports values of `--config` that are encrypted although the schema does not mark them as secret. */
import type { Diagnostic } from "../diagnostic.ts";
import type { LinkedImport } from "../import/link-import.ts";

/** Returns a note for each such value, in the order of the configuration. */
export function likelyConfigSecrets({ config }: Pick<LinkedImport, "config">): readonly Diagnostic[] {
  return [...config].flatMap(([key, { likely }]) => {
    if (likely === undefined) return [];
    const why =
      likely.by === "form" ? `it looks like a secret (${likely.of})` : "its name looks like the name of a secret";
    const message = `${key} is encrypted: ${why}. If it is not secret, add --not-secret ${key}`;
    return [{ severity: "note" as const, where: "--config", message }];
  });
}
