/** Converts property values to their state form (docs/state.md#values-in-the-state) and back. */
import { ImpError, invariant } from "../domain/errors.ts";
import { isBase64 } from "../value/base64.ts";
import { nestsTooDeep } from "../value/json/nesting.ts";
import { isJsonObject, type JsonObject } from "../value/json/object.ts";
import { formatPath } from "../value/path.ts";
import { emptyAssetHash, signatureKey, signatures, unknownSentinels } from "../value/signatures.ts";
import { compareUtf8, printStateJson, type StateJson } from "../value/state-json.ts";
import type { ArchiveValue, AssetValue, PropertyMap, Value } from "../value/value.ts";

/** Decrypts a ciphertext of the state. Errors contain `where`, the position of the ciphertext. */
export type Decrypt = (ciphertext: string, where: string) => string;

export type Encrypt = (plaintext: string) => string;

interface Reader {
  readonly decrypt: Decrypt;
  readonly where: string;
  /** The path for messages. It ends at a secret, because keys inside a secret are secret too. */
  readonly path: (string | number)[];
  readonly inSecret: boolean;
}

/**
 * Reads properties (`inputs`, `outputs`) from parsed JSON, with keys sorted by their UTF-8 bytes.
 *
 * @param where the owner of the properties for messages: a URN
 * @throws STATE_VALUE for a malformed value, and errors of `decrypt`
 */
export function propertiesFromState(json: unknown, decrypt: Decrypt, where: string): PropertyMap {
  const reader: Reader = { decrypt, where, path: [], inSecret: false };
  if (json === undefined || json === null) return new Map();
  return isJsonObject(json) ? readStateEntries(json, reader) : failReading(reader, "it is not an object");
}

/** Reads a single value from parsed JSON, like `propertiesFromState`. Accepts secrets with `plaintext` or `ciphertext`. */
export function fromState(json: unknown, decrypt: Decrypt, where: string): Value {
  return readStateValue(json, { decrypt, where, path: [], inSecret: false });
}

/**
 * Returns the state form of a value. A secret becomes `{signature, ciphertext}`, where the ciphertext is its encrypted JSON. Secrets inside it
 * are not encrypted again. The value must not contain unknown values or objects with signature keys.
 */
export function toState(value: Value, encrypt: Encrypt): StateJson {
  switch (value.kind) {
    case "null":
      return null;
    case "boolean":
      return value.value;
    case "string":
      invariant(value.value !== unknownSentinels.string, "the unknown placeholder is not a string");
      return value.value;
    case "number":
      return Number.isFinite(value.value)
        ? value.value
        : signedMap(signatures.float, [["value", floatBits(value.value)]]);
    case "bytes":
      return signedMap(signatures.bytes, [["value", Buffer.from(value.value).toString("base64")]]);
    case "list":
      return value.items.map((item) => toState(item, encrypt));
    case "map":
      invariant(!value.entries.has(signatureKey), "an object with the signature key is not a plain object");
      return propertiesToState(value.entries, encrypt);
    case "secret": {
      const inner = toState(value.value, (plaintext) => plaintext);
      return signedMap(signatures.secret, [["ciphertext", encrypt(printStateJson(inner, undefined, true))]]);
    }
    case "asset":
      return writeAsset(value);
    case "archive":
      return archiveToState(value);
    case "resource": {
      const id: [string, StateJson][] =
        value.id === undefined ? [] : [["id", typeof value.id === "string" ? value.id : ""]];
      return signedMap(signatures.resource, [...id, ["packageVersion", value.packageVersion], ["urn", value.urn]]);
    }
    case "output": {
      invariant(value.value !== undefined, "an unknown output is not written to a state");
      return toState(value.secret ? { kind: "secret", value: value.value } : value.value, encrypt);
    }
    case "unknown":
      return invariant(false, "an unknown value is not written to a state") as never;
  }
}

/** Returns the state form of a property map, with keys sorted by their UTF-8 bytes. */
export function propertiesToState(properties: PropertyMap, encrypt: Encrypt): ReadonlyMap<string, StateJson> {
  const keys = [...properties.keys()].sort(compareUtf8);
  return new Map(keys.map((key) => [key, toState(properties.get(key) as Value, encrypt)]));
}

function readStateValue(json: unknown, reader: Reader): Value {
  if (json === null) return { kind: "null" };
  if (typeof json === "boolean") return { kind: "boolean", value: json };
  if (typeof json === "number") {
    // JSON.parse returns Infinity for a number that is too large. Go rejects such numbers.
    return Number.isFinite(json) ? { kind: "number", value: json } : failReading(reader, "a number is too large");
  }
  if (typeof json === "string") {
    return json === unknownSentinels.string
      ? { kind: "unknown", of: "string" }
      : { kind: "string", value: replaceSurrogates(json) };
  }
  if (Array.isArray(json)) {
    const items = json.map((item, index) => readInside(reader, index, () => readStateValue(item, reader)));
    return { kind: "list", items };
  }
  if (!isJsonObject(json)) return failReading(reader, "it is not a JSON value");
  if (!Object.hasOwn(json, signatureKey)) return { kind: "map", entries: readStateEntries(json, reader) };
  return readMarked(json, reader);
}

function readStateEntries(json: JsonObject, reader: Reader): PropertyMap {
  const keys = Object.keys(json).sort(compareUtf8);
  return new Map(
    keys.map((key) => [replaceSurrogates(key), readInside(reader, key, () => readStateValue(json[key], reader))]),
  );
}

function readMarked(json: JsonObject, reader: Reader): Value {
  switch (json[signatureKey]) {
    case signatures.secret:
      return { kind: "secret", value: readStateSecret(json, reader) };
    case signatures.asset:
      return readStateAsset(json, reader);
    case signatures.archive:
      return readArchive(json, reader);
    case signatures.resource:
      return readResourceReference(json, reader);
    case signatures.bytes:
      return readBytes(json, reader);
    case signatures.float: {
      const hex = json.value;
      if (typeof hex !== "string" || !/^0*[0-9a-fA-F]{1,16}$/.test(hex))
        return failReading(reader, "a float has no hex `value`");
      return { kind: "number", value: Buffer.from(hex.slice(-16).padStart(16, "0"), "hex").readDoubleBE() };
    }
    default:
      return failReading(reader, "its signature is unknown to this version of imp");
  }
}

/** Reads a secret. Messages never contain its text. */
function readStateSecret(json: JsonObject, reader: Reader): Value {
  const { ciphertext, plaintext } = json;
  const texts = [ciphertext, plaintext].filter((text) => typeof text === "string");
  if (texts.length !== 1 || texts[0] === "")
    return failReading(reader, "a secret must have exactly one of `ciphertext` and `plaintext`");
  const text =
    typeof ciphertext === "string" ? reader.decrypt(ciphertext, describeLocation(reader)) : String(plaintext);
  const inner = parseQuietly(text);
  if (inner === undefined) return failReading(reader, "the content of a secret is not JSON");
  return readStateValue(inner.json, { ...reader, decrypt: (content) => content, inSecret: true });
}

function parseQuietly(text: string): { readonly json: unknown } | undefined {
  try {
    return nestsTooDeep(text) ? undefined : { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function readStateAsset(json: JsonObject, reader: Reader): AssetValue {
  const hash = stringField(json, "hash", reader);
  const text = stringField(json, "text", reader);
  const path = stringField(json, "path", reader);
  const uri = stringField(json, "uri", reader);
  if (path !== "") return { kind: "asset", source: { from: "path", path }, hash };
  if (uri !== "") return { kind: "asset", source: { from: "uri", uri }, hash };
  if (text !== "" || hash === "" || hash === emptyAssetHash)
    return { kind: "asset", source: { from: "text", text }, hash };
  return { kind: "asset", source: { from: "elided" }, hash };
}

/** Reads an archive. `path` takes precedence over `uri`, and `uri` over `assets`. If the archive has only a hash, its content is elided. */
function readArchive(json: JsonObject, reader: Reader): ArchiveValue {
  const hash = stringField(json, "hash", reader);
  const path = stringField(json, "path", reader);
  if (path !== "") return { kind: "archive", source: { from: "path", path }, hash };
  const uri = stringField(json, "uri", reader);
  if (uri !== "") return { kind: "archive", source: { from: "uri", uri }, hash };
  const members = json.assets;
  if (members === undefined && hash !== "") return { kind: "archive", source: { from: "elided" }, hash };
  if (members !== undefined && !isJsonObject(members))
    return failReading(reader, "an archive's `assets` is not an object");
  const assets = new Map<string, AssetValue | ArchiveValue>();
  for (const [name, member] of [...readStateEntries(members ?? {}, reader)]) {
    if (member.kind !== "asset" && member.kind !== "archive")
      return failReading(reader, "an archive contains a member that is neither an asset nor an archive");
    assets.set(name, member);
  }
  return { kind: "archive", source: { from: "assets", assets }, hash };
}

/** Reads a resource reference. `id` can be an object `{"V": ...}`, which old CLIs wrote because of a bug. */
function readResourceReference(json: JsonObject, reader: Reader): Value {
  const { urn, id, packageVersion = "" } = json;
  if (!isKnownText(urn) || !isKnownText(packageVersion))
    return failReading(reader, "a resource reference is malformed");
  if (isJsonObject(id)) readInside(reader, "id", () => readStateValue(id, reader));
  const plain = isJsonObject(id) ? (isJsonObject(id.V) ? "" : (id.V ?? undefined)) : id;
  if (plain === undefined) return { kind: "resource", urn, packageVersion };
  if (!isKnownText(plain)) return failReading(reader, "the ID of a resource reference is not a string");
  return { kind: "resource", urn, id: plain === "" ? { unknown: true } : plain, packageVersion };
}

/** Reads bytes. Returns valid UTF-8 as a string, so that it equals the same text in another form. */
function readBytes(json: JsonObject, reader: Reader): Value {
  const base64 = json.value;
  if (typeof base64 !== "string" || !isBase64(base64))
    return failReading(reader, "a byte string has no base64 `value`");
  const bytes = Buffer.from(base64, "base64");
  const text = bytes.toString("utf8");
  return Buffer.from(text, "utf8").equals(bytes)
    ? { kind: "string", value: text }
    : { kind: "bytes", value: new Uint8Array(bytes) };
}

function writeAsset(asset: AssetValue): StateJson {
  const { source } = asset;
  const content: [string, string] | undefined =
    source.from === "text"
      ? ["text", source.text]
      : source.from === "path"
        ? ["path", source.path]
        : source.from === "uri"
          ? ["uri", source.uri]
          : undefined;
  return signedMap(
    signatures.asset,
    [["hash", asset.hash], ...(content ? [content] : [])].filter(([, text]) => text !== "") as [string, string][],
  );
}

function archiveToState(archive: ArchiveValue): StateJson {
  const { source } = archive;
  const hash: [string, StateJson][] = archive.hash === "" ? [] : [["hash", archive.hash]];
  switch (source.from) {
    case "assets":
      return signedMap(signatures.archive, [
        ["assets", propertiesToState(source.assets, (plaintext) => plaintext)],
        ...hash,
      ]);
    case "path":
      return signedMap(signatures.archive, [...hash, ["path", source.path]]);
    case "uri":
      return signedMap(signatures.archive, [...hash, ["uri", source.uri]]);
    case "elided":
      return signedMap(signatures.archive, hash);
  }
}

function signedMap(sign: string, members: readonly (readonly [string, StateJson])[]): ReadonlyMap<string, StateJson> {
  return new Map<string, StateJson>([[signatureKey, sign], ...members]);
}

function floatBits(value: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes.toString("hex");
}

/** Replaces unpaired surrogates with U+FFFD, as Go's decoder does. */
function replaceSurrogates(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

function stringField(json: JsonObject, key: string, reader: Reader): string {
  const value = Object.hasOwn(json, key) ? json[key] : "";
  return isKnownText(value) ? replaceSurrogates(value) : failReading(reader, `\`${key}\` is not a string`);
}

/** Returns true for a string that is not the placeholder of unknown values. */
function isKnownText(json: unknown): json is string {
  return typeof json === "string" && json !== unknownSentinels.string;
}

function readInside<T>(reader: Reader, key: string | number, action: () => T): T {
  if (reader.inSecret) return action();
  reader.path.push(key);
  const result = action();
  reader.path.pop();
  return result;
}

function describeLocation({ where, path }: Reader): string {
  return path.length === 0 ? where : `${where}, property ${formatPath(path)}`;
}

function failReading(reader: Reader, why: string): never {
  throw ImpError.of("STATE_VALUE", { where: describeLocation(reader), why });
}
