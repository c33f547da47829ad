/** Encodes values for a plugin in the forms that it supports (docs/providers.md#values-that-a-plugin-cannot-receive). */
import { signatureKey, signatures, unknownSentinels } from "./signatures.ts";
import type { ArchiveSource, ArchiveValue, AssetSource, AssetValue, PropertyMap, Value } from "./value.ts";
import { WireError, wireDepth } from "./wire-error.ts";
import {
  type WireEntry,
  type WireStruct,
  type WireValue,
  wireEntry,
  wireList,
  wireString,
  wireStruct,
  wireValue,
} from "./wire-struct.ts";

/** How values are encoded (docs/providers.md#values-of-each-call). */
export interface WireOptions {
  /** `keep` encodes unknowns as sentinels. `reject` throws. `drop` omits unknown properties and list elements. */
  readonly unknowns: "keep" | "reject" | "drop";
  /** True to mark secrets. If false, secrets become plain values, so the caller must remember which values were secret. */
  readonly secrets: boolean;
  /** True to mark resource references. If false, a reference becomes the ID of the resource, or the URN of a component. */
  readonly resources: boolean;
  /** True to send output values. If false, only their contents are sent. */
  readonly outputs: boolean;
  /** True to send strings that are not UTF-8. If false, they throw. */
  readonly bytes: boolean;
  /** True to send only the hashes of assets and archives. */
  readonly elideAssets: boolean;
  /** Receives the content of every secret. */
  readonly onSecret?: (value: Value) => void;
}

/**
 * Encodes a property map.
 *
 * @throws WireError for an unknown (with `reject`, or with `drop` inside a secret), unsupported bytes, a lone surrogate, or nesting deeper than
 * `wireDepth`
 */
export function toWire(map: PropertyMap, options: WireOptions): WireStruct {
  return struct(map, { options, path: [] });
}

interface Writer {
  readonly options: WireOptions;
  readonly path: (string | number)[];
}

function struct(map: PropertyMap, writer: Writer): WireStruct {
  const fields: WireEntry[] = [];
  for (const [key, value] of map) {
    writer.path.push(key);
    const encoded = encode(value, writer);
    if (encoded !== undefined) fields.push(wireEntry(checkedText(key, writer), encoded));
    writer.path.pop();
  }
  return wireStruct(fields);
}

function encode(value: Value, writer: Writer): WireValue | undefined {
  switch (value.kind) {
    case "null":
      return wireValue({ case: "nullValue", value: 0 });
    case "boolean":
      return wireValue({ case: "boolValue", value: value.value });
    case "number":
      return wireValue({ case: "numberValue", value: value.value });
    case "string":
      return wireString(checkedText(value.value, writer));
    case "bytes":
      if (!writer.options.bytes)
        throw new WireError("bytes", writer.path, "is not UTF-8 text, which the plugin requires");
      return special(signatures.bytes, [wireEntry("value", wireString(Buffer.from(value.value).toString("base64")))]);
    case "list":
      return encodeList(value.items, writer);
    case "map":
      checkEncodingDepth(writer);
      return wireValue({ case: "structValue", value: struct(value.entries, writer) });
    case "secret":
      return encodeSecret(value.value, writer);
    case "asset":
    case "archive":
      return assetOrArchive(value, writer);
    case "resource":
      return encodeResource(value, writer);
    case "unknown":
      return encodeUnknown(value.of, writer);
    case "output":
      return encodeOutput(value, writer);
  }
}

function encodeList(items: readonly Value[], writer: Writer): WireValue {
  checkEncodingDepth(writer);
  const values: WireValue[] = [];
  items.forEach((item, index) => {
    writer.path.push(index);
    const encoded = encode(item, writer);
    if (encoded !== undefined) values.push(encoded);
    writer.path.pop();
  });
  return wireList(values);
}

function encodeSecret(value: Value, writer: Writer): WireValue | undefined {
  writer.options.onSecret?.(value);
  if (!writer.options.secrets) return encode(value, writer);
  const encoded = encodeInside(writer, "value", () => encode(value, writer));
  if (encoded === undefined) throw new WireError("unknown", writer.path, "is a secret with an unknown value");
  return special(signatures.secret, [wireEntry("value", encoded)]);
}

function encodeUnknown(of: keyof typeof unknownSentinels, writer: Writer): WireValue | undefined {
  switch (writer.options.unknowns) {
    case "keep":
      return wireString(unknownSentinels[of]);
    case "drop":
      return undefined;
    case "reject":
      throw new WireError("unknown", writer.path, "has an unknown value");
  }
}

function encodeOutput(value: Extract<Value, { kind: "output" }>, writer: Writer): WireValue | undefined {
  if (!writer.options.outputs) {
    const held: Value = value.value ?? { kind: "unknown", of: "string" };
    return encode(value.secret ? { kind: "secret", value: held } : held, writer);
  }
  const fields: WireEntry[] = [];
  const held = value.value;
  if (held !== undefined) {
    const encoded = encodeInside(writer, "value", () => encode(held, writer));
    if (encoded !== undefined) fields.push(wireEntry("value", encoded));
  }
  if (value.secret) fields.push(wireEntry("secret", wireValue({ case: "boolValue", value: true })));
  if (value.dependencies.length > 0) {
    fields.push(
      wireEntry("dependencies", wireList(value.dependencies.map((urn) => wireString(checkedText(urn, writer))))),
    );
  }
  return special(signatures.output, fields);
}

function encodeResource(value: Extract<Value, { kind: "resource" }>, writer: Writer): WireValue | undefined {
  if (!writer.options.resources) {
    if (value.id === undefined) return wireString(checkedText(value.urn, writer));
    return typeof value.id === "string" ? wireString(checkedText(value.id, writer)) : encodeUnknown("string", writer);
  }
  const fields = [wireEntry("urn", wireString(checkedText(value.urn, writer)))];
  if (value.id !== undefined) fields.push(textEntry("id", typeof value.id === "string" ? value.id : "", writer));
  if (value.packageVersion !== "") fields.push(textEntry("packageVersion", value.packageVersion, writer));
  return special(signatures.resource, fields);
}

/** Encodes an asset or archive. Like the engine, omits empty strings. */
function assetOrArchive(value: AssetValue | ArchiveValue, writer: Writer): WireValue {
  checkEncodingDepth(writer);
  const fields: WireEntry[] = value.hash === "" ? [] : [textEntry("hash", value.hash, writer)];
  if (!writer.options.elideAssets) fields.push(...content(value.source, writer));
  return special(value.kind === "asset" ? signatures.asset : signatures.archive, fields);
}

function content(source: AssetSource | ArchiveSource, writer: Writer): WireEntry[] {
  switch (source.from) {
    case "elided":
      return [];
    case "text":
      return source.text === "" ? [] : [textEntry("text", source.text, writer)];
    case "path":
      return source.path === "" ? [] : [textEntry("path", source.path, writer)];
    case "uri":
      return source.uri === "" ? [] : [textEntry("uri", source.uri, writer)];
    case "assets": {
      const assets = struct(source.assets, { options: writer.options, path: [...writer.path, "assets"] });
      return [wireEntry("assets", wireValue({ case: "structValue", value: assets }))];
    }
  }
}

function special(signature: string, fields: WireEntry[]): WireValue {
  return wireValue({
    case: "structValue",
    value: wireStruct([wireEntry(signatureKey, wireString(signature)), ...fields]),
  });
}

function textEntry(key: string, value: string, writer: Writer): WireEntry {
  return wireEntry(key, wireString(checkedText(value, writer)));
}

/** Encodes the content of a secret or an output. On the wire, this adds a level of nesting. */
function encodeInside<T>(writer: Writer, key: string, run: () => T): T {
  checkEncodingDepth(writer);
  writer.path.push(key);
  const result = run();
  writer.path.pop();
  return result;
}

function checkEncodingDepth(writer: Writer): void {
  if (writer.path.length >= wireDepth)
    throw new WireError("depth", writer.path, `is nested deeper than ${wireDepth} levels`);
}

/** Returns the text. Throws WireError if it contains half of a surrogate pair, which text encoders would silently replace with U+FFFD. */
function checkedText(value: string, writer: Writer): string {
  if (/\p{Surrogate}/u.test(value))
    throw new WireError("surrogate", writer.path, "contains half of a surrogate pair, which is not valid Unicode");
  return value;
}
