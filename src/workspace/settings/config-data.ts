/** Converts a value of a stack file as Pulumi does: text, secret, or JSON (docs/state.md#configuration). */
import { isMap, isScalar, isSeq, Scalar } from "yaml";
import type { StackFileFormat } from "../workspace.ts";
import { nodeOffset, pairKey, resolveAlias, type Settings, settingsProblem } from "./settings.ts";

export type ConfigData =
  | { readonly kind: "string"; readonly text: string }
  /** The JSON of null, a boolean, or a number. */
  | { readonly kind: "literal"; readonly json: string }
  | { readonly kind: "secure"; readonly ciphertext: string }
  | { readonly kind: "list"; readonly items: readonly ConfigData[] }
  | { readonly kind: "map"; readonly entries: ReadonlyMap<string, ConfigData> };

/** Resolves scalars as Go's decoders do: `0x10` is `16`, `1.0` is `1`, `010` is `8`, `yes` is a string. Throws SETTINGS_INVALID. */
export function readConfigData(settings: Settings, value: unknown, format: StackFileFormat): ConfigData {
  const node = resolveAlias(settings, value);
  if (node === undefined) return { kind: "literal", json: "null" };
  if (isScalar(node)) return readScalar(settings, node, format);
  if (isSeq(node)) return { kind: "list", items: node.items.map((item) => readConfigData(settings, item, format)) };
  if (!isMap(node)) throw settingsProblem(settings, nodeOffset(node), "Unsupported value.");
  const entries = new Map<string, ConfigData>();
  for (const pair of node.items) {
    const key = pairKey(pair);
    if (key === "<<") throw settingsProblem(settings, nodeOffset(pair.key), "Merge keys (<<) are not supported.");
    entries.set(key, readConfigData(settings, pair.value, format));
  }
  const secure = entries.get("secure");
  if (entries.size === 1 && secure?.kind === "string") return { kind: "secure", ciphertext: secure.text };
  return { kind: "map", entries };
}

/** Returns true if every YAML version reads the unquoted text as a string. */
export function isPlainString(text: string): boolean {
  if (/^(y|n|yes|no|on|off|<<|=)$/i.test(text)) return false;
  return yamlLiteral(text) === undefined && timestampText(text) === undefined && !/^[-+.0-9]/.test(text);
}

export function hasSecret(data: ConfigData): boolean {
  switch (data.kind) {
    case "string":
    case "literal":
      return false;
    case "secure":
      return true;
    case "list":
      return data.items.some(hasSecret);
    case "map":
      return [...data.entries.values()].some(hasSecret);
  }
}

/** Returns the value as text: strings and secrets without quotes, null as the empty string, and all other values as JSON. */
export function configText(data: ConfigData, decrypt: (ciphertext: string) => string): string {
  switch (data.kind) {
    case "string":
      return data.text;
    case "literal":
      return data.json === "null" ? "" : data.json;
    case "secure":
      return decrypt(data.ciphertext);
    case "list":
    case "map":
      return configJson(data, (ciphertext) => goJsonText(decrypt(ciphertext)));
  }
}

/** Returns the configuration as JSON for the history, with secrets encrypted and all scalars as strings, as Pulumi writes it. */
export function configRecord(config: ReadonlyMap<string, ConfigData>): string {
  const sealed = (ciphertext: string): string => `{"secure":${goJsonText(ciphertext)}}`;
  const members = [...config].map(([key, data]) => {
    const isText = data.kind === "string" || data.kind === "literal";
    return `${goJsonText(key)}:${isText ? goJsonText(configText(data, (text) => text)) : configJson(data, sealed)}`;
  });
  return `{${members.sort().join(",")}}`;
}

/** Returns compact JSON as Go prints it: with sorted keys and escaped HTML characters. */
function configJson(data: ConfigData, secure: (ciphertext: string) => string): string {
  switch (data.kind) {
    case "string":
      return goJsonText(data.text);
    case "literal":
      return data.json;
    case "secure":
      return secure(data.ciphertext);
    case "list":
      return `[${data.items.map((item) => configJson(item, secure)).join(",")}]`;
    case "map": {
      const sorted = [...data.entries].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      return `{${sorted.map(([key, item]) => `${goJsonText(key)}:${configJson(item, secure)}`).join(",")}}`;
    }
  }
}

function goJsonText(text: string): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, escaped);
}

function readScalar(settings: Settings, node: Scalar, format: StackFileFormat): ConfigData {
  const plain = node.type === Scalar.PLAIN && node.tag === undefined && node.source !== undefined;
  if (!plain) return { kind: "string", text: typeof node.value === "string" ? node.value : String(node.source ?? "") };
  const source = node.source ?? "";
  const time = format === "yaml" ? timestampText(source) : undefined;
  if (time !== undefined) return { kind: "string", text: time };
  const json = format === "json" ? jsonLiteral(source) : yamlLiteral(source);
  if (json === undefined) return { kind: "string", text: source };
  if (json === "infinite")
    throw settingsProblem(
      settings,
      nodeOffset(node),
      "A number without a finite value cannot be a configuration value.",
    );
  return { kind: "literal", json };
}

function jsonLiteral(source: string): string | undefined {
  if (source === "true" || source === "false" || source === "null") return source;
  return finiteText(Number(source));
}

/** Applies the rules of gopkg.in/yaml.v3 for plain scalars. Returns undefined for strings. */
function yamlLiteral(source: string): string | undefined {
  if (/^(true|True|TRUE)$/.test(source)) return "true";
  if (/^(false|False|FALSE)$/.test(source)) return "false";
  if (/^(|~|null|Null|NULL)$/.test(source)) return "null";
  if (/^[-+]?\.(inf|Inf|INF)$|^\.(nan|NaN|NAN)$/.test(source)) return "infinite";
  if (!/^[-+.0-9]/.test(source)) return undefined;
  const digits = source.replaceAll("_", "");
  const integer = integerValue(digits);
  if (integer !== undefined && integer >= -(2n ** 63n) && integer < 2n ** 64n) return integer.toString();
  if (!/^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/.test(digits)) return undefined;
  return finiteText(Number(digits));
}

/** Parses like Go's ParseInt with base 0: decimal, 0x, 0o, 0b, and octal with a leading 0. */
function integerValue(digits: string): bigint | undefined {
  const sign = /^[-+]/.test(digits) ? digits.charAt(0) : "";
  const body = digits.slice(sign.length).toLowerCase();
  const octal = /^0[0-7]+$/.test(body) ? `0o${body.slice(1)}` : body;
  if (!/^(0|[1-9][0-9]*|0x[0-9a-f]+|0o[0-7]+|0b[01]+)$/.test(octal)) return undefined;
  return sign === "-" ? -BigInt(octal) : BigInt(octal);
}

/** Returns undefined for an infinite number, which stays text. Returns 0 for -0, as Pulumi does. */
function finiteText(value: number): string | undefined {
  return Number.isFinite(value) ? String(value === 0 ? 0 : value) : undefined;
}

const timestamp =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:(?:[Tt](?=.*(?:Z|[+-]\d\d:\d\d)$)| (?=[\d:.]*$))(\d\d?):(\d\d?):(\d\d?)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)?)?$/;

/** Converts an unquoted date or time to the text that Go prints for it, because Pulumi parses and prints such values. */
function timestampText(source: string): string | undefined {
  const match = timestamp.exec(source);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((digits) => Number(digits ?? 0));
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const same = time.getUTCMonth() === month - 1 && time.getUTCDate() === day && time.getUTCHours() === hour;
  if (!same || minute > 59 || second > 59) return undefined;
  const fraction = (match[7] ?? "").replace(/0+$/, "");
  const [date, clock] = time.toISOString().slice(0, 19).split("T");
  const offset = (match[8] ?? "Z").replace(":", "");
  const zone = /^(Z|[+-]0000)$/.test(offset) ? "+0000 UTC" : `${offset} ${offset}`;
  return `${date} ${clock}${fraction === "" ? "" : `.${fraction}`} ${zone}`;
}
