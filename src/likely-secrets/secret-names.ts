/**
 * Tells from the name of a value whether the value is a secret: a property, a map key, an environment variable.
 */

import { rememberedByText } from "./remembered-by-text.ts";

/**
 * `sure`: any text under the name is a secret. `likely`: the name may also be that of a reference to a secret, so the text has to look like
 * one.
 */
export type SecretName = "sure" | "likely";

/** Nouns that name a secret as the last word of a name, alone or with a word before it. */
const sureNouns = new Set(["password", "passwd", "passphrase", "passcode", "pwd", "pw", "token"]);
const likelyNouns = new Set(["secret", "credential", "pass", "pat"]);

/** Kinds of keys that are secrets. Other keys are not: of a map, a table, a key pair's public half, a KMS key. */
const sureKeys = new Set(["api", "private", "secret"]);
const likelyKeys = wordSet(
  "access account admin app application auth client cookie consumer deploy encryption hmac ingest ingestion integration jwt license licence master primary secondary server service session shared signature signing storage subscription tls write",
);

/** Kinds of `secret` that no reference is called by. */
const sureSecrets = wordSet("api client consumer hmac jwt oauth session shared signing webhook");

/** Last words that say something about the form of the value, or about its age: `secretString`, `tokenValue`, `passwordOld`. */
const formWords = wordSet(
  "value text plain plaintext data base base64 b64 encoded raw content contents old new current previous wo hash",
);

/** Words with which a name means something else: `publicToken`, `nextToken`, `creationToken`, `imagePullSecret`, `requirePassword`. */
const otherMeanings = wordSet(
  "public next page pagination continuation creation creator idempotency request sync change max min num pull existing force require required generate rotate reset allow enable enabled disable is has use store manage no without",
);

/** Returns how surely a value of this name is a secret; `undefined`: the name says nothing. */
export const secretName = rememberedByText(surenessOf);

function surenessOf(name: string): SecretName | undefined {
  const words = secretNameWords(name);
  while (words.length > 1 && formWords.has(words.at(-1) ?? "")) words.pop();
  if (words.at(-1) === "string" && words.at(-2) !== "connection") words.pop();
  const noun = words.pop() ?? "";
  if (words.some((word) => otherMeanings.has(word))) return undefined;
  const kind = words.at(-1) ?? "";
  if (sureNouns.has(noun)) return "sure";
  if (noun === "key")
    return sureKeys.has(kind) || (kind === "access" && words.at(-2) === "secret")
      ? "sure"
      : likelyKeys.has(kind)
        ? "likely"
        : undefined;
  if (noun === "secret" && sureSecrets.has(kind)) return "sure";
  if (noun === "string") return kind === "connection" ? "likely" : undefined;
  return likelyNouns.has(noun) ? "likely" : undefined;
}

/** Words that are often written as one: `apikey`, `PGPASSWORD`, `authtoken`, `connectionstring`. */
const joinedWords = /^(.+?)(passwords?|passwd|passphrase|secrets?|tokens?|string)$/;
const joinedKey = /^(api|private|secret|access|account|master|shared|signing|encryption)(keys?)$/;

/** Splits at humps and separators. Lower case, without numbers, the last word singular. */
function secretNameWords(name: string): string[] {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .map((word) => (/^(base64|b64)$/i.test(word) ? word : word.replace(/\d+$/, "")).toLowerCase())
    .filter((word) => word !== "");
  const last = words.pop() ?? "";
  const parts = (joinedKey.exec(last) ?? joinedWords.exec(last))?.slice(1) ?? [last];
  return [...words, ...parts].map((word) => word.replace(/^(password|secret|token|credential|key|string)s$/, "$1"));
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}
