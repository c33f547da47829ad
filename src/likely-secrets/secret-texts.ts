/**
 * Tells from a text whether it can be a secret under a secret's name, and whether it is one under any name.
 */
import type { SecretName } from "./secret-names.ts";

/** Texts of a known form that are secrets whatever their name is. */
const formats: readonly (readonly [form: string, pattern: RegExp])[] = (
  [
    [
      "a private key",
      /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]+-----|$)|\bAGE-SECRET-KEY-1[A-Z0-9]{58}\b/,
    ],
    ["a JSON web token", /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{10,}/],
    ["a token of GitHub", /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{22,})/],
    ["a token of GitLab", /\bgl(?:pat|rt|dt|ptt|oas)-[\w-]{20,}/],
    ["a token of Slack", /\bxox[abeoprs]-[\w-]{10,}|\bxapp-\d-[\w-]{10,}/],
    ["a webhook of Slack", /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/]{20,}/],
    ["a key of Stripe", /\b(?:[sr]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,}/],
    ["a key of SendGrid", /\bSG\.[\w-]{16,}\.[\w-]{16,}/],
    ["a token of npm", /\bnpm_[A-Za-z0-9]{36}\b/],
    ["a token of PyPI", /\bpypi-AgE[\w-]{50,}/],
    ["a token of Docker", /\bdckr_(?:pat|oat)_[\w-]{20,}/],
    ["a token of HashiCorp Vault", /\bhv[sbr]\.[\w-]{24,}/],
    ["a token of Pulumi", /\bpul-[0-9a-f]{40}\b/],
    ["a token of DigitalOcean", /\bdo[oprt]_v1_[0-9a-f]{64}\b/],
    ["a token of Databricks", /\bdapi[0-9a-f]{32}\b/],
    ["a token of Shopify", /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b/],
    ["a token of Atlassian", /\bATATT3x[\w=-]{50,}/],
    ["a key of Google", /\bAIza[\w-]{35}\b/],
    ["a key of OpenAI or Anthropic", /\bsk-(?:ant-|proj-|svcacct-)?[\w-]{32,}/],
    ["a bearer token", /\bBearer\s+([\w.~+/-]{16,}=*)/],
  ] as const
).map(([form, pattern]) => [form, new RegExp(pattern, "g")]);

/** The length of the shortest token of Slack. Every other format is longer. */
const shortestFormat = 15;

/** Most texts have none of the forms: one pass tells. */
const anyFormat = new RegExp(formats.map(([, pattern]) => pattern.source).join("|"));

/**
 * A user with a password in an address: `postgres://user:password@host`, and of Go's MySQL driver `user:password@tcp(host)`. The
 * lengths are bounded, so that a long text takes no longer than it is.
 */
const userInfo =
  /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/?#:@]*:([^\s/?#@]+)@|\b[\w.-]{1,64}:([^\s@:/]+)@(?:tcp|udp|unix)\(/gi;

/** Members of connection strings, and parameters of addresses, that are secrets. */
const memberNames =
  "(?:password|passwd|pwd|account ?key|shared ?access ?key|shared ?access ?signature|sig|client_secret|access_token|api_?key|token|secret)";
const memberPatterns = [
  new RegExp(`(?:^|[;?&\\s])${memberNames}\\s?=\\s?("[^"]+"|'[^']+'|[^;&\\s]+)`, "gi"),
  // Of Redis: `host:6380,password=…,ssl=True`.
  new RegExp(`,\\s?${memberNames}=([^,;&\\s]+)`, "gi"),
] as const;

/** A secret of a known form in a text. */
export interface FormedSecret {
  /** The kind of secret that the text is, or has inside. */
  readonly form: string;
  /** The secret alone. */
  readonly text: string;
}

/** Returns true if the text contains a secret in one of the known formats. */
export function hasForm(text: string): boolean {
  return text.length >= shortestFormat && anyFormat.test(text);
}

/** Finds secrets by their forms, the surest first. */
export function* formedSecrets(text: string): Generator<FormedSecret> {
  if (text.length < 8) return;
  for (const [form, pattern] of hasForm(text) ? formats : [])
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

/** Returns true for names, numbers, and dates: texts without parts. */
export function isOneWord(text: string): boolean {
  return /^[\w.-]*$/.test(text);
}

const basic = /\bBasic\s+([A-Za-z0-9+/]{8,}={0,2})/g;

function* basicCredentials(text: string): Generator<FormedSecret> {
  for (const [, encoded = ""] of text.matchAll(basic)) {
    const password = passwordOf(encoded);
    if (password === undefined) continue;
    for (const secret of [encoded, password]) yield { form: "credentials of HTTP", text: secret };
  }
}

/** The password of encoded credentials. */
function passwordOf(encoded: string): string | undefined {
  return /^[\x20-\x7e]*?:([\x20-\x7e]+)$/.exec(Buffer.from(encoded, "base64").toString("latin1"))?.[1];
}

/** The values of members that connection strings have for secrets. */
function secretMembers(text: string): readonly string[] {
  const all = memberPatterns.flatMap((pattern) => [...text.matchAll(pattern)]);
  return all.flatMap(([, value = ""]) =>
    value.length >= 4 && !isStandIn(value) && !isReference(value) ? [value.replace(/^(["'])(.*)\1$/, "$2")] : [],
  );
}

/** Blanks the secrets of a known form in a text that a program wrote for its log, with those in the middle of a sentence. */
export function blankForms(text: string, blank: string): string {
  const blankLast = (match: string, secret = match): string => {
    const at = match.lastIndexOf(secret);
    return `${match.slice(0, at)}${blank}${match.slice(at + secret.length)}`;
  };
  const isOpen = (secret: string): boolean => canBeSecret(secret, "sure", true);
  const blanked = (hasForm(text) ? formats : []).reduce(
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
 * Returns true if the text can be a secret.
 *
 * @param isData the name is a key that the user chose, not a property of a schema: there `secret` is seldom the name of another object
 */
export function canBeSecret(text: string, name: SecretName, isData: boolean): boolean {
  const trimmed = text.trim();
  if (trimmed === "" || isStandIn(trimmed) || isReference(trimmed) || isSetting(trimmed)) return false;
  if (name === "sure") return true;
  return isData || (!isWords(trimmed) && trimmed.length >= 8);
}

/** Returns true for the stand-ins of templates and masks. */
function isStandIn(text: string): boolean {
  return (
    /^(?:\$\{.*\}|\$\(.*\)|\$\w+|\{\{.*\}\}|\{\w*\}|<.*>|%\w+%|%[sdv]|\[.*\]|\(.*\)|[*•.]+|x{3,}|:+)$/is.test(text) ||
    /^(?:redacted|hidden|masked|sensitive|change-?me|placeholder-to-be-replaced)$/i.test(text)
  );
}

/** Text that says where a secret is, or that is half of a pair that anybody may know. */
function isReference(text: string): boolean {
  if (
    /^(?:arn:|urn:|projects\/|subscriptions\/|alias\/|@Microsoft\.KeyVault\(|ref\+|(?:vault|ssm|secretsmanager|sm|op|azurekeyvault|gcpsm|file):)/i.test(
      text,
    )
  )
    return true;
  if (/^(?:ssh-|ecdsa-|sk-ssh-|-----BEGIN (?:[A-Z0-9]+ )*(?:PUBLIC KEY|CERTIFICATE))/.test(text)) return true;
  if (/^A(?:KIA|SIA|ROA|IDA)[A-Z0-9]{16}$/.test(text)) return true;
  // An address with a secret in it is found by its form.
  if (/^[a-z][a-z0-9+.-]*:\/\/\S*$/i.test(text)) return true;
  if (!/^(?:~|\.{1,2})?\/?(?:[\w.@-]+\/)*[\w.@-]*$/.test(text) || !text.includes("/")) return false;
  // Random text in base64 has slashes too.
  const isRooted = /^[~./]/.test(text);
  return text
    .split(/[/.]/)
    .every((part) => isWords(part) || (isRooted && part.length < 20 && !/[A-Z].*\d|\d.*[A-Z]/.test(part)));
}

/** Values of settings: flags, numbers with units, dates. */
function isSetting(text: string): boolean {
  return (
    /^(?:true|false|yes|no|on|off|none|null|nil|undefined|enabled|disabled|required|optional|auto|default|any|all|always|never)$/i.test(
      text,
    ) ||
    /^\d{1,3}$|^\d+(?:\.\d+)?\s?(?:ms|s|m|h|d|w|y|sec|min|hours?|days?|weeks?|years?|[kmgt]i?b?)$/i.test(text) ||
    /^\d{4}-\d\d-\d\d(?:[T ]|$)/.test(text)
  );
}

/** Words and short numbers with separators between them, as names are made of. */
export function isWords(text: string): boolean {
  return text
    .split(/[-_./: ]+/)
    .every((word) => /^(?:[A-Za-z]?[a-z]*|[A-Z]+|v?\d{1,4}|[A-Za-z0-9]{1,3})$/.test(word) || isHumps(word));
}

function isHumps(word: string): boolean {
  return /^(?:[A-Z]?[a-z]{2,})+$/.test(word);
}

/** Assignments in scripts, settings in files: `export NAME=value`, `name: value`. */
const assignmentPattern =
  /^\s*(?:(?:export|set|setx|ENV|ARG|declare -x)\s+|-\s+)?["']?([A-Za-z_][\w.-]{1,60})["']?\s*[=:]\s*(?:"([^"]*)"|'([^']*)'|(\S+))/;

/** Flags of commands with their values: `--db-password=VALUE`, `-Ddb.password=VALUE`, `--password VALUE`. */
const commandFlag = /(?:^|\s)--?([A-Za-z][\w.-]{1,60})(?:=|(\s+)(?!-))(?:"([^"]*)"|'([^']*)'|(\S+))/g;

/** Returns the name of a flag that has no value; then the next argument may be its value. */
export function flagName(text: string): string | undefined {
  return /^--?([A-Za-z][\w.-]{1,60})$/.exec(text)?.[1];
}

function flagValuesIn(text: string): readonly (readonly [name: string, value: string])[] {
  if (!/(?:^|\s)-/.test(text)) return [];
  return [...text.matchAll(commandFlag)].flatMap(([, name = "", space, ...values]) => {
    const value = values.find((one) => one !== undefined) ?? "";
    // In a sentence a word follows the flag.
    return space !== undefined && isWords(value.replace(/[,.;:!?)]+$/, "")) ? [] : [[name, value] as const];
  });
}

/** Returns the names and values that the lines of a text assign, and those of flags in it. */
export function assignments(text: string): readonly (readonly [name: string, value: string])[] {
  return [...lineAssignments(text), ...flagValuesIn(text)];
}

function lineAssignments(text: string): readonly (readonly [name: string, value: string])[] {
  if (!/[=:](?!\/\/)/.test(text)) return [];
  return text.split(/\r?\n|\s*&&\s*/).flatMap((line) => {
    const [, name, ...values] = assignmentPattern.exec(line) ?? [];
    const value = values.find((one) => one !== undefined);
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
}
