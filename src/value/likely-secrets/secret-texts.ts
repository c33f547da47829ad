/** Recognizes texts that are secrets whatever their names are, and texts that can be secrets if they have the name of a secret. */
import type { SecretName } from "./secret-names.ts";

const formats: readonly (readonly [form: string, pattern: RegExp])[] = (
  [
    [
      "a private key",
      /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]+-----|$)|\bAGE-SECRET-KEY-1[A-Z0-9]{58}\b/,
    ],
    ["a JSON web token", /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{10,}/],
    ["a GitHub token", /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{22,})/],
    ["a GitLab token", /\bgl(?:pat|rt|dt|ptt|oas)-[\w-]{20,}/],
    ["a Slack token", /\bxox[abeoprs]-[\w-]{10,}|\bxapp-\d-[\w-]{10,}/],
    ["a Slack webhook", /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/]{20,}/],
    ["a Stripe key", /\b(?:[sr]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,}/],
    ["a SendGrid key", /\bSG\.[\w-]{16,}\.[\w-]{16,}/],
    ["an npm token", /\bnpm_[A-Za-z0-9]{36}\b/],
    ["a PyPI token", /\bpypi-AgE[\w-]{50,}/],
    ["a Docker token", /\bdckr_(?:pat|oat)_[\w-]{20,}/],
    ["a HashiCorp Vault token", /\bhv[sbr]\.[\w-]{24,}/],
    ["a Pulumi token", /\bpul-[0-9a-f]{40}\b/],
    ["a DigitalOcean token", /\bdo[oprt]_v1_[0-9a-f]{64}\b/],
    ["a Databricks token", /\bdapi[0-9a-f]{32}\b/],
    ["a Shopify token", /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b/],
    ["an Atlassian token", /\bATATT3x[\w=-]{50,}/],
    ["a Google API key", /\bAIza[\w-]{35}\b/],
    ["an OpenAI or Anthropic API key", /\bsk-(?:ant-|proj-|svcacct-)?[\w-]{32,}/],
    ["a bearer token", /\bBearer\s+([\w.~+/-]{16,}=*)/],
  ] as const
).map(([form, pattern]) => [form, new RegExp(pattern, "g")]);

/** The length of the shortest Slack token. All other formats are longer. */
const shortestFormat = 15;

/** Matches any format, to reject most texts in one pass. */
const anyFormat = new RegExp(formats.map(([, pattern]) => pattern.source).join("|"));

/**
 * Matches the password in a URL (`postgres://user:password@host`), or in an address of Go's MySQL driver (`user:password@tcp(host)`). Limits lengths,
 * so that matching takes linear time.
 */
const userInfo =
  /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/?#:@]*:([^\s/?#@]+)@|\b[\w.-]{1,64}:([^\s@:/]+)@(?:tcp|udp|unix)\(/gi;

/** The names of secret members in connection strings, and of secret parameters in URLs. */
const memberNames =
  "(?:password|passwd|pwd|account ?key|shared ?access ?key|shared ?access ?signature|sig|client_secret|access_token|api_?key|token|secret)";
const memberPatterns = [
  new RegExp(`(?:^|[;?&\\s])${memberNames}\\s?=\\s?("[^"]+"|'[^']+'|[^;&\\s]+)`, "gi"),
  // Redis: `host:6380,password=…,ssl=True`.
  new RegExp(`,\\s?${memberNames}=([^,;&\\s]+)`, "gi"),
] as const;

/** A secret in a text, with its recognized form. */
export interface FormedSecret {
  readonly form: string;
  readonly text: string;
}

/** Returns true if the text contains a secret in one of the formats. */
export function hasSecretFormat(text: string): boolean {
  return text.length >= shortestFormat && anyFormat.test(text);
}

/** Finds secrets by their forms. The most certain ones come first. */
export function* formedSecrets(text: string): Generator<FormedSecret> {
  if (text.length < 8) return;
  for (const [form, pattern] of hasSecretFormat(text) ? formats : [])
    for (const [match, secret = match] of text.matchAll(pattern)) yield { form, text: secret };
  if (isOneWord(text)) return;
  for (const [, inAddress, password = inAddress ?? ""] of text.matchAll(userInfo))
    if (!isStandIn(password)) yield { form: "an address with a password", text: password };
  yield* basicCredentials(text);
  const isParts =
    /^\s*(?:(?:[a-z][a-z0-9+.-]*:)+\/\/\S+|\w[\w ]*=[^;]*(?:;|\s\w+=)|[\w.-]+(?::\d+)?,[\w ]+=)/i.test(text) &&
    !text.includes("\n");
  if (isParts)
    for (const value of secretMembers(text)) yield { form: "a connection string with a password", text: value };
}

/** Returns true if the text is a single word, such as a name, a number, or a date. */
export function isOneWord(text: string): boolean {
  return /^[\w.-]*$/.test(text);
}

const basic = /\bBasic\s+([A-Za-z0-9+/]{8,}={0,2})/g;

function* basicCredentials(text: string): Generator<FormedSecret> {
  for (const [, encoded = ""] of text.matchAll(basic)) {
    const password = passwordOf(encoded);
    if (password === undefined) continue;
    for (const secret of [encoded, password]) yield { form: "HTTP credentials", text: secret };
  }
}

/** Returns the password in base64-encoded credentials (`user:password`). */
function passwordOf(encoded: string): string | undefined {
  return /^[\x20-\x7e]*?:([\x20-\x7e]+)$/.exec(Buffer.from(encoded, "base64").toString("latin1"))?.[1];
}

/** Returns the secret values in a connection string, such as the value of `password`. */
function secretMembers(text: string): readonly string[] {
  const all = memberPatterns.flatMap((pattern) => [...text.matchAll(pattern)]);
  return all.flatMap(([, value = ""]) =>
    value.length >= 4 && !isStandIn(value) && !isReference(value) ? [value.replace(/^(["'])(.*)\1$/, "$2")] : [],
  );
}

/** Replaces secrets with a known form in a log message, even in the middle of a sentence. */
export function blankForms(text: string, blank: string): string {
  const blankLast = (match: string, secret = match): string => {
    const start = match.lastIndexOf(secret);
    return `${match.slice(0, start)}${blank}${match.slice(start + secret.length)}`;
  };
  const isOpen = (secret: string): boolean => canBeSecret(secret, "sure", true);
  const blanked = (hasSecretFormat(text) ? formats : []).reduce(
    (shown, [, pattern]) =>
      shown.replace(pattern, (match, secret) => blankLast(match, typeof secret === "string" ? secret : match)),
    text,
  );
  const blankOpen = (match: string, first: string | undefined, second: string | number | undefined): string => {
    const secret = first ?? String(second ?? "");
    return isOpen(secret) ? blankLast(match, secret) : match;
  };
  return [userInfo, ...memberPatterns]
    .reduce((shown, pattern) => shown.replace(pattern, blankOpen), blanked)
    .replace(basic, (match, encoded: string) =>
      passwordOf(encoded) === undefined ? match : blankLast(match, encoded),
    );
}

/**
 * Returns true if a text can be a secret.
 *
 * @param isData true if the user chose the name. A schema property called `secret` often refers to another object, so its text must also look like a
 * secret
 */
export function canBeSecret(text: string, name: SecretName, isData: boolean): boolean {
  const trimmed = text.trim();
  if (trimmed === "" || isStandIn(trimmed) || isReference(trimmed) || isSetting(trimmed)) return false;
  if (name === "sure") return true;
  return isData || (!isWords(trimmed) && trimmed.length >= 8);
}

/** Returns true if the text is a template placeholder (`${PASSWORD}`) or a mask (`***`). */
function isStandIn(text: string): boolean {
  return (
    /^(?:\$\{.*\}|\$\(.*\)|\$\w+|\{\{.*\}\}|\{\w*\}|<.*>|%\w+%|%[sdv]|\[.*\]|\(.*\)|[*•.]+|x{3,}|:+)$/is.test(text) ||
    /^(?:redacted|hidden|masked|sensitive|change-?me|placeholder-to-be-replaced)$/i.test(text)
  );
}

/** Returns true if the text is a reference to a secret, or the public half of a key pair. */
function isReference(text: string): boolean {
  if (
    /^(?:arn:|urn:|projects\/|subscriptions\/|alias\/|@Microsoft\.KeyVault\(|ref\+|(?:vault|ssm|secretsmanager|sm|op|azurekeyvault|gcpsm|file):)/i.test(
      text,
    )
  )
    return true;
  if (/^(?:ssh-|ecdsa-|sk-ssh-|-----BEGIN (?:[A-Z0-9]+ )*(?:PUBLIC KEY|CERTIFICATE))/.test(text)) return true;
  if (/^A(?:KIA|SIA|ROA|IDA)[A-Z0-9]{16}$/.test(text)) return true;
  // `formedSecrets` finds secrets in URLs.
  if (/^[a-z][a-z0-9+.-]*:\/\/\S*$/i.test(text)) return true;
  if (!/^(?:~|\.{1,2})?\/?(?:[\w.@-]+\/)*[\w.@-]*$/.test(text) || !text.includes("/")) return false;
  // Base64 can contain slashes too, so the parts of a path must look like words.
  const isRooted = /^[~./]/.test(text);
  return text
    .split(/[/.]/)
    .every((part) => isWords(part) || (isRooted && part.length < 20 && !/[A-Z].*\d|\d.*[A-Z]/.test(part)));
}

/** Returns true if the text is the value of a setting, such as a flag, a number with a unit, or a date. */
function isSetting(text: string): boolean {
  return (
    /^(?:true|false|yes|no|on|off|none|null|nil|undefined|enabled|disabled|required|optional|auto|default|any|all|always|never)$/i.test(
      text,
    ) ||
    /^\d{1,3}$|^\d+(?:\.\d+)?\s?(?:ms|s|m|h|d|w|y|sec|min|hours?|days?|weeks?|years?|[kmgt]i?b?)$/i.test(text) ||
    /^\d{4}-\d\d-\d\d(?:[T ]|$)/.test(text)
  );
}

/** Returns true if the text consists of words and short numbers with separators, like a name. */
export function isWords(text: string): boolean {
  return text
    .split(/[-_./: ]+/)
    .every((word) => /^(?:[A-Za-z]?[a-z]*|[A-Z]+|v?\d{1,4}|[A-Za-z0-9]{1,3})$/.test(word) || isHumps(word));
}

function isHumps(word: string): boolean {
  return /^[A-Z]?[a-z]{2,}(?:[A-Z][a-z]{2,})*$/.test(word);
}

/** Matches assignments in scripts, and settings in files: `export NAME=value`, `name: value`. */
const assignmentPattern =
  /^\s*(?:(?:export|set|setx|ENV|ARG|declare -x)\s+|-\s+)?["']?([A-Za-z_][\w.-]{1,60})["']?\s*[=:]\s*(?:"([^"]*)"|'([^']*)'|(\S+))/;

/** Matches command flags with values: `--db-password=VALUE`, `-Ddb.password=VALUE`, `--password VALUE`. */
const commandFlag = /(?:^|\s)--?([A-Za-z][\w.-]{1,60})(?:=|(\s+)(?!-))(?:"([^"]*)"|'([^']*)'|(\S+))/g;

/** Returns the name of a flag that is written without a value. Its value may be the next argument. */
export function flagName(text: string): string | undefined {
  return /^--?([A-Za-z][\w.-]{1,60})$/.exec(text)?.[1];
}

function flagValuesIn(text: string): readonly (readonly [name: string, value: string])[] {
  if (!/(?:^|\s)-/.test(text)) return [];
  return [...text.matchAll(commandFlag)].flatMap(([, name = "", space, ...values]) => {
    const value = values.find((candidate) => candidate !== undefined) ?? "";
    // Skip ordinary words after a flag, because the text may be a sentence.
    return space !== undefined && isWords(value.replace(/[,.;:!?)]+$/, "")) ? [] : [[name, value] as const];
  });
}

/** Returns the names and values of assignments and flags in a text. */
export function assignments(text: string): readonly (readonly [name: string, value: string])[] {
  return [...lineAssignments(text), ...flagValuesIn(text)];
}

function lineAssignments(text: string): readonly (readonly [name: string, value: string])[] {
  if (!/[=:](?!\/\/)/.test(text)) return [];
  return text.split(/\r?\n|\s*&&\s*/).flatMap((line) => {
    const [, name, ...values] = assignmentPattern.exec(line) ?? [];
    const value = values.find((candidate) => candidate !== undefined);
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
}
