/**
 * Blanks the secrets that a plugin was sent, or read, out of every text that it returns, and other secrets of a known form.
 */
import { likelySecret, secretParts } from "../likely-secrets/hide-secrets.ts";
import { blankForms } from "../likely-secrets/secret-texts.ts";
import type { PropertyMap, Value } from "../value/value.ts";

const secretMark = "[secret]";

/** Shorter texts are part of too many words to be blanked. */
const shortestBlanked = 4;

/** Shorter variables may be words that a log has by chance: their names alone call them secrets. */
const shortestVariable = 8;

/** Lives as long as the connection that the secrets went over. */
export class SecretFilter {
  /** The texts to blank, by their first characters: one pass over a text finds all of them. */
  readonly #needles = new Map<string, Set<string>>();
  /** Work that the first call of `redact` does: most plugins write nothing, and need no list of secrets. */
  readonly #waiting: (() => void)[] = [];

  /** Remembers every text in a secret value, in the forms that libraries write requests into logs in. */
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

  /** Remembers what is secret in these values. */
  addSecretsIn(values: PropertyMap): void {
    for (const value of values.values()) this.#addIn(value);
  }

  /** Remembers the secrets in these values. `valuesOf` is called at the next `redact`, because it is slow for large estates. */
  addSecretsOf(valuesOf: () => readonly PropertyMap[]): void {
    this.#waiting.push(() => {
      for (const values of valuesOf()) this.addSecretsIn(values);
    });
  }

  /** Remembers the variables that are likely secrets: a plugin may write its environment into its log. */
  addEnvironment(env: Readonly<Record<string, string | undefined>>): void {
    this.#waiting.push(() => {
      for (const [name, value = ""] of Object.entries(env))
        if (value.length >= shortestVariable && likelySecret(name, value) !== undefined) this.#addText(value);
    });
  }

  redact(text: string): string {
    for (const add of this.#waiting.splice(0)) add();
    return blankForms(this.#needles.size === 0 ? text : this.#withoutNeedles(text), secretMark);
  }

  #withoutNeedles(text: string): string {
    let redacted = "";
    let copied = 0;
    let hidden = -1;
    for (let at = 0; at + shortestBlanked <= text.length; at += 1) {
      const end = this.#endAt(text, at);
      // Texts that overlap become one blank: a secret may begin inside another one.
      if (end > hidden && at > hidden) {
        redacted += `${text.slice(copied, at)}${secretMark}`;
      }
      if (end > hidden) {
        hidden = end;
        copied = end;
      }
    }
    return redacted + text.slice(copied);
  }

  #addIn(value: Value): void {
    if (value.kind === "secret") this.add(value.value);
    else if (value.kind === "list") for (const item of value.items) this.#addIn(item);
    else if (value.kind === "map") this.addSecretsIn(value.entries);
    else if (value.kind === "output" && value.value !== undefined) this.#addIn(value.value);
  }

  /** Where the longest secret that begins there ends; -1: none does. */
  #endAt(text: string, at: number): number {
    let end = -1;
    for (const needle of this.#needles.get(text.slice(at, at + shortestBlanked)) ?? []) {
      if (at + needle.length > end && text.startsWith(needle, at)) end = at + needle.length;
    }
    return end;
  }

  /** Remembers a text, and the parts of it that are secrets by themselves. */
  #addText(text: string): void {
    for (const secret of new Set([text, ...secretParts(text)])) this.#addForms(secret);
  }

  #addForms(text: string): void {
    const forms = [text, ...jsonForms(text), ...urlForms(text), ...base64Forms(text)];
    // Plugins print values of several lines a line at a time.
    if (text.includes("\n")) forms.push(...text.split(/\r?\n/));
    for (const form of forms) this.#addNeedle(form);
  }

  #addNeedle(needle: string): void {
    if (needle.length < shortestBlanked) return;
    const start = needle.slice(0, shortestBlanked);
    const known = this.#needles.get(start);
    if (known === undefined) this.#needles.set(start, new Set([needle]));
    else known.add(needle);
  }
}

/** Inside of JSON text, inside of JSON text in JSON text, and as Go writes both. */
function jsonForms(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const go = json.replace(/[<>&\u2028\u2029]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return [json, go].flatMap((form) => [form, JSON.stringify(form).slice(1, -1)]);
}

/** As part of an address, and of a form, as browsers and as Go write them. */
function urlForms(text: string): readonly string[] {
  if (/\p{Surrogate}/u.test(text)) return [];
  const component = encodeURIComponent(text);
  const strict = component.replace(/[!'()*]/g, (unit) => `%${unit.charCodeAt(0).toString(16).toUpperCase()}`);
  return [component, strict, strict.replaceAll("%20", "+"), new URLSearchParams({ "": text }).toString().slice(1)];
}

/**
 * Returns the base64 forms of a text, alone and inside of longer text (`user:password`), without the ends that depend on its neighbours.
 */
function base64Forms(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const whole = bytes.toString("base64").replace(/=+$/, "");
  const inside = [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    return encoded.slice(shift === 0 ? 0 : shift + 1, (bytes.length + shift) % 3 === 0 ? undefined : -1);
  });
  return [whole, ...inside].flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
}
