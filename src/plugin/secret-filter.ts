/**
 * The secrets that were sent to a plugin, blanked out of whatever text comes back from it.
 */
import type { Value } from "../value/value.ts";

/** Shorter texts would blank out half of every message, and protect little. */
const shortest = 4;

/** Lives as long as the connection that the secrets went over. */
export class SecretFilter {
  readonly #needles = new Set<string>();
  #sorted: readonly string[] | undefined;

  /** Remembers every string in a secret value: as it is, as in JSON text, and in base64. */
  add(secret: Value): void {
    switch (secret.kind) {
      case "string":
        this.#addText(secret.value);
        return;
      case "bytes":
        this.#addNeedle(Buffer.from(secret.value).toString("base64"));
        return;
      case "number":
        this.#addText(String(secret.value));
        return;
      case "list":
        for (const item of secret.items) this.add(item);
        return;
      case "map":
        for (const value of secret.entries.values()) this.add(value);
        return;
      case "secret":
        this.add(secret.value);
        return;
      case "output":
        if (secret.value !== undefined) this.add(secret.value);
        return;
      case "asset":
        if (secret.source.from === "text") this.#addText(secret.source.text);
        return;
      case "null":
      case "boolean":
      case "archive":
      case "resource":
      case "unknown":
        return;
    }
  }

  redact(text: string): string {
    if (this.#needles.size === 0) return text;
    this.#sorted ??= [...this.#needles].sort((a, b) => b.length - a.length);
    return this.#sorted.reduce((result, needle) => result.replaceAll(needle, "[secret]"), text);
  }

  #addText(text: string): void {
    this.#addNeedle(text);
    this.#addNeedle(JSON.stringify(text).slice(1, -1));
    this.#addNeedle(Buffer.from(text).toString("base64").replace(/=+$/, ""));
    // Plugins print values of several lines a line at a time.
    if (text.includes("\n")) for (const line of text.split(/\r?\n/)) this.#addNeedle(line);
  }

  #addNeedle(text: string): void {
    if (text.length < shortest || this.#needles.has(text)) return;
    this.#needles.add(text);
    this.#sorted = undefined;
  }
}
