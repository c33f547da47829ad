/**
 * Reads the `inputs` and `outputs` of an entry. Objects with Pulumi's signature key are special values, such as secrets and assets
 * (docs/state.md#values-in-the-state). Messages never contain a value, because it may be secret.
 */
import { linesOf } from "../value/json/lines.ts";
import { withoutInnerSecrets } from "../value/restore-secrets.ts";
import { emptyAssetHash, signatureKey, signatures, unknownOf } from "../value/signatures.ts";
import {
  type ArchiveSource,
  type ArchiveValue,
  type AssetSource,
  type AssetValue,
  nullValue,
  type PropertyMap,
  secretValue,
  type Value,
} from "../value/value.ts";
import type { Fault, Node } from "./document.ts";
import { parseJsonFile } from "./parse-json.ts";

type MapNode = Node & { readonly kind: "map" };

export interface ValueReader {
  report(fault: Fault): void;
  /** Decrypts a secret of the stack, or throws. Omitted if no secret can be decrypted. */
  readonly decrypt?: (ciphertext: string) => string;
}

/** Reads the properties in a map node. Returns an empty map for all other nodes, which are already reported. Nested secrets become one secret. */
export function readPropertyNodes(node: Node | undefined, reader: ValueReader): PropertyMap {
  return withoutInnerSecrets(readMapNode(node, reader));
}

function readMapNode(node: Node | undefined, reader: ValueReader): PropertyMap {
  if (node?.kind !== "map") return new Map();
  return new Map(node.entries.map((entry) => [entry.key, readNodeValue(entry.value, reader)]));
}

function readNodeValue(node: Node, reader: ValueReader): Value {
  switch (node.kind) {
    case "null":
      return nullValue;
    case "boolean":
    case "number":
      return { kind: node.kind, value: node.value } as Value;
    case "text":
      return readTextValue(node, reader);
    case "list":
      return { kind: "list", items: node.items.map((item) => readNodeValue(item, reader)) };
    case "map":
      return memberNode(node, signatureKey) === undefined
        ? { kind: "map", entries: readMapNode(node, reader) }
        : readSpecial(node, reader);
  }
}

function readTextValue(node: Node & { readonly kind: "text" }, reader: ValueReader): Value {
  if (unknownOf(node.value) !== undefined) {
    reader.report({
      offset: node.offset,
      message: "The value is Pulumi's placeholder for values that are not known yet.",
      hint: "Replace the placeholder with the value.",
    });
  }
  return { kind: "string", value: node.value };
}

function readSpecial(node: MapNode, reader: ValueReader): Value {
  switch (textMember(node, signatureKey)) {
    case signatures.secret:
      return readSecretNode(node, reader);
    case signatures.asset:
      return readAssetNode(node, reader);
    case signatures.archive:
      return readArchiveNode(node, reader);
    case signatures.resource:
      return readReferenceNode(node);
    case signatures.bytes:
      return { kind: "bytes", value: new Uint8Array(Buffer.from(textMember(node, "value") ?? "", "base64")) };
    default:
      return refuseValue(
        node,
        reader,
        "Unsupported signature of a special value.",
        "Supported signatures: secret, asset, archive, and resource reference.",
      );
  }
}

/** Reads a secret: a value in `value`, JSON in `plaintext` (as in Pulumi), or encrypted JSON in `ciphertext`. */
function readSecretNode(node: MapNode, reader: ValueReader): Value {
  const fields = ["value", "plaintext", "ciphertext"].filter((key) => memberNode(node, key) !== undefined);
  if (fields.length !== 1) {
    return refuseValue(
      node,
      reader,
      "A secret must have exactly one of `value`, `plaintext` and `ciphertext`.",
      'Set the value of the secret as "value": VALUE.',
    );
  }
  const value = memberNode(node, "value");
  if (value !== undefined) return secretValue(readNodeValue(value, reader));
  const plaintext = fields[0] === "plaintext" ? textMember(node, "plaintext") : decrypted(node, reader);
  if (plaintext === undefined) {
    return fields[0] === "ciphertext"
      ? refuseValue(
          node,
          reader,
          "The secret is encrypted, and imp cannot decrypt it with the secrets provider of this stack.",
          'Set the decrypted value in "value", or run imp with the stack that encrypted the secret and with its passphrase.',
        )
      : refuseValue(
          node,
          reader,
          "The `plaintext` of a secret must be a string.",
          'Set the value of the secret as "value": VALUE.',
        );
  }
  const parsed = parseJsonFile(plaintext, linesOf(plaintext));
  if (parsed.root === undefined || parsed.faults.length > 0) {
    return refuseValue(
      node,
      reader,
      "The `plaintext` of a secret must be JSON, with strings in quotes.",
      'Set the value of the secret as "value": VALUE.',
    );
  }
  // Use the offset of the secret, because the plaintext is not part of the file.
  const report = (fault: Fault): void => reader.report({ ...fault, offset: node.offset });
  return secretValue(readNodeValue(parsed.root, { ...reader, report }));
}

function decrypted(node: MapNode, reader: ValueReader): string | undefined {
  const ciphertext = textMember(node, "ciphertext");
  if (ciphertext === undefined || reader.decrypt === undefined) return undefined;
  try {
    return reader.decrypt(ciphertext);
  } catch {
    return undefined;
  }
}

function readAssetNode(node: MapNode, reader: ValueReader): Value {
  const hash = textMember(node, "hash") ?? "";
  const source = assetSource(node, hash);
  if (source !== undefined) return { kind: "asset", source, hash } satisfies AssetValue;
  return refuseValue(node, reader, "An asset must have one of `text`, `path`, and `uri`.", "Add one of these fields.");
}

function assetSource(node: MapNode, hash: string): AssetSource | undefined {
  const text = textMember(node, "text") ?? (hash === emptyAssetHash ? "" : undefined);
  const path = textMember(node, "path");
  const uri = textMember(node, "uri");
  if (path) return { from: "path", path };
  if (uri) return { from: "uri", uri };
  return text === undefined ? undefined : { from: "text", text };
}

function readArchiveNode(node: MapNode, reader: ValueReader): Value {
  const source = archiveSource(node, reader);
  if (source !== undefined)
    return { kind: "archive", source, hash: textMember(node, "hash") ?? "" } satisfies ArchiveValue;
  return refuseValue(
    node,
    reader,
    "An archive must have one of `assets`, `path`, and `uri`.",
    "Add one of these fields.",
  );
}

function archiveSource(node: MapNode, reader: ValueReader): ArchiveSource | undefined {
  const path = textMember(node, "path");
  const uri = textMember(node, "uri");
  if (path) return { from: "path", path };
  if (uri) return { from: "uri", uri };
  const members = memberNode(node, "assets");
  if (members?.kind !== "map") return undefined;
  const assets = new Map<string, AssetValue | ArchiveValue>();
  for (const entry of members.entries) {
    const value = readNodeValue(entry.value, reader);
    if (value.kind === "asset" || value.kind === "archive") assets.set(entry.key, value);
    else {
      const { offset } = entry.value;
      reader.report({
        offset,
        message: "An archive can contain only assets and archives.",
        hint: "Write an object with the asset signature.",
      });
    }
  }
  return { from: "assets", assets };
}

function readReferenceNode(node: MapNode): Value {
  const id = textMember(node, "id");
  return {
    kind: "resource",
    urn: textMember(node, "urn") ?? "",
    packageVersion: textMember(node, "packageVersion") ?? "",
    id: id === undefined ? undefined : id === "" ? { unknown: true } : id,
  };
}

function refuseValue(node: Node, reader: ValueReader, message: string, hint: string): Value {
  reader.report({ offset: node.offset, message, hint });
  return nullValue;
}

function memberNode(node: MapNode, key: string): Node | undefined {
  return node.entries.find((entry) => entry.key === key)?.value;
}

function textMember(node: MapNode, key: string): string | undefined {
  const value = memberNode(node, key);
  return value?.kind === "text" ? value.value : undefined;
}

const seconds: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  μs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};

/** Parses a duration as in Go, such as `1h30m`, `90s`, or `1.5h`. Returns seconds, or 0 if the text is not a duration. */
export function secondsOf(text: string): number {
  const parts = [...text.matchAll(/(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/gu)];
  const total = parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (seconds[unit] ?? 0), 0);
  // The engine counts whole nanoseconds.
  return Math.round(total * 1e9) / 1e9;
}
