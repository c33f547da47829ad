/**
 * Decodes values from a plugin. Sorts keys by their UTF-8 bytes, because plugins written in Go send them in random order (docs/providers.md#values).
 */

import { isBase64 } from "./base64.ts";
import { defined } from "./json/object.ts";
import type { Path } from "./path.ts";
import { emptyArchiveHash, emptyAssetHash, signatureKey, signatures, unknownOf } from "./signatures.ts";
import { compareUtf8 } from "./state-json.ts";
import {
  type ArchiveValue,
  type AssetValue,
  booleanValue,
  listValue,
  mapValue,
  nullValue,
  numberValue,
  type PropertyMap,
  stringValue,
  type Value,
} from "./value.ts";
import { WireError, wireDepth } from "./wire-error.ts";
import type { WireList, WireStruct, WireValue } from "./wire-struct.ts";

export interface ReceiveOptions {
  /** `keep` decodes unknowns as unknown values. `reject` throws. `drop` omits unknown properties, and replaces unknown list elements with null. */
  readonly unknowns: "keep" | "reject" | "drop";
  /** True to keep outputs. False to replace an output with its value. The value of a secret output becomes a secret. */
  readonly outputs: boolean;
}

const keepAll: ReceiveOptions = { unknowns: "keep", outputs: true };

/**
 * Decodes a property map. By default, keeps unknowns and outputs.
 *
 * @throws WireError for an unknown (with `reject`, or with `drop` inside a secret), a malformed special value, or nesting deeper than `wireDepth`
 */
export function fromWire(struct: WireStruct, options: ReceiveOptions = keepAll): PropertyMap {
  return decodeWireMap(struct, { options, path: [] });
}

interface Reader {
  readonly options: ReceiveOptions;
  readonly path: (string | number)[];
}

function decodeWireMap(struct: WireStruct, reader: Reader): PropertyMap {
  const fields = [...struct.fields].sort((a, b) => compareUtf8(a.key, b.key));
  const entries = new Map<string, Value>();
  for (const { key, value } of fields) {
    reader.path.push(key);
    const decoded = decodeValue(value, reader);
    if (decoded !== undefined) entries.set(key, decoded);
    reader.path.pop();
  }
  return entries;
}

function decodeValue(value: WireValue | undefined, reader: Reader): Value | undefined {
  const kind = value?.kind;
  switch (kind?.case) {
    case undefined:
    case "nullValue":
      return nullValue;
    case "numberValue":
      return numberValue(kind.value);
    case "boolValue":
      return booleanValue(kind.value);
    case "stringValue": {
      const of = unknownOf(kind.value);
      return of === undefined ? stringValue(kind.value) : decodeUnknown({ kind: "unknown", of }, reader);
    }
    case "listValue":
      return decodeWireList(kind.value, reader);
    case "structValue":
      checkDecodingDepth(reader);
      return structValue(kind.value, reader);
  }
}

function decodeWireList(list: WireList, reader: Reader): Value {
  checkDecodingDepth(reader);
  const items = list.values.map((item, index) => {
    reader.path.push(index);
    const decoded = decodeValue(item, reader) ?? nullValue;
    reader.path.pop();
    return decoded;
  });
  return listValue(items);
}

function decodeUnknown(value: Value, reader: Reader): Value | undefined {
  switch (reader.options.unknowns) {
    case "keep":
      return value;
    case "drop":
      return undefined;
    case "reject":
      throw new WireError("unknown", reader.path, "has an unknown value");
  }
}

function structValue(struct: WireStruct, reader: Reader): Value | undefined {
  if (!struct.fields.some((field) => field.key === signatureKey)) return mapValue(decodeWireMap(struct, reader));
  const parts = new Map(struct.fields.map((field) => [field.key, field.value]));
  switch (stringOf(parts.get(signatureKey))) {
    case signatures.secret:
      return decodeSecret(parts, reader);
    case signatures.bytes:
      return decodeWireBytes(parts, reader);
    case signatures.asset:
      return asset(parts, reader);
    case signatures.archive:
      return archive(parts, reader);
    case signatures.resource:
      return decodeResource(parts, reader);
    case signatures.output:
      return decodeOutput(parts, reader);
    default:
      throw malformedWire(reader.path, "has an unknown signature");
  }
}

type Parts = ReadonlyMap<string, WireValue | undefined>;

function decodeSecret(parts: Parts, reader: Reader): Value {
  if (!parts.has("value")) throw malformedWire(reader.path, "is a secret without a value");
  const value = decodeInside(reader, "value", () => decodeValue(parts.get("value"), reader));
  if (value === undefined) throw malformedWire(reader.path, "is a secret with an unknown value");
  return { kind: "secret", value };
}

function decodeWireBytes(parts: Parts, reader: Reader): Value {
  const base64 = stringOf(parts.get("value"));
  if (base64 === undefined || !isBase64(base64)) {
    throw malformedWire(reader.path, "is a byte string that is not base64");
  }
  const value = Buffer.from(base64, "base64");
  const text = utf8Text(value);
  return text === undefined ? { kind: "bytes", value: new Uint8Array(value) } : stringValue(text);
}

/** Decodes UTF-8. Returns undefined if the bytes are invalid. */
function utf8Text(value: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(value);
  } catch {
    return undefined;
  }
}

function asset(parts: Parts, reader: Reader): AssetValue {
  const { hash, path, uri } = common(parts, reader);
  const text = decodeOptionalText(parts, "text", reader);
  if (text !== "") return { kind: "asset", source: { from: "text", text }, hash };
  if (path !== "") return { kind: "asset", source: { from: "path", path }, hash };
  if (uri !== "") return { kind: "asset", source: { from: "uri", uri }, hash };
  const empty = hash === "" || hash === emptyAssetHash;
  return { kind: "asset", source: empty ? { from: "text", text: "" } : { from: "elided" }, hash };
}

function archive(parts: Parts, reader: Reader): ArchiveValue {
  const { hash, path, uri } = common(parts, reader);
  if (path !== "") return { kind: "archive", source: { from: "path", path }, hash };
  if (uri !== "") return { kind: "archive", source: { from: "uri", uri }, hash };
  const assets = parts.get("assets")?.kind;
  if (assets?.case === "structValue") {
    return { kind: "archive", source: { from: "assets", assets: assetMembers(assets.value, reader) }, hash };
  }
  const empty = hash === "" || hash === emptyArchiveHash;
  return { kind: "archive", source: empty ? { from: "assets", assets: new Map() } : { from: "elided" }, hash };
}

function assetMembers(struct: WireStruct, reader: Reader): ReadonlyMap<string, AssetValue | ArchiveValue> {
  const assets = new Map<string, AssetValue | ArchiveValue>();
  for (const [name, value] of decodeInside(reader, "assets", () => decodeWireMap(struct, reader))) {
    if (value.kind !== "asset" && value.kind !== "archive") {
      throw malformedWire([...reader.path, "assets", name], "is neither an asset nor an archive");
    }
    assets.set(name, value);
  }
  return assets;
}

function common(parts: Parts, reader: Reader): { hash: string; path: string; uri: string } {
  return {
    hash: decodeOptionalText(parts, "hash", reader),
    path: decodeOptionalText(parts, "path", reader),
    uri: decodeOptionalText(parts, "uri", reader),
  };
}

function decodeResource(parts: Parts, reader: Reader): Value {
  const urn = stringOf(parts.get("urn"));
  if (urn === undefined) throw malformedWire(reader.path, "is a resource reference without a URN");
  const packageVersion = decodeOptionalText(parts, "packageVersion", reader);
  if (!parts.has("id") || parts.get("id")?.kind.case === "nullValue") return { kind: "resource", urn, packageVersion };
  const id = decodeOptionalText(parts, "id", reader);
  const isKnown = id !== "" && unknownOf(id) === undefined;
  return { kind: "resource", urn, id: isKnown ? id : { unknown: true }, packageVersion };
}

function decodeOutput(parts: Parts, reader: Reader): Value | undefined {
  const value = parts.has("value")
    ? decodeInside(reader, "value", () => decodeValue(parts.get("value"), reader))
    : undefined;
  const flag = parts.get("secret")?.kind;
  const secret = flag?.case === "boolValue" && flag.value;
  const listed = parts.get("dependencies")?.kind;
  const urns = listed?.case === "listValue" ? listed.value.values.map(stringOf) : [];
  const dependencies = urns.filter((urn) => urn !== undefined);
  if (dependencies.length !== urns.length)
    throw malformedWire(reader.path, "is an output whose dependencies are not URNs");
  if (reader.options.outputs) return { kind: "output", ...defined({ value }), secret, dependencies };
  const held = value ?? decodeUnknown({ kind: "unknown", of: "string" }, reader);
  return held && secret ? { kind: "secret", value: held } : held;
}

/** Returns the string part of a special value, or `""` if the part is omitted or null. */
function decodeOptionalText(parts: Parts, key: string, reader: Reader): string {
  const part = parts.get(key);
  if (part === undefined || part.kind.case === "nullValue" || part.kind.case === undefined) return "";
  const text = stringOf(part);
  if (text === undefined) throw malformedWire([...reader.path, key], "is not a string");
  return text;
}

function stringOf(value: WireValue | undefined): string | undefined {
  return value?.kind.case === "stringValue" ? value.kind.value : undefined;
}

function decodeInside<T>(reader: Reader, key: string, run: () => T): T {
  checkDecodingDepth(reader);
  reader.path.push(key);
  const result = run();
  reader.path.pop();
  return result;
}

function checkDecodingDepth(reader: Reader): void {
  if (reader.path.length >= wireDepth)
    throw malformedWire(reader.path, `is nested deeper than ${wireDepth} levels`, "depth");
}

function malformedWire(path: Path, detail: string, problem: "malformed" | "depth" = "malformed"): WireError {
  return new WireError(problem, path, detail);
}
