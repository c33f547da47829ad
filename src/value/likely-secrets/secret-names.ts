/**
 * `sure` means that every text with this name is a secret. `likely` means that the text must also look like a secret, because it can be a reference
 * to one.
 */
export type SecretName = "sure" | "likely";

/** Words at the end of names of secrets. */
const sureNouns = new Set(["password", "passwd", "passphrase", "passcode", "pwd", "pw", "token"]);
const likelyNouns = new Set(["secret", "credential", "pass", "pat"]);

/** Words before `key` in names of secrets. Without such a word, a key is not a secret, for example a map key, a public key, or a KMS key. */
const sureKeys = new Set(["api", "private", "secret"]);
const likelyKeys = wordSet(
  "access account admin app application auth client cookie consumer deploy encryption hmac ingest ingestion integration jwt license licence master primary secondary server service session shared signature signing storage subscription tls write",
);

/** Words before `secret` that show that the value is a secret, not a reference to one. */
const sureSecrets = wordSet("api client consumer hmac jwt oauth session shared signing webhook");

/** Words at the end of names that describe the form or the age of the value: `secretString`, `tokenValue`, `passwordOld`. They are ignored. */
const formWords = wordSet(
  "value text plain plaintext data base base64 b64 encoded raw content contents old new current previous wo hash",
);

/** Words that show that a value is not a secret: `publicToken`, `nextToken`, `creationToken`, `imagePullSecret`, `requirePassword`. */
const otherMeanings = wordSet(
  "public next page pagination continuation creation creator idempotency request sync change max min num pull existing force require required generate rotate reset allow enable enabled disable is has use store manage no without",
);

/** Returns how certain it is that a value with this name is a secret. Returns undefined if the name does not indicate a secret. */
export const secretName = rememberedByText(classifyName);

function classifyName(name: string): SecretName | undefined {
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

/** Words that are often written together: `apikey`, `PGPASSWORD`, `authtoken`, `connectionstring`. */
const joinedWords = /^(.+?)(passwords?|passwd|passphrase|secrets?|tokens?|string)$/;
const joinedKey = /^(api|private|secret|access|account|master|shared|signing|encryption)(keys?)$/;

/**
 * Splits a name in camel case or with separators into words. Converts them to lowercase, removes digits at their ends, and converts the last word to
 * singular.
 */
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

/** Maximum number of results that a function remembers. */
const maxResults = 20_000;

/** Returns a function that caches the results of `compute`, which must be a pure function, for texts that occur often. */
export function rememberedByText<Result>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, { readonly result: Result }>();
  return (text) => {
    const remembered = results.get(text);
    if (remembered !== undefined) return remembered.result;
    const result = compute(text);
    if (results.size < maxResults) results.set(text, { result });
    return result;
  };
}
