/** Redacts secrets in a plugin's logs and messages: secrets that the plugin received or read, and text in the format of a secret. */
import type { EnvironmentVariables } from "../domain/environment.ts";
import { likelySecret, secretParts } from "../value/likely-secrets/hide-secrets.ts";
import { blankForms } from "../value/likely-secrets/secret-texts.ts";
import type { PropertyMap, Value } from "../value/value.ts";

const secretMark = "[secret]";

/** The minimum length of redacted texts. Shorter texts occur in too many words. */
const shortestHidden = 4;

/** The minimum length of redacted environment variables. Shorter values may be common words. */
const shortestVariable = 8;

export class SecretFilter {
  /** The texts to redact, by their first characters, so that one pass finds all of them. */
  readonly #needles = new Map<string, Set<string>>();
  /** Work that is delayed until the first `redact`, because most plugins print nothing. */
  readonly #waiting: (() => void)[] = [];

  /** Adds every text in a secret value, in all encodings in which a plugin may log it. */
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

  addSecretsIn(values: PropertyMap): void {
    for (const value of values.values()) this.#addIn(value);
  }

  /** Adds the secrets in these values. Delays the call of `getValues` until the next `redact`, because it is slow for many resources. */
  addSecretsOf(getValues: () => readonly PropertyMap[]): void {
    this.#waiting.push(() => {
      for (const values of getValues()) this.addSecretsIn(values);
    });
  }

  /** Adds the variables that are secrets or likely secrets, because a plugin may log its environment. */
  addEnvironment(env: EnvironmentVariables, secretVariables: ReadonlySet<string>): void {
    this.#waiting.push(() => {
      for (const [name, value = ""] of Object.entries(env)) {
        const isLikely = value.length >= shortestVariable && likelySecret(name, value) !== undefined;
        if (isLikely || secretVariables.has(name)) this.#addText(value);
      }
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
    for (let position = 0; position + shortestHidden <= text.length; position += 1) {
      const end = this.#matchEnd(text, position);
      // Merge overlapping matches, because a secret may begin inside another one.
      if (end > hidden && position > hidden) {
        redacted += `${text.slice(copied, position)}${secretMark}`;
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

  /** Returns the end of the longest secret that starts at the position, or -1. */
  #matchEnd(text: string, position: number): number {
    let end = -1;
    for (const needle of this.#needles.get(text.slice(position, position + shortestHidden)) ?? []) {
      if (position + needle.length > end && text.startsWith(needle, position)) end = position + needle.length;
    }
    return end;
  }

  #addText(text: string): void {
    for (const secret of new Set([text, ...secretParts(text)])) this.#addForms(secret);
  }

  #addForms(text: string): void {
    const forms = [text, ...jsonForms(text), ...urlForms(text), ...base64Forms(text)];
    // Plugins print multi-line values line by line.
    if (text.includes("\n")) forms.push(...text.split(/\r?\n/));
    for (const form of forms) this.#addNeedle(form);
  }

  #addNeedle(needle: string): void {
    if (needle.length < shortestHidden) return;
    const start = needle.slice(0, shortestHidden);
    const needles = this.#needles.get(start);
    if (needles === undefined) this.#needles.set(start, new Set([needle]));
    else needles.add(needle);
  }
}

/** Returns the text as it appears in JSON, and in JSON inside a JSON string, as JavaScript and Go write them. */
function jsonForms(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const go = json.replace(/[<>&\u2028\u2029]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return [json, go].flatMap((form) => [form, JSON.stringify(form).slice(1, -1)]);
}

/** Returns the URL-encoded forms of the text, as browsers and Go write them. */
function urlForms(text: string): readonly string[] {
  if (/\p{Surrogate}/u.test(text)) return [];
  const component = encodeURIComponent(text);
  const strict = component.replace(/[!'()*]/g, (unit) => `%${unit.charCodeAt(0).toString(16).toUpperCase()}`);
  return [component, strict, strict.replaceAll("%20", "+"), new URLSearchParams({ "": text }).toString().slice(1)];
}

/** Returns the base64 forms of the text, alone and inside a longer text (`user:password`). Leaves out characters that also encode adjacent bytes. */
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
